// Checkout sessions as the console reads them: how a state looks, and where a link works.
import { isOpen, type SessionStatus } from '../../../src/domain/session-status.ts'
import type { SessionView } from '../../../src/wire/session.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'

/** A checkout session, which the console calls a payment link. */
export type PaymentLink = SessionView

/** The state as the console shows it: `late` is a payment that completed after the link had ended. */
export type LinkState = SessionStatus | 'late'
/** Returns the state that pages show: `late` for a payment that completed after the link had ended. */
export const linkStateOf = ({ status, late }: Pick<PaymentLink, 'status' | 'late'>): LinkState =>
  status === 'completed' && late ? 'late' : status

/** Color and icon of each state. */
export const linkStateChips: Readonly<Record<LinkState, { readonly tone: Tone; readonly icon: IconName }>> = {
  pending: { tone: 'open', icon: 'link' },
  active: { tone: 'open', icon: 'clock' },
  completed: { tone: 'good', icon: 'check' },
  late: { tone: 'good', icon: 'check' },
  expired: { tone: 'neutral', icon: 'clock' },
  cancelled: { tone: 'neutral', icon: 'ban' },
}

/** Returns whether a customer can still pay the link. */
export const isPayable = ({ status }: Pick<PaymentLink, 'status'>): boolean => isOpen(status)

/** Returns the name of the customer, or their phone number; empty if the shop named neither. */
export const linkCustomerOf = ({
  customer_name,
  customer_phone,
}: Pick<PaymentLink, 'customer_name' | 'customer_phone'>): string => customer_name || customer_phone

/** Returns a link as people type it, without `https://`: `kaunta.local/p/abcd1234`. */
export const linkWithoutScheme = (link: string): string => link.replace(/^https?:\/\//, '')

/**
 * Returns the address of the link’s QR code, an SVG image. The address contains the account because the
 * request of an image cannot have the header that usually names it.
 */
export const qrUrl = (account: string, reference: string): string =>
  `/api/v1/sessions/${encodeURIComponent(reference)}/qr.svg?account=${encodeURIComponent(account)}`
