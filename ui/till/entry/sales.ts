// The last sales, renewed when a sale changes and every few seconds while somebody looks: a till's own, or
// the account's.
import { useQuery } from '@tanstack/react-query'
import { fetchPayments } from '../../kit/payment.ts'
import { valueOrThrow } from '../../kit/query.ts'
import { fetchTillSales } from '../../kit/till.ts'
import type { TillDevice } from '../app/till-device.ts'
import { providerOf } from '../sale/provider.ts'
import { lineOfPayment, lineOfTill, type SaleLine } from './sales.model.ts'

const salesShown = 20
const renewMs = 8_000

async function fetchLines({ caller, till }: TillDevice): Promise<SaleLine[]> {
  if (till) return (await valueOrThrow(fetchTillSales(salesShown))).map(lineOfTill)
  const { data } = await valueOrThrow(fetchPayments(caller, salesShown))
  return data.items.map(payment => lineOfPayment(payment, providerOf(payment)))
}

export function useSales(counter: TillDevice) {
  const { account, till } = counter.caller
  return useQuery({
    queryKey: ['sales', account, till],
    queryFn: () => fetchLines(counter),
    refetchInterval: renewMs,
    retry: 2,
  })
}
