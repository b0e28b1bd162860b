// A display: a separate device whose screen the customer sees. It shows the current sale of its till as the
// server knows it, without phone numbers, notes and names.
import type { LineItem } from './line-item.ts'
import { numberToPay } from './number-to-pay.ts'
import type { OpenPairing } from './pairing.ts'
import { isFinal, isUnconfirmed, type Payment } from './payment.ts'
import type { Session } from './session.ts'
import type { CashSale } from './shift.ts'

/** A counter needs only a few displays. */
export const displaysMax = 8
/** 32 letters and digits have 190 bits. */
export const displayKeyLength = 32

export interface Display extends OpenPairing {
  readonly id: string
  readonly tillId: string
  readonly name: string // the device in words: `Chrome on Android`
  readonly hash: string | null // SHA-256 of the key in the paired browser; null until one is paired
  readonly pairedAt: number | null
  /** Time of the last request, to the hour. Requests since the start are remembered in memory. */
  readonly seenAt: number | null
  readonly createdAt: number
}

/** What a till reports as the content of its screen. */
export type DisplayContent =
  | { readonly kind: 'nothing' }
  /** The payment is being created: it has no reference yet. */
  | { readonly kind: 'asking'; readonly amount: number }
  | { readonly kind: 'payment' | 'session' | 'cash'; readonly id: string }

/** `manual`: a person of the shop confirmed it, the network has not. */
export const displayPhases = ['wait', 'scan', 'phone', 'link', 'paid', 'manual', 'unpaid'] as const
export type DisplayPhase = (typeof displayPhases)[number]

/** A sale as the customer may see it. Amounts are whole shillings. */
export interface DisplaySale {
  readonly phase: DisplayPhase
  readonly amount: number
  readonly lineItems: readonly LineItem[]
  readonly qr: string | null // the text of its QR code, while it is to be scanned
  /** The payment number next to the QR code. Once the sale is paid, the receipt number. */
  readonly digits: string | null
  readonly endsAt: number | null // when the customer's time ends; null once that does not matter
  readonly given: number | null // cash that the customer gave
  readonly change: number | null
}

const emptySale = { lineItems: [], qr: null, digits: null, endsAt: null, given: null, change: null }

/** Returns the sale to show while its payment is being created. */
export const requestedSale = (amount: number): DisplaySale => ({ ...emptySale, phase: 'wait', amount })

/**
 * Returns the sale to show for a payment; null for a cancelled payment. After a push the QR code stays
 * visible, smaller than the request to look at the phone.
 * @param isPushed whether a push waits on the customer's phone
 * @param byLink whether the customer pays on the page of their own phone
 */
export function paymentSale(
  payment: Payment,
  { byLink, isPushed }: { readonly byLink: boolean; readonly isPushed: boolean },
): DisplaySale | null {
  const { amount, status, unknown, type, qr, expiresAt } = payment
  const digits = numberToPay(payment)
  const sale = { ...emptySale, amount, lineItems: payment.lineItems ?? [] }
  if (status === 'completed' && isUnconfirmed(payment)) return { ...sale, phase: 'manual' }
  // Customers find the receipt by the payment number.
  if (status === 'completed') return { ...sale, phase: 'paid', digits }
  // The display shows no failure while a network may still have the money.
  if (unknown) return { ...sale, phase: 'wait', endsAt: isFinal(status) ? null : expiresAt }
  if (status === 'voided') return null
  if (isFinal(status)) return { ...sale, phase: 'unpaid' }
  if (byLink || type !== 'dynamic-qr') return { ...sale, phase: 'phone', endsAt: expiresAt }
  return { ...sale, phase: isPushed ? 'phone' : 'scan', qr, digits, endsAt: expiresAt }
}

/**
 * Returns the sale to show for a payment link before the customer has started to pay; null if the link was
 * cancelled.
 * @param url the address of the link, which is shown as a QR code
 */
export function linkSale({ status, amount, lineItems, expiresAt }: Session, url: string): DisplaySale | null {
  const sale = { ...emptySale, amount, lineItems }
  if (status === 'cancelled') return null
  if (status === 'expired') return { ...sale, phase: 'unpaid' }
  return { ...sale, phase: 'link', qr: url, endsAt: expiresAt }
}

/** Returns the cash sale to show; null once the cash was given back. */
export const cashSale = ({ amount, lineItems, given, voidedAt }: CashSale): DisplaySale | null =>
  voidedAt === null
    ? { ...emptySale, phase: 'paid', amount, lineItems: lineItems ?? [], given, change: given - amount }
    : null
