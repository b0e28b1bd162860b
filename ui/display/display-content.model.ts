// What a customer is shown of the till's sale: less than the cashier, and never a number. A second window of
// the till's browser reads it off the till's own sale; a display on another device gets it from the server.

import type { DisplayPhase } from '../../src/domain/display.ts'
import type { DisplayState } from '../../src/wire/display.ts'
import { isOnlyManual } from '../kit/manual-confirmation.model.ts'
import type { LineItem } from '../kit/payment.ts'
import { linkQrUrl, paymentQrUrl } from '../kit/qr-url.ts'
import { receiptUrlOf } from '../kit/receipt-url.model.ts'
import { itemsIn, type Sale, salePhaseOf } from '../till/sale/sale.model.ts'

/** What a display shows of a sale. Amounts are in whole shillings. */
export interface DisplaySale {
  /** What the customer does now (scan, look at their phone, wait), or how the sale ended. */
  readonly kind: DisplayPhase
  readonly amount: number
  /** The address of the QR code's picture. */
  readonly qr: string | null
  readonly digits: string | null
  readonly items: readonly LineItem[]
  /** When the time to pay is over, as an ISO time. */
  readonly endsAt: string | null
  readonly given: number | null
  readonly change: number | null
  /** The address or path of its receipt, once it is paid. */
  readonly receipt: string | null
}
export type DisplayContent = { readonly kind: 'idle' } | DisplaySale

const idle: DisplayContent = { kind: 'idle' }

/**
 * Returns what the customer sees of the till's own sale. A sale that the cashier has opened from the list has
 * no key, and is not shown.
 */
export function contentOfSale(sale: Sale | undefined): DisplayContent {
  if (!sale || sale.key === '') return idle
  const { payment, link, cash, caller } = sale
  const endsAt = payment?.expires_at ?? link?.expiresAt ?? null
  const { order } = sale
  const base = {
    amount: order.details.amount,
    qr: null,
    digits: null,
    items: itemsIn(order),
    endsAt,
    given: null,
    change: null,
    receipt: null,
  }
  switch (salePhaseOf(sale)) {
    case 'creating':
      return cash ? idle : { ...base, kind: 'wait' }
    case 'waiting':
      if (link)
        return payment
          ? { ...base, kind: 'phone' }
          : { ...base, kind: 'link', qr: linkQrUrl(caller, link.reference) }
      if (!payment || payment.payment_type === 'mobile') return { ...base, kind: 'phone' }
      return {
        ...base,
        kind: sale.push ? 'phone' : 'scan',
        qr: paymentQrUrl(caller, payment.reference),
        digits: payment.payment_token,
      }
    case 'unknown':
      return { ...base, kind: 'wait' }
    case 'paid':
      if (!cash && isOnlyManual(payment)) return { ...base, kind: 'manual' }
      return {
        ...base,
        kind: 'paid',
        given: cash?.done?.given ?? null,
        change: cash?.done?.change ?? null,
        receipt: !cash && payment ? receiptUrlOf(payment, '') : null,
      }
    case 'failed':
    case 'expired':
      return { ...base, kind: 'unpaid' }
    case 'voided':
      return idle
  }
}

/** Returns what a display shows for the state that the server sent. */
export function contentOfState({ sale }: Pick<DisplayState, 'sale'>): DisplayContent {
  if (!sale) return idle
  const { phase, amount, qr, digits, line_items, ends_at, given, change } = sale
  const picture = qr === null ? null : `/api/v1/display/qr.svg?name=${encodeURIComponent(qr)}&margin=4`
  const receipt = phase === 'paid' && digits !== null ? `/receipt/${digits}` : null
  return {
    kind: phase,
    amount,
    qr: picture,
    digits,
    items: line_items,
    endsAt: ends_at,
    given,
    change,
    receipt,
  }
}

/**
 * How long the last sale stays after the server has restarted and does not yet know what the till shows. The
 * till reports it within seconds.
 */
export const keptMs = 10_000

/** Returns the state after an update. While the server does not know the sale, the previous one stays. */
export const nextState = (before: DisplayState | undefined, update: DisplayState): DisplayState =>
  update.known || !before ? update : { ...update, sale: before.sale }
