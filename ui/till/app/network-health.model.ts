// Which ways to pay a network just failed to serve. The till says so before the next amount is typed, and forgets it after a while:
// only trying tells whether the network is back.
import type { Answer } from '../../kit/api.ts'
import type { Order, Payment } from '../../kit/payment.ts'

export type Way = 'qr' | 'push'
/** When each way last failed because of its network, milliseconds. */
export type Weather = Readonly<Partial<Record<Way, number>>>

export const rememberMs = 120_000

export const wayOf = ({ payment_type }: Pick<Order, 'payment_type'>): Way => (payment_type === 'mobile' ? 'push' : 'qr')

const withWay = (weather: Weather, way: Way, at: number | undefined): Weather => {
  const { [way]: _, ...rest } = weather
  return at === undefined ? rest : { ...rest, [way]: at }
}

/** What an answer to a create request says of its network. */
export function afterAnswer(weather: Weather, way: Way, answer: Answer<Payment>, now: number): Weather {
  if (answer.ok) return afterNews(weather, answer.value, now)
  const { trouble } = answer
  return trouble.kind === 'refused' && trouble.errorCode === 'network_unavailable' ? withWay(weather, way, now) : weather
}

/** What a payment's news say of it. */
export function afterNews(weather: Weather, payment: Payment, now: number): Weather {
  if (payment.payment_type === 'card') return weather
  const way = payment.payment_type === 'mobile' ? 'push' : 'qr'
  if (payment.status === 'completed') return withWay(weather, way, undefined)
  if (payment.status !== 'failed') return weather
  return payment.failure_reason === 'network_unavailable' ? withWay(weather, way, now) : withWay(weather, way, undefined)
}

/** What the box says, from all sales of the account: it takes the place of what this till met. */
export const toldBy = (weather: Weather, down: readonly Way[], now: number): Weather =>
  down.length === 0 && Object.keys(weather).length === 0 ? weather : Object.fromEntries(down.map(way => [way, now]))

/** The ways that do not work now, as far as is known. */
export const downOf = (weather: Weather, now: number): Way[] =>
  (['qr', 'push'] as const).filter(way => {
    const at = weather[way]
    return at !== undefined && now - at < rememberMs
  })
