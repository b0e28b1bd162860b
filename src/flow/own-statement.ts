// Our side of a reconciliation: what we recorded of a day, by connection.

import type { Span } from '../domain/day.ts'
import { idFrom } from '../domain/id.ts'
import type { MoneyState, OwnEntry } from '../domain/money-entry.ts'
import { findAttemptByReference } from '../store/attempt.ts'
import type { Read } from '../store/engine/statement.ts'
import { findPayment, findPaymentByReceipt } from '../store/payment.ts'
import { findPayoutByReference } from '../store/payout.ts'
import {
  type AttemptOfDay,
  listAttemptsOfDay,
  listPayoutsOfDay,
  listRefundsOfDay,
  type PayoutOfDay,
  refundedByNetwork,
} from '../store/reconciliation-day.ts'
import type { Appliance } from './appliance.ts'
import { restAfterPiece } from './rest.ts'

/** Rows per read: requests run in between. */
const pageSize = 500

export interface OwnOfConnection {
  readonly connector: string // the network's name
  readonly entries: OwnEntry[]
}

/** Attempts and payouts that began within a span, by the id of their connection. */
export async function ownStatement(
  appliance: Appliance,
  accountId: string,
  { from, to }: Span,
): Promise<Map<string, OwnOfConnection>> {
  const { read } = appliance.store
  const page = (after: string) => ({ accountId, after, before: idFrom(to), limit: pageSize })
  const attempts = await allPages(appliance, from, after => listAttemptsOfDay(read, page(after)))
  const payouts = await allPages(appliance, from, after => listPayoutsOfDay(read, page(after)))
  const refunds = await allPages(appliance, from, after => listRefundsOfDay(read, page(after)))
  const confirmed = manuallyConfirmed(attempts)
  const found = new Map<string, OwnOfConnection>()
  const add = ({ connection, connector }: AttemptOfDay | PayoutOfDay, entry: OwnEntry) => {
    const known = found.get(connection) ?? { connector, entries: [] }
    known.entries.push(entry)
    found.set(connection, known)
  }
  for (const attempt of attempts) {
    const entry = paymentEntry(attempt, confirmed.has(attempt.id))
    add(attempt, await withoutRefunded(read, attempt, entry))
  }
  for (const payout of [...payouts, ...refunds]) add(payout, payoutEntry(payout))
  return found
}

async function allPages<Row extends { readonly id: string }>(
  { world }: Appliance,
  from: number,
  list: (after: string) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let after = idFrom(from); ; after = all.at(-1)?.id ?? after) {
    const rows = await list(after)
    all.push(...rows)
    if (rows.length < pageSize) return all
    await restAfterPiece(world.clock)
  }
}

/** When a person confirmed a payment that its network has not, its newest attempt counts as paid. */
function manuallyConfirmed(attempts: readonly AttemptOfDay[]): ReadonlySet<string> {
  const waiting = attempts.filter(one => one.manualConfirmation && !one.manualConfirmation.confirmed)
  return new Set(new Map(waiting.map(({ paymentId, id }) => [paymentId, id])).values())
}

function paymentEntry(
  attempt: Omit<AttemptOfDay, 'id' | 'connector' | 'connection'>,
  isConfirmed: boolean,
): OwnEntry {
  const { networkReference: reference, paymentId: subject, manualConfirmation } = attempt
  const entry = { kind: 'payment', reference, subject } as const
  if (isConfirmed && manualConfirmation)
    return { ...entry, amount: attempt.amount, state: 'paid', receipt: manualConfirmation.receipt }
  return {
    ...entry,
    amount: attempt.paidAmount ?? attempt.amount,
    state: attemptMoney(attempt),
    receipt: attempt.externalReference,
  }
}

/** The network no longer counts an order as paid once it gave back all of it for us. */
async function withoutRefunded(
  read: Read,
  { paymentId, refunded }: Pick<AttemptOfDay, 'paymentId' | 'refunded'>,
  entry: OwnEntry,
): Promise<OwnEntry> {
  if (entry.state !== 'paid' || refunded < entry.amount) return entry
  const isGivenBack = (await refundedByNetwork(read, paymentId)) >= entry.amount
  return isGivenBack ? { ...entry, state: 'not_paid' } : entry
}

function attemptMoney({ state }: Pick<AttemptOfDay, 'state'>): MoneyState {
  if (state === 'succeeded') return 'paid'
  return state === 'failed' || state === 'cancelled' ? 'not_paid' : 'open'
}

const payoutMoney = { completed: 'paid', pending: 'open', failed: 'not_paid', reversed: 'not_paid' } as const

const payoutEntry = (payout: PayoutOfDay): OwnEntry => ({
  kind: 'payout',
  reference: payout.networkReference,
  subject: payout.id,
  amount: payout.amount,
  state: payoutMoney[payout.status],
  receipt: payout.externalReference,
})

/** One of our orders as it is now; undefined when there is none. */
export async function ownEntry(
  { store: { read } }: Appliance,
  reference: string,
): Promise<OwnEntry | undefined> {
  const attempt = await findAttemptByReference(read, reference)
  if (!attempt) {
    const payout = await findPayoutByReference(read, reference)
    return payout && payoutEntry(payout)
  }
  const { manualConfirmation = null, refunded = 0 } = (await findPayment(read, attempt.paymentId)) ?? {}
  const isConfirmed =
    manualConfirmation !== null && !manualConfirmation.confirmed && attempt.state !== 'succeeded'
  const known = { ...attempt, manualConfirmation, refunded }
  return withoutRefunded(read, known, paymentEntry(known, isConfirmed))
}

/** Whether a reference or receipt of a network belongs to one of our orders, of any day and account. */
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
