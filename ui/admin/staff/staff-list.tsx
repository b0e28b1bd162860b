// The people who work with the shop, the open invitations, and inviting more.
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../src/domain/account.ts'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { Choice, FilterBar, NoResults, SearchBox } from '../parts/filter-bar.tsx'
import { matchingRows, pageOfRows } from '../parts/found-rows.model.ts'
import { Icon } from '../parts/icon.tsx'
import { pageSize } from '../parts/list.model.ts'
import { type Column, List, MoreLink } from '../parts/list.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { usePersonName } from '../parts/person-name.ts'
import { useAction, useRead } from '../parts/queries.ts'
import { isFiltered } from '../parts/query.model.ts'
import { roles } from '../parts/role.model.ts'
import { staffStates } from '../parts/small-list.model.ts'
import { type Invitation, type StaffPerson, useStaff } from '../parts/staff.queries.ts'
import { Invite } from './invite.tsx'
import { sortByRole } from './staff.model.ts'
import { staff } from './staff.text.ts'

addTexts('staff', staff)

/** The button that opens the sheet for a new person. */
function InviteButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('staff')
  return (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={onClick}>
      {t('invite')}
    </Button>
  )
}

/** Shown to a person who works alone in the shop. */
function NoOtherStaff({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('staff')
  return (
    <EmptyState icon="people" title={t('only_you')} text={t('only_you_text')}>
      {children}
    </EmptyState>
  )
}

/** The page that lists the people and the open invitations. It filters both in the browser. */
export function StaffList() {
  const { t } = useTranslation('staff')
  const people = useStaff()
  const columns = usePeopleColumns()
  const invitations = useRead(['invitations'], header => api.api.v1.invitations.get(header))
  const [isInviting, setInviting] = useState(false)
  const search = useSearch({ from: '/staff' })
  const { q, role, state, page } = search
  const hasFilter = isFiltered(search)
  const invited = invitations.data?.data ?? []
  const isOnlyContent =
    !hasFilter && people.people?.length === 1 && invitations.data !== undefined && invited.length === 0
  const hasRole = (person: { readonly role: Role }) => !role || person.role === role
  const openInvitations = matchingRows(invited, q, ({ name, email }) => [name, email ?? '']).filter(hasRole)
  const matches = matchingRows(people.people ?? [], q, ({ name, email }) => [name, email]).filter(hasRole)
  const hasNoMatches =
    hasFilter &&
    (state === 'invited' || matches.length === 0) &&
    (state === 'member' || openInvitations.length === 0)
  const inviteButton = <InviteButton onClick={() => setInviting(true)} />
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ExportLink what="staff" />
        {!isOnlyContent && inviteButton}
      </PageHead>
      {(hasFilter || (people.people && people.people.length + invited.length > 1)) && (
        <StaffFilters hasFilter={hasFilter} />
      )}
      {state !== 'invited' && (
        <div className="people-list">
          <List
            name={t('title')}
            columns={columns}
            keyOf={person => person.id}
            linkOf={person => ({ to: '/staff/$id', params: { id: person.id } })}
            page={people.people && pageOfRows(sortByRole(matches), page)}
            apiError={people.apiError}
            isTimeless
            retry={people.retry}
            empty={null}
          />
        </div>
      )}
      {people.people && invitations.data && hasNoMatches && <NoResults />}
      {isOnlyContent && <NoOtherStaff>{inviteButton}</NoOtherStaff>}
      {state === 'invited' && !invitations.data && (
        <ApiErrorNote apiError={invitations.apiError} retry={invitations.retry} />
      )}
      {state !== 'member' && openInvitations.length > 0 && (
        <Invitations
          invitations={openInvitations}
          people={people.people ?? []}
          {...(state === 'invited' ? { page: page ?? 1 } : {})}
        />
      )}
      <Invite open={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}

/** Draws the search and the filters. */
function StaffFilters({ hasFilter }: { readonly hasFilter: boolean }) {
  const { t } = useTranslation('staff')
  return (
    <FilterBar hasFilter={hasFilter}>
      <SearchBox name="q" label={t('search')} />
      <Choice
        name="role"
        label={t('filter_role')}
        options={roles.map(value => ({ value, label: t(`role_${value}`) }))}
      />
      <Choice
        name="state"
        label={t('filter_state')}
        options={staffStates.map(value => ({ value, label: t(`state_${value}`) }))}
      />
    </FilterBar>
  )
}

/** Returns the columns of the list of people. */
function usePeopleColumns(): Column<StaffPerson>[] {
  const { t } = useTranslation(['staff', 'admin'])
  const { me } = useCurrentAccount()
  return [
    {
      name: 'name',
      head: t('column_name'),
      cell: person => (
        <span className="person-cell">
          <span>{person.name}</span>
          <small>
            {person.id === me.staff?.id && <em>{t('admin:you')} · </em>}
            {person.email}
          </small>
        </span>
      ),
      onPhone: 'main',
      grows: true,
    },
    { name: 'role', head: t('column_role'), cell: person => t(`role_${person.role}`), onPhone: 'side' },
    {
      name: 'two-factor',
      head: t('column_two_factor'),
      cell: person =>
        person.two_factor ? (
          <StateChip tone="good" icon="check" text={t('two_factor_on')} />
        ) : (
          <StateChip tone="neutral" icon="ban" text={t('two_factor_off')} />
        ),
    },
    {
      name: 'last',
      head: t('column_last'),
      cell: person => (person.last_login_at ? <Timestamp at={person.last_login_at} /> : t('never')),
      onPhone: 'tail',
      align: 'end',
    },
  ]
}

/** Returns the columns of the list of invitations. `withdraw` opens the dialog that withdraws one. */
function useInvitationColumns(
  people: readonly StaffPerson[],
  withdraw: (invitation: Invitation) => void,
): Column<Invitation>[] {
  const { t } = useTranslation('staff')
  const nameOf = usePersonName()
  return [
    {
      name: 'name',
      head: t('column_name'),
      cell: ({ name, email }) => (
        <span className="person-cell">
          <strong>{name}</strong>
          {email && <small>{email}</small>}
        </span>
      ),
      onPhone: 'main',
      grows: true,
    },
    { name: 'role', head: t('column_role'), cell: ({ role }) => t(`role_${role}`), onPhone: 'side' },
    {
      name: 'by',
      head: t('column_invited'),
      cell: ({ created_by }) =>
        nameOf(
          people.find(({ id }) => id === created_by),
          t('former_staff'),
        ),
      wideOnly: true,
    },
    {
      name: 'until',
      head: t('column_expires'),
      cell: ({ expires_at }) => <Timestamp at={expires_at} />,
      onPhone: 'under',
    },
    {
      name: 'action',
      head: t('column_actions'),
      cell: invitation => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('withdraw_of', { name: invitation.name })}
          onClick={() => withdraw(invitation)}
        >
          {t('column_actions')}
        </Button>
      ),
      onPhone: 'tail',
      align: 'end',
    },
  ]
}

interface InvitationsProps {
  readonly invitations: readonly Invitation[]
  readonly people: readonly StaffPerson[]
  /** The page of the list; undefined where it is shown below the people, with a link if it is too long. */
  readonly page?: number
}

/** Lists open invitations, with a button that withdraws each. */
function Invitations({ invitations, people, page }: InvitationsProps) {
  const { t } = useTranslation('staff')
  const [toWithdraw, setToWithdraw] = useState<Invitation>()
  const withdraw = useAction((id: string, header) =>
    resultOf(api.api.v1.invitations({ id }).delete(undefined, header)),
  )
  const columns = useInvitationColumns(people, invitation => {
    withdraw.reset()
    setToWithdraw(invitation)
  })
  if (page === undefined && invitations.length > pageSize)
    return <MoreLink name={t('open')} count={invitations.length} state="invited" />
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
        page={pageOfRows(invitations, page)}
        apiError={undefined}
        retry={() => {}}
        empty={null}
      />
      <ConfirmDialog
        title={t('withdraw_title', { name: toWithdraw?.name ?? '' })}
        open={toWithdraw !== undefined}
        onClose={() => setToWithdraw(undefined)}
        confirm={t('withdraw_confirm')}
        isDanger
        onConfirm={() => toWithdraw && withdraw.run(toWithdraw.id, () => setToWithdraw(undefined))}
        isBusy={withdraw.busy}
        apiError={withdraw.apiError}
      >
        <p>{t('withdraw_text')}</p>
      </ConfirmDialog>
    </section>
  )
}
