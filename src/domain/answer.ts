// Which answers of a network count. If a network does not know a reference while the request may still be on
// its way, that is no answer. A "no" does not count if the network answered "yes" after we requested that
// "no".

/** How a status check was made. */
export interface Asking {
  readonly ageMs: number // the order's age when the network was asked
  readonly arrivesMs: number // an order younger than this may still be on its way
  /** A call that sends the order was still running when the network was asked. */
  readonly isBeingSent: boolean
  readonly isKnown: boolean // the network has confirmed before that it has the order
}

/** The network does not know the reference. */
export interface Absent {
  readonly kind: 'absent'
}

/** Nothing reached the network: there was no connection, or it rejected our credentials. */
export const unsent = { kind: 'failed', reason: 'network_unavailable', unsent: true } as const

const unknown = { kind: 'unknown' } as const
const notFound = { kind: 'failed', reason: 'not_found' } as const

/**
 * Returns an answer as an outcome. `absent` becomes a "no" once the order can no longer arrive, and unknown
 * before that or if the network had the order before.
 */
export function outcomeOf<Answer extends { readonly kind: string }>(
  answer: Answer,
  { ageMs, arrivesMs, isBeingSent, isKnown }: Asking,
): WithoutAbsent<Answer> | typeof unknown | typeof notFound {
  if (answer.kind !== 'absent') return answer as WithoutAbsent<Answer>
  return isBeingSent || isKnown || ageMs < arrivesMs ? unknown : notFound
}

type WithoutAbsent<Answer> = Exclude<Answer, Absent>

/**
 * Whether a "no" was requested before the last recorded "yes".
 * @param yesCountThen the count of "yes" when the network was asked
 */
export const isStale = (
  { kind }: { readonly kind: string },
  { yesCount }: { readonly yesCount: number },
  yesCountThen: number,
): boolean => kind === 'failed' && yesCount > yesCountThen
