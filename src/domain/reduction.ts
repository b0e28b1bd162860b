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
 * reason. The limit of each line is rounded up, and that of a weighed line by the price of a gram, so that
 * rounding never puts a permitted percentage above it: a price label charges less than its whole grams cost.
 */
export function reductionFault(lines: readonly ReducedLine[], role: Role): ReductionFault | undefined {
  const reductions = lines.map(reductionOf)
  const totalReduction = reductions.reduce((total, { reduction }) => total + reduction, 0n)
  const isWithin = (percent: number) => {
    const limits = reductions.map(({ listSum, gramPrice }) => percentRoundedUp(listSum, percent) + gramPrice)
    return totalReduction <= limits.reduce((total, limit) => total + limit, 0n)
  }
  if (!isWithin(reductionPercentMax[role])) return 'discount_above_limit'
  if (isWithin(reductionPercentFree)) return undefined
  const lacksReason = reductions.some(
    ({ reduction, gramPrice, reason }) => reduction > gramPrice && reason.trim() === '',
  )
  return lacksReason ? 'discount_reason_missing' : undefined
}

/**
 * Returns how much less than its list price a line costs, in whole shillings; a higher price is no reduction.
 * @returns `gramPrice` is the list price of one gram, rounded up; 0 unless the line is sold by weight
 */
function reductionOf({ line, listPrice }: ReducedLine) {
  const listSum = fullLineSum(listPrice === null ? line : { ...line, unit_price: listPrice })
  const paidSum = lineSum(line)
  return {
    listSum,
    reduction: listSum > paidSum ? listSum - paidSum : 0n,
    gramPrice: line.by_weight ? BigInt(Math.ceil((listPrice ?? line.unit_price) / gramsPerKilogram)) : 0n,
    reason: line.discount_reason ?? '',
  }
}

const percentRoundedUp = (sum: bigint, percent: number): bigint => (sum * BigInt(percent) + 99n) / 100n
