// What a customer is shown of the till's sale: less than the cashier, and never a number. A second window of
// the till's browser reads it off the till's own sale; a display on another device gets it from the server.

import type { DisplayPhase } from '../../src/domain/display.ts'
import type { DisplayState } from '../../src/wire/display.ts'
import { isOnlyManual } from '../kit/manual-confirmation.model.ts'
import type { LineItem } from '../kit/payment.ts'
import { linkQrUrl, paymentQrUrl } from '../kit/qr-url.ts'
import { receiptUrlOf } from '../kit/receipt-url.model.ts'
import { itemsIn, type Sale, salePhaseOf } from '../till/sale/sale.model.ts'

export interface DisplaySale {
  /** To scan or to look at their phone, to wait, and how it ended. */
  readonly kind: DisplayPhase
  readonly amount: number
  /** The address of the QR code's picture. */
  readonly qr: string | null
  readonly digits: string | null
  readonly items: readonly LineItem[]
  /** ISO. */
  readonly endsAt: string | null
  readonly given: number | null
  readonly change: number | null
  /** The address or path of its receipt, once it is paid. */
  readonly receipt: string | null
}
export type DisplayContent = { readonly kind: 'idle' } | DisplaySale

const idle: DisplayContent = { kind: 'idle' }

/** A sale that was opened from the list is the cashier's business alone. */
export function contentOfSale(sale: Sale | undefined): DisplayContent {
  if (!sale || sale.key === '') return idle
  const { payment, link, cash, caller } = sale
  const endsAt = payment?.expires_at ?? link?.expiresAt ?? null
  const { order } = sale
  const plain = {
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
      return cash ? idle : { ...plain, kind: 'wait' }
    case 'waiting':
      if (link)
        return payment
          ? { ...plain, kind: 'phone' }
          : { ...plain, kind: 'link', qr: linkQrUrl(caller, link.reference) }
      if (!payment || payment.payment_type === 'mobile') return { ...plain, kind: 'phone' }
      return {
        ...plain,
        kind: sale.push ? 'phone' : 'scan',
        qr: paymentQrUrl(caller, payment.reference),
        digits: payment.payment_token,
      }
    case 'unknown':
      return { ...plain, kind: 'wait' }
    case 'paid':
      if (!cash && isOnlyManual(payment)) return { ...plain, kind: 'manual' }
      return {
        ...plain,
        kind: 'paid',
        given: cash?.done?.given ?? null,
        change: cash?.done?.change ?? null,
        receipt: !cash && payment ? receiptUrlOf(payment, '') : null,
      }
    case 'failed':
    case 'expired':
      return { ...plain, kind: 'unpaid' }
    case 'voided':
      return idle
  }
}

/** The content that the server sent. */
export function contentOfState({ sale }: Pick<DisplayState, 'sale'>): DisplayContent {
  if (!sale) return idle
  const { phase, amount, qr, digits, line_items, ends_at, given, change } = sale
  const picture = qr === null ? null : `/api/v1/display/qr.svg?name=${encodeURIComponent(qr)}&margin=4`
  const receipt = phase === 'paid' && digits !== null ? `/receipt/${digits}` : null
  const shown = { amount, qr: picture, digits, items: line_items, endsAt: ends_at, given, change }
  return { ...shown, kind: phase, receipt }
}

/**
 * How long the sale stays when the server does not know what the till shows, because it has just started: the
 * till reports it within seconds.
 */
export const keptMs = 10_000

/** The state after an update from the server. */
export const nextState = (before: DisplayState | undefined, news: DisplayState): DisplayState =>
  news.known || !before ? news : { ...news, sale: before.sale }
