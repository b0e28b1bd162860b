// One call to the other server: sent once, within the budget, and read as yes, no or unknown. payment.ts and
// payout.ts decide what it means for a payment or a payout.
import type { SendPolicy } from '../../domain/address.ts'
import { mayRelayTo, relayHeader } from '../../domain/relay.ts'
import type { Clock, Net, NetAnswer } from '../../world.ts'
import { type Budget, newBudget } from '../budget.ts'
import { answerMax, newListReader, readWithRepeats } from '../read.ts'

/** The other server's reply to one request. */
export type RelayReply =
  | {
      readonly kind: 'yes'
      readonly data: RelayData
      readonly at: number // by the server's clock; NaN when the reply has no time
    }
  /** No such object exists. */
  | { readonly kind: 'absent' }
  /** The server read the request and did nothing. */
  | { readonly kind: 'no'; readonly reason: string }
  /** The server rejected the key or its rights. Nothing was done. */
  | { readonly kind: 'not let in'; readonly status: number }
  /** We sent too many requests. Nothing was done. */
  | { readonly kind: 'busy' }
  /** Nothing was sent. */
  | { readonly kind: 'unsent'; readonly isRefused: boolean }
  /** The answer is not from this API. */
  | { readonly kind: 'unreadable' }
  /** The answer is longer than is read. */
  | { readonly kind: 'too long' }
  | { readonly kind: 'unknown' }

export type RelayData = Readonly<Record<string, unknown>>

export interface RelayRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string // the path after `/v1`
  readonly body?: string
  readonly key?: string // the Idempotency-Key of an order
  /** A page of a list, which is longer than other answers; for waiting checks, or for a statement. */
  readonly list?: 'checks' | 'statement'
}

export interface RelayClient {
  readonly budget: Budget
  /** Sends one request; never throws. A GET that hangs is repeated. */
  send(request: RelayRequest): Promise<RelayReply>
}

export interface RelayParts {
  readonly net: Net
  readonly elapsed: () => number
  readonly after: Clock['after']
  readonly baseUrl: string // without `/v1` and a trailing slash
  readonly apiKey: string
  readonly policy: SendPolicy // where it may send
}

/** The sum is the 60 requests in any minute that the other server allows one key (specification, Limits). */
const limit = { perMinute: 40, atOnce: 20, keptForOrders: 8 }

/** The time limit of calls that move money: as long as published clients of this API wait. */
export const relayCallMs = 30_000
/** The time limit of a page of a list that no check waits for. */
const statementMs = 25_000
/** The pause when the other server names none: the length of the window in which it counts requests. */
const usualStopMs = 60_000
/** The longest pause, even if the other server names a longer one, because no sale is possible in a pause. */
const stopMaxMs = 300_000
/** A larger number of seconds in an answer is not a pause. */
const namedSecondsMax = 3_600

/** Returns a client that speaks to the other server within its rate limit. */
export function newRelayClient({ net, elapsed, after, baseUrl, apiKey, policy }: RelayParts): RelayClient {
  const budget = newBudget(elapsed, limit)
  const readList = newListReader(after)
  const mayRepeat = () => budget.take('check')
  const isSecure = baseUrl.startsWith('https:')
  const host = URL.parse(baseUrl)?.hostname ?? ''
  return {
    budget,
    async send({ method, path, body = '', key, list }) {
      if (!budget.take(key ? 'order' : 'check')) return { kind: 'busy' }
      const sendOnce = (timeoutMs: number) =>
        net.request({
          method,
          url: `${baseUrl}/v1${path}`,
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${apiKey}`,
            [relayHeader]: '1',
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
          },
          body,
          isRepeatable: method === 'GET',
          timeoutMs,
          bodyMax: list === undefined ? answerMax.order : answerMax.list,
          mayReach: (address, port) => mayRelayTo(address, port, { ...policy, host, isSecure }),
        })
      /** Sends the request, and repeats it if it only reads. */
      const sendOrRepeat = () => {
        if (list === 'checks') return readList(sendOnce, mayRepeat)
        if (list === 'statement') return sendOnce(statementMs)
        // A request that may move money is sent once.
        return method === 'GET' ? readWithRepeats(after, sendOnce, mayRepeat) : sendOnce(relayCallMs)
      }
      const answer = await sendOrRepeat()
      const reply = readReply(answer)
      if (reply.kind === 'busy' && answer.kind === 'answered') budget.stop(stopMsOf(answer.headers))
      return reply
    },
  }
}

/** Returns how long to send nothing after a busy answer. @param headers with lower-case names */
function stopMsOf(headers: Readonly<Record<string, string>>): number {
  const namedPause = headers['retry-after'] ?? headers['x-ratelimit-reset']
  const seconds = namedPause === undefined ? Number.NaN : Number(namedPause)
  const isUsable = seconds > 0 && seconds <= namedSecondsMax // false for NaN
  return isUsable ? Math.min(seconds * 1_000, stopMaxMs) : usualStopMs
}

const unknown = { kind: 'unknown' } as const
const unreadable = { kind: 'unreadable' } as const

/**
 * Reads an answer as yes, no or unknown. Only an envelope of this API counts as a yes or no, because any
 * proxy may answer.
 */
export function readReply(answer: NetAnswer): RelayReply {
  if (answer.kind === 'refused' || answer.kind === 'unreachable' || answer.kind === 'offline')
    return { kind: 'unsent', isRefused: answer.kind === 'refused' }
  if (answer.kind === 'too_long') return { kind: 'too long' }
  if (answer.kind !== 'answered') return unknown
  const { status } = answer
  const envelope = envelopeOf(answer.body)
  // The envelope of a push has the HTTP status instead of `success` (specification, Trigger push).
  const isSuccess = status < 300 && (envelope?.status === 'success' || envelope?.status === status)
  if (envelope && isSuccess) {
    if (answer.headers['push-sent'] === 'false') return { kind: 'no', reason: 'push_too_soon' }
    if (isObject(envelope.data))
      return { kind: 'yes', data: envelope.data, at: Date.parse(answer.headers.date ?? '') }
  }
  if (status === 401 || status === 403) return { kind: 'not let in', status }
  const isError = envelope?.status === 'error'
  const isBusy = status === 429 && !(isError && concernsOneRequest(text(envelope.reason)))
  if (isBusy) return { kind: 'busy' }
  const reason = text(envelope?.reason) || text(envelope?.error_code)
  if (status >= 500) return isError && reason === 'network_unreachable' ? { kind: 'no', reason } : unknown
  if (!isError || status < 400) return unreadable
  // The key was used with another body, or its first request is still running.
  if (status === 409 || status === 422) return unknown
  return status === 404 ? { kind: 'absent' } : { kind: 'no', reason }
}

/** Whether the reason of a 429 concerns one request, such as a push to one number, instead of the key. */
const concernsOneRequest = (reason: string) => reason !== '' && reason !== 'too_many_requests'

/** Returns the JSON object of a body; undefined for anything else. */
function envelopeOf(body: string): RelayData | undefined {
  try {
    const json: unknown = JSON.parse(body)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is RelayData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a field of an answer as trimmed text; empty when it is not a text. */
export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Returns the whole shillings of an amount of the API, `{ value: 5000 }`; undefined if it is invalid. */
export const shillings = (amount: unknown): number | undefined =>
  isObject(amount) && Number.isSafeInteger(amount.value) ? Number(amount.value) : undefined
