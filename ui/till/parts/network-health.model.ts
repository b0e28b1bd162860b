// Which payment methods failed lately because of their network. The till warns before the next amount is
// typed, and forgets it after a while: only a new try shows whether the network is back.
import type { ApiResult } from '../../kit/api.ts'
import type { CreatePayment, Payment } from '../../kit/payment.ts'

export type NetworkMethod = 'qr' | 'push'
/** When each method last failed because of its network, milliseconds. */
export type NetworkHealth = Readonly<Partial<Record<NetworkMethod, number>>>

/** How long a failure is shown as an outage. */
export const failureShownMs = 120_000

/** Returns the method whose network collects such a payment. */
export const methodOfPayment = ({ payment_type }: Pick<CreatePayment, 'payment_type'>): NetworkMethod =>
  payment_type === 'mobile' ? 'push' : 'qr'

/** Returns the health with the time of a method's last failure, or without any failure of that method. */
const withFailure = (health: NetworkHealth, method: NetworkMethod, failedAt?: number): NetworkHealth => {
  const { [method]: _, ...others } = health
  return failedAt === undefined ? others : { ...others, [method]: failedAt }
}

/** Returns the health after the answer to a create request. `now` is in ms. */
export function healthAfterAnswer(
  health: NetworkHealth,
  method: NetworkMethod,
  answer: ApiResult<Payment>,
  now: number,
): NetworkHealth {
  if (answer.ok) return healthAfterPayment(health, answer.value, now)
  const reason = answer.apiError.kind === 'refused' ? answer.apiError.reason : undefined
  const isNetworkDown = reason === 'network_unreachable' || reason === 'network_silent'
  return isNetworkDown ? withFailure(health, method, now) : health
}

/** Returns the health after an update of a payment: any end but a network's failure shows that it works. */
export function healthAfterPayment(health: NetworkHealth, payment: Payment, now: number): NetworkHealth {
  if (payment.payment_type === 'card') return health
  const method = methodOfPayment({ payment_type: payment.payment_type })
  if (payment.status === 'completed') return withFailure(health, method)
  if (payment.status !== 'failed') return health
  const isNetworkDown = payment.failure_reason === 'network_unavailable'
  return withFailure(health, method, isNetworkDown ? now : undefined)
}

/**
 * Returns the health by the server's report on all sales of the account, which replaces what this till knew.
 * Without any failure before and after, it is the same object, so that nothing is rendered again.
 */
export const healthFromReport = (
  health: NetworkHealth,
  down: readonly NetworkMethod[],
  now: number,
): NetworkHealth =>
  down.length === 0 && Object.keys(health).length === 0
    ? health
    : Object.fromEntries(down.map(method => [method, now]))

/** A way of collecting through a network that is paused, such as `qr`. */
export interface TillCircuit {
  /** The name of the network. */
  readonly title: string
  readonly way: string
}
export interface PausedNetwork {
  readonly title: string
  readonly methods: readonly NetworkMethod[]
}

const methodOfWay: Readonly<Record<string, NetworkMethod>> = { qr: 'qr', mobile: 'push' }

/** Returns the networks that are paused because they fail, each with its methods. */
export const pausedNetworks = (circuits: readonly TillCircuit[]): readonly PausedNetwork[] =>
  [...new Set(circuits.map(({ title }) => title))].flatMap(title => {
    const ways = circuits.filter(circuit => circuit.title === title).map(({ way }) => methodOfWay[way])
    const methods = ways.filter(method => method !== undefined)
    return methods.length > 0 ? [{ title, methods }] : []
  })

/** Returns the methods that failed lately. `now` is in ms. */
export const downMethods = (health: NetworkHealth, now: number): NetworkMethod[] =>
  (['qr', 'push'] as const).filter(method => {
    const failedAt = health[method]
    return failedAt !== undefined && now - failedAt < failureShownMs
  })
