// One call to Selcom: signed, sent once, and read as yes, no or unknown. order.ts and payout.ts decide what
// it means for an order or a payout.
import type { Clock, Net, NetAnswer } from '../../world.ts'
import type { Budget } from '../budget.ts'
import { answerMax, newListReader, readMaxMs, readWithRepeats } from '../read.ts'
import { type SelcomFields, signHeaders } from './signature.ts'

/** The merchant's credentials from Selcom. */
interface SelcomCredentials {
  readonly vendor: string
  readonly api_key: string
  readonly api_secret: string
  readonly pin: string // of the float account; for payouts and the balance
}

/** Selcom's reply to one request. */
export type SelcomReply =
  /** It accepted the request. */
  | {
      readonly kind: 'yes'
      readonly data: SelcomData // the first object of the answer, empty if it has none
      readonly all: readonly SelcomData[] // all objects of the answer
      readonly reference: string
    }
  | { readonly kind: 'in progress'; readonly reference: string }
  /** Selcom read the request and did nothing. `transid` is empty when the reply names no transaction. */
  | { readonly kind: 'no'; readonly code: string; readonly message: string; readonly transid: string }
  /** Selcom rejected the key, signature, product or address. Nothing was done. */
  | { readonly kind: 'not let in'; readonly status: number; readonly message: string }
  /** Nothing was sent. */
  | { readonly kind: 'unsent'; readonly error: string }
  /** The answer is longer than is read. */
  | { readonly kind: 'too long' }
  | { readonly kind: 'unknown' }

export type SelcomData = Readonly<Record<string, unknown>>

export interface SelcomClient {
  readonly credentials: SelcomCredentials
  readonly callbackUrl: string // the address for Selcom's callbacks
  /** Sends one request; never throws. A GET that hangs is repeated. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, fields: SelcomFields): Promise<SelcomReply>
  /** The orders of one of Selcom's days, for waiting checks or a statement; never throws. */
  listOrders(day: string, purpose: 'checks' | 'statement'): Promise<SelcomReply>
}

export interface SelcomParts {
  readonly net: Net
  readonly now: () => number
  readonly after: Clock['after']
  readonly budget: Budget // the budget of reads about orders; a repeat counts
  readonly credentials: SelcomCredentials
  readonly baseUrl: string // includes `/v1`, without a trailing slash
  readonly callbackUrl: string
}

/**
 * The time limit of calls that move money: longer than Selcom's own switch waits for a wallet (45 s at one
 * integrator).
 */
export const selcomCallMs = 50_000

/** The time limit of a statement: the list of a busy day is long, and no status check waits for it. */
const statementMs = 45_000

/** Signs and sends requests to Selcom. Only reads are repeated, because others may move money. */
export function newSelcomClient(parts: SelcomParts): SelcomClient {
  const { net, now, after, budget, credentials, baseUrl, callbackUrl } = parts
  const keys = { apiKey: credentials.api_key, apiSecret: credentials.api_secret }
  const readList = newListReader(after)
  const mayRepeat = () => budget.take('check')
  const isSecure = baseUrl.startsWith('https:')
  const mayReach = (address: string) =>
    isSecure || isLoopback(address) || 'plain http is for a network on this machine only'
  /** Sends a read-only request, whose answer may have at most `bodyMax` bytes. */
  const get = (path: string, fields: SelcomFields, timeoutMs: number, bodyMax: number) =>
    net.request({
      method: 'GET',
      url: `${baseUrl}${path}?${queryOf(fields)}`,
      headers: signHeaders(keys, fields, now()),
      body: '',
      isRepeatable: true,
      timeoutMs,
      bodyMax,
      mayReach,
    })
  return {
    credentials,
    callbackUrl,
    async call(method, path, fields) {
      if (method === 'GET') {
        const sendOnce = (timeoutMs: number) => get(path, fields, timeoutMs, answerMax.order)
        const answer = await readWithRepeats(after, sendOnce, mayRepeat)
        return readReply(answer)
      }
      const isPost = method === 'POST'
      const answer = await net.request({
        method,
        url: isPost ? baseUrl + path : `${baseUrl}${path}?${queryOf(fields)}`,
        headers: signHeaders(keys, fields, now()),
        body: isPost ? JSON.stringify(fields) : '',
        timeoutMs: isPost ? selcomCallMs : readMaxMs,
        bodyMax: answerMax.order,
        mayReach,
      })
      return readReply(answer)
    },
    async listOrders(day, purpose) {
      const fields = { fromdate: day, todate: day }
      const sendOnce = (timeoutMs: number) => get('/checkout/list-orders', fields, timeoutMs, answerMax.list)
      const isForChecks = purpose === 'checks'
      const answer = await (isForChecks ? readList(sendOnce, mayRepeat) : sendOnce(statementMs))
      return readReply(answer)
    },
  }
}

/** Returns these fields as an encoded URL query. Their signature covers the values without encoding. */
const queryOf = (fields: SelcomFields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')

const isLoopback = (address: string) => /^127\.|^::1$/.test(address)
const unknown = { kind: 'unknown' } as const

/** Selcom's result codes. All others mean "no", except those about the credentials (401, 403). */
const successCode = '000'
const ambiguousCode = '999'
const inProgressCodes: readonly string[] = ['111', '927']

/** Reads Selcom's answer to a request. An unreadable body or an ambiguous result code is `unknown`. */
export function readReply(answer: NetAnswer): SelcomReply {
  if (answer.kind === 'refused' || answer.kind === 'unreachable' || answer.kind === 'offline')
    return { kind: 'unsent', error: answer.error }
  if (answer.kind === 'too_long') return { kind: 'too long' }
  if (answer.kind !== 'answered' || answer.status >= 500) return unknown
  const envelope = envelopeOf(answer.body)
  const message = text(envelope?.message)
  if (answer.status === 401 || answer.status === 403)
    return { kind: 'not let in', status: answer.status, message }
  const code = text(envelope?.resultcode)
  const reference = text(envelope?.reference)
  if (!envelope || code === '' || code === ambiguousCode) return unknown
  if (inProgressCodes.includes(code)) return { kind: 'in progress', reference }
  if (code === '401' || code === '403') return { kind: 'not let in', status: Number(code), message }
  if (code !== successCode) return { kind: 'no', code, message, transid: text(envelope.transid) }
  // A "yes" counts only with a success status.
  if (answer.status >= 300) return unknown
  const all = Array.isArray(envelope.data) ? envelope.data.filter(isObject) : []
  return { kind: 'yes', data: all[0] ?? {}, all, reference }
}

/** Returns the JSON object of a body; undefined for anything else. */
function envelopeOf(body: string): SelcomData | undefined {
  try {
    const json: unknown = JSON.parse(body)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is SelcomData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a text or number as trimmed text, because Selcom writes numbers in both ways; empty for others. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

/** Reads an amount in whole shillings, such as 5000 or `5000.00`; undefined for anything else. */
export function shillings(value: unknown): number | undefined {
  const [, digits] = /^(\d{1,12})(?:\.0+)?$/.exec(text(value)) ?? []
  return digits === undefined ? undefined : Number(digits)
}
