// The last sales of an account, renewed when a sale changes and every few seconds while somebody looks.
import { useQuery } from '@tanstack/react-query'
import { fetchPayments, type Payment } from '../kit/payment.ts'
import { valueOrThrow } from '../kit/query.ts'

const salesShown = 20
const renewMs = 8_000

export function useSales(account: string) {
  return useQuery({
    queryKey: ['sales', account],
    queryFn: async () => (await valueOrThrow(fetchPayments(account, salesShown))).data.items,
    refetchInterval: renewMs,
    retry: 2,
  })
}

export type SaleState = 'pending' | 'unknown' | 'completed' | 'failed' | 'voided' | 'expired' | 'late'

/** The word for a payment in the list. */
export const saleStateOf = (payment: Payment): SaleState =>
  payment.status === 'pending' && payment.outcome_unknown
    ? 'unknown'
    : payment.status === 'completed' && payment.late
      ? 'late'
      : payment.status
