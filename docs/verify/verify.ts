// Checks that a webhook is Kaunta's and fresh. For Bun, Node and Deno.
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * @param body the exact text of the request, before JSON.parse
 * @param headers by lower-case name, as `request.headers` of node:http or `Object.fromEntries(request.headers)` give them
 * @param secret the account's signing key, the whole text with `whsec_`
 */
export function isGenuine(
  body: string,
  headers: Readonly<Record<string, string | undefined>>,
  secret: string,
  nowSeconds: number = Date.now() / 1_000,
): boolean {
  const stamp = headers['x-webhook-timestamp'] ?? ''
  const expected = Buffer.from(createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex'))
  const isSigned = ['x-webhook-signature', 'x-webhook-signature-previous'].some(name => {
    const given = Buffer.from(headers[name] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned && Math.abs(nowSeconds - Number(stamp)) <= 300
}
