// Chooses the lines that a refund gives back, of those that a request names. This is not in refund-line.ts,
// because pages also add up lines, and they need no messages of faults.
import { badFields, type Problem, problem, problemIf } from './fault.ts'
import { spreadDiscount } from './price-line.ts'
import {
  type LineReturn,
  lineRefundSum,
  quantityLeft,
  type RefundableLine,
  type RefundLine,
  shareOfLeft,
  sumOf,
} from './refund-line.ts'

const sumOfRows = (rows: readonly RefundLine[]): number => sumOf(rows.map(({ amount }) => amount))

/** Lowers the sums of rows in proportion until they add up to no more than `left`. */
function withinLeft(rows: readonly RefundLine[], left: number): RefundLine[] {
  const excess = Math.max(0, sumOfRows(rows) - left)
  const cuts = spreadDiscount(
    excess,
    rows.map(({ amount }) => amount),
  )
  return rows.map((row, index) => ({ ...row, amount: row.amount - (cuts[index] ?? 0) }))
}

/** Returns the problem of an entry: its line does not exist, or less than the requested quantity is left. */
function problemsOf(
  { line, quantity }: LineReturn,
  entryIndex: number,
  lines: readonly RefundableLine[],
): Problem[] {
  const sold = lines[line]
  if (!sold) return [problem(`line_items.${entryIndex}.line`, 'refund_line_unknown', { count: lines.length })]
  const left = quantityLeft(sold)
  return problemIf(quantity > left, `line_items.${entryIndex}.quantity`, 'refund_line_above_left', { left })
}

/**
 * Returns the lines of a refund with their sums.
 * @param requested the lines that the request names, with the quantities to give back
 * @param left whole shillings that are left of the sale: less than its lines are worth after refunds of sums
 * @throws Fault `validation_error` for a line that is unknown or named twice, and for more than is left of it
 */
export function buildRefundLines(
  lines: readonly RefundableLine[],
  requested: readonly LineReturn[],
  left: number,
): RefundLine[] {
  const problems = requested.flatMap((lineReturn, index) =>
    requested.findIndex(({ line }) => line === lineReturn.line) < index
      ? [problem(`line_items.${index}.line`, 'refund_line_twice')]
      : problemsOf(lineReturn, index, lines),
  )
  if (problems.length > 0) throw badFields(problems)
  const rows = requested.flatMap(({ line, quantity }) => {
    const sold = lines[line]
    return sold ? [rowOf(sold, { line, quantity })] : []
  })
  return withinLeft(rows, left)
}

/**
 * Returns all that is left of the lines, for a refund of all that is left of a sale, so that the totals of
 * its items, categories, tax codes and profit go back as well. Null if the lines are worth less than `left`.
 * @param left as in `buildRefundLines`
 */
export function restOfLines(lines: readonly RefundableLine[], left: number): RefundLine[] | null {
  const rest = lines.flatMap((sold, line) => {
    const quantity = quantityLeft(sold)
    return quantity === 0 ? [] : [rowOf(sold, { line, quantity })]
  })
  return sumOfRows(rest) < left ? null : withinLeft(rest, left)
}

/**
 * Spreads a refund of a sum over what is left of the lines, in proportion to what they are worth. No goods
 * come back. Null if the lines are worth less than `left`.
 * @param left as in `buildRefundLines`
 */
export function sharesOfSum(
  lines: readonly RefundableLine[],
  sum: number,
  left: number,
): RefundLine[] | null {
  const worths = lines.map(sold => lineRefundSum(sold, quantityLeft(sold)))
  if (sumOf(worths) < left) return null
  const shares = spreadDiscount(sum, worths)
  return lines.flatMap((sold, line) => {
    const amount = shares[line] ?? 0
    return amount === 0 ? [] : [{ ...rowOf(sold, { line, quantity: 0 }), amount }]
  })
}

/**
 * Returns what the lines of a refund count in totals: not what earlier refunds gave back as well. That
 * happens if a network first reports a refund as failed and pays it after all, when another one has taken its
 * place.
 * @param lines the lines of the sale, with what its earlier refunds gave back
 */
export function countedLines(
  lines: readonly RefundableLine[],
  refundLines: readonly RefundLine[],
): RefundLine[] {
  return refundLines.flatMap(refundLine => {
    const sold = lines[refundLine.line]
    if (!sold) return []
    const quantity = Math.min(refundLine.quantity, quantityLeft(sold))
    const amount = Math.min(refundLine.amount, Math.max(0, sold.amount - sold.refundedAmount))
    if (quantity === refundLine.quantity && amount === refundLine.amount) return [refundLine]
    if (quantity === 0 && amount === 0) return []
    return [{ ...rowOf(sold, { line: refundLine.line, quantity }), amount }]
  })
}

/** Copies what reports need of a sold line, with the quantity and sum that go back. */
function rowOf(sold: RefundableLine, { line, quantity }: LineReturn): RefundLine {
  const { item, cost } = sold
  const { description: _, image_url: __, note: ___, discount: ____, discount_reason: _____, ...rest } = item
  const { cost: ______, holds: _______, ...itemFields } = rest
  return {
    ...itemFields,
    line,
    quantity,
    amount: lineRefundSum(sold, quantity),
    ...(cost === undefined ? {} : { cost_sum: shareOfLeft(cost - sold.refundedCost, sold, quantity) }),
  }
}
