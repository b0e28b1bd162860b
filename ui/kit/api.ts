// Typed calls to the box. Every call ends as an answer or as trouble of three kinds; nothing is thrown.
import { treaty } from '@elysiajs/eden'
import type { App } from '../../src/http/app.ts'
import { learnTime } from './clock.ts'
import { checkLink, noteReached } from './link.ts'

/** The box waits up to 8 s for a network before it answers. */
const answerWithinMs = 12_000

export type Trouble =
  /** No answer came: whether the box did it is unknown. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'logged_out' }
  /** The box said no, in words that say what to do. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly errorCode: string
      readonly message: string
      readonly fields: readonly string[]
      readonly retryAfterMs: number
    }
export type Refusal = Extract<Trouble, { kind: 'refused' }>

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble }

/** The page's fetch: with a time-out, and every answer teaches the clock and the link. */
async function boxFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const sent = Date.now()
  const control = new AbortController()
  const late = setTimeout(() => control.abort(), answerWithinMs)
  try {
    const response = await fetch(input, { ...init, signal: control.signal })
    learnTime(response, sent)
    noteReached()
    return response
  } catch (error) {
    checkLink()
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** Payments stay as they were sent: no text becomes a Date on the way. */
export const api = treaty<App>(location.origin, { parseDate: false, fetcher: boxFetch as typeof fetch })

interface Replied<T> {
  readonly data: T | null
  readonly error: unknown
  readonly status: number
  readonly response: Response
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The words of an error envelope; better-auth's is of another shape. */
export function troubleOf(status: number, body: unknown, retryAfter: string | null): Trouble {
  const envelope = isRecord(body) ? body : {}
  const errorCode = String(envelope.error_code ?? envelope.code ?? '')
  if (status === 401 && errorCode === 'unauthorized') return { kind: 'logged_out' }
  const problems = Array.isArray(envelope.errors) ? envelope.errors : []
  return {
    kind: 'refused',
    status,
    errorCode,
    message: String(envelope.message ?? ''),
    fields: problems.flatMap(problem => (isRecord(problem) ? [String(problem.field)] : [])),
    retryAfterMs: Number(retryAfter ?? 0) * 1_000 || 0,
  }
}

/** Waits for a call made with `api`. */
export async function asked<T>(call: Promise<Replied<T>>): Promise<Answer<T>> {
  try {
    const { data, error, status, response } = await call
    if (error === null && data !== null) return { ok: true, value: data }
    if (!response) return { ok: false, trouble: { kind: 'unreachable' } }
    const body = isRecord(error) ? error.value : undefined
    return { ok: false, trouble: troubleOf(status, body, response.headers.get('retry-after')) }
  } catch {
    return { ok: false, trouble: { kind: 'unreachable' } }
  }
}

/** Posts to a route that Eden does not know: better-auth's own. */
export const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<unknown>> =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
export const get = (path: string): Promise<Answer<unknown>> => send(path, {})

async function send(path: string, init: RequestInit): Promise<Answer<unknown>> {
  try {
    const response = await boxFetch(path, init)
    const value: unknown = await response.json().catch(() => null)
    if (response.ok) return { ok: true, value }
    return { ok: false, trouble: troubleOf(response.status, value, response.headers.get('retry-after')) }
  } catch {
    return { ok: false, trouble: { kind: 'unreachable' } }
  }
}
