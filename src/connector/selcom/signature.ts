// How requests to Selcom are signed: an HMAC over the time and every field, in the order of the body. Selcom
// refuses a body whose fields are in another order than they were signed.
import { createHmac } from 'node:crypto'

/** The fields of a body or of a query, in order. Dotted names are flat: `billing.city`. */
export type SelcomFields = Readonly<Record<string, string | number>>

/** East Africa Time, which has no summer time. */
const eastAfricaMs = 3 * 3_600_000

/** A time in Selcom's format: without milliseconds, at `+03:00`. */
export const selcomTime = (now: number): string =>
  `${new Date(now + eastAfricaMs).toISOString().slice(0, 19)}+03:00`

/** Selcom's day of a time. */
export const selcomDay = (now: number): string => selcomTime(now).slice(0, 10)

export const nextSelcomDay = (day: string): string => selcomDay(Date.parse(`${day}T24:00:00+03:00`))

/** Base64 of HMAC-SHA256 over the raw values, without URL encoding. */
export const selcomDigest = (secret: string, timestamp: string, fields: SelcomFields): string =>
  createHmac('sha256', secret)
    .update(
      Object.entries(fields).reduce(
        (text, [name, value]) => `${text}&${name}=${value}`,
        `timestamp=${timestamp}`,
      ),
    )
    .digest('base64')

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
