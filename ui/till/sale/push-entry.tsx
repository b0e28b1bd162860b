// A push for a sale under way. The last number is filled in, so that sending again is one tap. One that is
// sent too soon after the last is sent automatically once it may be; the button counts down until then.
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

/** A request that may only be sent after some seconds. */
interface Held {
  readonly phone: string
  readonly seconds: number
}

/** The seconds to wait, where that is all that is wrong. */
const secondsOf = (error: ApiError): number | undefined => {
  if (error.kind !== 'refused' || error.reason !== 'push_too_soon') return undefined
  return Number(error.params.seconds) || undefined
}

export function PushEntry({ sale, onDone }: PushEntryProps) {
  const errorText = useApiErrorText()
  const [isBusy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  const [held, setHeld] = useState<Held>()
  const send = useCallback(
    async (phone: string) => {
      setBusy(true)
      setApiError(undefined)
      setHeld(undefined)
      const error = await pushSale(phone)
      setBusy(false)
      if (!error) return onDone()
      const seconds = secondsOf(error)
      if (seconds) setHeld({ phone, seconds })
      else setApiError(error)
    },
    [onDone],
  )
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(
      () => (held.seconds > 1 ? setHeld({ ...held, seconds: held.seconds - 1 }) : void send(held.phone)),
      1_000,
    )
    return () => clearTimeout(timer)
  }, [held, send])
  return (
    <NumberStep
      amount={sale.order.details.amount}
      lastNumber={nationalNumberOf(sale.push?.phone ?? '') ?? ''}
      isBusy={isBusy}
      waitSeconds={held?.seconds}
      error={apiError && errorText(apiError)}
      onBack={onDone}
      onChange={() => setHeld(undefined)}
      onSend={phone => void send(phone)}
    />
  )
}
