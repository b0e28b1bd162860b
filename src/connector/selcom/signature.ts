// How requests to Selcom are signed: an HMAC over the time and every field, in the order of the body. Selcom
// refuses a body whose fields are in another order than they were signed.
import { createHmac } from 'node:crypto'

/** The fields of a body or of a query, in order. Dotted names are flat: `billing.city`. */
export type SelcomFields = Readonly<Record<string, string | number>>

/** East Africa Time, which has no summer time. */
const eastAfricaMs = 3 * 3_600_000

/** Returns a time in Selcom's format: without milliseconds, at `+03:00`. @param now ms since 1970 */
export const selcomTime = (now: number): string =>
  `${new Date(now + eastAfricaMs).toISOString().slice(0, 19)}+03:00`

/** Returns Selcom's day of a time, such as 2026-11-21. */
export const selcomDay = (now: number): string => selcomTime(now).slice(0, 10)

/** Returns the day after one of Selcom's days. */
export const nextSelcomDay = (day: string): string => selcomDay(Date.parse(`${day}T24:00:00+03:00`))

/** Returns the signature of a request: base64 of HMAC-SHA256 over the raw values, without URL encoding. */
export function selcomDigest(secret: string, timestamp: string, fields: SelcomFields): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  const signedText = [`timestamp=${timestamp}`, ...pairs].join('&')
  return createHmac('sha256', secret).update(signedText).digest('base64')
}

/** Returns the headers that sign a request made now. */
export function signHeaders(
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
  fields: SelcomFields,
  now: number,
): Record<string, string> {
  const timestamp = selcomTime(now)
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: `SELCOM ${Buffer.from(apiKey).toString('base64')}`,
    'digest-method': 'HS256',
    digest: selcomDigest(apiSecret, timestamp, fields),
    timestamp,
    'signed-fields': Object.keys(fields).join(','),
  }
}
