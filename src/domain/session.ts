// A checkout session: the merchant's request to be paid once on a page, and the one table of how it changes.
//
//   pending ──► active ──► completed                the customer began to pay; the payment completed
//      └──────────┴──────► expired | cancelled ──► completed (late)
//
// It owns one payment, made when the customer first pays; each `pay` is an attempt of it.
import type { ApiVersion } from './api-version.ts'
import type { Attempt } from './attempt.ts'
import { fault } from './fault.ts'
import type { LineItem } from './line-item.ts'
import type { Metadata } from './payment.ts'
import { expirySecondsMax } from './payment-limit.ts'
import type { SessionMethod } from './profile.ts'
import { isOpen, type SessionStatus } from './session-status.ts'

/** Seconds (specification, Create session). */
export const sessionSeconds = { min: 60, max: 86_400, usual: 3_600 } as const

export const fieldTypes = ['text', 'email', 'phone', 'number', 'date', 'select', 'textarea'] as const
export type FieldType = (typeof fieldTypes)[number]

/** A question of the merchant on the checkout page. */
export interface CustomField {
  readonly key: string
  readonly label: string
  readonly type: FieldType
  readonly required: boolean
  readonly placeholder?: string
  readonly options?: readonly string[] // choices of a `select`
}

export interface CheckoutDisplay {
  readonly show_line_items: boolean
  readonly line_items_style: 'compact' | 'cards'
  readonly show_description: boolean
  readonly show_merchant_logo: boolean
  readonly theme: 'light' | 'dark'
  readonly success_message: string // if empty, the page shows the locale's own text
  readonly button_text: string
}

/** Values that prefill the form; empty when unknown. */
export interface SessionCustomer {
  readonly name: string
  readonly phone: string // E.164
  readonly email: string
}

export interface Session {
  readonly id: string // UUIDv7
  readonly accountId: string
  readonly profileId: string
  readonly paymentId: string | null // null until the customer first pays
  readonly token: string // 22 letters and digits: opens the page
  readonly shortCode: string // 8 letters and digits of the short link
  readonly status: SessionStatus
  readonly amount: number // whole shillings; 0 when the customer chooses and nothing is suggested
  readonly allowCustomAmount: boolean
  readonly amountMin: number // both 0 unless the customer chooses
  readonly amountMax: number
  readonly allowedMethods: readonly SessionMethod[]
  readonly customer: SessionCustomer
  readonly redirectUrl: string | null
  readonly webhookUrl: string | null
  readonly description: string | null
  readonly metadata: Metadata
  readonly lineItems: readonly LineItem[]
  readonly customFields: readonly CustomField[]
  readonly display: CheckoutDisplay
  /** The customer's answers to the custom fields, by key. */
  readonly answers: Readonly<Record<string, string>>
  readonly urlMetadata: Readonly<Record<string, unknown>> | null // the `meta` parameter of the payment link
  readonly late: boolean // completed after it had expired or been cancelled
  readonly apiVersion: ApiVersion
  readonly staffId: string | null // who created it (actor.ts), and at which till
  readonly tillId: string | null
  readonly keyId: string | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly endedAt: number | null
}

/** Returns a session's public reference in paths and webhooks: `sess_` and 32 hex digits. */
export const sessionReference = (id: string): string => `sess_${id.replaceAll('-', '')}`

/** Returns the id inside a session's reference; undefined when the text is not a reference. */
export function sessionIdOf(reference: string): string | undefined {
  const parts = /^sess_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(reference)
  return parts ? parts.slice(1).join('-') : undefined
}

export type SessionAction = { readonly kind: 'begun' | 'completed' | 'expired' | 'cancelled' }

/**
 * Applies an action to a session. Once a session has ended, only a completed payment changes it.
 * @throws Fault `checkout_ended` if a customer pays a session that has ended; `session_not_cancellable` if a
 * person cancels one
 */
export function nextSession(session: Session, { kind }: SessionAction, now: number): Session {
  const isPayable = isOpen(session.status)
  switch (kind) {
    case 'begun':
      if (!isPayable) throw fault('checkout_ended', { status: session.status })
      return session.status === 'active' ? session : { ...session, status: 'active' }
    case 'completed':
      if (session.status === 'completed') return session
      return { ...session, status: 'completed', late: !isPayable, endedAt: now }
    case 'expired':
      return isPayable ? { ...session, status: 'expired', endedAt: now } : session
    case 'cancelled':
      if (!isPayable) throw fault('session_not_cancellable', { status: session.status })
      return { ...session, status: 'cancelled', endedAt: now }
  }
}

/** How long the customer has to respond: a card page lasts longer than a prompt on the phone. */
const answerMs = { push: 180_000, card: 900_000, qr: 0 } as const
/** Additional time for a network to report what the customer did. */
const reportMs = 120_000

/**
 * Returns until when an attempt waits for the customer (ms since 1970). A QR code is valid as long as its
 * session, but at least a minute, so that it can be scanned.
 */
export const attemptExpiresAt = (
  method: Attempt['method'],
  session: Pick<Session, 'expiresAt'>,
  now: number,
): number =>
  method === 'qr' ? Math.max(session.expiresAt, now + sessionSeconds.min * 1_000) : now + answerMs[method]

/**
 * Returns until when open attempts keep a session from expiring (ms since 1970). A sent attempt does so while
 * the customer can still pay. An attempt with an unknown outcome does so after the session's own end, for the
 * longest time that a payment may stay pending.
 */
export function heldUntil(session: Session, openAttempts: readonly Attempt[]): number {
  const ends = openAttempts.map(({ state, expiresAt }) =>
    state === 'sent' && expiresAt !== null
      ? expiresAt + reportMs
      : session.expiresAt + expirySecondsMax * 1_000,
  )
  return Math.max(session.expiresAt, ...ends)
}
