// The example that shows what a fee costs, while it is typed.
import { cappedFeeOn, feeOn } from '../../../src/domain/posting.ts'
import type { feeIn, Method } from './setting.model.ts'

/** The amount of the examples, in whole shillings. */
export const exampleAmount = 10_000

/**
 * Returns the fee of the example amount. `net` is what the shop receives of a payment after the fee, or what
 * a payout takes from its balance with the fee.
 */
export function exampleOf(
  method: Method,
  { basis_points: basisPoints, fixed }: NonNullable<ReturnType<typeof feeIn>>,
): { fee: number; net: number } {
  const schedule = { basisPoints, fixed }
  if (method === 'payout') {
    const fee = feeOn(exampleAmount, schedule)
    return { fee, net: exampleAmount + fee }
  }
  const fee = cappedFeeOn(exampleAmount, schedule) // never more than the amount
  return { fee, net: exampleAmount - fee }
}
