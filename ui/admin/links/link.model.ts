// Checkout sessions as the console reads them: how a state looks, and where a link works.
import { isOpen, type SessionStatus } from '../../../src/domain/session.ts'
import type { SessionView } from '../../../src/wire/session.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'

export type PaymentLink = SessionView

export type LinkState = SessionStatus | 'late'
export const linkStateOf = ({ status, late }: Pick<PaymentLink, 'status' | 'late'>): LinkState =>
  status === 'completed' && late ? 'late' : status

export const linkStateChips: Readonly<Record<LinkState, { readonly tone: Tone; readonly icon: IconName }>> = {
  pending: { tone: 'open', icon: 'link' },
  active: { tone: 'open', icon: 'clock' },
  completed: { tone: 'good', icon: 'check' },
  late: { tone: 'good', icon: 'check' },
  expired: { tone: 'neutral', icon: 'clock' },
  cancelled: { tone: 'neutral', icon: 'ban' },
}

/** Whether a customer can still pay it. */
export const isPayable = ({ status }: Pick<PaymentLink, 'status'>): boolean => isOpen(status)

/** Who the link is for, as far as the shop named them. */
export const linkCustomerOf = ({
  customer_name,
  customer_phone,
}: Pick<PaymentLink, 'customer_name' | 'customer_phone'>): string => customer_name || customer_phone

/** The link as it is read aloud or typed: `kaunta.local/p/abcd1234`. */
export const linkWithoutScheme = (link: string): string => link.replace(/^https?:\/\//, '')

/** The QR code of a link, as a picture. */
export const qrUrl = (account: string, reference: string): string =>
  `/api/v1/sessions/${encodeURIComponent(reference)}/qr.svg?account=${encodeURIComponent(account)}`
