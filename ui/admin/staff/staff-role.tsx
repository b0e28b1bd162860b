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

/** Returns an action that changes a person's role or name. */
const useStaffChange = (id: string) =>
  useAction((body: { role?: Role; name?: string }, header) =>
    resultOf(api.api.v1.staff({ id }).patch(body, header)),
  )

/** The card that renames a person. */
export function PersonName({ person }: { readonly person: StaffPerson }) {
  const { t } = useTranslation('staff')
  return (
    <NameCard
      title={t('name_card')}
      label={t('name')}
      name={person.name}
      empty={t('field_empty')}
      save={t('name_save')}
      change={useStaffChange(person.id)}
      onDone={() => void refreshMe()}
    />
  )
}

interface RoleCardProps {
  readonly person: StaffPerson
  readonly isMine: boolean
  readonly permissions: StaffPermissions
}

/** Returns the beginning of the text keys of the dialog that changes a role. */
const changeKeyOf = (isMine: boolean) => (isMine ? 'role_change_you' : 'role_change')

/**
 * The card that changes a person's role, after a dialog that explains what they will be able to do and which
 * keys remain. It may ask for the password.
 */
export function RoleCard({ person, isMine, permissions: { roles, why } }: RoleCardProps) {
  const { t } = useTranslation('staff')
  const [role, setRole] = useState<Role>(person.role)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const change = useReauthentication(useStaffChange(person.id))
  const roleName = t(`role_${role}`)
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
                setDialogOpen(true)
              }}
            >
              {t('role_save')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        title={t(`${changeKeyOf(isMine)}_title`, { name: person.name, role: roleName })}
        open={isDialogOpen}
        onClose={() => {
          change.reset()
          setDialogOpen(false)
        }}
        confirm={t('role_save')}
        isDanger={losesRights(person.role, role)}
        onConfirm={() =>
          change.run({ role }, () => {
            setDialogOpen(false)
            if (isMine) void refreshMe()
          })
        }
        isBusy={change.busy}
        apiError={change.apiError}
      >
        <p>{t(`${changeKeyOf(isMine)}_text`, { role: roleName, text: t(`role_${role}_text`) })}</p>
        {losesRights(person.role, role) && <p>{t(`${changeKeyOf(isMine)}_down`)}</p>}
        {losesRights(person.role, role) && <RemainingKeys person={person} role={role} />}
        {change.passwordField}
      </ConfirmDialog>
    </Card>
  )
}
