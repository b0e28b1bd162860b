// The place of a discount under the items of a shop with a price list. Its code comes with the price list.
import { lazy, Suspense } from 'react'
import { useTillDevice } from '../parts/till-device.ts'
import { useHasProducts } from '../products/has-products.ts'
import type { ChangeDraft, Draft } from './draft.model.ts'

const SaleDiscountRow = lazy(() =>
  import('../products/sale-discount.tsx').then(({ SaleDiscountRow }) => ({ default: SaleDiscountRow })),
)

interface SaleDiscountProps {
  readonly draft: Draft
  readonly onChange: ChangeDraft
}

/** Shows the discount of the whole sale, if the shop has a price list. */
export function SaleDiscount(props: SaleDiscountProps) {
  const { account } = useTillDevice()
  if (!useHasProducts(account.id)) return null
  return (
    <Suspense>
      <SaleDiscountRow {...props} />
    </Suspense>
  )
}
