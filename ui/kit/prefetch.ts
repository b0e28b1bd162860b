// Questions that a page asked the box before the code was there that reads the answers: on a slow tablet both
// then come at the same time. Whoever asks the same a moment later takes the answer that is on its way.

export interface Prefetched {
  /** With what follows the question mark. */
  readonly path: string
  /** Whose answer it is, where the box has one for each account. */
  readonly account: string
  readonly answer: Promise<Response>
  /** This device's clock when the question left. */
  readonly sent: number
}

const waiting = new Map<string, Prefetched>()
/** An older answer may no longer be true. */
const freshMs = 5_000

const nameOf = (path: string, account: string) => `${account} ${path}`

/** Said once, by the page that asked. */
export function keepPrefetched(all: readonly Prefetched[]): void {
  for (const early of all) waiting.set(nameOf(early.path, early.account), early)
}

/** The answer to a question that was asked early, once. */
export function takePrefetched(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Prefetched | undefined {
  if (waiting.size === 0 || (init?.method ?? 'GET') !== 'GET' || input instanceof Request) return undefined
  const { pathname, search } = new URL(input, location.origin)
  const name = nameOf(pathname + search, new Headers(init?.headers).get('kaunta-account') ?? '')
  const early = waiting.get(name)
  waiting.delete(name)
  return early && Date.now() - early.sent < freshMs ? early : undefined
}
