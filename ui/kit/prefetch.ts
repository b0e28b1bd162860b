// Questions that a page asked the box before the code was there that reads the answers: on a slow tablet both
// then come at the same time. Whoever asks the same a moment later takes the answer that is on its way.

export interface PrefetchedRequest {
  /** With what follows the question mark. */
  readonly path: string
  /** Whose answer it is, where the box has one for each account. */
  readonly account: string
  readonly answer: Promise<Response>
  /** This device's clock when the question left. */
  readonly sent: number
}

const prefetched = new Map<string, PrefetchedRequest>()
/** An older answer may no longer be true. */
const maxAgeMs = 5_000

const cacheKeyOf = (path: string, account: string) => `${account} ${path}`

/** Said once, by the page that asked. */
export function storePrefetched(all: readonly PrefetchedRequest[]): void {
  for (const early of all) prefetched.set(cacheKeyOf(early.path, early.account), early)
}

/** The answer to a question that was asked early, once. */
export function takePrefetched(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): PrefetchedRequest | undefined {
  if (prefetched.size === 0 || (init?.method ?? 'GET') !== 'GET' || input instanceof Request) return undefined
  const { pathname, search } = new URL(input, location.origin)
  const name = cacheKeyOf(pathname + search, new Headers(init?.headers).get('kaunta-account') ?? '')
  const early = prefetched.get(name)
  prefetched.delete(name)
  return early && Date.now() - early.sent < maxAgeMs ? early : undefined
}
