// Which ways to pay a network just failed to serve, as the box hears of it from all tills of an account. It is forgotten after a while:
// only trying tells whether the network is back.
import type { Payment } from './payment.ts'

export const ways = ['qr', 'push'] as const
export type Way = (typeof ways)[number]
/** When each way last failed because of its network, milliseconds. */
export type Weather = Readonly<Partial<Record<Way, number>>>

export const rememberMs = 120_000

const wayOf = ({ type }: Pick<Payment, 'type'>): Way | undefined =>
  type === 'mobile' ? 'push' : type === 'dynamic-qr' ? 'qr' : undefined

/** After a network could not be reached for a payment. */
export function afterTrouble(weather: Weather, payment: Pick<Payment, 'type'>, now: number): Weather {
  const way = wayOf(payment)
  return way ? { ...weather, [way]: now } : weather
}

/** After a payment has changed: a network that says yes, or no for a reason of its own, is there. */
export function afterPayment(
  weather: Weather,
  payment: Pick<Payment, 'type' | 'status' | 'failureReason' | 'byHand'>,
  now: number,
): Weather {
  const { status, failureReason, byHand } = payment
  if (status === 'failed' && failureReason === 'network_unavailable') return afterTrouble(weather, payment, now)
  const way = wayOf(payment)
  const isThere = status === 'failed' || (status === 'completed' && (byHand === null || byHand.confirmed))
  if (!way || !isThere) return weather
  const { [way]: _, ...rest } = weather
  return rest
}

/** The ways that do not work now, as far as is known. */
export const downWays = (weather: Weather, now: number): Way[] =>
  ways.filter(way => {
    const at = weather[way]
    return at !== undefined && now - at < rememberMs
  })
