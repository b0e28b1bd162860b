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
 * Converts the answer to a status check to an outcome. `absent` becomes a "no" once the order can no longer
 * arrive at the network. Before that, and if the network once had the order, the outcome is unknown. All
 * other answers stay as they are.
 */
export function outcomeOf<Answer extends { readonly kind: string }>(
  answer: Answer,
  { ageMs, arrivesMs, isBeingSent, isKnown }: Asking,
): WithoutAbsent<Answer> | typeof unknown | typeof notFound {
  if (answer.kind !== 'absent') return answer as WithoutAbsent<Answer>
  const mayStillArrive = isBeingSent || ageMs < arrivesMs
  return mayStillArrive || isKnown ? unknown : notFound
}

type WithoutAbsent<Answer> = Exclude<Answer, Absent>

/**
 * Whether an answer is a "no" to a request from before the network's last "yes", so that it must be ignored.
 * @param order `yesCount` is its number of "yes" now
 * @param yesCountThen the number of "yes" when the network was asked
 */
export const isStale = (
  { kind }: { readonly kind: string },
  { yesCount }: { readonly yesCount: number },
  yesCountThen: number,
): boolean => kind === 'failed' && yesCount > yesCountThen
