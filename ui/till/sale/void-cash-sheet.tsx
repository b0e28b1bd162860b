// Refunding a cash sale: the customer gets the money back, and the reason is recorded.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import type { CashSale } from '../../kit/till.ts'
import { voidCashSale } from './sale-actions.ts'

interface VoidCashSheetProps {
  readonly cash: CashSale
  readonly open: boolean
  readonly onClose: () => void
}

export function VoidCashSheet({ cash, open, onClose }: VoidCashSheetProps) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const [reason, setReason] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || reason.trim() === '') return
    setBusy(true)
    const error = await voidCashSale(cash, reason.trim())
    setBusy(false)
    setApiError(error)
    if (!error) onClose()
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
