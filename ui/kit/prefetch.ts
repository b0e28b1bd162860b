// Requests that a page sends before the code that reads their responses is loaded, so that a slow tablet
// loads both in parallel. An equal request a moment later gets the response of the first.

export interface PrefetchedRequest {
  /** With what follows the question mark. */
  readonly path: string
  /** The account it is for, where each has its own. */
  readonly account: string
  readonly answer: Promise<Response>
  /** This device's clock when the request left. */
  readonly sent: number
}

const prefetched = new Map<string, PrefetchedRequest>()
/** An older response may be out of date. */
const maxAgeMs = 5_000

const cacheKeyOf = (path: string, account: string) => `${account} ${path}`

/** Called by the page that sent them. */
export function storePrefetched(all: readonly PrefetchedRequest[]): void {
  for (const prefetchedRequest of all)
    prefetched.set(cacheKeyOf(prefetchedRequest.path, prefetchedRequest.account), prefetchedRequest)
}

/** The response to a prefetched request; each is taken once only. */
export function takePrefetched(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): PrefetchedRequest | undefined {
  if (prefetched.size === 0 || (init?.method ?? 'GET') !== 'GET' || input instanceof Request) return undefined
  const { pathname, search } = new URL(input, location.origin)
  const name = cacheKeyOf(pathname + search, new Headers(init?.headers).get('kaunta-account') ?? '')
  const prefetchedRequest = prefetched.get(name)
  prefetched.delete(name)
  return prefetchedRequest && Date.now() - prefetchedRequest.sent < maxAgeMs ? prefetchedRequest : undefined
}
