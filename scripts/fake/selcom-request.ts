// How the fake Selcom reads a request: its signature, its fields and their order, and the envelope of its
// answer. Codes as in the vendor's documentation.
import { selcomDigest } from '../../src/connector/selcom/signature.ts'
import type { FakeAnswer } from './fake.ts'

export interface SelcomCredentials {
  readonly vendor: string
  readonly api_key: string
  readonly api_secret: string
  readonly pin: string
}

/** One request, its body or query as fields in their order. */
export interface FakeRequest {
  readonly method: string
  readonly path: string // the path after `/v1`
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly fields: ReadonlyMap<string, string | number>
}

/** Codes of the envelope that this fake answers with. */
const resultOf: Readonly<Record<string, string>> = {
  '000': 'SUCCESS',
  '111': 'INPROGRESS',
  '927': 'INPROGRESS',
  '999': 'AMBIGUOUS',
}

let references = 289_000_000

/** Returns the envelope of an answer; a code that is not listed is a failure. */
export function envelope(code: string, message: string, data: readonly object[] = [], more: object = {}) {
  const reference = String(++references)
  return {
    status: 200,
    body: { reference, ...more, resultcode: code, result: resultOf[code] ?? 'FAIL', message, data },
  } satisfies FakeAnswer
}

/** An answer with an HTTP status of refusal. */
const rejectionAnswer = (status: number, message: string): FakeAnswer => ({
  ...envelope(String(status), message),
  status,
})

/** The answer to a caller whose address is not listed. Selcom's real text is not documented. */
export const addressNotListed = (): FakeAnswer => rejectionAnswer(403, 'Access denied')
/** The answer to a request of a product that is off. */
export const notEnabled = (): FakeAnswer =>
  rejectionAnswer(403, '4035: this service is not enabled for the vendor')

/**
 * Checks key, timestamp and signature of a request. Returns the answer that rejects it; undefined if it is
 * right. `credentials` are undefined when they were revoked.
 */
export function refusal(
  { headers, fields }: FakeRequest,
  credentials: SelcomCredentials | undefined,
  isTimely: (time: number) => boolean,
): FakeAnswer | undefined {
  const key = credentials && Buffer.from(credentials.api_key).toString('base64')
  if (!credentials || headers.authorization !== `SELCOM ${key}`)
    return rejectionAnswer(401, 'Invalid API key')
  const timestamp = headers.timestamp ?? ''
  // The official Python client writes the zone without a colon.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:?00$/.test(timestamp))
    return rejectionAnswer(401, 'Invalid timestamp')
  if (!isTimely(Date.parse(timestamp.replace(/\+03:?00$/, '+03:00'))))
    return rejectionAnswer(401, 'Timestamp expired')
  const names = [...fields.keys()].join(',')
  if (headers['signed-fields'] !== names)
    return rejectionAnswer(401, 'The signed fields are not those of the request')
  const digest = selcomDigest(credentials.api_secret, timestamp, Object.fromEntries(fields))
  if (headers['digest-method'] !== 'HS256' || headers.digest !== digest)
    return rejectionAnswer(401, 'Invalid digest')
  return undefined
}

/** Returns the answer to a request without one of these fields; undefined if it has them all. */
export function missingField({ fields }: FakeRequest, ...names: readonly string[]): FakeAnswer | undefined {
  const missing = names.find(name => (fields.get(name) ?? '') === '')
  return missing === undefined ? undefined : envelope('412', `Missing parameter ${missing}`)
}

/** A field as a text; empty when it is missing. */
export const textOf = ({ fields }: FakeRequest, name: string): string => String(fields.get(name) ?? '')

/** The amount in whole shillings; NaN for anything else. */
export const amountOf = (request: FakeRequest): number =>
  /^[1-9]\d{0,11}$/.test(textOf(request, 'amount')) ? Number(textOf(request, 'amount')) : Number.NaN

/** Whether a text is a Tanzanian mobile number in Selcom's format. */
export const isMsisdn = (text: string): boolean => /^255[67]\d{8}$/.test(text)
