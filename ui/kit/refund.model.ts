// What the refunds of a sale add up to, and what is left of its lines.
import { type LineReturn, type LineSums, lineRefundSum, quantityLeft } from '../../src/domain/refund-line.ts'
import type { Refund, RefundOptions } from './refund.ts'

/** A line of a sale, with how much of it was refunded before. */
export type RefundableLine = RefundOptions['line_items'][number]
/** What is left of a sale to refund. */
export type RefundRest = Pick<RefundOptions, 'line_items' | 'refundable'>

/** Returns the quantities and sums of a line as the domain reads them. */
const sumsOf = ({ quantity, amount, refunded_quantity, refunded_amount }: RefundableLine): LineSums => ({
  quantity,
  amount,
  refundedQuantity: refunded_quantity,
  refundedAmount: refunded_amount,
})
/** Returns how much of a line can still be refunded. */
export const lineLeft = (line: RefundableLine): number => quantityLeft(sumsOf(line))

/**
 * Returns the returned quantities after one step up or down on a line, within what is left of it. A line by
 * weight comes back as a whole or not at all.
 */
export function withReturned(
  returned: readonly number[],
  line: RefundableLine,
  step: 1 | -1,
): readonly number[] {
  const left = lineLeft(line)
  const stepped = (returned[line.line] ?? 0) + step
  const wholeOrNone = step === 1 ? left : 0
  const next = line.by_weight ? wholeOrNone : Math.min(left, Math.max(0, stepped))
  return returned.map((quantity, index) => (index === line.line ? next : quantity))
}

/**
 * Returns what these quantities of the lines cost in the sale, even if less is left to refund. Whole
 * shillings.
 */
export const worthOf = (lines: readonly RefundableLine[], quantities: readonly number[]): number =>
  lines.reduce((sum, line, index) => sum + lineRefundSum(sumsOf(line), quantities[index] ?? 0), 0)

/** Returns the lines that come back, in whole or in part, as the API takes them. */
export const returnsOf = (quantities: readonly number[]): readonly LineReturn[] =>
  quantities.flatMap((quantity, line) => (quantity === 0 ? [] : [{ line, quantity }]))

/** Returns all that is left of the lines; empty if that is worth less than what is left of the sale. */
export function allReturned({ line_items, refundable }: RefundRest): readonly LineReturn[] {
  const all = line_items.map(lineLeft)
  return worthOf(line_items, all) >= refundable.value ? returnsOf(all) : []
}

/**
 * Returns the whole shillings of a sale's refunds in one status. A refund of unmatched money, such as a
 * second payment by mistake, takes nothing from the sale.
 */
export const refundedSumOf = (
  refunds: readonly Pick<Refund, 'status' | 'amount' | 'unmatched_id'>[],
  wantedStatus: Refund['status'] = 'completed',
): number =>
  refunds
    .filter(({ status, unmatched_id }) => status === wantedStatus && unmatched_id === null)
    .reduce((sum, { amount }) => sum + amount.value, 0)
