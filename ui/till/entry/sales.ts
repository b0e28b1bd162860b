// Recent sales of the till or of the account, loaded again when a sale changes, and the open ones that the
// server has not listed: those left while it could not be reached, and links without a payment.
import { useQuery } from '@tanstack/react-query'
import { fetchPayments } from '../../kit/payment.ts'
import { valueOrThrow } from '../../kit/query.ts'
import { fetchTillSales } from '../../kit/till.ts'
import { providerOf } from '../parts/provider.ts'
import type { TillDevice } from '../parts/till-device.ts'
import { openWaitingSales } from '../sale/waiting-sales.model.ts'
import { useWaitingSales } from '../sale/waiting-sales.ts'
import { lineOfPayment, lineOfTill, type SaleLine, withWaitingSales } from './sales.model.ts'

const salesShownMax = 20

/**
 * Fetches the newest sales of a paired till, or of the account where a person is logged in.
 * @throws ApiFailure when the server cannot be reached or refuses
 */
async function fetchLines({ caller, till }: TillDevice): Promise<SaleLine[]> {
  if (till) return (await valueOrThrow(fetchTillSales(salesShownMax))).map(lineOfTill)
  const { data } = await valueOrThrow(fetchPayments(caller, salesShownMax))
  return data.items.map(payment => lineOfPayment(payment, providerOf(payment)))
}

/** Returns the recent sales, newest first; `data` is undefined until they are loaded. */
export function useSales(device: TillDevice) {
  const { account, till } = device.caller
  const { data, isError } = useQuery({
    queryKey: ['sales', account, till],
    queryFn: () => fetchLines(device),
    retry: 2,
  })
  const open = openWaitingSales(useWaitingSales(), device.caller)
  return { data: data && withWaitingSales(data, open), isError }
}
