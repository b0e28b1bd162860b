// Everybody who works with the shop, the invitations that are open, and the way to more.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, asked } from '../kit/api.ts'
import { Icon } from '../kit/icon.tsx'
import { addTexts } from '../text/language.ts'
import { staff } from '../text/staff.ts'
import { AskSheet } from './ask-sheet.tsx'
import { useAct, useRead } from './box.ts'
import { Empty } from './empty.tsx'
import { State, When } from './figure.tsx'
import { Invite } from './invite.tsx'
import { type Column, List } from './list.tsx'
import { PageHead } from './page-head.tsx'
import { useSeat } from './seat.tsx'
import { inOrder } from './staff.model.ts'
import { type Invitation, type StaffPerson, useStaff } from './staff.ts'

addTexts('staff', staff)

export function StaffList() {
  const { t } = useTranslation('staff')
  const people = useStaff()
  const invitations = useRead(['invitations'], named => api.api.v1.invitations.get(named))
  const [inviting, setInviting] = useState(false)
  const open = invitations.data?.data ?? []
  const alone = people.people?.length === 1 && invitations.data !== undefined && open.length === 0
  const invite = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setInviting(true)}>
      {t('invite')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        {!alone && invite}
      </PageHead>
      <div className="people-list">
        <List
          name={t('title')}
          columns={usePeopleColumns()}
          keyOf={person => person.id}
          linkOf={person => ({ to: '/staff/$id', params: { id: person.id } })}
          page={people.people && { items: inOrder(people.people), total: people.people.length, offset: 0 }}
          trouble={people.trouble}
          again={people.again}
          empty={null}
        />
      </div>
      {alone && (
        <Empty icon="people" title={t('alone')} text={t('alone_text')}>
          {invite}
        </Empty>
      )}
      {open.length > 0 && <Invitations invitations={open} people={people.people ?? []} />}
      <Invite open={inviting} onClose={() => setInviting(false)} />
    </>
  )
}

function usePeopleColumns(): Column<StaffPerson>[] {
  const { t } = useTranslation('staff')
  const { me } = useSeat()
  return [
    {
      name: 'name',
      head: t('column_name'),
      cell: person => (
        <span className="person-cell">
          <span>{person.name}</span>
          <small>
            {person.id === me.staff?.id && <em>{t('you')} · </em>}
            {person.email}
          </small>
        </span>
      ),
      phone: 'main',
      grows: true,
    },
    { name: 'role', head: t('column_role'), cell: person => t(`role_${person.role}`), phone: 'side' },
    {
      name: 'two-factor',
      head: t('column_two_factor'),
      cell: person =>
        person.two_factor ? (
          <State tone="good" icon="check" text={t('two_factor_on')} />
        ) : (
          <State tone="calm" icon="ban" text={t('two_factor_off')} />
        ),
    },
    {
      name: 'last',
      head: t('column_last'),
      cell: person => (person.last_login_at ? <When at={person.last_login_at} /> : t('never')),
      phone: 'tail',
      align: 'end',
    },
  ]
}

interface InvitationsProps {
  readonly invitations: readonly Invitation[]
  readonly people: readonly StaffPerson[]
}

function Invitations({ invitations, people }: InvitationsProps) {
  const { t } = useTranslation('staff')
  const [asking, setAsking] = useState<Invitation>()
  const withdraw = useAct((id: string, named) => asked(api.api.v1.invitations({ id }).delete(undefined, named)))
  const columns: Column<Invitation>[] = [
    {
      name: 'name',
      head: t('column_name'),
      cell: ({ name, email }) => (
        <span className="person-cell">
          <strong>{name}</strong>
          {email && <small>{email}</small>}
        </span>
      ),
      phone: 'main',
      grows: true,
    },
    { name: 'role', head: t('column_role'), cell: ({ role }) => t(`role_${role}`), phone: 'side' },
    {
      name: 'by',
      head: t('column_invited'),
      cell: ({ created_by }) => people.find(({ id }) => id === created_by)?.name ?? t('somebody'),
      wide: true,
    },
    {
      name: 'until',
      head: t('column_until'),
      cell: ({ expires_at }) => <When at={expires_at} />,
      phone: 'under',
    },
    {
      name: 'act',
      head: t('column_act'),
      cell: invitation => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('withdraw_of', { name: invitation.name })}
          onClick={() => {
            withdraw.reset()
            setAsking(invitation)
          }}
        >
          {t('withdraw')}
        </Button>
      ),
      phone: 'tail',
      align: 'end',
    },
  ]
  return (
    <section className="part">
      <header className="part-head">
        <h2>{t('open')}</h2>
        <p>{t('open_text')}</p>
      </header>
      <List
        name={t('open')}
        columns={columns}
        keyOf={({ id }) => id}
        page={{ items: invitations, total: invitations.length, offset: 0 }}
        trouble={undefined}
        again={() => {}}
        empty={null}
      />
      <AskSheet
        title={t('withdraw_title', { name: asking?.name ?? '' })}
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        yes={t('withdraw_yes')}
        grave
        onYes={() => asking && withdraw.run(asking.id, () => setAsking(undefined))}
        busy={withdraw.busy}
        trouble={withdraw.trouble}
      >
        <p>{t('withdraw_text')}</p>
      </AskSheet>
    </section>
  )
}
