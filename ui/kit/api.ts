// Typed calls to the server. Every call ends as a result: a value or an API error. Nothing is thrown.
import { treaty } from '@elysiajs/eden'
import type { App } from '../../src/http/server/app.ts'
import { type ApiError, apiErrorOf, isRecord } from './api-error.model.ts'
import { syncServerClock } from './clock.ts'
import { checkConnection, reportReachable } from './connection.ts'
import { withIdleHeader } from './idle.ts'
import { takePrefetched } from './prefetch.ts'

/** A request is given up after this time. The server waits up to 8 s for a network before it answers. */
const requestTimeoutMs = 12_000
/** Calls that read the whole data folder or write a whole price list; they take as long as the disk needs. */
const slowPaths = /\/api\/v1\/((doctor|support|backups|backups\/drill)$|products\/import\?)/
const slowTimeoutMs = 600_000

/** Returns after how many ms a request is given up. */
const timeoutOf = (input: RequestInfo | URL) => {
  const url = input instanceof Request ? input.url : String(input)
  return slowPaths.test(url) ? slowTimeoutMs : requestTimeoutMs
}

export type { ApiError, ApiRejection } from './api-error.model.ts'
export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly apiError: ApiError }

/** Requests under way whose answer may bring another login and end the current one. */
const loginChanges = new Set<Promise<unknown>>()
/** Returns whether a request may log a person in or out. */
const isLoginChange = (path: string, { method }: RequestInit) =>
  method === 'POST' && path.startsWith('/api/auth/')

/**
 * Fetches for the page. A request waits while the login changes; one that was sent just before the change and
 * was refused is sent once more.
 */
async function serverFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (typeof input === 'string' && isLoginChange(input, init)) {
    const answer = fetchOnce(input, init)
    const change = answer.catch(() => {}).finally(() => loginChanges.delete(change))
    loginChanges.add(change)
    return answer
  }
  await Promise.all(loginChanges)
  const response = await fetchOnce(input, init)
  if (response.status !== 401 || loginChanges.size === 0) return response
  // A login change began during this request, and may have ended its login.
  await Promise.all(loginChanges)
  return fetchOnce(input, init)
}

/**
 * Fetches with a time-out, or takes the prefetched response. Every response updates the server clock and the
 * connection state.
 */
async function fetchOnce(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const prefetched = takePrefetched(input, init)
  const sentAt = prefetched?.sent ?? Date.now()
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), timeoutOf(input))
  try {
    const response = await (prefetched?.answer ??
      fetch(input, { ...withIdleHeader(init), signal: control.signal }))
    syncServerClock(response, sentAt)
    reportReachable()
    return response
  } catch (error) {
    checkConnection()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The typed client of the API. Texts never become Dates, so payments stay as the server sent them. */
export const api = treaty<App>(location.origin, { parseDate: false, fetcher: serverFetch as typeof fetch })

/** The answer of Eden, before it becomes a result. */
export interface EdenResponse<T> {
  readonly data: T | null
  readonly error: unknown
  readonly status: number
  readonly response: Response
}

/** Turns the answer of a call made with `api` into a result. */
export async function resultOf<T>(call: Promise<EdenResponse<T>>): Promise<ApiResult<T>> {
  try {
    const { data, error, status, response } = await call
    if (error === null && data !== null) return { ok: true, value: data }
    if (!response) return { ok: false, apiError: { kind: 'unreachable' } }
    const body = isRecord(error) ? error.value : undefined
    return { ok: false, apiError: apiErrorOf(status, body, response.headers.get('retry-after')) }
  } catch {
    return { ok: false, apiError: { kind: 'unreachable' } }
  }
}

/** Posts to a route outside Eden's types, such as better-auth's. `headers` name the account or the key. */
export const postJson = (
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResult<unknown>> =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Puts JSON to a route outside Eden's types. */
export const putJson = (path: string, body: unknown): Promise<ApiResult<unknown>> =>
  send(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Deletes at a route outside Eden's types. */
export const sendDelete = (path: string): Promise<ApiResult<unknown>> => send(path, { method: 'DELETE' })

/** Gets JSON from a route outside Eden's types. */
export const getJson = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResult<unknown>> => send(path, { headers: { ...headers } })

/** Puts a file such as a picture, with its own type. */
export const putFile = (
  path: string,
  file: Blob,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResult<unknown>> =>
  send(path, { method: 'PUT', headers: { 'content-type': file.type, ...headers }, body: file })

/** Sends a request, and reads the answer as JSON; null for an answer that is none. */
async function send(path: string, init: RequestInit): Promise<ApiResult<unknown>> {
  try {
    const response = await serverFetch(path, init)
    const value: unknown = await response.json().catch(() => null)
    if (response.ok) return { ok: true, value }
    return { ok: false, apiError: apiErrorOf(response.status, value, response.headers.get('retry-after')) }
  } catch {
    return { ok: false, apiError: { kind: 'unreachable' } }
  }
}

/** Takes the value out of the envelope's `data`. The caller is responsible for its type `T`. */
export async function dataOf<T>(answer: Promise<ApiResult<unknown>>): Promise<ApiResult<T>> {
  const result = await answer
  return result.ok ? { ok: true, value: (result.value as { data: T }).data } : result
}
