// The payment methods that recently failed because of their network, over all payments of an account. A
// failure counts only for a short time, because only a new attempt shows whether the network works again.
import type { Payment } from './payment.ts'

export const networkMethods = ['qr', 'push'] as const
export type NetworkMethod = (typeof networkMethods)[number]
/** When each method last failed because of its network, milliseconds. */
export type NetworkHealth = Readonly<Partial<Record<NetworkMethod, number>>>

export const failureShownMs = 120_000

const methodOfPayment = ({ type }: Pick<Payment, 'type'>): NetworkMethod | undefined =>
  type === 'mobile' ? 'push' : type === 'dynamic-qr' ? 'qr' : undefined

/** The health after a network could not be reached for a payment. */
export function afterNetworkFailure(
  health: NetworkHealth,
  payment: Pick<Payment, 'type'>,
  now: number,
): NetworkHealth {
  const way = methodOfPayment(payment)
  return way ? { ...health, [way]: now } : health
}

/**
 * The health after a payment has changed. A network that answers yes, or answers no for its own reason, is
 * reachable.
 */
export function afterPaymentChange(
  health: NetworkHealth,
  payment: Pick<Payment, 'type' | 'status' | 'failureReason' | 'manualConfirmation'>,
  now: number,
): NetworkHealth {
  const { status, failureReason, manualConfirmation } = payment
  if (status === 'failed' && failureReason === 'network_unavailable')
    return afterNetworkFailure(health, payment, now)
  const way = methodOfPayment(payment)
  const isThere =
    status === 'failed' ||
    (status === 'completed' && (manualConfirmation === null || manualConfirmation.confirmed))
  if (!way || !isThere) return health
  const { [way]: _, ...rest } = health
  return rest
}

/** The methods that do not work now. */
export const downMethods = (health: NetworkHealth, now: number): NetworkMethod[] =>
  networkMethods.filter(way => {
    const wayHealth = health[way]
    return wayHealth !== undefined && now - wayHealth < failureShownMs
  })
