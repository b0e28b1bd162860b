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
 * Returns what a connection's network has recorded of a day: from its list if it has one, and from its
 * answers about single orders.
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
  const references = listed.map(({ reference }) => reference).filter(reference => reference !== null)
  const listedNames = new Set(references.map(nameOf))
  const unlisted = own.filter(order => !listedNames.has(nameOf(order.reference)) && mustBeAskedAbout(order))
  return askAboutOrders(appliance, connection, unlisted, listed)
}

/**
 * Returns whether to ask about an order that the network's list lacks. A list contains every paid order, so a
 * payment needs no question if it ended unpaid here too, or was refunded completely.
 */
const mustBeAskedAbout = ({ kind, state, amount, refundCompleted = 0 }: OwnEntry): boolean =>
  kind !== 'payment' || (state !== 'not_paid' && refundCompleted < amount)

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

/** Returns the entry of paid money in a network's list. */
const seenEntry = ({ reference, receipt, amount, orderedAt, paidAt }: SeenMoney): NetworkEntry => ({
  reference: reference ?? null,
  receipt: receipt ?? null,
  amount,
  state: 'paid',
  at: orderedAt ?? paidAt ?? null,
})

const waitFor = ({ world }: Appliance, ms: number) =>
  new Promise<void>(resolve => world.clock.after(ms, resolve))

/**
 * Asks the network about single orders, until several orders in a row got no answer. Orders that got no
 * answer in an earlier run come last, so that they do not stop the questions about the others.
 * @param unlisted the orders to ask about
 * @param listed the entries of the network's list, which the statement contains too
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
  for (const order of sortForAsking(unlisted, unansweredOrders)) {
    const isAsked = silentInARow < silenceMax
    const answer = isAsked ? await askAbout(appliance, connection, order) : 'unanswered'
    if (isAsked) rememberAnswer(unansweredOrders, order, answer !== 'unanswered')
    if (answer === 'unanswered') unanswered.add(order.reference)
    else if (answer) entries.push(answer)
    // A refund does not count, because some networks cannot be asked about a partial one.
    if (order.refundOf === undefined) silentInARow = answer === 'unanswered' ? silentInARow + 1 : 0
  }
  const isComplete = unlisted.every(
    ({ reference, refundOf }) => refundOf !== undefined || !unanswered.has(reference),
  )
  return { kind: 'said', entries, unanswered, isComplete, isMoneyOnly: false }
}

/** Sorts orders for asking. Orders that got no answer before come last, the one asked longest ago first. */
function sortForAsking(
  orders: readonly OwnEntry[],
  unansweredOrders: ReadonlySet<string>,
): readonly OwnEntry[] {
  const ranks = new Map([...unansweredOrders].map((reference, rank) => [reference, rank]))
  const rankOf = ({ reference }: OwnEntry) => ranks.get(reference) ?? -1
  return orders.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Remembers an order without an answer (the oldest is dropped at the limit), or forgets an answered one. */
function rememberAnswer(unansweredOrders: Set<string>, { reference }: OwnEntry, isAnswered: boolean): void {
  unansweredOrders.delete(reference)
  if (!isAnswered) unansweredOrders.add(reference)
  const [oldest] = unansweredOrders
  if (unansweredOrders.size > rememberedMax && oldest !== undefined) unansweredOrders.delete(oldest)
}

/**
 * Asks a network about one order. If the network's rate limit allows no request now, it waits and asks again.
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
      const paymentReceipt = 'receipt' in answer ? answer.receipt : undefined
      const payoutReceipt = 'externalReference' in answer ? answer.externalReference : undefined
      const amount = 'amount' in answer ? answer.amount : null
      return { ...entry, amount, receipt: paymentReceipt ?? payoutReceipt ?? null, state: 'paid' }
    }
    case 'pending':
      return { ...entry, state: 'open' }
    default: {
      const isReversed = answer.kind === 'reversed' || ('reason' in answer && answer.reason === 'reversed')
      return { ...entry, state: 'not_paid', ...(isReversed ? { isReversed } : {}) }
    }
  }
}

/** Makes the statement of a till number from its payment SMS, because no network lists its money. */
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
    const paidAttempt = attempts.find(({ state }) => state === 'succeeded')
    entries.push({
      reference: paidAttempt?.networkReference ?? null,
      receipt: transactionId ?? id,
      amount,
      state: 'paid',
      at: paidAt ?? receivedAt,
    })
  }
  return { kind: 'said', entries, unanswered: new Set(), isComplete: true, isMoneyOnly: true }
}
