// A push for a sale under way. The last number is filled in, so that sending again is one tap.
import { useState } from 'react'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { NumberEntry } from '../parts/number-entry.tsx'
import type { Sale } from './sale.model.ts'
import { pushSale } from './sale-actions.ts'

interface PushEntryProps {
  readonly sale: Sale
  readonly onDone: () => void
}

export function PushEntry({ sale, onDone }: PushEntryProps) {
  const errorText = useApiErrorText()
  const [busy, setBusy] = useState(false)
  const [apiError, setApiError] = useState<ApiError>()
  async function send(phone: string) {
    setBusy(true)
    setApiError(undefined)
    const error = await pushSale(phone)
    setBusy(false)
    if (error) setApiError(error)
    else onDone()
  }
  return (
    <NumberEntry
      amount={sale.order.details.amount}
      lastNumber={nationalOf(sale.push?.phone ?? '')}
      busy={busy}
      error={apiError && errorText(apiError)}
      onBack={onDone}
      onSend={phone => void send(phone)}
    />
  )
}

/** `0754000001` for `+255754000001`; nothing for a number of which only the end is known. */
const nationalOf = (phone: string): string => (/^\+255\d{9}$/.test(phone) ? `0${phone.slice(4)}` : '')
