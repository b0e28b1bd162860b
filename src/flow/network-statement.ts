// A network's statement of a day. It comes from the network's list if it has one, from the messages of a till
// number, and from its answers about single orders. This file records no outcome.

import type {
  CollectAnswer,
  Connection,
  NetworkConnection,
  PayoutAnswer,
  SeenMoney,
} from '../connector/connector.ts'
import type { Span } from '../domain/day.ts'
import { type NetworkEntry, nameOf, type OwnEntry } from '../domain/money-entry.ts'
import { findAttemptByReference, listAttempts } from '../store/attempt.ts'
import { findPayoutByReference } from '../store/payout.ts'
import { listSmsOfDay } from '../store/reconciliation-day.ts'
import type { Appliance } from './appliance.ts'
import { askStatus } from './attempt-check.ts'
import { ageMsOf, callNetwork } from './network-call.ts'
import { askPayoutStatus } from './payout-check.ts'

/** A network's statement; `silent` when its list could not be read. */
type NetworkStatement =
  | {
      readonly kind: 'said'
      readonly entries: readonly NetworkEntry[]
      readonly unanswered: ReadonlySet<string> // our references about which the network did not answer
      readonly isComplete: boolean // whether it answered about every order that it can be asked about
      readonly isMoneyOnly: boolean // whether it lists only money that was paid, as in `compareSides`
    }
  | { readonly kind: 'silent' }

/** The most pages of a network's list for one day. */
const pagesMax = 1_000
/** The most SMS of a till number that one day's statement reads. */
const smsMax = 10_000
/** After this many consecutive orders without an answer, the network is not asked about the others. */
const silenceMax = 3
/** The most orders without an answer that are remembered, so that the next run asks about them last. */
const rememberedMax = 10_000
/** A phone may forward its messages up to three days late. */
const forwardedLateMs = 3 * 86_400_000

/**
 * Returns what a connection's network has recorded of a day.
 * @param own our entries of that day
 * @returns `silent` when the network's list could not be read
 */
export async function statementOf(
  appliance: Appliance,
  accountId: string,
  connection: Connection,
  span: Span,
  own: readonly OwnEntry[],
): Promise<NetworkStatement> {
  if (connection.tillNumber) return smsStatement(appliance, accountId, connection.id, span)
  if (connection.reach === 'local' || !connection.list) return askAboutOrders(appliance, connection, own, [])
  const listed = await readList(appliance, connection, connection.list, span)
  // Without a list of the day, ask about each of our orders.
  if (listed === 'too long') return askAboutOrders(appliance, connection, own, [])
  if (!listed) return { kind: 'silent' }
  const names = new Set(listed.flatMap(({ reference }) => (reference === null ? [] : [nameOf(reference)])))
  // A list contains every paid order. Do not ask about a payment that it lacks if the payment ended unpaid
  // here too, or was refunded completely.
  const unlisted = own.filter(
    ({ kind, reference, state, amount, refundCompleted = 0 }) =>
      !names.has(nameOf(reference)) &&
      (kind !== 'payment' || (state !== 'not_paid' && refundCompleted < amount)),
  )
  return askAboutOrders(appliance, connection, unlisted, listed)
}

/**
 * Reads all pages of a network's list of a day, each receipt once.
 * @returns undefined when a page could not be read or the pages do not end, `too long` when the network
 * cannot list the whole day
 */
async function readList(
  appliance: Appliance,
  connection: NetworkConnection,
  list: NonNullable<NetworkConnection['list']>,
  { from, to }: Span,
): Promise<NetworkEntry[] | 'too long' | undefined> {
  const entries: NetworkEntry[] = []
  // New sales shift the pages of a list that begins with the newest order, so a receipt may appear twice.
  const receipts = new Set<string>()
  let cursor: string | undefined // of the next page; undefined for the first
  for (let page = 0; page < pagesMax; page++) {
    // The network's `until` is inclusive, and `to` is the first moment of the next day.
    const answer = await callNetwork(appliance, connection, signal => list(from, cursor, signal, to - 1))
    if (answer === 'too long') return answer
    if ('kind' in answer) return undefined // the call failed
    const isNew = ({ receipt }: SeenMoney) => receipt === undefined || !receipts.has(receipt)
    const newMoney = answer.seen.filter(seenMoney => seenMoney.proof === 'network' && isNew(seenMoney))
    for (const { receipt } of newMoney) if (receipt !== undefined) receipts.add(receipt)
    entries.push(...newMoney.map(seenEntry))
    cursor = answer.next
    if (cursor === undefined) return entries
    if (answer.waitMs !== undefined) await waitFor(appliance, answer.waitMs)
  }
  return undefined
}

/** Returns the entry of money that the network's list shows. */
const seenEntry = ({ reference, receipt, amount, orderedAt, paidAt }: SeenMoney): NetworkEntry => ({
  reference: reference ?? null,
  receipt: receipt ?? null,
  amount,
  state: 'paid',
  at: orderedAt ?? paidAt ?? null,
})

/** Resolves after this time. */
const waitFor = ({ world }: Appliance, ms: number) =>
  new Promise<void>(resolve => world.clock.after(ms, resolve))

/**
 * Asks about each order that the list lacks, until several orders in a row got no answer. Orders that got no
 * answer in an earlier run come last, so that they do not stop the questions about the others.
 */
async function askAboutOrders(
  appliance: Appliance,
  connection: Connection,
  unlisted: readonly OwnEntry[],
  listed: readonly NetworkEntry[],
): Promise<NetworkStatement> {
  const { unansweredOrders } = appliance
  const entries = [...listed]
  const unanswered = new Set<string>()
  let silentInARow = 0
  for (const own of sortForAsking(unlisted, unansweredOrders)) {
    const isAsked = silentInARow < silenceMax
    const answer = isAsked ? await askAbout(appliance, connection, own) : 'unanswered'
    if (isAsked) rememberAnswer(unansweredOrders, own, answer !== 'unanswered')
    if (answer === 'unanswered') unanswered.add(own.reference)
    else if (answer) entries.push(answer)
    // A refund does not count, because some networks cannot be asked about a partial one.
    if (own.refundOf === undefined) silentInARow = answer === 'unanswered' ? silentInARow + 1 : 0
  }
  const isComplete = unlisted.every(
    ({ reference, refundOf }) => refundOf !== undefined || !unanswered.has(reference),
  )
  return { kind: 'said', entries, unanswered, isComplete, isMoneyOnly: false }
}

/** Sorts orders for the questions. Those without an answer come last, the one asked longest ago first. */
function sortForAsking(
  orders: readonly OwnEntry[],
  unansweredOrders: ReadonlySet<string>,
): readonly OwnEntry[] {
  const ranks = new Map([...unansweredOrders].map((reference, rank) => [reference, rank]))
  const rankOf = ({ reference }: OwnEntry) => ranks.get(reference) ?? -1
  return orders.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Remembers which orders got no answer; beyond the limit, the oldest is forgotten. */
function rememberAnswer(unansweredOrders: Set<string>, { reference }: OwnEntry, isAnswered: boolean): void {
  unansweredOrders.delete(reference)
  if (!isAnswered) unansweredOrders.add(reference)
  const [oldest] = unansweredOrders
  if (unansweredOrders.size > rememberedMax && oldest !== undefined) unansweredOrders.delete(oldest)
}

/**
 * Asks a network about one order. If the network accepts no request now, it waits and asks again.
 * @returns the network's entry; undefined when it does not know the order, `unanswered` when its answer is
 * missing or unclear
 */
export async function askAbout(
  appliance: Appliance,
  connection: Connection,
  { kind, reference }: Pick<OwnEntry, 'kind' | 'reference'>,
): Promise<NetworkEntry | 'unanswered' | undefined> {
  const { read } = appliance.store
  const find = kind === 'payment' ? findAttemptByReference : findPayoutByReference
  const order = await find(read, reference)
  if (!order) return 'unanswered'
  const answer =
    'plannedOrder' in order
      ? await askStatus(appliance, connection, order)
      : await askPayoutStatus(appliance, connection, order)
  if ('isUnasked' in answer && answer.isUnasked) {
    const { now } = appliance.world.clock
    await waitFor(appliance, Math.max(1_000, (answer.nextCheckAt ?? 0) - now()))
    return askAbout(appliance, connection, { kind, reference })
  }
  // A network may not know a young order yet.
  const isYoung = ageMsOf(appliance, order) < connection.facts.times.arrivesMs
  // An order whose push was never sent still needs that step, so it is pending.
  if (answer.kind === 'step') return entryOf(reference, { kind: 'pending' })
  if (answer.kind === 'unknown' || (answer.kind === 'absent' && isYoung)) return 'unanswered'
  return answer.kind === 'absent' ? undefined : entryOf(reference, answer)
}

/** Returns the entry that a network's answer about an order means. */
function entryOf(reference: string, answer: CollectAnswer | PayoutAnswer): NetworkEntry {
  const entry = { reference, receipt: null, amount: null, at: null }
  switch (answer.kind) {
    case 'completed': {
      const receipt = 'receipt' in answer ? answer.receipt : undefined
      const number = 'externalReference' in answer ? answer.externalReference : undefined
      const amount = 'amount' in answer ? answer.amount : null
      return { ...entry, amount, receipt: receipt ?? number ?? null, state: 'paid' }
    }
    case 'pending':
      return { ...entry, state: 'open' }
    default: {
      const isReversed = answer.kind === 'reversed' || ('reason' in answer && answer.reason === 'reversed')
      return { ...entry, state: 'not_paid', ...(isReversed ? { isReversed } : {}) }
    }
  }
}

/** Makes a statement from the payment SMS of a till number, whose money no network lists. */
async function smsStatement(
  { store: { read } }: Appliance,
  accountId: string,
  connection: string,
  { from, to }: Span,
): Promise<NetworkStatement> {
  const messages = await listSmsOfDay(read, {
    accountId,
    connection,
    from,
    to: to + forwardedLateMs,
    limit: smsMax,
  })
  const entries: NetworkEntry[] = []
  for (const { id, transactionId, amount, paymentId, paidAt, receivedAt } of messages) {
    const attempts = paymentId === null ? [] : await listAttempts(read, paymentId)
    const paid = attempts.find(({ state }) => state === 'succeeded')
    entries.push({
      reference: paid?.networkReference ?? null,
      receipt: transactionId ?? id,
      amount,
      state: 'paid',
      at: paidAt ?? receivedAt,
    })
  }
  return { kind: 'said', entries, unanswered: new Set(), isComplete: true, isMoneyOnly: true }
}
