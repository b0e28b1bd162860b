// Confirming a payment manually: the reason, the network's receipt number, and on a paired till the PIN. The
// audit log records who did it.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmationLimits } from '../../../src/domain/manual-decision.ts'
import type { ApiError } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { useErrorTextWithPin } from '../parts/pin-pad.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { tillConfirm } from './confirm.text.ts'
import { confirmSale } from './sale-actions.ts'

addTexts('till', tillConfirm)

interface ConfirmSheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Lets a person confirm the current payment manually, in a sheet. */
export function ConfirmManuallySheet({ open, onClose }: ConfirmSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('confirm_title')} open={open} onClose={onClose}>
      <ConfirmForm onClose={onClose} />
    </Sheet>
  )
}

/** A PIN has four to eight digits. */
const pinPattern = /^\d{4,8}$/

/** Asks for the reason, the receipt number and, on a paired till, the PIN, typed again at each try. */
function ConfirmForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('till')
  const { till } = useTillDevice()
  const errorText = useErrorTextWithPin()
  const [reason, setReason] = useState('')
  const [receipt, setReceipt] = useState('')
  const [pin, setPin] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [showError, setShowError] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const isComplete =
    reason.trim().length >= confirmationLimits.reasonMin &&
    receipt.trim().length >= confirmationLimits.receiptMin &&
    (till === null || pinPattern.test(pin))
  const missingText = showError && !isComplete ? t(till ? 'confirm_missing' : 'confirm_missing_no_pin') : ''
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (!isComplete) return setShowError(true)
    setBusy(true)
    const error = await confirmSale({ reason: reason.trim(), receipt: receipt.trim(), pin })
    setBusy(false)
    setApiError(error)
    setPin('')
    if (!error) onClose()
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p className="sheet-text">{t('confirm_text')}</p>
      <ReasonField value={reason} onChange={setReason} />
      <ReceiptField value={receipt} onChange={setReceipt} />
      {till && (
        <PasswordInput
          label={t('confirm_pin')}
          size="md"
          maxLength={8}
          inputMode="numeric"
          autoComplete="off"
          data-testid="confirm-pin"
          value={pin}
          onChange={event => setPin(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('pin_show') }}
        />
      )}
      <p className="form-error" role="alert">
        {apiError ? errorText(apiError) : missingText}
      </p>
      <Button type="submit" size="lg" fullWidth loading={isBusy} data-testid="confirm-submit">
        {t('confirm_submit')}
      </Button>
    </form>
  )
}

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Asks why the payment is confirmed, and offers the usual reason. */
function ReasonField({ value, onChange }: FieldProps) {
  const { t } = useTranslation('till')
  return (
    <div className="form-field">
      <TextInput
        label={t('confirm_reason')}
        size="md"
        maxLength={confirmationLimits.reasonMax}
        autoComplete="off"
        data-testid="reason"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <div className="reasons">
        <button type="button" className="reason" onClick={() => onChange(t('confirm_reason_statement'))}>
          {t('confirm_reason_statement')}
        </button>
      </div>
    </div>
  )
}

/** Asks for the network's receipt number. */
function ReceiptField({ value, onChange }: FieldProps) {
  const { t } = useTranslation('till')
  return (
    <TextInput
      label={t('confirm_receipt')}
      size="md"
      maxLength={confirmationLimits.receiptMax}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      data-testid="receipt"
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
