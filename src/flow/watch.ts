// Who wants to hear of a payment's changes, and what wakes the job loop. In memory: told only after a commit.
import type { Payment } from '../domain/payment.ts'

type Listener = (payment: Payment) => void

export interface Watch {
  /** Hears every committed change of one payment; answers the way to stop. */
  payment(paymentId: string, listener: Listener): () => void
  tell(payment: Payment): void
  /** Calls `wake` whenever a job was put that is due by `dueAt`. */
  jobs(wake: (dueAt: number) => void): void
  due(dueAt: number): void
}

export function newWatch(): Watch {
  const listeners = new Map<string, Set<Listener>>()
  let wake: (dueAt: number) => void = () => {}
  return {
    payment(paymentId, listener) {
      const set = listeners.get(paymentId) ?? new Set()
      listeners.set(paymentId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(paymentId)
      }
    },
    tell(payment) {
      for (const listener of listeners.get(payment.id) ?? []) listener(payment)
    },
    jobs(call) {
      wake = call
    },
    due: dueAt => wake(dueAt),
  }
}
