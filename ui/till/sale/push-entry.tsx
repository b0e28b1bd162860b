// A push on a sale under way: the number that was asked before is there already, so that "once more" is one
// tap.
import { useState } from 'react'
import type { ApiError } from '../../kit/api.ts'
import { useTillErrorText } from '../app/till-error.ts'
import { NumberEntry } from '../entry/number-entry.tsx'
import type { Sale } from './sale.model.ts'
import { pushSale } from './sale-actions.ts'

interface PushEntryProps {
  readonly sale: Sale
  readonly onDone: () => void
}

export function PushEntry({ sale, onDone }: PushEntryProps) {
  const refusalText = useTillErrorText('push')
  const [busy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  async function send(phone: string) {
    setBusy(true)
    setApiError(undefined)
    const refused = await pushSale(phone)
    setBusy(false)
    if (refused) setApiError(refused)
    else onDone()
  }
  return (
    <NumberEntry
      amount={sale.order.details.amount}
      first={nationalOf(sale.push?.phone ?? '')}
      busy={busy}
      refusal={apiError && refusalText(apiError)}
      onBack={onDone}
      onSend={phone => void send(phone)}
    />
  )
}

/** `0754000001` for `+255754000001`; nothing for a number of which only the end is known. */
const nationalOf = (phone: string): string => (/^\+255\d{9}$/.test(phone) ? `0${phone.slice(4)}` : '')
