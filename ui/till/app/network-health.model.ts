// Which ways to pay a network just failed to serve. The till says so before the next amount is typed, and
// forgets it after a while: only trying tells whether the network is back.
import type { ApiResult } from '../../kit/api.ts'
import type { CreatePayment, Payment } from '../../kit/payment.ts'

export type NetworkMethod = 'qr' | 'push'
/** When each way last failed because of its network, milliseconds. */
export type NetworkHealth = Readonly<Partial<Record<NetworkMethod, number>>>

export const failureShownMs = 120_000

export const methodOfPayment = ({ payment_type }: Pick<CreatePayment, 'payment_type'>): NetworkMethod =>
  payment_type === 'mobile' ? 'push' : 'qr'

const withWay = (weather: NetworkHealth, way: NetworkMethod, at: number | undefined): NetworkHealth => {
  const { [way]: _, ...rest } = weather
  return at === undefined ? rest : { ...rest, [way]: at }
}

/** What an answer to a create request says of its network. */
export function afterAnswer(
  weather: NetworkHealth,
  way: NetworkMethod,
  answer: ApiResult<Payment>,
  now: number,
): NetworkHealth {
  if (answer.ok) return afterNews(weather, answer.value, now)
  const { apiError } = answer
  return apiError.kind === 'refused' && apiError.errorCode === 'network_unavailable'
    ? withWay(weather, way, now)
    : weather
}

/** What a payment's news say of it. */
export function afterNews(weather: NetworkHealth, payment: Payment, now: number): NetworkHealth {
  if (payment.payment_type === 'card') return weather
  const way = payment.payment_type === 'mobile' ? 'push' : 'qr'
  if (payment.status === 'completed') return withWay(weather, way, undefined)
  if (payment.status !== 'failed') return weather
  return payment.failure_reason === 'network_unavailable'
    ? withWay(weather, way, now)
    : withWay(weather, way, undefined)
}

/** What the box says, from all sales of the account: it takes the place of what this till met. */
export const reportedBy = (
  weather: NetworkHealth,
  down: readonly NetworkMethod[],
  now: number,
): NetworkHealth =>
  down.length === 0 && Object.keys(weather).length === 0
    ? weather
    : Object.fromEntries(down.map(way => [way, now]))

/** The ways that do not work now, as far as is known. */
export const downMethods = (weather: NetworkHealth, now: number): NetworkMethod[] =>
  (['qr', 'push'] as const).filter(way => {
    const at = weather[way]
    return at !== undefined && now - at < failureShownMs
  })
