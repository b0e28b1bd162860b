// Who wants to hear of a payment's changes or an account's events, and what wakes the job loop. In memory:
// told only after a commit.
import type { Delivery } from '../domain/delivery.ts'
import type { Payment } from '../domain/payment.ts'

type Listener = (payment: Payment) => void
/** Without a delivery there are new events to read; with one, that delivery is being sent again. */
type EventListener = (resent: Delivery | undefined) => void

export interface Notifier {
  /** Hears every committed change of one payment; answers the way to stop. */
  onPayment(paymentId: string, listener: Listener): () => void
  publishPayment(payment: Payment): void
  /** Hears that an account has new events; answers the way to stop. */
  onEvents(accountId: string, listener: EventListener): () => void
  publishEvents(accountId: string, resent?: Delivery): void
  /** Hears that a till shows something else, or that its displays changed; answers the way to stop. */
  onTill(tillId: string, listener: () => void): () => void
  publishTill(tillId: string): void
  /** Calls `wake` whenever a job was put that is due by `dueAt`. */
  onJob(wake: (dueAt: number) => void): void
  publishJob(dueAt: number): void
}

/** Listeners by what they listen to. */
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
    tell(name: string, value: T): void {
      for (const listener of sets.get(name) ?? []) listener(value)
    },
  }
}

export function newNotifier(): Notifier {
  const payments = newListeners<Payment>()
  const events = newListeners<Delivery | undefined>()
  const tills = newListeners<undefined>()
  let wake: (dueAt: number) => void = () => {}
  return {
    onPayment: payments.add,
    publishPayment: payment => payments.tell(payment.id, payment),
    onEvents: events.add,
    publishEvents: events.tell,
    onTill: tills.add,
    publishTill: tillId => tills.tell(tillId, undefined),
    onJob(call) {
      wake = call
    },
    publishJob: dueAt => wake(dueAt),
  }
}
