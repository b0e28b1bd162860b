// Reads the sale whose money a refund gives back, and the facts that decide how: once before a person
// confirms the refund, and again in the transaction that plans it.

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
  /** Set to give back unmatched money of the payment, which waits in suspense, instead of the sale's own. */
  readonly unmatchedId?: string | undefined
  readonly salesScope: SalesScope
}

/** A sale whose money may be given back, with the facts that decide how. */
export interface RefundableSale {
  readonly facts: RefundFacts
  readonly payment: Payment | null
  readonly cash: CashSale | null
  readonly unmatched: Unmatched | null
  /** The connection whose own refund gives the money back. */
  readonly connection: Connection | undefined
  readonly origin: RefundOrigin | null
  /** Whether the payment came from another server: then its refund is not passed on to a server. */
  readonly isRelayed: boolean
  /** Whole shillings that earlier refunds gave back without a second person's approval (`unapprovedSum`). */
  readonly unapproved: number
}

/**
 * Finds a sale whose money may be given back, with the facts that decide how. Ids of cash sales begin with
 * `cash_`; any other reference is a payment's.
 * @throws Fault as `findRefundableCash` or `findRefundablePayment`
 */
export async function findRefundable(
  read: Read,
  appliance: Appliance,
  sale: RefundPlace,
): Promise<RefundableSale> {
  return sale.reference.startsWith('cash_')
    ? findRefundableCash(read, appliance, sale)
    : findRefundablePayment(read, appliance, sale)
}

/** Returns the least amount of a payout, whole shillings; null when no network of the account pays out. */
const minPayoutOf = (
  appliance: Appliance,
  account: Account,
  { isRelayed }: { readonly isRelayed: boolean },
): number | null => (hasConnection(appliance, account, { payOut: 'mobile', isRelayed }) ? payoutMin : null)

/**
 * Finds a cash sale that was not given back completely.
 * @throws Fault `cash_sale_not_found` or `cash_sale_refunded`, or as `assertRecent`
 */
async function findRefundableCash(
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
 * Finds a payment that may be given back or, if `unmatchedId` names it, unmatched money of the payment.
 * @throws Fault `payment_not_found`, or as `findRefundableUnmatched`, `assertRefundable` and
 * `assertNotOfTwin`
 */
async function findRefundablePayment(
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
  const moneyKind = unmatched ? 'unmatched' : 'payment'
  const isReversed = await wasReversed(read, payment, unmatched)
  assertRefundable({ ...payment, isReversed }, moneyKind, account.refundDays, appliance.world.clock.now())
  const attempt = await findAttemptThatPaid(read, payment, unmatched)
  const connection = attempt && appliance.connections.find(attempt.connection)
  const isFromRelay = isRelayed(payment.metadata)
  const refunds = refundsOfMoney(await listRefundsOf(read, payment.id), unmatched?.id ?? null)
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
 * Finds unmatched money of the payment that may be given back. Money that an earlier refund settled may be:
 * that refund may have given back only a part.
 * @throws Fault `unmatched_not_found`, or `unmatched_settled` when a person settled it without a refund
 */
async function findRefundableUnmatched(read: Read, payment: Payment, id: string): Promise<Unmatched> {
  const unmatched = await findUnmatched(read, id)
  if (unmatched?.paymentId !== payment.id) throw fault('unmatched_not_found', { id: shortValue(id) })
  if (unmatched.settledAt !== null && unmatched.refundId === null) throw fault('unmatched_settled')
  return unmatched
}

/**
 * Returns the refunds that give back the same money of a sale.
 * @param unmatchedId the id of unmatched money; null for the sale's own money
 */
const refundsOfMoney = (refunds: readonly Refund[], unmatchedId: string | null): Refund[] =>
  refunds.filter(refund => refund.unmatchedId === unmatchedId)

/** Returns the sum that earlier refunds of the same money gave back without a second person's approval. */
export async function unapprovedBefore(read: Read, refund: Refund): Promise<number> {
  const sameMoney = refundsOfMoney(await listRefundsOfSale(read, refund), refund.unmatchedId)
  // Ids are ordered by time.
  const earlierRefunds = sameMoney.filter(({ id }) => id < refund.id)
  return unapprovedSum(earlierRefunds)
}

/**
 * Returns how much was paid and how much is given back or about to be, and the lines that can still be
 * returned. Unmatched money bought nothing, so it has no lines.
 */
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

/** Finds the attempt that brought the money; undefined if a person confirmed the payment without one. */
async function findAttemptThatPaid(
  read: Read,
  payment: Payment,
  unmatched: Unmatched | null,
): Promise<Attempt | undefined> {
  if (unmatched) return findAttempt(read, unmatched.attemptId)
  const unmatchedMoney = await listUnmatchedOf(read, payment.id)
  const unmatchedAttemptIds = new Set(unmatchedMoney.map(({ attemptId }) => attemptId))
  const attempts = await listAttempts(read, payment.id)
  return attempts.find(
    ({ id, state, paidAmount }) =>
      state === 'succeeded' && paidAmount === payment.amount && !unmatchedAttemptIds.has(id),
  )
}

/** Returns what a network needs to know about the attempt whose money it gives back. */
function originOf({ networkReference, externalReference, paidAmount, amount, memo }: Attempt): RefundOrigin {
  assert(paidAmount !== 0, 'an attempt that was paid has brought money')
  return { networkReference, receipt: externalReference, amount: paidAmount ?? amount, memo: memo ?? {} }
}

/**
 * Returns the phone number that paid; null when it is unknown. Where an attempt brought the money, its number
 * counts: the payment's number may belong to an earlier attempt, or be only a contact. A payment that was
 * confirmed manually may have no attempt.
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
