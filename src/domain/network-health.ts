// The payment methods that recently failed because of their network, over all payments of an account. A
// failure counts only for a short time, because only a new attempt shows whether the network works again.
import type { Payment } from './payment.ts'

export const networkMethods = ['qr', 'push'] as const
export type NetworkMethod = (typeof networkMethods)[number]
/** When each method last failed because of its network, milliseconds since 1970. */
export type NetworkHealth = Readonly<Partial<Record<NetworkMethod, number>>>

/** How long after a failure its method counts as down. */
export const failureShownMs = 120_000

/** Returns the payment method whose health a payment shows; undefined for a card, which has no health. */
function methodOfPayment({ type }: Pick<Payment, 'type'>): NetworkMethod | undefined {
  if (type === 'mobile') return 'push'
  return type === 'dynamic-qr' ? 'qr' : undefined
}

/** Returns the health after a network could not be reached for a payment; unchanged for a card. */
export function afterNetworkFailure(
  health: NetworkHealth,
  payment: Pick<Payment, 'type'>,
  now: number,
): NetworkHealth {
  const method = methodOfPayment(payment)
  return method ? { ...health, [method]: now } : health
}

/**
 * Returns the health after a payment has changed. A network that completed the payment, or failed it for
 * another reason than being unavailable, is reachable.
 */
export function afterPaymentChange(
  health: NetworkHealth,
  payment: Pick<Payment, 'type' | 'status' | 'failureReason' | 'manualConfirmation'>,
  now: number,
): NetworkHealth {
  const { status, failureReason, manualConfirmation } = payment
  if (status === 'failed' && failureReason === 'network_unavailable')
    return afterNetworkFailure(health, payment, now)
  const method = methodOfPayment(payment)
  const isConfirmedByNetwork = manualConfirmation === null || manualConfirmation.confirmed
  const isReachable = status === 'failed' || (status === 'completed' && isConfirmedByNetwork)
  if (!method || !isReachable) return health
  const { [method]: _, ...withoutMethod } = health
  return withoutMethod
}

/** Returns the methods whose network failed less than `failureShownMs` ago. */
export const downMethods = (health: NetworkHealth, now: number): NetworkMethod[] =>
  networkMethods.filter(method => {
    const failedAt = health[method]
    return failedAt !== undefined && now - failedAt < failureShownMs
  })
