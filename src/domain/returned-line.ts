// Builds the lines that a refund gives back from those that a request names. This is not in refund-line.ts,
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

/** Lowers the amounts of rows in proportion until they add up to at most `sumMax` whole shillings. */
function limitRows(rows: readonly RefundLine[], sumMax: number): RefundLine[] {
  const excess = Math.max(0, sumOfRows(rows) - sumMax)
  const amounts = rows.map(({ amount }) => amount)
  const cuts = spreadDiscount(excess, amounts)
  return rows.map((row, index) => ({ ...row, amount: row.amount - (cuts[index] ?? 0) }))
}

/**
 * Returns the problem of one requested line: the sale has no such line, or less than the quantity is left.
 * @param requestIndex the place of the requested line in the request
 * @param lines the lines of the sale
 */
function problemsOf(
  { line, quantity }: LineReturn,
  requestIndex: number,
  lines: readonly RefundableLine[],
): Problem[] {
  const field = `line_items.${requestIndex}`
  const sold = lines[line]
  if (!sold) return [problem(`${field}.line`, 'refund_line_unknown', { count: lines.length })]
  const left = quantityLeft(sold)
  return problemIf(quantity > left, `${field}.quantity`, 'refund_line_above_left', { left })
}

/**
 * Returns the lines of a refund with their amounts.
 * @param lines the lines of the sale
 * @param requested the lines that the request names, with the quantities to give back
 * @param refundable whole shillings of the sale that may still be given back, so the lines add up to at most
 * this; after refunds of sums it may be less than they are worth
 * @throws Fault `validation_error` for a line that is unknown or named twice, and for more than is left of it
 */
export function buildRefundLines(
  lines: readonly RefundableLine[],
  requested: readonly LineReturn[],
  refundable: number,
): RefundLine[] {
  const problems = requested.flatMap((lineReturn, index) => {
    const firstIndex = requested.findIndex(({ line }) => line === lineReturn.line)
    const isRepeated = firstIndex < index
    return isRepeated
      ? [problem(`line_items.${index}.line`, 'refund_line_twice')]
      : problemsOf(lineReturn, index, lines)
  })
  if (problems.length > 0) throw badFields(problems)
  const rows = requested.flatMap(({ line, quantity }) => {
    const sold = lines[line]
    return sold ? [rowOf(sold, { line, quantity })] : []
  })
  return limitRows(rows, refundable)
}

/**
 * Returns all that is left of the lines, for a refund of all that is left of a sale, so that the totals of
 * its items, categories, tax codes and profit go back as well. Null if they are worth less than `refundable`.
 * @param refundable whole shillings of the sale that may still be given back
 */
export function restOfLines(lines: readonly RefundableLine[], refundable: number): RefundLine[] | null {
  const rest = lines.flatMap((sold, line) => {
    const quantity = quantityLeft(sold)
    return quantity === 0 ? [] : [rowOf(sold, { line, quantity })]
  })
  return sumOfRows(rest) < refundable ? null : limitRows(rest, refundable)
}

/**
 * Spreads a refund of a sum over what is left of the lines, in proportion to what they are worth. No goods
 * come back. Null if the lines are worth less than `refundable`.
 * @param sum what is refunded, whole shillings
 * @param refundable whole shillings of the sale that may still be given back
 */
export function sharesOfSum(
  lines: readonly RefundableLine[],
  sum: number,
  refundable: number,
): RefundLine[] | null {
  const worths = lines.map(sold => lineRefundSum(sold, quantityLeft(sold)))
  if (sumOf(worths) < refundable) return null
  const shares = spreadDiscount(sum, worths)
  return lines.flatMap((sold, line) => {
    const amount = shares[line] ?? 0
    return amount === 0 ? [] : [{ ...rowOf(sold, { line, quantity: 0 }), amount }]
  })
}

/**
 * Returns the lines of a refund as totals count them: reduced to what earlier refunds have not given back.
 * Refunds overlap if a network first reports one as failed, and pays it after a second refund replaced it.
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
    const isUnchanged = quantity === refundLine.quantity && amount === refundLine.amount
    if (isUnchanged) return [refundLine]
    if (quantity === 0 && amount === 0) return []
    return [{ ...rowOf(sold, { line: refundLine.line, quantity }), amount }]
  })
}

/** Copies what reports need of a sold line, with the quantity and the amount that go back. */
function rowOf(sold: RefundableLine, { line, quantity }: LineReturn): RefundLine {
  const {
    description: _description,
    image_url: _imageUrl,
    note: _note,
    discount: _discount,
    discount_reason: _discountReason,
    cost: _unitCost,
    holds: _holds,
    ...itemFields
  } = sold.item
  const refundLine = { ...itemFields, line, quantity, amount: lineRefundSum(sold, quantity) }
  if (sold.cost === undefined) return refundLine
  return { ...refundLine, cost_sum: shareOfLeft(sold.cost - sold.refundedCost, sold, quantity) }
}
