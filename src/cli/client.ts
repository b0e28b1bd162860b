// HTTP with an API key to a running server, for the commands that need one. Errors repeat the server's
// message.
import { errorText } from '../domain/error-text.ts'
import type { eventTypes } from '../domain/event.ts'

/** HTTP, time, and output for these commands. main.ts passes the real ones. */
export interface Terminal {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Calls back once after `ms`; returns the way to cancel it. */
  readonly after: (ms: number, call: () => void) => () => void
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
  readonly print: (line: string) => void
  readonly warn: (line: string) => void
}

export interface ClientOptions {
  readonly url: string // address of the server
  readonly key: string // an API key; empty when none was given
}

export type EventName = (typeof eventTypes)[number]

/** The server could not be reached, or could not answer: another try may work. */
export class ServerUnreachable extends Error {
  override name = 'ServerUnreachable'
}

/** The command cannot be carried out; the message gives the cure. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Returns the message of an error response, or a hint if the response is not one of Kaunta. */
async function errorMessageOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  try {
    const { message } = JSON.parse(text)
    if (typeof message === 'string') return message
  } catch {
    // The answer is not an error envelope, so another program answered.
  }
  return `${response.url} answered ${response.status}: is this a Kaunta?`
}

/**
 * Sends a request with the API key, and returns the response if its status is 2xx.
 * @throws ServerUnreachable when another try may work
 * @throws CommandError when the server rejects it
 */
export async function request(
  { fetch: call }: Terminal,
  { url, key }: ClientOptions,
  path: string,
  init: RequestInit,
): Promise<Response> {
  if (key === '')
    throw new CommandError(
      'an API key is needed: give it with --key or KAUNTA_KEY; create one in the console or with POST /api/v1/keys',
    )
  if (!URL.canParse(url))
    throw new CommandError('--url must be the address of Kaunta, such as http://127.0.0.1:8080')
  const headers = { ...init.headers, authorization: `Bearer ${key}` }
  const address = new URL(path, url).href
  const response = await call(address, { ...init, headers, redirect: 'manual' }).catch(error => {
    throw new ServerUnreachable(`cannot reach Kaunta at ${url}: ${errorText(error)}`)
  })
  if (response.ok) return response
  const message = await errorMessageOf(response)
  if (response.status >= 500 || response.status === 429) throw new ServerUnreachable(message)
  throw new CommandError(message)
}
