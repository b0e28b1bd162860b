// The payment: the merchant's request to be paid once, and the one table of how it changes.
//
//   pending ──► completed                  a network confirmed the amount, or a person confirmed it manually
//      ├──────► failed | voided | expired ──► completed (late)
//
// Money that a network confirms is never dropped: another amount, or a second payment, is unmatched. When a
// network confirms what a person confirmed, that is one payment: no second posting, no second event.

import type { Actor } from './actor.ts'
import type { ApiVersion } from './api-version.ts'
import type { PaymentEventType } from './event.ts'
import { fault } from './fault.ts'
import type { StoredItems } from './line-item.ts'
import { isMarkedNotPaid, type ManualConfirmation, markedNotPaid } from './manual-decision.ts'
import type { PaymentStatus, PaymentType } from './payment-type.ts'
import { completionPostings, feePostings, type Posting, unmatchedPostings } from './posting.ts'
import type { UnmatchedReason } from './unmatched.ts'

export const referenceLength = 36
/** A search also finds a reference by this many of its last characters. */
export const referenceTailLength = 6

export type Metadata = Readonly<Record<string, string | number | boolean>>
export interface Customer {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly phone?: string
  readonly address?: string
  readonly city?: string
  readonly state?: string
  readonly postcode?: string
  readonly country?: string // ISO 3166-1 alpha-2
}

export interface Payment {
  readonly number: number // the position of a payment among all payments; never shown
  /** UUIDv7, whose last six characters come from the number; also the public reference. */
  readonly id: string
  readonly accountId: string
  readonly type: PaymentType
  readonly status: PaymentStatus
  readonly amount: number // whole shillings
  readonly currency: 'TZS'
  readonly connector: string
  readonly channelType: string
  readonly provider: string
  readonly phone: string | null // the payer's number, E.164
  readonly customer: Customer
  readonly metadata: Metadata
  readonly webhookUrl: string | null
  readonly apiVersion: ApiVersion
  /** 8 digits with a Damm check digit, made from the number; or the network's own token. */
  readonly token: string
  readonly qr: string | null
  /** Where a customer pays by card or QR code, and where the customer goes afterwards. */
  readonly paymentUrl: string | null
  readonly redirectUrl: string | null
  readonly cancelUrl: string | null
  readonly externalReference: string | null
  readonly fees: number | null // whole shillings; null until completed
  readonly failureReason: string | null
  readonly late: boolean // whether it completed after it had failed, been voided or expired
  /** Whether a network is still asked for its yes or no, even after the payment expired or was voided. */
  readonly unknown: boolean
  readonly createdAt: number
  readonly expiresAt: number
  /** When to check the payment next, unless a job does so; a session's payment ends with the session. */
  readonly dueAt: number | null
  readonly endedAt: number | null
  readonly sessionId: string | null // the checkout session that owns it
  readonly staffId: string | null // who created it (actor.ts), and at which till
  readonly tillId: string | null
  readonly keyId: string | null
  readonly shiftId: string | null // the till's shift that counts it once it is completed
  readonly manualConfirmation: ManualConfirmation | null
  readonly lineItems: StoredItems
  readonly refunded: number // what was given back, whole shillings
  /** The shop's own till number, which all sales over it share; null when customers pay to `token`. */
  readonly tillNumber: string | null
}

export type PaymentAction =
  | {
      readonly kind: 'offered'
      readonly qr?: string | undefined
      readonly pageUrl?: string | undefined
      readonly token?: string | undefined
      readonly tillNumber?: string | undefined
      readonly externalReference?: string | undefined
    }
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'collected'
      readonly amount: number
      readonly fees: number
      readonly provider?: string
      readonly externalReference?: string
    }
  /** A person states that the payment is paid. */
  | {
      readonly kind: 'confirmed_manually'
      readonly by: Actor
      readonly name: string
      readonly reason: string
      readonly receipt: string
    }
  /** A person states that the payment is not paid, because the network does not answer. */
  | { readonly kind: 'marked_not_paid' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'voided' }
  | {
      readonly kind: 'expired'
      readonly byNetwork?: boolean // the network itself reported it, so its outcome is known
    }

export interface PaymentChange {
  readonly payment: Payment
  readonly events: readonly PaymentEventType[]
  readonly postings: readonly Posting[]
  readonly unmatched?: UnmatchedReason // why the money fits no open payment and waits in suspense
}

/** Whether a payment in this status has ended. Only late money can still change it. */
export const isFinal = (status: PaymentStatus): boolean => status !== 'pending'

/** Whether a person confirmed a payment manually, and its network has not confirmed it since. */
export const isUnconfirmed = ({ manualConfirmation: manual }: Payment): boolean => manual?.confirmed === false

const noChange = (payment: Payment): PaymentChange => ({ payment, events: [], postings: [] })

/** Ends the unknown period of a payment. Returns the same object if its outcome was not unknown. */
const withoutUnknown = (payment: Payment): Payment =>
  payment.unknown ? { ...payment, unknown: false } : payment

/** Ends a payment that brought no money. `reason` is null unless the payment failed. */
function endPayment(
  payment: Payment,
  status: Exclude<PaymentStatus, 'pending' | 'completed'>,
  now: number,
  reason: string | null,
): PaymentChange {
  return {
    payment: { ...payment, status, failureReason: reason, endedAt: now },
    events: [`payment.${status}`],
    postings: [],
  }
}

/** Adds what the customer needs to pay, such as the QR code. Returns the same object when nothing is new. */
function addOffer(payment: Payment, action: Extract<PaymentAction, { kind: 'offered' }>): Payment {
  const qr = action.qr ?? payment.qr
  const paymentUrl = action.pageUrl ?? payment.paymentUrl
  const token = action.token ?? payment.token
  // A push over another network brings a token, and leaves the till number to pay to.
  const tillNumber = action.tillNumber ?? payment.tillNumber
  const externalReference = action.externalReference ?? payment.externalReference
  const isNew =
    payment.unknown ||
    qr !== payment.qr ||
    paymentUrl !== payment.paymentUrl ||
    token !== payment.token ||
    tillNumber !== payment.tillNumber ||
    externalReference !== payment.externalReference
  return isNew
    ? { ...payment, unknown: false, qr, paymentUrl, token, tillNumber, externalReference }
    : payment
}

type Collected = Extract<PaymentAction, { kind: 'collected' }>

/** Returns the fields that show how the customer paid, as the network reported it. */
const networkFacts = (payment: Payment, { provider, externalReference }: Collected) => ({
  channelType: provider ? 'mobile_money' : payment.channelType,
  provider: provider ?? payment.provider,
  externalReference: externalReference ?? payment.externalReference,
})

/** Records that the network confirms what a person had confirmed: only the network's fee is new. */
const confirmByNetwork = (
  payment: Payment,
  manualConfirmation: ManualConfirmation,
  action: Collected,
): PaymentChange => ({
  payment: {
    ...payment,
    ...networkFacts(payment, action),
    fees: action.fees,
    manualConfirmation: { ...manualConfirmation, confirmed: true },
  },
  events: [],
  postings: feePostings(action.fees),
})

/**
 * Books money that the network confirmed. The money completes the payment. If the payment is already paid, or
 * the amount differs, the money is unmatched.
 */
function collectMoney(payment: Payment, action: Collected, now: number): PaymentChange {
  if (payment.manualConfirmation && isUnconfirmed(payment) && action.amount === payment.amount)
    return confirmByNetwork(payment, payment.manualConfirmation, action)
  if (payment.status === 'completed' || action.amount !== payment.amount)
    return {
      payment: withoutUnknown(payment),
      events: [],
      postings: unmatchedPostings(action.amount),
      unmatched: payment.status === 'completed' ? 'paid_twice' : 'other_amount',
    }
  return {
    payment: {
      ...payment,
      ...networkFacts(payment, action),
      status: 'completed',
      fees: action.fees,
      failureReason: null,
      late: payment.status !== 'pending',
      unknown: false,
      endedAt: now,
    },
    events: ['payment.completed'],
    postings: completionPostings(action.amount, action.fees),
  }
}

/**
 * Ends an unknown period by a person's decision. A direct payment fails. A session's payment keeps its
 * status, so that its customer can try again. Money that the network confirms later still completes the
 * payment, and a later "no" of the network sets the reason.
 * @throws Fault `payment_not_markable` unless the outcome is unknown
 */
function markNotPaid(payment: Payment, now: number): PaymentChange {
  if (!payment.unknown) throw fault('payment_not_markable', { status: payment.status })
  const known = withoutUnknown(payment)
  const isDirectAndPending = payment.status === 'pending' && payment.sessionId === null
  return isDirectAndPending ? endPayment(known, 'failed', now, markedNotPaid) : noChange(known)
}

/**
 * Completes a payment by a person's decision. The fee is 0 until the network reports it.
 * @throws Fault `payment_not_confirmable` unless it is pending, expired, or marked as not paid by a person
 */
function completeManually(
  payment: Payment,
  action: Extract<PaymentAction, { kind: 'confirmed_manually' }>,
  now: number,
): PaymentChange {
  const { status } = payment
  if (status !== 'pending' && status !== 'expired' && !isMarkedNotPaid(payment))
    throw fault('payment_not_confirmable', { status })
  const { by, name, reason, receipt } = action
  return {
    payment: {
      ...payment,
      status: 'completed',
      fees: 0,
      externalReference: receipt,
      failureReason: null,
      late: status !== 'pending',
      unknown: false,
      endedAt: now,
      manualConfirmation: { by, name, reason, receipt, at: now, confirmed: false }, // by the network
    },
    events: ['payment.completed'],
    postings: completionPostings(payment.amount, 0),
  }
}

/**
 * Applies an action to a payment. Returns the payment with the events to send and the money to move. Once a
 * payment has ended, only confirmed money changes it.
 * @throws Fault `payment_not_voidable`, `payment_not_confirmable`, `payment_not_markable` when a person
 * requests a change that is no longer possible
 */
export function nextPayment(payment: Payment, action: PaymentAction, now: number): PaymentChange {
  const isPending = payment.status === 'pending'
  switch (action.kind) {
    case 'collected':
      return collectMoney(payment, action, now)
    case 'confirmed_manually':
      return completeManually(payment, action, now)
    case 'marked_not_paid':
      return markNotPaid(payment, now)
    case 'offered':
      return noChange(isPending ? addOffer(payment, action) : withoutUnknown(payment))
    case 'unknown':
      return isPending && !payment.unknown ? noChange({ ...payment, unknown: true }) : noChange(payment)
    case 'failed':
      if (isPending) return endPayment(withoutUnknown(payment), 'failed', now, action.reason)
      if (!isMarkedNotPaid(payment)) return noChange(withoutUnknown(payment))
      // The network's reason replaces the one of the person.
      return noChange({ ...withoutUnknown(payment), failureReason: action.reason })
    case 'expired': {
      const current = action.byNetwork ? withoutUnknown(payment) : payment
      return isPending ? endPayment(current, 'expired', now, null) : noChange(current)
    }
    case 'voided':
      if (!isPending) throw fault('payment_not_voidable', { status: payment.status })
      return endPayment(payment, 'voided', now, null)
  }
}
