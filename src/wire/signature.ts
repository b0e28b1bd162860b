// How webhooks are signed and how a receiver checks it.
// The key's whole text is the secret, `whsec_` included; each try is signed afresh with the time of that try.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { assert } from '../domain/fault.ts'

/** Receivers refuse a stamp further than this from their own clock (specification, Limits). */
export const freshSeconds = 300

/** A new signing key from 32 random bytes. */
export function newSigningKey(random32: Uint8Array): string {
  assert(random32.length === 32, 'a signing key takes 32 random bytes')
  return `whsec_${Buffer.from(random32).toString('base64')}`
}

/** The `X-Webhook-Signature` of these exact body bytes at `timestampSeconds`: 64 lower-case hex digits. */
export const signWebhook = (key: string, timestampSeconds: number, body: string): string =>
  createHmac('sha256', key).update(`${timestampSeconds}.${body}`).digest('hex')

/** Whether a webhook is ours and fresh. Compares in constant time; a stamp that is no number is never fresh. */
export function verifyWebhook(
  key: string,
  timestampSeconds: number,
  body: string,
  signature: string,
  nowSeconds: number,
): boolean {
  const expected = Buffer.from(signWebhook(key, timestampSeconds, body))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && Math.abs(nowSeconds - timestampSeconds) <= freshSeconds
}
