// Who waits for a payment: open streams of tills and displays, payment pages, and programs that read its
// status. While someone waits, its network is asked more often.

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
/** Programs ask at least every half minute. */
const programMs = 35_000

/** Returns whether no stream is open and the time of the last reader is over. */
const hasEnded = ({ streams, until }: PaymentWatch, elapsed: number) => streams === 0 && until <= elapsed

/** Returns whether someone waits for a payment. */
export function isWatched({ watches, watchedElsewhere, world }: Appliance, paymentId: string): boolean {
  const elapsed = world.clock.elapsed()
  return [watches, watchedElsewhere].some(watchesOfNodes => {
    const watch = watchesOfNodes.get(paymentId)
    return watch !== undefined && !hasEnded(watch, elapsed)
  })
}

/** Returns how many payments over a connection someone waits for, on all nodes. */
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

/** Removes the payments that no screen or program waits for any more. */
function dropEnded({ world }: Appliance, watches: Map<string, PaymentWatch>): void {
  for (const [id, watch] of watches) if (hasEnded(watch, world.clock.elapsed())) watches.delete(id)
}

/** Returns the watched payments of this node, as lines for the other nodes. */
export function watchNotes(appliance: Appliance): string[] {
  dropEnded(appliance, appliance.watches)
  // Without this, only a node that runs status checks would remove them.
  dropEnded(appliance, appliance.watchedElsewhere)
  return [...appliance.watches].map(([id, { connections }]) => `watched ${id} ${connections.join(',')}`)
}

/** Records a payment for which screens of another node wait. @param connections ids, separated by commas */
export function putWatch({ watchedElsewhere, world }: Appliance, id: string, connections: string): void {
  const until = world.clock.elapsed() + pageMs
  watchedElsewhere.set(id, { streams: 0, until, connections: connections.split(',') })
}

/**
 * Subscribes to a payment's changes. As long as someone is subscribed, Kaunta checks the payment with its
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

/** Records that a page asks for a payment's status. */
export const seenOnPage = (appliance: Appliance, paymentId: string): void =>
  extendWatch(appliance, paymentId, pageMs)

/** Watches a payment for at least this long from now, milliseconds. */
function extendWatch(appliance: Appliance, paymentId: string, ms: number): void {
  const watch = beginWatch(appliance, paymentId)
  watch.until = Math.max(watch.until, appliance.world.clock.elapsed() + ms)
}

/** Records that a program has read a pending payment, and therefore waits for it. */
export function readByProgram(
  appliance: Appliance,
  account: Pick<Account, 'id' | 'mode'>,
  { id, status }: Pick<Payment, 'id' | 'status'>,
): void {
  if (status === 'pending' && appliance.connections.connectionsOf(account).some(canBeAsked))
    extendWatch(appliance, id, programMs)
}

/**
 * Returns the watch of a payment. If it has none, it gets one, and its next status check is brought forward.
 */
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

/** Returns whether the connection's network can be asked about an order. */
const canBeAsked = (connection: Connection | undefined): boolean =>
  connection?.reach === 'network' && connection.check !== undefined

/** Moves the status checks of the payment's open attempts forward. */
async function checkSoon(appliance: Appliance, paymentId: string, watch: PaymentWatch): Promise<void> {
  const { connections, notifier, store, world } = appliance
  const attempts = (await listOpenAttempts(store.read, paymentId)).filter(
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
