// A person's decision about a payment whose network does not answer: it was paid, or it was not.
import type { Actor } from './actor.ts'

/** Lengths of a manual confirmation's reason and receipt number. */
export const confirmationLimits = {
  reasonMin: 3,
  reasonMax: 200,
  receiptMin: 4,
  receiptMax: 40,
} as const

/** The person who states that the payment is paid, and the network's receipt number. */
export interface ManualConfirmation {
  readonly by: Actor
  readonly name: string // the person's name at that time; empty for an API key
  readonly reason: string
  readonly receipt: string
  readonly at: number
  readonly confirmed: boolean // whether the network has confirmed it since
}

/** The failure reason of a payment that a person marked as not paid. */
export const markedNotPaid = 'marked_not_paid'

/** Whether a person, and not the network, marked a payment as not paid. A person may still change that. */
export const isMarkedNotPaid = ({
  status,
  failureReason,
}: {
  readonly status: string
  readonly failureReason: string | null
}): boolean => status === 'failed' && failureReason === markedNotPaid
