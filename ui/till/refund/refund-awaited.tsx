// A refund whose answer is not known: the till repeats the request under its key until the server answers.
// Where a person is logged in, asking also sends it, so they ask themselves.
import { Button, Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { moneyOf } from '../../kit/money.ts'
import { refundCheckMs } from './refund.model.ts'
import { type RefundOrder, rejectionOf } from './refund-order.model.ts'
import { RefundPassword } from './refund-password.tsx'

interface RefundAwaitedProps {
  readonly order: RefundOrder
  /** Sends the request again, and returns the error if there is one. */
  readonly onAsk: () => Promise<ApiError | undefined>
}

/** Shows that the answer to a refund is awaited, and asks for it. */
export function RefundAwaited({ order, onAsk }: RefundAwaitedProps) {
  const { t } = useTranslation('till')
  const amount = order.order.amount ?? order.sale.amount
  return (
    <div className="refund-awaited" data-testid="refund-awaited">
      <p className="refund-note" role="status">
        {t('refund_awaited_text', { money: moneyOf(amount) })}
      </p>
      {order.caller.till === null ? (
        <RefundPassword amount={amount} onSend={onAsk} />
      ) : (
        <Asking onAsk={onAsk} />
      )}
    </div>
  )
}

/** Asks until there is an answer. */
function Asking({ onAsk }: Pick<RefundAwaitedProps, 'onAsk'>) {
  const { t } = useTranslation('till')
  const ask = useRef(onAsk)
  ask.current = onAsk
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isClosed = false
    const next = async () => {
      const apiError = await ask.current()
      if (apiError && rejectionOf(apiError) === 'open' && !isClosed) timer = setTimeout(next, refundCheckMs)
    }
    void next()
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

/** Shows why the refund was not done. It cannot be done as it was ordered. */
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
