// A login for a cashier who only has a PIN: a link, shown this once. They stay the same person, with their
// PIN and their sales.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useCreation } from '../parts/creation.ts'
import { Card } from '../parts/facts.tsx'
import type { StaffPerson } from '../parts/staff.queries.ts'
import { InvitationLink, type NewInvitation } from './invite.tsx'

/** Makes the invitation that gives a cashier a login of their own. */
export function LoginCard({ person: { id, name, role } }: { readonly person: StaffPerson }) {
  const { t } = useTranslation('staff')
  const [invitation, setInvitation] = useState<NewInvitation>()
  const invite = useCreation((_: undefined, header) =>
    resultOf(api.api.v1.invitations.post({ name, role, staff_id: id }, header)),
  )
  const close = () => setInvitation(undefined)
  return (
    <Card title={t('login_card')} text={t('login_card_text')}>
      <ApiErrorNote apiError={invite.apiError} />
      <div className="save-line">
        <Button
          variant="default"
          loading={invite.busy}
          onClick={() => invite.run(undefined, ({ data }) => setInvitation(data))}
        >
          {t('invite_confirm')}
        </Button>
      </div>
      <Sheet title={t('link_title', { name })} open={invitation !== undefined} onClose={close}>
        {invitation && <InvitationLink invitation={invitation} onDone={close} />}
      </Sheet>
    </Card>
  )
}
