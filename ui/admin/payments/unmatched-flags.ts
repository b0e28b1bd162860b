// Finds which payments of a list have unmatched money, with one request for all of them.
import { api } from '../../kit/api.ts'
import type { Payment } from '../../kit/payment.ts'
import { useMay } from '../parts/current-account.tsx'
import { useRead } from '../parts/queries.ts'

/**
 * Returns the references of the listed payments that have unmatched money; empty for people without the right
 * to settle it. `mayHaveAny` is false if the list cannot contain any, which saves the request.
 */
export function useUnmatchedFlags(
  payments: readonly Payment[] | undefined,
  mayHaveAny = true,
): ReadonlySet<string> {
  const references = payments?.map(({ reference }) => reference).join() ?? ''
  const isEnabled = useMay('settle_unmatched') && mayHaveAny && references !== ''
  const query = { payment: references, limit: 100 }
  const unmatched = useRead(['unmatched', query], header => api.api.v1.unmatched.get({ query, ...header }), {
    enabled: isEnabled,
  })
  return new Set(unmatched.data?.data.items.map(money => money.payment_reference))
}
