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

/** Requests the login and, where this browser was logged in before, the person and their home page. */
export function prefetch(): BootState {
  const account = storedTextOf('kaunta.console.account')
  const home = account === undefined ? undefined : homeAccountOf(account)
  const requests = [beginRequest('/api/auth/get-session')]
  if (account !== undefined) requests.push(beginRequest('/api/v1/me'))
  if (home !== undefined) requests.push(beginRequest('/api/v1/overview', home))
  return { account, home, requests }
}

/**
 * Returns the account whose home page opens first: the account that the address names, else the last one.
 * Undefined for any other page, and when this account's home page was not shown in this browser before.
 */
function homeAccountOf(account: string): string | undefined {
  const query = new URLSearchParams(location.search)
  if (!/^\/admin\/?$/.test(location.pathname) || query.has('day') || query.has('period')) return undefined
  const pageAccount = query.get('account') ?? account
  return pageAccount === storedTextOf('kaunta.console.home') ? pageAccount : undefined
}

/** A request without an answer is aborted after this time. */
const timeoutMs = 12_000

/** Sends a GET request. An empty account means that the request is about the person alone. */
function beginRequest(path: string, account = ''): PrefetchedRequest {
  const headers: HeadersInit = account === '' ? {} : { 'kaunta-account': account }
  const timeout = new AbortController() // old browsers lack AbortSignal.timeout, and polyfills load later
  setTimeout(() => timeout.abort(), timeoutMs)
  const answer = fetch(path, { headers, signal: timeout.signal })
  answer.catch(() => {}) // the code that takes it handles the error
  return { path, account, answer, sent: Date.now() }
}

/** Returns a text that kit/storage.ts stored; undefined when there is none or storage is refused. */
function storedTextOf(key: string): string | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
