// Our side of a reconciliation: the orders that we recorded on a day, by connection.

import type { Span } from '../domain/day.ts'
import { lowestIdAt, timeOfReference } from '../domain/id.ts'
import type { MoneyState, OwnEntry } from '../domain/money-entry.ts'
import { findAttemptByReference } from '../store/attempt.ts'
import type { Read } from '../store/engine/statement.ts'
import { findPayment, findPaymentByReceipt } from '../store/payment.ts'
import { findPayoutByReference, findRefund } from '../store/payout.ts'
import { rangeOfPeriod } from '../store/period.ts'
import {
  type AttemptOfDay,
  listAttemptsOfDay,
  listNetworkRefunds,
  listNetworkRefundsOf,
  listPayoutsOfDay,
  listRefundsOfDay,
  type NetworkRefund,
  type PayoutOfDay,
  type RefundOfDay,
} from '../store/reconciliation-day.ts'
import type { Appliance } from './appliance.ts'
import { restAfterPiece } from './rest.ts'

/** Rows per read, so that requests can run between two reads. */
const pageSize = 500

/** What we recorded about the orders of one connection. */
export interface OwnOfConnection {
  readonly connector: string // the network's name
  readonly entries: OwnEntry[]
}

/**
 * The longest time between the creation and the sending of a payout or refund: it waits up to seven days for
 * a person, and longer while the clock is unreliable.
 */
const sendDelayMaxMs = 14 * 86_400_000

/**
 * Returns our side of a reconciliation, by the id of the connection: the attempts that began within a span,
 * and the payouts and refunds that were sent within it.
 */
export async function ownStatement(
  appliance: Appliance,
  accountId: string,
  { from, to }: Span,
): Promise<Map<string, OwnOfConnection>> {
  const { read } = appliance.store
  /** Returns a function that describes the page after an id. The pages end with the last row before `to`. */
  const pagesOf = async (table: 'attempt' | 'payout' | 'refund') => {
    const { beforeId: before = '' } = await rangeOfPeriod(read, table, accountId, { to })
    return (after: string) => ({ accountId, after, before, from, to, limit: pageSize })
  }
  const attemptPage = await pagesOf('attempt')
  const payoutPage = await pagesOf('payout')
  const refundPage = await pagesOf('refund')
  const attempts = await allPages(appliance, from, after => listAttemptsOfDay(read, attemptPage(after)))
  const createdFrom = from - sendDelayMaxMs // payouts and refunds may be sent this long after creation
  const payouts = await allPages(appliance, createdFrom, after => listPayoutsOfDay(read, payoutPage(after)))
  const refunds = await allPages(appliance, createdFrom, after => listRefundsOfDay(read, refundPage(after)))
  // An attempt may be refunded on any later day.
  const networkRefunds = await allPages(appliance, from, after =>
    listNetworkRefunds(read, { accountId, after, limit: pageSize }),
  )
  const refundSums = refundedByReference(networkRefunds)
  const confirmedIds = manuallyConfirmedIds(attempts)
  const statements = new Map<string, OwnOfConnection>()
  const add = ({ connection, connector }: AttemptOfDay | PayoutOfDay, entry: OwnEntry) => {
    const statement = statements.get(connection) ?? { connector, entries: [] }
    statement.entries.push(entry)
    statements.set(connection, statement)
  }
  for (const attempt of attempts) {
    const refundSum = refundSums.get(attempt.networkReference)
    add(attempt, paymentEntry(attempt, confirmedIds.has(attempt.id), refundSum))
  }
  // A payout gets its reference when it is planned for sending, and the reference contains that time.
  const isSentWithin = ({ networkReference }: PayoutOfDay) => {
    const sentAt = timeOfReference(networkReference)
    return sentAt >= from && sentAt < to
  }
  for (const payout of payouts.filter(isSentWithin)) add(payout, payoutEntry(payout))
  for (const refund of refunds.filter(isSentWithin)) add(refund, refundEntry(refund))
  return statements
}

/**
 * Reads all rows created from a time on, page by page, so that requests can run in between.
 * @param from milliseconds since 1970
 * @param list reads the page after an id
 */
async function allPages<Row extends { readonly id: string }>(
  { world }: Appliance,
  from: number,
  list: (after: string) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let after = lowestIdAt(from); ; after = all.at(-1)?.id ?? after) {
    const rows = await list(after)
    all.push(...rows)
    if (rows.length < pageSize) return all
    await restAfterPiece(world.clock)
  }
}

/**
 * Returns the ids of the attempts that count as paid because a person confirmed their payments: the newest
 * attempt of each payment that its network has not confirmed.
 * @param attempts oldest first
 */
function manuallyConfirmedIds(attempts: readonly AttemptOfDay[]): ReadonlySet<string> {
  // `confirmed`: the network has confirmed the payment since.
  const onlyByPerson = attempts.filter(
    ({ manualConfirmation }) => manualConfirmation && !manualConfirmation.confirmed,
  )
  const newestByPayment = new Map(onlyByPerson.map(({ paymentId, id }) => [paymentId, id]))
  return new Set(newestByPayment.values())
}

/**
 * Returns our entry of an attempt.
 * @param isConfirmedByPerson whether it counts as paid, because a person confirmed its payment
 */
function paymentEntry(
  attempt: Omit<AttemptOfDay, 'id' | 'connector' | 'connection'>,
  isConfirmedByPerson: boolean,
  refunds: RefundedOfOrder = noRefunds,
): OwnEntry {
  const { networkReference: reference, paymentId: subject, manualConfirmation } = attempt
  const entry = { kind: 'payment', reference, subject, ...refunds } as const
  if (isConfirmedByPerson && manualConfirmation)
    return { ...entry, amount: attempt.amount, state: 'paid', receipt: manualConfirmation.receipt }
  return {
    ...entry,
    amount: attempt.paidAmount ?? attempt.amount,
    state: attemptMoney(attempt),
    receipt: attempt.externalReference,
  }
}

type RefundedOfOrder = Required<Pick<OwnEntry, 'refunded' | 'refundCompleted'>>
const noRefunds: RefundedOfOrder = { refunded: 0, refundCompleted: 0 }

/**
 * Adds up the network's refunds of each order, pending and completed, by our reference of the order.
 */
function refundedByReference(refunds: readonly NetworkRefund[]): Map<string, RefundedOfOrder> {
  const sums = new Map<string, RefundedOfOrder>()
  for (const { origin, amount, status } of refunds) {
    if (!origin) continue
    const { refunded, refundCompleted } = sums.get(origin.networkReference) ?? noRefunds
    sums.set(origin.networkReference, {
      refunded: refunded + amount,
      refundCompleted: refundCompleted + (status === 'completed' ? amount : 0),
    })
  }
  return sums
}

/** Returns whether an attempt brought money; `open` while the network has not decided. */
function attemptMoney({ state }: Pick<AttemptOfDay, 'state'>): MoneyState {
  if (state === 'succeeded') return 'paid'
  return state === 'failed' || state === 'cancelled' ? 'not_paid' : 'open'
}

const payoutMoney = { completed: 'paid', pending: 'open', failed: 'not_paid', reversed: 'not_paid' } as const

/** Returns our entry of a payout. */
const payoutEntry = (payout: Omit<PayoutOfDay, 'connector' | 'connection'>): OwnEntry => ({
  kind: 'payout',
  reference: payout.networkReference,
  subject: payout.id,
  amount: payout.amount,
  state: payoutMoney[payout.status],
  receipt: payout.externalReference,
})

/** Returns our entry of a refund, with the order that it gives back. */
const refundEntry = (refund: Omit<RefundOfDay, 'connector' | 'connection'>): OwnEntry => ({
  ...payoutEntry(refund),
  kind: 'refund',
  ...(refund.origin ? { refundOf: refund.origin.networkReference } : {}),
})

/** Returns our entry of the order with this reference, in its current state; undefined for an unknown one. */
export async function ownEntry(
  { store: { read } }: Appliance,
  reference: string,
): Promise<OwnEntry | undefined> {
  const attempt = await findAttemptByReference(read, reference)
  if (!attempt) {
    const payout = await findPayoutByReference(read, reference)
    if (!payout) return undefined
    const refund = await findRefund(read, payout.id)
    return refund ? refundEntry(refund) : payoutEntry(payout)
  }
  const { manualConfirmation = null } = (await findPayment(read, attempt.paymentId)) ?? {}
  const isConfirmedByPerson =
    manualConfirmation !== null && !manualConfirmation.confirmed && attempt.state !== 'succeeded'
  const refunds = await listNetworkRefundsOf(read, attempt.paymentId)
  const refunded = refundedByReference(refunds).get(attempt.networkReference)
  return paymentEntry({ ...attempt, manualConfirmation }, isConfirmedByPerson, refunded)
}

/**
 * Returns whether this shop has an order, of any day, with one of these network references or receipts. It
 * looks for references in all accounts, and for receipts only in this account.
 */
export async function isKnownHere(
  read: Read,
  accountId: string,
  names: readonly (string | null)[],
): Promise<boolean> {
  for (const name of names) {
    if (name === null) continue
    if (await findAttemptByReference(read, name)) return true
    if (await findPayoutByReference(read, name)) return true
    if (await findPaymentByReceipt(read, accountId, name)) return true
  }
  return false
}
