// What a refund is taken from, and the facts that decide its way: read once before one confirms, and again in
// the transaction that plans it.

import type { Connection } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import type { Attempt } from '../domain/attempt.ts'
import { assert, fault, shortValue } from '../domain/fault.ts'
import type { Payment } from '../domain/payment.ts'
import { payoutMin, type RefundOrigin } from '../domain/payout.ts'
import { readPhone } from '../domain/phone.ts'
import {
  isGivenBack,
  type Refund,
  type RefundWallet,
  refundedOrPendingLines,
  refundedOrPendingSum,
  unapprovedSum,
} from '../domain/refund.ts'
import { refundableLines } from '../domain/refund-line.ts'
import { assertRecent, assertRefundable, type RefundFacts } from '../domain/refund-way.ts'
import { isCashInScope, isInScope, type SalesScope } from '../domain/sales-scope.ts'
import type { CashSale } from '../domain/shift.ts'
import type { Unmatched } from '../domain/unmatched.ts'
import { findAttempt, listAttempts } from '../store/attempt.ts'
import { findCash } from '../store/cash.ts'
import type { Read } from '../store/engine/statement.ts'
import { findPayment } from '../store/payment.ts'
import { listRefundsOf, listRefundsOfCash, listRefundsOfSale } from '../store/refund.ts'
import { findUnmatched, listUnmatchedOf } from '../store/unmatched.ts'
import type { Appliance } from './appliance.ts'
import { hasConnection, isRelayed } from './connector.ts'
import { wasReversed } from './reversal.ts'
import { assertNotOfTwin } from './twin.ts'

/** The sale that a refund names. */
export interface RefundPlace {
  readonly account: Account
  /** The reference of a payment, or the id of a cash sale. */
  readonly reference: string
  /** Money of the payment that waits in suspense, instead of what paid for it. */
  readonly unmatchedId?: string | undefined
  readonly salesScope: SalesScope
}

/** A sale whose money may be given back, with all that decides how. */
export interface RefundableSale {
  readonly facts: RefundFacts
  readonly payment: Payment | null
  readonly cash: CashSale | null
  readonly unmatched: Unmatched | null
  /** The connection whose own refund gives the money back. */
  readonly connection: Connection | undefined
  readonly origin: RefundOrigin | null
  /** Whether the order came from another server, so that it is not passed on to one. */
  readonly isRelayed: boolean
  /** What its earlier refunds gave back without a second person (`unapprovedSum`). */
  readonly unapproved: number
}

/**
 * Finds a sale whose money may be given back, with the facts that decide how.
 * @throws Fault as `refundableCash`, or `refundablePayment`
 */
export async function findRefundable(
  read: Read,
  appliance: Appliance,
  sale: RefundPlace,
): Promise<RefundableSale> {
  return sale.reference.startsWith('cash_')
    ? refundableCash(read, appliance, sale)
    : refundablePayment(read, appliance, sale)
}

/**
 * Returns the least amount of a payout, whole shillings; null when the account has no network for payouts.
 */
const minPayoutOf = (appliance: Appliance, account: Account, order: { readonly isRelayed: boolean }) =>
  hasConnection(appliance, account, { payOut: 'mobile', ...order }) ? payoutMin : null

/**
 * Finds a cash sale that was not given back completely.
 * @throws Fault `cash_sale_not_found` or `cash_sale_refunded`, or as `assertRecent`
 */
async function refundableCash(
  read: Read,
  appliance: Appliance,
  { account, reference, salesScope }: RefundPlace,
): Promise<RefundableSale> {
  const cash = await findCash(read, reference)
  if (cash?.accountId !== account.id || !isCashInScope(salesScope, cash))
    throw fault('cash_sale_not_found', { id: shortValue(reference) })
  const refunds = await listRefundsOfCash(read, cash.id)
  if (isGivenBack(cash, refunds)) throw fault('cash_sale_refunded')
  assertRecent(cash.createdAt, account.refundDays, appliance.world.clock.now())
  return {
    facts: {
      source: { kind: 'cash', paid: cash.amount, returned: refundedOrPendingSum(refunds) },
      lines: refundableLines(cash, refundedOrPendingLines(refunds)),
      network: null,
      payoutMin: minPayoutOf(appliance, account, { isRelayed: false }),
      wallet: null,
    },
    payment: null,
    cash,
    unmatched: null,
    connection: undefined,
    origin: null,
    isRelayed: false,
    unapproved: unapprovedSum(refunds),
  }
}

/**
 * Finds a payment, or unmatched money of it, that may be given back.
 * @throws Fault `payment_not_found`, or as `findRefundableUnmatched`, `assertRefundable` and
 * `assertNotOfTwin`
 */
async function refundablePayment(
  read: Read,
  appliance: Appliance,
  { account, reference, unmatchedId, salesScope }: RefundPlace,
): Promise<RefundableSale> {
  const payment = await findPayment(read, reference)
  assertNotOfTwin(account, payment?.accountId)
  if (payment?.accountId !== account.id || !isInScope(salesScope, payment))
    throw fault('payment_not_found', { reference: shortValue(reference) })
  const unmatched =
    unmatchedId === undefined ? null : await findRefundableUnmatched(read, payment, unmatchedId)
  const kind = unmatched ? 'unmatched' : 'payment'
  const isReversed = await wasReversed(read, payment, unmatched)
  assertRefundable({ ...payment, isReversed }, kind, account.refundDays, appliance.world.clock.now())
  const attempt = await paidAttempt(read, payment, unmatched)
  const connection = attempt && appliance.connections.find(attempt.connection)
  const isFromRelay = isRelayed(payment.metadata)
  const refunds = (await listRefundsOf(read, payment.id)).filter(isOfMoney(unmatched?.id ?? null))
  return {
    facts: {
      ...sourceOf(payment, unmatched, refunds),
      network: connection?.facts.refunds ?? null,
      payoutMin: minPayoutOf(appliance, account, { isRelayed: isFromRelay }),
      wallet: walletThatPaid(payment, attempt),
    },
    payment,
    cash: null,
    unmatched,
    connection,
    origin: attempt ? originOf(attempt) : null,
    isRelayed: isFromRelay,
    unapproved: unapprovedSum(refunds),
  }
}

/**
 * Finds unmatched money of the payment.
 * @throws Fault `unmatched_not_found`, or `unmatched_settled` when a person settled it without a refund
 */
async function findRefundableUnmatched(read: Read, payment: Payment, id: string): Promise<Unmatched> {
  const unmatched = await findUnmatched(read, id)
  if (unmatched?.paymentId !== payment.id) throw fault('unmatched_not_found', { id: shortValue(id) })
  if (unmatched.settledAt !== null && unmatched.refundId === null) throw fault('unmatched_settled')
  return unmatched
}

/** Returns whether a refund gives back the unmatched money with this id; null for the sale's own money. */
const isOfMoney = (id: string | null) => (refund: Refund) => refund.unmatchedId === id

/** Returns what earlier refunds of the same money gave back without a second person. */
export async function unapprovedBefore(read: Read, refund: Refund): Promise<number> {
  const { id, unmatchedId } = refund
  const refunds = await listRefundsOfSale(read, refund)
  return unapprovedSum(refunds.filter(isOfMoney(unmatchedId)).filter(other => other.id < id))
}

/** Returns how much was paid and given back, and the lines that are left of the sale. */
function sourceOf(
  payment: Payment,
  unmatched: Unmatched | null,
  refunds: readonly Refund[],
): Pick<RefundFacts, 'source' | 'lines'> {
  const returned = refundedOrPendingSum(refunds)
  if (unmatched) return { source: { kind: 'unmatched', paid: unmatched.amount, returned }, lines: [] }
  return {
    source: { kind: 'payment', paid: payment.amount, returned },
    lines: refundableLines(payment, refundedOrPendingLines(refunds)),
  }
}

/** Returns the attempt that brought the money. A payment that was confirmed manually may have none. */
async function paidAttempt(
  read: Read,
  payment: Payment,
  unmatched: Unmatched | null,
): Promise<Attempt | undefined> {
  if (unmatched) return findAttempt(read, unmatched.attemptId)
  const unmatchedIds = new Set((await listUnmatchedOf(read, payment.id)).map(({ attemptId }) => attemptId))
  return (await listAttempts(read, payment.id)).find(
    ({ id, state, paidAmount }) =>
      state === 'succeeded' && paidAmount === payment.amount && !unmatchedIds.has(id),
  )
}

/** Returns what a network needs to know about the order whose money it gives back. */
function originOf({ networkReference, externalReference, paidAmount, amount, memo }: Attempt): RefundOrigin {
  assert(paidAmount !== 0, 'an attempt that was paid has brought money')
  return { networkReference, receipt: externalReference, amount: paidAmount ?? amount, memo: memo ?? {} }
}

/**
 * Returns the number that paid. The attempt has it; the number of a payment may be that of an earlier attempt
 * or only a contact. A payment that was confirmed manually may have no attempt.
 */
function phoneThatPaid({ type, phone }: Payment, attempt: Attempt | undefined): string | null {
  if (attempt) return attempt.method === 'push' ? attempt.phone : null
  return type === 'mobile' ? phone : null
}

/** Returns the wallet that paid; null when its number is unknown, masked or not Tanzanian. */
function walletThatPaid(payment: Payment, attempt: Attempt | undefined): RefundWallet | null {
  const phone = phoneThatPaid(payment, attempt)
  const phoneNumber = phone === null ? undefined : readPhone(phone)
  if (!phoneNumber) return null
  const { first_name = '', last_name = '' } = payment.customer
  return {
    phone: phoneNumber.e164,
    provider: phoneNumber.provider ?? payment.provider,
    // The customer's name belongs to the payment's own number.
    name: phone === payment.phone ? `${first_name} ${last_name}`.trim() : '',
  }
}
