// Refunding a cash sale: the customer gets the money back, and the reason is recorded. Above the owner's limit the
// server asks for a second person, who enters their PIN here.
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { moneyOf } from '../../kit/money.ts'
import { valueOrThrow } from '../../kit/query.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { type CashSale, fetchCashiers } from '../../kit/till.ts'
import { usePinText } from '../parts/pin-pad.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { voidCashSale } from './sale-actions.ts'

interface VoidCashSheetProps {
  readonly cash: CashSale
  readonly open: boolean
  readonly onClose: () => void
}

interface Approver {
  readonly id: string
  readonly pin: string
}

export function VoidCashSheet({ cash, open, onClose }: VoidCashSheetProps) {
  const { t } = useTranslation('till')
  const errorText = usePinText()
  const [reason, setReason] = useState('')
  /** Once the server has asked for one. */
  const [approver, setApprover] = useState<Approver>()
  const [apiError, setApiError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || reason.trim() === '') return
    setBusy(true)
    const second = approver?.id && approver.pin ? { staff_id: approver.id, pin: approver.pin } : {}
    const error = await voidCashSale(cash, { reason: reason.trim(), ...second })
    setBusy(false)
    setApiError(error)
    if (!error) return onClose()
    const isAsked = error.kind === 'refused' && error.reason === 'refund_approval_needed'
    if (isAsked || approver) setApprover({ id: approver?.id ?? '', pin: '' })
  }
  return (
    <Sheet title={t('cash_void_title')} open={open} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="sheet-text">{t('cash_void_text', { money: moneyOf(cash.amount) })}</p>
        <TextInput
          label={t('reason')}
          size="md"
          maxLength={200}
          autoComplete="off"
          data-testid="void-reason"
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        {approver && <ApproverFields value={approver} onChange={setApprover} />}
        <p className="form-error" role="alert">
          {apiError && errorText(apiError)}
        </p>
        <Button
          type="submit"
          size="lg"
          fullWidth
          color="var(--bad)"
          loading={busy}
          data-testid="void-cash-confirm"
        >
          {t('cash_void_confirm')}
        </Button>
      </form>
    </Sheet>
  )
}

interface ApproverFieldsProps {
  readonly value: Approver
  readonly onChange: (value: Approver) => void
}

/** Who approves it, of those who may, and their PIN. */
function ApproverFields({ value: { id, pin }, onChange }: ApproverFieldsProps) {
  const { t } = useTranslation('till')
  const { cashier } = useTillDevice()
  const { data } = useQuery({ queryKey: ['cashiers'], queryFn: () => valueOrThrow(fetchCashiers()) })
  const people = data?.filter(one => one.may_approve_refunds && one.id !== cashier?.id)
  if (people?.length === 0) return <p className="sheet-text">{t('approver_none')}</p>
  return (
    <fieldset className="form-field approvers">
      <legend>{t('approver')}</legend>
      <div className="reasons">
        {people?.map(one => (
          <label key={one.id} className="reason" data-testid="approver">
            <input
              type="radio"
              name="approver"
              checked={one.id === id}
              onChange={() => onChange({ id: one.id, pin: '' })}
            />{' '}
            {one.name}
          </label>
        ))}
      </div>
      <PasswordInput
        label={t('approver_pin')}
        size="md"
        maxLength={8}
        inputMode="numeric"
        autoComplete="off"
        data-testid="approver-pin"
        value={pin}
        onChange={event => onChange({ id, pin: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': t('pin_show') }}
      />
    </fieldset>
  )
}
