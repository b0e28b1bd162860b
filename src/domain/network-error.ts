// The error in the last answer of a payment network, so that a person knows where to look for the cause.

export const networkErrorKinds = [
  'unreachable',
  'silent',
  'credentials',
  'busy',
  'declined',
  'broken',
] as const

/**
 * `unreachable`: not connected. `silent`: it did not answer. `credentials`: it does not accept them. `busy`:
 * it limits requests. `declined`: it refused a request. `broken`: it had an internal error.
 */
export interface NetworkError {
  readonly at: number
  readonly kind: (typeof networkErrorKinds)[number]
  readonly text: string
}

/** Returns the kind of error that an HTTP status of 400 or above means. */
export function errorKindOf(status: number): NetworkError['kind'] {
  if (status === 401 || status === 403) return 'credentials'
  if (status === 429) return 'busy'
  return status < 500 ? 'declined' : 'broken'
}
