// What an answer of a network is worth. That it does not know a reference is no answer while the request may
// still be on its way, and a no is not heard when the network has said yes since it was asked.

/** How a status check was made. */
export interface Asking {
  /** The order's age when the network was asked. */
  readonly ageMs: number
  /** Until this age an order may be on its way. */
  readonly arrivesMs: number
  /** A call that sends the order had not ended when the network was asked. */
  readonly isBeingSent: boolean
  /** The network has said before that it has the order. */
  readonly isKnown: boolean
}

/** The network does not know the reference. */
export interface Absent {
  readonly kind: 'absent'
}

/** Certainly nothing reached the network: no connection, or it did not let us in. */
export const unsent = { kind: 'failed', reason: 'network_unavailable', unsent: true } as const

const unknown = { kind: 'unknown' } as const
const notFound = { kind: 'failed', reason: 'not_found' } as const

/** The answer, with `absent` decided on: a no once nothing can arrive any more, unknown before. */
export function outcomeOf<Answer extends { readonly kind: string }>(
  answer: Answer,
  { ageMs, arrivesMs, isBeingSent, isKnown }: Asking,
): Clear<Answer> | typeof unknown | typeof notFound {
  if (answer.kind !== 'absent') return answer as Clear<Answer>
  return isBeingSent || isKnown || ageMs < arrivesMs ? unknown : notFound
}

type Clear<Answer> = Exclude<Answer, Absent>

/**
 * A no that was asked for before the last recorded yes.
 * @param yesCountThen how often the network had said yes when it was asked
 */
export const isStale = (
  { kind }: { readonly kind: string },
  { yesCount }: { readonly yesCount: number },
  yesCountThen: number,
): boolean => kind === 'failed' && yesCount > yesCountThen
