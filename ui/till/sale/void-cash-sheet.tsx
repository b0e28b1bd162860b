// Taking a cash sale back: the money returns to the customer, and the reason is written down.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { moneyOf } from '../../kit/money.ts'
import { Sheet } from '../../kit/sheet.tsx'
import type { CashSale } from '../../kit/till.ts'
import { useTillErrorText } from '../app/till-error.ts'
import { voidCashSale } from './sale-actions.ts'

interface VoidCashSheetProps {
  readonly cash: CashSale
  readonly open: boolean
  readonly onClose: () => void
}

export function VoidCashSheet({ cash, open, onClose }: VoidCashSheetProps) {
  const { t } = useTranslation('till')
  const refusalText = useTillErrorText('void_cash')
  const [reason, setReason] = useState('')
  const [apiError, setApiError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || reason.trim() === '') return
    setBusy(true)
    const refused = await voidCashSale(cash, reason.trim())
    setBusy(false)
    setApiError(refused)
    if (!refused) onClose()
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
          {apiError && refusalText(apiError)}
        </p>
        <Button
          type="submit"
          size="lg"
          fullWidth
          color="var(--bad)"
          loading={busy}
          data-testid="void-cash-yes"
        >
          {t('cash_void_yes')}
        </Button>
      </form>
    </Sheet>
  )
}
