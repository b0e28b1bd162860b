// Completes the lines of a sale from the price list. A sale without products reads nothing from the database.

import type { Account, Role } from '../domain/account.ts'
import { badFields, type Problem, problem } from '../domain/fault.ts'
import type { LineItem } from '../domain/line-item.ts'
import { catalogOf, type Product } from '../domain/product.ts'
import { reductionFault, reductionPercentFree } from '../domain/reduction.ts'
import {
  changedUnitProblems,
  linesSum,
  linesToMeasure,
  productIdsOf,
  type RequestedLine,
  soldLines,
} from '../domain/sold-line.ts'
import type { Read } from '../store/engine/statement.ts'
import { findProduct } from '../store/product.ts'
import type { Appliance } from './appliance.ts'

/** The amount of the sale that is requested. */
interface Total {
  readonly field: string // the name of the amount's field in the request
  /** Whole shillings; undefined if the customer chooses the amount. */
  readonly amount: number | undefined
}

/** The account that sells, and the role of the person. */
interface Seller {
  readonly account: Account
  readonly personRole: Role | undefined // limits reductions; undefined for a program, which has no limit
}

/**
 * Completes the lines of a sale from the price list. If any line names a product, the lines must add up to
 * the amount. Prices may differ from the list, but a person's role limits how much they may take off.
 * @throws Fault that names each wrong line, reductions above the seller's limit, or both sums if they differ
 */
export async function completeLines(
  read: Read,
  appliance: Appliance,
  { account, personRole }: Seller,
  lines: readonly RequestedLine[] = [],
  { field, amount }: Total,
): Promise<LineItem[]> {
  const products = new Map<string, Product>()
  const ids = productIdsOf(lines)
  for (const id of ids) {
    const product = await findProduct(read, id)
    if (product?.catalogId === catalogOf(account)) products.set(id, product)
  }
  const problems: Problem[] = []
  const sold = soldLines(lines, products, problems)
  const items = sold.map(({ line }) => line)
  const sum = linesSum(items)
  // Lines without products are only for display, so their sum is not checked.
  if (ids.length > 0 && amount !== undefined && sum !== BigInt(amount)) {
    const changedUnits = changedUnitProblems(lines, sold, amount)
    if (changedUnits.length > 0) throw badFields(changedUnits)
    if (problems.length === 0)
      problems.push(problem(field, 'amount_not_of_lines', { amount, sum: Number(sum) }))
  }
  const measured = linesToMeasure(sold, products.values(), appliance.world.clock.now())
  const discountReason = personRole && reductionFault(measured, personRole)
  if (discountReason) problems.push(problem('line_items', discountReason, { percent: reductionPercentFree }))
  if (problems.length > 0) throw badFields(problems)
  return items
}
