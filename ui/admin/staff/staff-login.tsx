// A login for a person who only has a PIN: a link, shown this once. They stay the same person, with their PIN
// and their sales.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useCreation } from '../parts/creation.ts'
import { Card } from '../parts/facts.tsx'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import { useReauthentication } from '../parts/reauthentication.tsx'
import type { StaffPerson } from '../parts/staff.queries.ts'
import { InvitationLink, type NewInvitation } from './invite.tsx'

/**
 * Draws the card that makes an invitation, which gives a person a login. The server may ask for the password
 * before an owner gets one.
 */
export function LoginCard({ person: { id, name, role } }: { readonly person: StaffPerson }) {
  const { t } = useTranslation('staff')
  const [invitation, setInvitation] = useState<NewInvitation>()
  const invite = useReauthentication(
    useCreation((_: undefined, header) =>
      resultOf(api.api.v1.invitations.post({ name, role, staff_id: id }, header)),
    ),
  )
  const create = () => invite.run(undefined, ({ data }) => setInvitation(data))
  const close = () => setInvitation(undefined)
  return (
    <Card title={t('login_card')} text={t('login_card_text')}>
      {!invite.passwordField && <ApiErrorNote apiError={invite.apiError} />}
      <div className="save-line">
        <Button variant="default" loading={invite.busy && !invite.passwordField} onClick={create}>
          {t('invite_confirm')}
        </Button>
      </div>
      <PasswordDialog action={invite} confirm={t('invite_confirm')} onConfirm={create} />
      <Sheet title={t('link_title', { name })} open={invitation !== undefined} onClose={close}>
        {invitation && <InvitationLink invitation={invitation} onDone={close} />}
      </Sheet>
    </Card>
  )
}
