// Which payment methods failed lately because of their network. The till warns before the next amount is
// typed, and forgets it after a while: only a new try shows whether the network is back.
import type { ApiResult } from '../../kit/api.ts'
import type { CreatePayment, Payment } from '../../kit/payment.ts'

export type NetworkMethod = 'qr' | 'push'
/** When each method last failed because of its network, milliseconds. */
export type NetworkHealth = Readonly<Partial<Record<NetworkMethod, number>>>

export const failureShownMs = 120_000

export const methodOfPayment = ({ payment_type }: Pick<CreatePayment, 'payment_type'>): NetworkMethod =>
  payment_type === 'mobile' ? 'push' : 'qr'

const withFailure = (health: NetworkHealth, method: NetworkMethod, at: number | undefined): NetworkHealth => {
  const { [method]: _, ...rest } = health
  return at === undefined ? rest : { ...rest, [method]: at }
}

/** After the answer to a create request. */
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

/** After an update of a payment. */
export function healthAfterPayment(health: NetworkHealth, payment: Payment, now: number): NetworkHealth {
  if (payment.payment_type === 'card') return health
  const method = methodOfPayment({ payment_type: payment.payment_type })
  if (payment.status === 'completed') return withFailure(health, method, undefined)
  if (payment.status !== 'failed') return health
  return payment.failure_reason === 'network_unavailable'
    ? withFailure(health, method, now)
    : withFailure(health, method, undefined)
}

/** The server's report on all sales of the account replaces what this till knew. */
export const healthFromReport = (
  health: NetworkHealth,
  down: readonly NetworkMethod[],
  now: number,
): NetworkHealth =>
  down.length === 0 && Object.keys(health).length === 0
    ? health
    : Object.fromEntries(down.map(method => [method, now]))

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

/** The networks whose sales by some methods pause while they fail. */
export const pausedNetworks = (circuits: readonly TillCircuit[]): readonly PausedNetwork[] =>
  [...new Set(circuits.map(({ title }) => title))].flatMap(title => {
    const ways = circuits.filter(circuit => circuit.title === title).map(({ way }) => methodOfWay[way])
    const methods = ways.filter(method => method !== undefined)
    return methods.length > 0 ? [{ title, methods }] : []
  })

/** The methods that do not work now, as far as is known. */
export const downMethods = (health: NetworkHealth, now: number): NetworkMethod[] =>
  (['qr', 'push'] as const).filter(method => {
    const methodHealth = health[method]
    return methodHealth !== undefined && now - methodHealth < failureShownMs
  })
