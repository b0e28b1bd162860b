// Tracks who waits for a payment: open streams of tills and displays, payment pages, and programs that read
// its status. While someone waits, Kaunta asks the payment's network more often.

import type { Connection } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { isSettled } from '../domain/attempt.ts'
import { watchedCheckMs } from '../domain/check-pace.ts'
import type { Payment } from '../domain/payment.ts'
import { listOpenAttempts } from '../store/attempt.ts'
import { putJob } from '../store/job.ts'
import type { Appliance, PaymentWatch } from './appliance.ts'

/** A page asks every few seconds. After this long without a request, the page counts as closed. */
const pageMs = 15_000
/** A program that waits asks at least every half minute. After this long, it counts as gone. */
const programMs = 35_000

/** Returns whether no one waits any more: no stream is open, and the time of the last reader is over. */
const hasEnded = ({ streams, until }: PaymentWatch, elapsed: number) => streams === 0 && until <= elapsed

/** Returns whether someone waits for a payment, on this node or another. */
export function isWatched({ watches, watchedElsewhere, world }: Appliance, paymentId: string): boolean {
  const elapsed = world.clock.elapsed()
  const isLive = (watch: PaymentWatch | undefined) => watch !== undefined && !hasEnded(watch, elapsed)
  return isLive(watches.get(paymentId)) || isLive(watchedElsewhere.get(paymentId))
}

/** Counts the payments over a connection for which someone waits, on any node. Each payment counts once. */
export function countWatched(appliance: Appliance, connection: string): number {
  const { watches, watchedElsewhere } = appliance
  dropEnded(appliance, watches)
  dropEnded(appliance, watchedElsewhere)
  let count = 0
  for (const watch of watches.values()) if (watch.connections.includes(connection)) count++
  for (const [id, watch] of watchedElsewhere)
    if (watch.connections.includes(connection) && !watches.has(id)) count++
  return count
}

/** Removes the payments for which no one waits any more. */
function dropEnded({ world }: Appliance, watches: Map<string, PaymentWatch>): void {
  for (const [id, watch] of watches) if (hasEnded(watch, world.clock.elapsed())) watches.delete(id)
}

/** Returns a line for each payment for which someone waits on this node, to be sent to the other nodes. */
export function watchNotes(appliance: Appliance): string[] {
  dropEnded(appliance, appliance.watches)
  // Otherwise only a node that runs status checks would remove the ended watches of other nodes.
  dropEnded(appliance, appliance.watchedElsewhere)
  return [...appliance.watches].map(([id, { connections }]) => `watched ${id} ${connections.join(',')}`)
}

/** Records that someone waits for a payment on another node. @param connections ids, separated by commas */
export function putWatch({ watchedElsewhere, world }: Appliance, id: string, connections: string): void {
  const until = world.clock.elapsed() + pageMs
  watchedElsewhere.set(id, { streams: 0, until, connections: connections.split(',') })
}

/**
 * Calls `listener` for each change of a payment. While someone is subscribed, Kaunta asks the payment's
 * network more often.
 * @returns a function that unsubscribes
 */
export function watchPayment(
  appliance: Appliance,
  paymentId: string,
  listener: (payment: Payment) => void,
): () => void {
  const unsubscribe = appliance.notifier.onPayment(paymentId, listener)
  const watch = beginWatch(appliance, paymentId)
  watch.streams++
  return () => {
    unsubscribe()
    watch.streams--
  }
}

/** Records that a page has asked for a payment's status, and therefore waits for it. */
export const recordPageRead = (appliance: Appliance, paymentId: string): void =>
  extendWatch(appliance, paymentId, pageMs)

/** Makes the watch of a payment last for at least `ms` milliseconds from now. */
function extendWatch(appliance: Appliance, paymentId: string, ms: number): void {
  const watch = beginWatch(appliance, paymentId)
  watch.until = Math.max(watch.until, appliance.world.clock.elapsed() + ms)
}

/** Records that a program has read a pending payment, and so waits for it, if a network can be asked. */
export function recordProgramRead(
  appliance: Appliance,
  account: Pick<Account, 'id' | 'mode'>,
  { id, status }: Pick<Payment, 'id' | 'status'>,
): void {
  if (status === 'pending' && appliance.connections.connectionsOf(account).some(canBeAsked))
    extendWatch(appliance, id, programMs)
}

/** Returns the watch of a payment, or begins one and brings the next status check forward. */
function beginWatch(appliance: Appliance, paymentId: string): PaymentWatch {
  const { watches, world } = appliance
  const openWatch = watches.get(paymentId)
  if (openWatch && !hasEnded(openWatch, world.clock.elapsed())) return openWatch
  const watch: PaymentWatch = { streams: 0, until: 0, connections: [] }
  watches.set(paymentId, watch)
  void checkSoon(appliance, paymentId, watch).catch(error =>
    world.log('warn', 'a payment is watched and is not asked about sooner', { error: String(error) }),
  )
  return watch
}

/** Returns whether the network of a connection can be asked about an order. */
const canBeAsked = (connection: Connection | undefined): boolean =>
  connection?.reach === 'network' && connection.check !== undefined

/** Brings the status checks of open attempts forward, and stores their connections in each node's watch. */
async function checkSoon(appliance: Appliance, paymentId: string, watch: PaymentWatch): Promise<void> {
  const { connections, notifier, store, world } = appliance
  const openAttempts = await listOpenAttempts(store.read, paymentId)
  const attempts = openAttempts.filter(
    ({ connection, state }) => !isSettled(state) && canBeAsked(connections.find(connection)),
  )
  if (attempts.length === 0) return
  watch.connections = attempts.map(({ connection }) => connection)
  store.channel?.send(`watched ${paymentId} ${watch.connections.join(',')}`)
  const dueAt = world.clock.now() + watchedCheckMs
  await store.write(async tx => {
    for (const { id } of attempts) await putJob(tx, 'attempt.check', id, dueAt)
    notifier.publishJob(tx, dueAt)
  })
}
