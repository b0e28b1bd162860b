// The parked sales of the account, loaded again when one is parked or taken up.
import { useQuery } from '@tanstack/react-query'
import { addTexts } from '../../kit/language.ts'
import { fetchParkedSales, type ParkedSale } from '../../kit/parked-sale.ts'
import { valueOrThrow } from '../../kit/query.ts'
import { useReloadOnNews } from '../parts/sales-stream.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { tillParked } from './parked.text.ts'

addTexts('till', tillParked)

/** Returns the parked sales of the account, newest first; empty until they are loaded. */
export function useParkedSales(): readonly ParkedSale[] {
  const { caller } = useTillDevice()
  useReloadOnNews('parked')
  const { data } = useQuery({
    queryKey: ['parked', caller.account, caller.till],
    queryFn: () => valueOrThrow(fetchParkedSales(caller)),
    retry: 2,
  })
  return data?.items ?? []
}
