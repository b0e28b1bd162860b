// What the till's screen shows, in the form that customer displays on other devices read.
import type { Sale } from '../sale/sale.model.ts'

/** What the till reports: the reference of the sale, from which the server reads everything else. */
export interface DisplayContent {
  readonly reference: string | null
  /** The amount of a sale that has no reference yet, in whole shillings. */
  readonly amount?: number
}

const emptyContent: DisplayContent = { reference: null }

/**
 * Returns what the displays show of a sale. They show no sale that was opened from the list, which has no
 * key, and cash only once it was received.
 */
export function displayContentOf(sale: Sale | undefined): DisplayContent {
  if (!sale || sale.key === '') return emptyContent
  const { cash, link, payment, order } = sale
  if (cash) return cash.done ? { reference: cash.done.id } : emptyContent
  if (link) return { reference: link.reference }
  return payment ? { reference: payment.reference } : { reference: null, amount: order.details.amount }
}
