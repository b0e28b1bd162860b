// A login for a cashier who only has a PIN: a link, shown this once. They stay the same person, with their
// PIN and their sales.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { useAction } from '../parts/queries.ts'
import type { StaffPerson } from '../parts/staff.queries.ts'
import { InvitationLink, type NewInvitation } from './invite.tsx'

export function LoginCard({ person: { id, name, role } }: { readonly person: StaffPerson }) {
  const { t } = useTranslation('staff')
  const [made, setMade] = useState<NewInvitation>()
  const invite = useAction((_: undefined, header) =>
    resultOf(api.api.v1.invitations.post({ name, role, staff_id: id }, header)),
  )
  const close = () => setMade(undefined)
  return (
    <Card title={t('login_card')} text={t('login_card_text')}>
      <ApiErrorNote apiError={invite.apiError} />
      <div className="save-line">
        <Button
          variant="default"
          loading={invite.busy}
          onClick={() => invite.run(undefined, ({ data }) => setMade(data))}
        >
          {t('invite_confirm')}
        </Button>
      </div>
      <Sheet title={t('link_title', { name })} open={made !== undefined} onClose={close}>
        {made && <InvitationLink made={made} onDone={close} />}
      </Sheet>
    </Card>
  )
}
