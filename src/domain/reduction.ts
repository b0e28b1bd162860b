// How much less than its list price a sale may cost: discounts and lower prices count alike.
import type { Role } from './account.ts'
import { fullLineSum, gramsPerKilogram, lineSum, type PriceLine } from './price-line.ts'

/** The largest part of its list price that a role may take off a sale, in percent. */
const reductionPercentMax: Readonly<Record<Role, number>> = {
  owner: 100,
  admin: 100,
  developer: 10,
  cashier: 10,
}
/** A larger reduction needs a reason. Percent. */
export const reductionPercentFree = 10

export interface ReducedLine {
  readonly line: PriceLine
  /** The list price of one unit; null for an open price or a line without a product. */
  readonly listPrice: number | null
}

export type ReductionFault = 'discount_above_limit' | 'discount_reason_missing'

/**
 * Returns why the prices of a sale are not allowed; undefined if they are. Lower prices and discounts may
 * together take off no more than the role allows. Above `reductionPercentFree`, each reduced line needs a
 * reason.
 */
export function reductionFault(lines: readonly ReducedLine[], role: Role): ReductionFault | undefined {
  const reductions = lines.map(reductionOf)
  const totalReduction = reductions.reduce((total, { reduction }) => total + reduction, 0n)
  const isWithinPercent = (percent: number) => {
    // Rounding must not refuse a permitted percentage, so limits are rounded up. That of a weighed line is
    // higher by the price of a gram, because a price label charges less than its whole grams cost.
    const limits = reductions.map(({ listSum, gramPrice }) => percentRoundedUp(listSum, percent) + gramPrice)
    return totalReduction <= limits.reduce((total, limit) => total + limit, 0n)
  }
  if (!isWithinPercent(reductionPercentMax[role])) return 'discount_above_limit'
  if (isWithinPercent(reductionPercentFree)) return undefined
  const lacksReason = reductions.some(
    ({ reduction, gramPrice, reason }) => reduction > gramPrice && reason.trim() === '',
  )
  return lacksReason ? 'discount_reason_missing' : undefined
}

/**
 * Compares a line with its list price, in whole shillings.
 * @returns `listSum`: the line at its list price, or at its own price without one · `reduction`: how much
 * less the line costs, 0 for a higher price · `gramPrice`: the list price of one gram, rounded up; 0 unless
 * the line is sold by weight · `reason`: why the line costs less, empty for none
 */
function reductionOf({ line, listPrice }: ReducedLine) {
  const unitPrice = listPrice ?? line.unit_price
  const listSum = fullLineSum({ ...line, unit_price: unitPrice })
  const paidSum = lineSum(line)
  return {
    listSum,
    reduction: listSum > paidSum ? listSum - paidSum : 0n,
    gramPrice: line.by_weight ? BigInt(Math.ceil(unitPrice / gramsPerKilogram)) : 0n,
    reason: line.discount_reason ?? '',
  }
}

const percentRoundedUp = (sum: bigint, percent: number): bigint => (sum * BigInt(percent) + 99n) / 100n
