// A refund whose answer is not known: the till repeats the request under its key until the server answers.
// The repeated requests lack the PIN, so they order no new refund. A login needs no PIN: the person taps.
import { Button, Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { moneyOf } from '../../kit/money.ts'
import { refundCheckMs } from './refund.model.ts'
import { orderedAmountOf, type RefundOrder, rejectionOf } from './refund-order.model.ts'
import { RefundPassword } from './refund-password.tsx'

interface RefundAwaitedProps {
  readonly refundOrder: RefundOrder
  /** Sends the request again, and returns the error if there is one. */
  readonly onAsk: () => Promise<ApiError | undefined>
}

/** Shows that the answer to a refund is awaited, and sends the request again to get it. */
export function RefundAwaited({ refundOrder, onAsk }: RefundAwaitedProps) {
  const { t } = useTranslation('till')
  const amount = orderedAmountOf(refundOrder)
  return (
    <div className="refund-awaited" data-testid="refund-awaited">
      <p className="refund-note" role="status">
        {t('refund_awaited_text', { money: moneyOf(amount) })}
      </p>
      {refundOrder.caller.till === null ? (
        <RefundPassword amount={amount} onSend={onAsk} />
      ) : (
        <AutomaticAsking onAsk={onAsk} />
      )}
    </div>
  )
}

/** Sends the request again and again, until an answer shows whether the refund was done. */
function AutomaticAsking({ onAsk }: Pick<RefundAwaitedProps, 'onAsk'>) {
  const { t } = useTranslation('till')
  const latestOnAsk = useRef(onAsk)
  latestOnAsk.current = onAsk
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isClosed = false
    const ask = async () => {
      const apiError = await latestOnAsk.current()
      if (apiError && rejectionOf(apiError) === 'open' && !isClosed) timer = setTimeout(ask, refundCheckMs)
    }
    void ask()
    return () => {
      isClosed = true
      clearTimeout(timer)
    }
  }, [])
  return (
    <p className="refund-asking">
      <Loader size={20} color="gray" /> {t('refund_asking')}
    </p>
  )
}

interface RefundRejectedProps {
  readonly apiError: ApiError
  readonly onBack: () => void
}

/** Shows why the server rejected the refund, and leads back to order another one. */
export function RefundRejected({ apiError, onBack }: RefundRejectedProps) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  return (
    <div className="refund-awaited" data-testid="refund-rejected">
      <p className="form-error" role="alert">
        {errorText(apiError)}
      </p>
      <Button variant="default" size="lg" fullWidth data-testid="refund-back" onClick={onBack}>
        {t('refund_back')}
      </Button>
    </div>
  )
}
