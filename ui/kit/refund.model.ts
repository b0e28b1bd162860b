// What the refunds of a sale add up to.
import type { Refund } from './refund.ts'

/**
 * Whole shillings of a sale's own refunds in one status. A refund of unmatched money, such as a second
 * payment by mistake, takes nothing from the sale.
 */
export const refundedOf = (
  refunds: readonly Pick<Refund, 'status' | 'amount' | 'unmatched_id'>[],
  wanted: Refund['status'] = 'completed',
): number =>
  refunds.reduce(
    (sum, { status, amount, unmatched_id }) =>
      status === wanted && unmatched_id === null ? sum + amount.value : sum,
    0,
  )
