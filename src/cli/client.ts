// A running box as its commands see it: HTTP with an API key, and refusals in the box's own words.
import type { eventTypes } from '../domain/event.ts'
import { Fault } from '../domain/fault.ts'

/** What these commands need of the world: HTTP, time, and where to print. main.ts gives the real ones. */
export interface Terminal {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Calls back once after `ms`; returns the way to cancel it. */
  readonly after: (ms: number, call: () => void) => () => void
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
  /** A line for the reader. */
  readonly print: (line: string) => void
  /** A line about what goes wrong. */
  readonly warn: (line: string) => void
}

export interface ClientOptions {
  /** Where the box is reached. */
  readonly url: string
  /** An API key; empty when none was given. */
  readonly key: string
}

export type EventName = (typeof eventTypes)[number]

/** The box could not be asked, or could not answer just now: worth another try. */
export class ServerUnreachable extends Error {
  override name = 'Unreached'
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The box's own words for a refusal. */
async function refusalOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  try {
    const { message } = JSON.parse(text)
    if (typeof message === 'string') return message
  } catch {
    // No envelope: something else answers there.
  }
  return `${response.url} answered ${response.status}: is this a Kaunta?`
}

/**
 * Asks the box and answers what it says when that is a success.
 * @throws Unreached when it may work another time @throws Fault when the box refuses
 */
export async function request(
  { fetch: call }: Terminal,
  { url, key }: ClientOptions,
  path: string,
  init: RequestInit,
): Promise<Response> {
  if (key === '')
    throw new Fault(
      'unauthorized',
      'an API key is needed: give it with --key or KAUNTA_KEY; the console or POST /api/v1/keys makes one',
    )
  if (!URL.canParse(url))
    throw new Fault('validation_error', `--url must be the box’s address, such as http://127.0.0.1:8080`)
  const headers = { ...init.headers, authorization: `Bearer ${key}` }
  const response = await call(new URL(path, url).href, { ...init, headers, redirect: 'manual' }).catch(
    error => {
      throw new ServerUnreachable(`cannot reach the box at ${url}: ${sentence(error)}`)
    },
  )
  if (response.ok) return response
  const refusal = await refusalOf(response)
  if (response.status >= 500 || response.status === 429) throw new ServerUnreachable(refusal)
  throw new Fault('forbidden', refusal)
}
