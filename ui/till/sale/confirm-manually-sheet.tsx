// Saying by hand that a payment came: why the network's word is missing, its receipt number, and on a till
// the PIN once more. It is written down with the name of whoever does it.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmationLimits } from '../../../src/domain/payment.ts'
import type { ApiError } from '../../kit/api.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { useTillDevice } from '../app/till-device.ts'
import { usePinText } from '../sign-in/pin-pad.tsx'
import { confirmSale } from './sale-actions.ts'

interface CompleteSheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function ConfirmManuallySheet({ open, onClose }: CompleteSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('complete_title')} open={open} onClose={onClose}>
      <CompleteForm onClose={onClose} />
    </Sheet>
  )
}

const pinPattern = /^\d{4,8}$/

function CompleteForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('till')
  const { till } = useTillDevice()
  const pinText = usePinText('complete')
  const [reason, setReason] = useState('')
  const [receipt, setReceipt] = useState('')
  const [pin, setPin] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [urged, setUrged] = useState(false)
  const [busy, setBusy] = useState(false)

  const whole =
    reason.trim().length >= confirmationLimits.reasonLeast &&
    receipt.trim().length >= confirmationLimits.receiptLeast &&
    (till === null || pinPattern.test(pin))
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!whole) return setUrged(true)
    setBusy(true)
    const refused = await confirmSale({ reason: reason.trim(), receipt: receipt.trim(), pin })
    setBusy(false)
    setApiError(refused)
    setPin('')
    if (!refused) onClose()
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p className="sheet-text">{t('complete_text')}</p>
      <div className="form-field">
        <TextInput
          label={t('complete_reason')}
          size="md"
          maxLength={confirmationLimits.reasonMost}
          autoComplete="off"
          data-testid="reason"
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <div className="reasons">
          {[t('complete_reason_message'), t('complete_reason_portal')].map(word => (
            <button key={word} type="button" className="reason" onClick={() => setReason(word)}>
              {word}
            </button>
          ))}
        </div>
      </div>
      <TextInput
        label={t('complete_receipt')}
        size="md"
        maxLength={confirmationLimits.receiptMost}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-testid="receipt"
        value={receipt}
        onChange={event => setReceipt(event.currentTarget.value)}
      />
      {till && (
        <PasswordInput
          label={t('complete_pin')}
          size="md"
          maxLength={8}
          inputMode="numeric"
          autoComplete="off"
          data-testid="complete-pin"
          value={pin}
          onChange={event => setPin(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('pin_show') }}
        />
      )}
      <p className="form-error" role="alert">
        {apiError
          ? pinText(apiError)
          : urged && !whole
            ? t(till ? 'complete_missing' : 'complete_missing_word')
            : ''}
      </p>
      <Button type="submit" size="lg" fullWidth loading={busy} data-testid="complete">
        {t('complete_go')}
      </Button>
    </form>
  )
}
