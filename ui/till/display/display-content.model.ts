// What the till says of its screen, so that displays on other devices show the same sale.
import type { Sale } from '../sale/sale.model.ts'

export interface DisplayContent {
  readonly reference: string | null
  /** Asked for, while there is no reference yet. */
  readonly amount?: number
}

const nothing: DisplayContent = { reference: null }

/** A sale that was opened from the list is the cashier's business alone; cash is shown once it is taken. */
export function displayContentOf(sale: Sale | undefined): DisplayContent {
  if (!sale || sale.key === '') return nothing
  const { cash, link, payment, order } = sale
  if (cash) return cash.done ? { reference: cash.done.id } : nothing
  if (link) return { reference: link.reference }
  return payment ? { reference: payment.reference } : { reference: null, amount: order.details.amount }
}

/**
 * How often a sale is said again that stays on the screen: a box that restarted in between has forgotten it.
 */
export const repeatMs = 5_000

interface Told {
  /** What was said last, and heard. */
  readonly heard: string
  /** How many displays listen. */
  readonly displays: number
}

/**
 * Whether there is something to say. @param isTime the last time is a while ago, or the box was out of reach
 * since
 */
export const mustSend = (said: DisplayContent, { heard, displays }: Told, isTime: boolean): boolean =>
  JSON.stringify(said) !== heard || (isTime && displays > 0)
