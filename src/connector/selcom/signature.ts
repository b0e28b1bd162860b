// How requests to Selcom are signed: an HMAC over the time and every field, in the order of the body. A body
// whose fields come in another order than they were signed is refused.
import { createHmac } from 'node:crypto'

/** The fields of a body or of a query, in their order. Dotted names are flat: `billing.city`. */
export type SelcomFields = Readonly<Record<string, string | number>>

/** East Africa Time, which has no summer time. */
const eastAfricaMs = 3 * 3_600_000

/** As Selcom reads it: no milliseconds, `+03:00`. */
export const selcomTime = (now: number): string =>
  `${new Date(now + eastAfricaMs).toISOString().slice(0, 19)}+03:00`

/** The day of a time, as Selcom counts them. */
export const selcomDay = (now: number): string => selcomTime(now).slice(0, 10)

export const nextSelcomDay = (day: string): string => selcomDay(Date.parse(`${day}T24:00:00+03:00`))

/** Base64 of HMAC-SHA256 over the values as they are: nothing is URL-encoded. */
export const selcomDigest = (secret: string, timestamp: string, fields: SelcomFields): string =>
  createHmac('sha256', secret)
    .update(
      Object.entries(fields).reduce(
        (text, [name, value]) => `${text}&${name}=${value}`,
        `timestamp=${timestamp}`,
      ),
    )
    .digest('base64')

/** The headers of a request with these fields. */
export function signedHeaders(
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
