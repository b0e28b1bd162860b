// Subscriptions to changes of payments and sessions, an account's events and a till's content, and the wake-up of
// the job loop. In memory; published only after a commit.
import type { Delivery } from '../domain/delivery.ts'
import type { Payment } from '../domain/payment.ts'
import type { Session } from '../domain/session.ts'

type Listener = (payment: Payment) => void
/** Without a delivery: there are new events. With one: that delivery is being resent. */
type EventListener = (resent: Delivery | undefined) => void

export interface Notifier {
  /** Called at every committed change of one payment. @returns unsubscribes */
  onPayment(paymentId: string, listener: Listener): () => void
  /** The same of all payments of an account. @returns unsubscribes */
  onPayments(accountId: string, listener: Listener): () => void
  publishPayment(payment: Payment): void
  /** Called when a session of an account ended without a payment. @returns unsubscribes */
  onSessions(accountId: string, listener: (session: Session) => void): () => void
  publishSession(session: Session): void
  /** Called when an account has new events. @returns unsubscribes */
  onEvents(accountId: string, listener: EventListener): () => void
  publishEvents(accountId: string, resent?: Delivery): void
  /** Called when a till's content or its displays changed. @returns unsubscribes */
  onTill(tillId: string, listener: () => void): () => void
  publishTill(tillId: string): void
  /** Calls `wake` when a job was put that is due by `dueAt`. */
  onJob(wake: (dueAt: number) => void): void
  publishJob(dueAt: number): void
}

/** Listeners by key. */
function newListeners<T>() {
  const sets = new Map<string, Set<(value: T) => void>>()
  return {
    add(name: string, listener: (value: T) => void): () => void {
      const set = sets.get(name) ?? new Set()
      sets.set(name, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) sets.delete(name)
      }
    },
    publish(name: string, value: T): void {
      for (const listener of sets.get(name) ?? []) listener(value)
    },
  }
}

export function newNotifier(): Notifier {
  const payments = newListeners<Payment>()
  const accounts = newListeners<Payment>()
  const sessions = newListeners<Session>()
  const events = newListeners<Delivery | undefined>()
  const tills = newListeners<undefined>()
  let wake: (dueAt: number) => void = () => {}
  return {
    onPayment: payments.add,
    onPayments: accounts.add,
    publishPayment(payment) {
      payments.publish(payment.id, payment)
      accounts.publish(payment.accountId, payment)
    },
    onSessions: sessions.add,
    publishSession: session => sessions.publish(session.accountId, session),
    onEvents: events.add,
    publishEvents: events.publish,
    onTill: tills.add,
    publishTill: tillId => tills.publish(tillId, undefined),
    onJob(call) {
      wake = call
    },
    publishJob: dueAt => wake(dueAt),
  }
}
