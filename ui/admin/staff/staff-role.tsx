// A person's name and role, each changed on its own.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../../src/domain/account.ts'
import { api, resultOf } from '../../kit/api.ts'
import { refreshMe } from '../../kit/me.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Card } from '../parts/facts.tsx'
import { NameCard } from '../parts/name-card.tsx'
import { OptionCards } from '../parts/option-cards.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import type { StaffPerson } from '../parts/staff.queries.ts'
import { losesRights, type StaffPermissions } from './staff.model.ts'
import { RemainingKeys } from './staff-keys.tsx'

const useChange = (id: string) =>
  useAction((body: { role?: Role; name?: string }, named) =>
    resultOf(api.api.v1.staff({ id }).patch(body, named)),
  )

export function PersonName({ person }: { readonly person: StaffPerson }) {
  const { t } = useTranslation('staff')
  return (
    <NameCard
      title={t('name_card')}
      label={t('name')}
      name={person.name}
      empty={t('field_empty')}
      save={t('name_save')}
      change={useChange(person.id)}
      onDone={() => void refreshMe()}
    />
  )
}

interface RoleCardProps {
  readonly person: StaffPerson
  readonly isMine: boolean
  readonly powers: StaffPermissions
}

const changeOf = (isMine: boolean) => (isMine ? 'role_change_you' : 'role_change')

export function RoleCard({ person, isMine, powers: { roles, why } }: RoleCardProps) {
  const { t } = useTranslation('staff')
  const [role, setRole] = useState<Role>(person.role)
  const [isAsking, setAsking] = useState(false)
  const change = useReauthentication(useChange(person.id))
  const named = t(`role_${role}`)
  return (
    <Card
      title={isMine ? t('role_card_you') : t('role_card', { name: person.name })}
      {...(why ? { text: t(why) } : {})}
    >
      <div className="stack">
        <OptionCards
          legend={t('role')}
          legendUnseen
          value={role}
          onChange={setRole}
          disabled={roles.length < 2}
          options={roles.map(value => ({ value, title: t(`role_${value}`), text: t(`role_${value}_text`) }))}
        />
        {roles.length > 1 && (
          <div className="save-line">
            <Button
              disabled={role === person.role}
              onClick={() => {
                change.reset()
                setAsking(true)
              }}
            >
              {t('role_save')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        title={t(`${changeOf(isMine)}_title`, { name: person.name, role: named })}
        open={isAsking}
        onClose={() => {
          change.reset()
          setAsking(false)
        }}
        confirm={t('role_save')}
        isDanger={losesRights(person.role, role)}
        onConfirm={() =>
          change.run({ role }, () => {
            setAsking(false)
            if (isMine) void refreshMe()
          })
        }
        isBusy={change.busy}
        apiError={change.apiError}
      >
        <p>{t(`${changeOf(isMine)}_text`, { role: named, text: t(`role_${role}_text`) })}</p>
        {losesRights(person.role, role) && <p>{t(`${changeOf(isMine)}_down`)}</p>}
        {losesRights(person.role, role) && <RemainingKeys of={person} role={role} />}
        {change.field}
      </ConfirmDialog>
    </Card>
  )
}
