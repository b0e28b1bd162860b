// Checkout sessions as the console reads them: how a state looks, and where a link works.
import { plainHost, readWebhookUrl } from '../../../src/domain/address.ts'
import { isOpen, type SessionStatus } from '../../../src/domain/session.ts'
import type { SessionView } from '../../../src/wire/session.ts'
import type { IconName } from '../../kit/icon.tsx'
import type { Tone } from '../parts/figure.tsx'

export type Session = SessionView

export type SessionState = SessionStatus | 'late'
export const stateOf = ({ status, late }: Pick<Session, 'status' | 'late'>): SessionState =>
  status === 'completed' && late ? 'late' : status

export const stateLook: Readonly<Record<SessionState, { readonly tone: Tone; readonly icon: IconName }>> = {
  pending: { tone: 'open', icon: 'link' },
  active: { tone: 'open', icon: 'clock' },
  completed: { tone: 'good', icon: 'check' },
  late: { tone: 'good', icon: 'check' },
  expired: { tone: 'calm', icon: 'clock' },
  cancelled: { tone: 'calm', icon: 'ban' },
}

/** Whether a customer can still pay it. */
export const isPayable = ({ status }: Pick<Session, 'status'>): boolean => isOpen(status)

/** Who the link is for, as far as the shop said. */
export const whoOf = ({
  customer_name,
  customer_phone,
}: Pick<Session, 'customer_name' | 'customer_phone'>): string => customer_name || customer_phone

/** Where a link opens: anywhere, only in the network of the shop, or only on the box itself. */
export type Reach = 'everywhere' | 'shop' | 'local'
export function reachOf(link: string): Reach {
  const url = URL.parse(link)
  if (!url) return 'local'
  const host = plainHost(url.hostname)
  if (/^(localhost|127(\.\d+){3}|::1)$/.test(host)) return 'local'
  const https = readWebhookUrl(`https://${url.host}/`, { mode: 'live', allowed: [] })

  return typeof https === 'string' ? 'shop' : 'everywhere'
}

/** The link as it is read aloud or typed: `kaunta.local/p/abcd1234`. */
export const spokenLink = (link: string): string => link.replace(/^https?:\/\//, '')

/** The QR code of a link, as a picture. */
export const qrUrl = (account: string, reference: string): string =>
  `/api/v1/sessions/${encodeURIComponent(reference)}/qr.svg?account=${encodeURIComponent(account)}`
