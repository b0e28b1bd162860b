// What the simulator stores about one payment request, and how it answers status checks.
import type { AttemptState, Method, Outcome } from './attempt.ts'
import type { PayoutOutcome } from './payout.ts'
import { readPhone } from './phone.ts'

export type SimulationOutcome = 'pending' | 'completed' | 'failed' | 'expired' | 'reversed' | 'unknown'

export interface Simulation {
  readonly networkReference: string
  readonly accountId: string
  readonly payee: string // the shop's name as the customer's handset shows it
  readonly method: Method | 'payout'
  readonly amount: number // whole shillings
  readonly phone: string | null
  readonly token: string
  readonly outcome: SimulationOutcome
  readonly readyAt: number // the outcome is visible from this time on
  readonly paidAmount: number | null
  readonly provider: string | null
  readonly failureReason: string | null
  readonly createdAt: number
  readonly expiresAt: number
}

/** How long a number with a fixed outcome takes to answer. */
export const autoAnswerMs = 2_000

/** Failure reasons by the last three digits of a phone number. */
const failureReasons: Readonly<Record<string, string>> = {
  '019': 'payer_limit_reached',
  '029': 'payer_not_found',
  '039': 'payment_not_approved',
  '049': 'insufficient_balance',
  '069': 'unspecified_failure',
  '089': 'recipient_not_found',
  '099': 'wallet_limit_reached',
  '109': 'recipient_limit_reached',
  '119': 'unspecified_failure',
}

/**
 * Returns the outcome that the last three digits of a phone number decide: 789 pays, 129 never answers, and
 * those of `failureReasons` fail. With any other number the order stays pending until a person decides.
 */
export function outcomeOfPhone(phone: string | null): { outcome: SimulationOutcome; reason: string | null } {
  const ending = phone?.slice(-3) ?? ''
  if (ending === '789') return { outcome: 'completed', reason: null }
  if (ending === '129') return { outcome: 'unknown', reason: null }
  const reason = failureReasons[ending]
  return reason ? { outcome: 'failed', reason } : { outcome: 'pending', reason: null }
}

/** Whether the network has not yet given a final outcome of an attempt in this state. */
export const isOpen = (state: AttemptState): boolean =>
  state === 'planned' || state === 'sent' || state === 'unknown'

/**
 * Whether an answer of the network still changes an attempt in this state: an open one always, a failed one
 * by a late payment, and a cancelled one by any outcome but `unknown`.
 */
export const acceptsOutcome = (state: AttemptState, outcome: SimulationOutcome): boolean =>
  isOpen(state) ||
  (state === 'failed' && outcome === 'completed') ||
  (state === 'cancelled' && outcome !== 'unknown')

/** Returns the receipt number that the simulated network gives. */
const receiptOf = ({ networkReference }: Simulation) => `SIM${networkReference.slice(-12)}`

/** Returns the simulator's answer to a status check of a payment at `now`. */
export function simulateOutcome(simulation: Simulation, now: number): Outcome {
  const visibleOutcome = now >= simulation.readyAt ? simulation.outcome : 'pending'
  switch (visibleOutcome) {
    case 'completed': {
      const provider = simulation.provider ?? readPhone(simulation.phone ?? '')?.provider ?? 'mpesa'
      return {
        kind: 'completed',
        amount: simulation.paidAmount ?? simulation.amount,
        ...(simulation.method === 'card' ? {} : { payer: { provider } }),
        receipt: receiptOf(simulation),
      }
    }
    case 'failed':
      return { kind: 'failed', reason: simulation.failureReason ?? 'payment_not_approved' }
    case 'expired':
      return { kind: 'failed', reason: 'expired' }
    case 'reversed':
      return { kind: 'failed', reason: 'reversed' }
    case 'unknown':
      return { kind: 'unknown' }
    case 'pending':
      return simulation.outcome === 'pending' && now >= simulation.expiresAt
        ? { kind: 'failed', reason: 'expired' }
        : { kind: 'pending' }
  }
}

/** Returns the simulator's answer to a status check of a payout at `now`. */
export function simulatePayout(simulation: Simulation, now: number): PayoutOutcome {
  const visibleOutcome = now >= simulation.readyAt ? simulation.outcome : 'pending'
  const externalReference = receiptOf(simulation)
  switch (visibleOutcome) {
    case 'completed':
      return { kind: 'completed', externalReference }
    case 'failed':
    case 'expired':
      return { kind: 'failed', reason: simulation.failureReason ?? 'unspecified_failure' }
    case 'reversed':
      return { kind: 'reversed', reason: simulation.failureReason ?? 'recipient_returned' }
    case 'unknown':
      return { kind: 'unknown' }
    case 'pending':
      return { kind: 'pending', externalReference }
  }
}
