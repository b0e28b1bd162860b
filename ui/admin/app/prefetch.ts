// The console's first requests, sent before the rest of its code is loaded. Shares no code with the rest: a
// shared part would be another file to load, which costs more time than it saves.
import type { PrefetchedRequest } from '../../kit/prefetch.ts'

/** What this script read from storage and requested before the rest of the console was loaded. */
export interface BootState {
  /** The account that this browser worked on last; undefined on its first visit. */
  readonly account: string | undefined
  /** The account whose home page was requested; undefined when another page opens first. */
  readonly home: string | undefined
  /** The requests that were sent. */
  readonly requests: readonly PrefetchedRequest[]
}

/**
 * Sends the console's first requests: for the login and, if this browser was logged in before, for the person
 * and the figures of their home page.
 */
export function prefetch(): BootState {
  const account = storedTextOf('kaunta.console.account')
  const home = account === undefined ? undefined : homeAccountOf(account)
  const requests = [beginRequest('/api/auth/get-session')]
  if (account !== undefined) requests.push(beginRequest('/api/v1/me'))
  if (home !== undefined) requests.push(beginRequest('/api/v1/overview', home))
  return { account, home, requests }
}

/**
 * Returns the account whose home page opens first: the account in the address, else `lastAccount`. Returns
 * undefined if another page opens, or Home for another day or period. Returns undefined, too, if this browser
 * has never shown the home page of that account, because the person may not be allowed to see it.
 */
function homeAccountOf(lastAccount: string): string | undefined {
  const query = new URLSearchParams(location.search)
  const isHome = /^\/admin\/?$/.test(location.pathname) && !query.has('day') && !query.has('period')
  if (!isHome) return undefined
  const account = query.get('account') ?? lastAccount
  return account === storedTextOf('kaunta.console.home') ? account : undefined
}

/** A request without an answer is aborted after this time. */
const timeoutMs = 12_000

/** Sends a GET request. `account` is an id, or empty for a request that is about the person alone. */
function beginRequest(path: string, account = ''): PrefetchedRequest {
  const headers: HeadersInit = account === '' ? {} : { 'kaunta-account': account }
  const timeout = new AbortController() // old browsers lack AbortSignal.timeout, and polyfills load later
  setTimeout(() => timeout.abort(), timeoutMs)
  const answer = fetch(path, { headers, signal: timeout.signal })
  answer.catch(() => {}) // the code that uses the answer handles the error
  return { path, account, answer, sent: Date.now() }
}

/** Returns a text that kit/storage.ts stored; undefined if there is none or the browser refuses storage. */
function storedTextOf(key: string): string | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
