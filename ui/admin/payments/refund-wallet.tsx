// A refund whose customer's wallet is not known: a person enters the number, or the customer does behind a QR
// code.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readPhone } from '../../../src/domain/phone.ts'
import { staffCaller } from '../../kit/caller.ts'
import { moneyOf } from '../../kit/money.ts'
import { QrCode } from '../../kit/qr-code.tsx'
import { nameRefundRecipient, type Refund } from '../../kit/refund.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { useMay } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'

/**
 * Draws two buttons: one shows the customer's QR code, if the refund can be claimed; the other opens the
 * field for the customer's number.
 */
export function WalletButtons({ refund }: { readonly refund: Refund }) {
  const { t } = useTranslation('refunds')
  const [open, setOpen] = useState<'number' | 'code'>()
  const mayRefund = useMay('refund')
  const close = () => setOpen(undefined)
  if (!mayRefund) return null
  return (
    <>
      {refund.claim_url && (
        <Button size="compact-sm" onClick={() => setOpen('code')}>
          {t('claim')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => setOpen('number')}>
        {t('number')}
      </Button>
      {open === 'code' && <ClaimSheet refund={refund} onClose={close} />}
      {open === 'number' && <NumberDialog refund={refund} onClose={close} />}
    </>
  )
}

interface WalletDialogProps {
  readonly refund: Refund
  readonly onClose: () => void
}

/**
 * Shows the QR code and the link with which the customer enters their own number, and until when they work.
 */
function ClaimSheet({
  refund: { claim_url: url, claim_expires_at: end, amount },
  onClose,
}: WalletDialogProps) {
  const { t } = useTranslation('refunds')
  return (
    <Sheet title={t('claim_title', { money: moneyOf(amount.value) })} open onClose={onClose}>
      {url && (
        <div className="stack">
          <p>{t('claim_text')}</p>
          <QrCode text={url} label={t('claim_code')} />
          <CopyField text={url} label={t('claim_link')} />
          {end && (
            <p className="muted">
              {t('claim_until')} <Timestamp at={end} isExact />
            </p>
          )}
        </div>
      )}
    </Sheet>
  )
}

/** Asks for the recipient's number, which sends the refund. The server may ask for the password first. */
function NumberDialog({ refund: { id, amount }, onClose }: WalletDialogProps) {
  const { t } = useTranslation('refunds')
  const [phone, setPhone] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const setRecipient = useReauthentication(
    useAction((to: string, { headers }) =>
      nameRefundRecipient(staffCaller(headers['kaunta-account']), id, to),
    ),
    'money',
  )
  const to = readPhone(phone)?.e164
  return (
    <ConfirmDialog
      title={t('number_title')}
      open
      onClose={onClose}
      confirm={t('go', { money: moneyOf(amount.value) })}
      onConfirm={() => {
        setSubmitted(true)
        if (to !== undefined) setRecipient.run(to, onClose)
      }}
      isBusy={setRecipient.busy}
      apiError={setRecipient.apiError}
    >
      <TextInput
        type="tel"
        label={t('phone')}
        description={t('number_hint')}
        autoComplete="off"
        size="md"
        value={phone}
        error={wasSubmitted && to === undefined && t('phone_wrong')}
        onChange={event => setPhone(event.currentTarget.value)}
      />
      {setRecipient.passwordField}
    </ConfirmDialog>
  )
}
