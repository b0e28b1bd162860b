// One person of the shop: what they may do, and what can be changed about that, each change with its
// consequences.
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { roleMay } from '../../../src/domain/account.ts'
import { mayGiveRole, maySetPinOf } from '../../../src/domain/staff-role.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useCurrentAccount } from '../parts/current-account.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { type StaffPerson, useStaff } from '../parts/staff.queries.ts'
import { permissionsOver } from './staff.model.ts'
import { staff } from './staff.text.ts'
import { LoginCard } from './staff-login.tsx'
import { GrantCard, PinCard } from './staff-pin.tsx'
import { HandOverCard, RemoveCard } from './staff-removal.tsx'
import { PersonName, RoleCard } from './staff-role.tsx'

addTexts('staff', staff)

/** The page of one person. */
export function StaffPage() {
  const { t } = useTranslation('staff')
  const { id } = useParams({ from: '/staff/$id' })
  const { people, apiError, retry } = useStaff()
  const person = people?.find(eachPerson => eachPerson.id === id)
  const back = { to: '/staff', text: t('to_staff') } as const
  if (apiError)
    return (
      <>
        <PageHead title={t('title')} back={back} />
        <ApiErrorNote apiError={apiError} retry={retry} />
      </>
    )
  if (!people) return <PageSkeleton />
  if (!person)
    return (
      <>
        <PageHead title={t('title')} back={back} />
        <EmptyState icon="people" title={t('person_not_found')} text={t('person_not_found_text')} />
      </>
    )
  return (
    <>
      <PageHead title={person.name} back={back} text={<RoleText person={person} />} />
      <StaffCards key={person.id} person={person} people={people} />
    </>
  )
}

/** Returns the person's role as a text; for the reader it begins with "You". */
function RoleText({ person: { id, role } }: { readonly person: StaffPerson }) {
  const { t } = useTranslation(['staff', 'admin'])
  const { me } = useCurrentAccount()
  return [...(me.staff?.id === id ? [t('admin:you')] : []), t(`role_${role}`)].join(' · ')
}

/** Draws the person's details and the cards with what the reader may change about this person. */
function StaffCards({
  person,
  people,
}: {
  readonly person: StaffPerson
  readonly people: readonly StaffPerson[]
}) {
  const { t } = useTranslation('staff')
  const { me, account } = useCurrentAccount()
  const isMine = me.staff?.id === person.id
  const permissions = permissionsOver({ id: me.staff?.id ?? '', role: account.role }, person, people)
  return (
    <div className="card-stack">
      <Card>
        <Facts
          facts={[
            ...(person.email ? [{ name: t('email'), value: person.email }] : []),
            { name: t('member_since'), value: <Timestamp at={person.created_at} /> },
            {
              name: t('column_last'),
              value: person.last_login_at ? <Timestamp at={person.last_login_at} /> : t('never'),
            },
            {
              name: t('column_two_factor'),
              value: person.two_factor ? (
                <StateChip tone="good" icon="check" text={t('two_factor_on')} />
              ) : (
                <StateChip tone="neutral" icon="ban" text={t('two_factor_off')} />
              ),
            },
          ]}
        />
      </Card>
      {permissions.mayRename && <PersonName person={person} />}
      <RoleCard person={person} isMine={isMine} permissions={permissions} />
      {isMine || maySetPinOf(account.role, person.role) ? (
        <PinCard person={person} isOwn={isMine} />
      ) : (
        <Card title={t('pin_card')}>
          <p className="muted-text">{t('pin_only_owner')}</p>
        </Card>
      )}
      {!roleMay(person.role, 'confirm_manually') && <GrantCard person={person} />}
      {!isMine && !person.email && mayGiveRole(account.role, person.role) && <LoginCard person={person} />}
      {permissions.mayHandOver && <HandOverCard person={person} />}
      {permissions.mayRemove && <RemoveCard person={person} isMine={isMine} />}
    </div>
  )
}
