// Requests that a page sends before the code that reads their responses is loaded, so that a slow tablet
// loads both in parallel. An equal request a moment later gets the response of the first.

export interface PrefetchedRequest {
  /** Path and query. */
  readonly path: string
  /** The account of the request; empty for a request without one. */
  readonly account: string
  readonly answer: Promise<Response>
  /** This device's clock when the request left. */
  readonly sent: number
}

const prefetched = new Map<string, PrefetchedRequest>()
/** An older response may be out of date. */
const maxAgeMs = 5_000

const cacheKeyOf = (path: string, account: string) => `${account} ${path}`

/** Stores the requests that the page has already sent. */
export function storePrefetched(requests: readonly PrefetchedRequest[]): void {
  for (const request of requests) prefetched.set(cacheKeyOf(request.path, request.account), request)
}

/**
 * Returns the prefetched request that equals this one; undefined if there is none or it is too old. Each is
 * taken only once.
 */
export function takePrefetched(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): PrefetchedRequest | undefined {
  if (prefetched.size === 0 || (init?.method ?? 'GET') !== 'GET' || input instanceof Request) return undefined
  const { pathname, search } = new URL(input, location.origin)
  const key = cacheKeyOf(pathname + search, new Headers(init?.headers).get('kaunta-account') ?? '')
  const request = prefetched.get(key)
  prefetched.delete(key)
  return request && Date.now() - request.sent < maxAgeMs ? request : undefined
}
