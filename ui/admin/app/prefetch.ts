// The console's first requests, sent before the rest of its code is loaded. Shares no code with the rest: a
// shared part would be another file to load, which costs more time than it saves.
import type { PrefetchedRequest } from '../../kit/prefetch.ts'

/** What was read and requested before the rest was loaded. */
export interface BootState {
  /** The last account. */
  readonly account: string | undefined
  /** The account whose home page was requested. */
  readonly home: string | undefined
  readonly early: readonly PrefetchedRequest[]
}

/** The last person of this browser most likely comes back: their first requests are sent at once. */
export function prefetch(): BootState {
  const account = textAt('kaunta.console.account')
  const home = account === undefined ? undefined : homeOf(account)
  const early = [beginRequest('/api/auth/get-session')]
  if (account !== undefined) early.push(beginRequest('/api/v1/me'))
  if (home !== undefined) early.push(beginRequest('/api/v1/overview', home))
  return { account, home, early }
}

/**
 * Whose first page this browser is about to draw, as far as it knows: of the account worked on last, unless
 * the address names another.
 */
function homeOf(account: string): string | undefined {
  const query = new URLSearchParams(location.search)
  if (!/^\/admin\/?$/.test(location.pathname) || query.has('day') || query.has('period')) return undefined
  const named = query.get('account') ?? account
  return named === textAt('kaunta.console.home') ? named : undefined
}

const withinMs = 12_000

function beginRequest(path: string, account = ''): PrefetchedRequest {
  const headers: HeadersInit = account === '' ? {} : { 'kaunta-account': account }
  const late = new AbortController() // AbortSignal.timeout is newer than the floor, and polyfills come later
  setTimeout(() => late.abort(), withinMs)
  const answer = fetch(path, { headers, signal: late.signal })
  answer.catch(() => {}) // the code that takes it handles the error
  return { path, account, answer, sent: Date.now() }
}

/** Reads a text that kit/storage.ts stored. */
function textAt(key: string): string | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
