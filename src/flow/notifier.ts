// Subscriptions to changes of payments and sessions, to an account's events and to a till's content, and the
// wake-up of the job loop. They exist in memory. Changes are published only after a commit, here and on the
// other nodes of the database.
import type { Delivery } from '../domain/delivery.ts'
import { roundEveryMs } from '../domain/job.ts'
import type { Payment } from '../domain/payment.ts'
import type { Session } from '../domain/session.ts'
import type { NodeChannel } from '../store/engine/node-channel.ts'
import type { Tx } from '../store/engine/statement.ts'

type Listener = (payment: Payment) => void
/** Receives the id of an event that is being resent; undefined if there are new events. */
type EventListener = (resent: string | undefined) => void
/** The transaction that a publication waits for. */
type Commit = Pick<Tx, 'afterCommit' | 'notify'>

/** Publishes committed changes to their subscribers. Each `on…` function returns one that unsubscribes. */
export interface Notifier {
  /** Called at every committed change of one payment. @returns unsubscribes */
  onPayment(paymentId: string, listener: Listener): () => void
  /** Called at every committed change of an account's payment. @returns unsubscribes */
  onPayments(accountId: string, listener: Listener): () => void
  publishPayment(tx: Commit, payment: Payment): void
  /** Called when a session of an account ended without a payment. @returns unsubscribes */
  onSessions(accountId: string, listener: (session: Session) => void): () => void
  publishSession(tx: Commit, session: Session): void
  /** Called when an account has new events. @returns unsubscribes */
  onEvents(accountId: string, listener: EventListener): () => void
  publishEvents(tx: Commit, accountId: string): void
  /** Publishes immediately that an event is resent. */
  publishResent(delivery: Delivery): void
  /** Called when a till's content or its displays changed. @returns unsubscribes */
  onTill(tillId: string, listener: () => void): () => void
  publishTill(tx: Commit, tillId: string): void
  /**
   * Called when products of a price list changed: with their ids, or null for many.
   * @returns unsubscribes
   */
  onProducts(catalogId: string, listener: (ids: readonly string[] | null) => void): () => void
  publishProducts(tx: Commit, catalogId: string, ids: readonly string[] | null): void
  /** Called when a sale of an account was parked or taken up. @returns unsubscribes */
  onParkedSales(accountId: string, listener: () => void): () => void
  publishParkedSales(tx: Commit, accountId: string): void
  /**
   * Called when publications of other nodes may have been missed.
   * @returns unsubscribes
   */
  onMissed(listener: () => void): () => void
  /** Calls `wake` when a job was put that is due by `dueAt`. */
  onJob(wake: (dueAt: number) => void): void
  publishJob(tx: Commit, dueAt: number): void
  readonly local: LocalNotifier // notifies only this node's listeners
}

/** The listeners of this node, which also receive what other nodes commit. */
interface LocalNotifier {
  hasPaymentListener(paymentId: string, accountId: string): boolean
  hasSessionListener(accountId: string): boolean
  payment(payment: Payment): void
  session(session: Session): void
  events(accountId: string, resent?: string): void
  till(tillId: string): void
  products(catalogId: string, ids: readonly string[] | null): void
  parkedSales(accountId: string): void
  job(dueAt: number): void
  missed(): void
  /** Calls the listener before a payment that this node changed is published. Only one listener is kept. */
  onOwnPayment(listener: (paymentId: string) => void): void
}

/** Returns an empty registry of listeners. Each listens to one topic, such as the id of a payment. */
function newListeners<T>() {
  const byTopic = new Map<string, Set<(value: T) => void>>()
  return {
    /** @returns a function that removes the listener */
    add(topic: string, listener: (value: T) => void): () => void {
      const listeners = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, listeners)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) byTopic.delete(topic)
      }
    },
    has: (topic: string): boolean => byTopic.has(topic),
    publish(topic: string, value: T): void {
      for (const listener of byTopic.get(topic) ?? []) listener(value)
    },
  }
}

/** Returns the lists of listeners of one node. */
const newListenerLists = () => ({
  payments: newListeners<Payment>(),
  accounts: newListeners<Payment>(),
  sessions: newListeners<Session>(),
  events: newListeners<string | undefined>(),
  tills: newListeners<undefined>(),
  products: newListeners<readonly string[] | null>(),
  parkedSales: newListeners<undefined>(),
  missed: newListeners<undefined>(),
})

/** Returns the functions that notify the listeners in these lists. */
const localOf = (lists: ReturnType<typeof newListenerLists>) => ({
  hasPaymentListener: (id: string, accountId: string) =>
    lists.payments.has(id) || lists.accounts.has(accountId),
  hasSessionListener: lists.sessions.has,
  payment(payment: Payment) {
    lists.payments.publish(payment.id, payment)
    lists.accounts.publish(payment.accountId, payment)
  },
  session: (session: Session) => lists.sessions.publish(session.accountId, session),
  events: lists.events.publish,
  till: (tillId: string) => lists.tills.publish(tillId, undefined),
  products: lists.products.publish,
  parkedSales: (accountId: string) => lists.parkedSales.publish(accountId, undefined),
  missed: () => lists.missed.publish('', undefined),
})

/** Other nodes find later jobs in their next round, without a note, even if clocks are a minute apart. */
const soonMs = 2 * roundEveryMs

/** Sends a note to the other nodes and notifies this node's listeners, both once `tx` is committed. */
function publish(tx: Commit, note: string, notifyLocal: () => void): void {
  tx.notify?.(note)
  tx.afterCommit(notifyLocal)
}

/**
 * Returns a notifier without subscribers. It publishes to this node and, over the channel, to the others.
 * @param now the clock, milliseconds
 * @param channel to the other nodes of the database, if any
 */
export function newNotifier(now: () => number, channel?: NodeChannel): Notifier {
  const lists = newListenerLists()
  let wakeJobLoop: (dueAt: number) => void = () => {}
  let callOwnPayment: (paymentId: string) => void = () => {}
  const local: LocalNotifier = {
    ...localOf(lists),
    job: dueAt => wakeJobLoop(dueAt),
    onOwnPayment(listener) {
      callOwnPayment = listener
    },
  }
  return {
    local,
    onPayment: lists.payments.add,
    onPayments: lists.accounts.add,
    publishPayment: (tx, payment) =>
      publish(tx, paymentNote(payment), () => {
        callOwnPayment(payment.id)
        local.payment(payment)
      }),
    onSessions: lists.sessions.add,
    publishSession: (tx, session) => publish(tx, sessionNote(session), () => local.session(session)),
    onEvents: lists.events.add,
    publishEvents: (tx, accountId) => publish(tx, eventsNote(accountId), () => local.events(accountId)),
    publishResent({ accountId, eventId }) {
      channel?.send(eventsNote(accountId, eventId))
      local.events(accountId, eventId)
    },
    onTill: lists.tills.add,
    publishTill: (tx, tillId) => publish(tx, tillNote(tillId), () => local.till(tillId)),
    onProducts: lists.products.add,
    publishProducts: (tx, catalogId, ids) =>
      publish(tx, productsNote(catalogId, ids), () => local.products(catalogId, ids)),
    onParkedSales: lists.parkedSales.add,
    publishParkedSales: (tx, accountId) =>
      publish(tx, parkedNote(accountId), () => local.parkedSales(accountId)),
    onMissed: listener => lists.missed.add('', listener),
    onJob(wake) {
      wakeJobLoop = wake
    },
    publishJob(tx, dueAt) {
      // Other nodes find a later job in their next round.
      if (dueAt - now() < soonMs) tx.notify?.(jobNote(dueAt))
      tx.afterCommit(() => wakeJobLoop(dueAt))
    },
  }
}

// Notes to other nodes contain only the kind and ids of a change; the nodes read the row themselves.
const paymentNote = ({ id, accountId }: Payment) => `payment ${id} ${accountId}`
const sessionNote = ({ id, accountId }: Session) => `session ${id} ${accountId}`
const eventsNote = (accountId: string, resent = '') => `events ${accountId} ${resent}`
const tillNote = (tillId: string) => `till ${tillId}`
const productsNote = (catalogId: string, ids: readonly string[] | null) =>
  `products ${catalogId} ${ids?.join(',') ?? ''}`
const parkedNote = (accountId: string) => `parked ${accountId}`
const jobNote = (dueAt: number) => `job ${dueAt}`
