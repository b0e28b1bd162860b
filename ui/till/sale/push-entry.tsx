// A push for a sale under way. The last number is filled in, so that sending again is one tap. A push that is
// requested too soon after the last one is sent automatically when it may be; the button counts down to that.
import { useCallback, useEffect, useState } from 'react'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { NumberStep } from '../parts/entry-step.tsx'
import { nationalNumberOf } from '../parts/recent-number.model.ts'
import type { Sale } from './sale.model.ts'
import { pushSale } from './sale-actions.ts'

interface PushEntryProps {
  readonly sale: Sale
  readonly onDone: () => void
}

/** A push that may only be sent after some seconds. */
interface DelayedPush {
  readonly phone: string
  readonly seconds: number
}

/** Returns how many seconds to wait if the push was only too soon; undefined for any other error. */
const waitSecondsOf = (error: ApiError): number | undefined => {
  if (error.kind !== 'refused' || error.reason !== 'push_too_soon') return undefined
  return Number(error.params.seconds) || undefined
}

/** Asks for the number, and sends the push. Typing another number ends a countdown. */
export function PushEntry({ sale, onDone }: PushEntryProps) {
  const errorText = useApiErrorText()
  const [isBusy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const [delayed, setDelayed] = useState<DelayedPush>()
  const send = useCallback(
    async (phone: string) => {
      setBusy(true)
      setApiError(undefined)
      setDelayed(undefined)
      const error = await pushSale(phone)
      setBusy(false)
      if (!error) return onDone()
      const seconds = waitSecondsOf(error)
      if (seconds) setDelayed({ phone, seconds })
      else setApiError(error)
    },
    [onDone],
  )
  useEffect(() => {
    if (!delayed) return
    const timer = setTimeout(
      () =>
        delayed.seconds > 1
          ? setDelayed({ ...delayed, seconds: delayed.seconds - 1 })
          : void send(delayed.phone),
      1_000,
    )
    return () => clearTimeout(timer)
  }, [delayed, send])
  return (
    <NumberStep
      amount={sale.order.details.amount}
      lastNumber={nationalNumberOf(sale.push?.phone ?? '') ?? ''}
      isBusy={isBusy}
      waitSeconds={delayed?.seconds}
      error={apiError && errorText(apiError)}
      onBack={onDone}
      onChange={() => setDelayed(undefined)}
      onSend={phone => void send(phone)}
    />
  )
}
