// How webhooks are signed, and how receivers check the signature. Each attempt is signed with its own time,
// in two ways: X-Webhook-Signature, whose secret is the whole key including `whsec_`; and the headers of
// Standard Webhooks (https://www.standardwebhooks.com), whose secret is the bytes after `whsec_`, for
// receivers that use its libraries.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { assert } from '../domain/fault.ts'

/** Receivers reject a timestamp further than this from their own clock (specification, Limits). */
const freshSeconds = 300

const keyStart = 'whsec_'

/** Creates a signing key from 32 random bytes. */
export function newSigningKey(random32: Uint8Array): string {
  assert(random32.length === 32, 'a signing key takes 32 random bytes')
  return `${keyStart}${Buffer.from(random32).toString('base64')}`
}

/** Returns the `X-Webhook-Signature` of a body at `timestampSeconds`: 64 lower-case hex digits. */
export const signWebhook = (key: string, timestampSeconds: number, body: string): string =>
  createHmac('sha256', key).update(`${timestampSeconds}.${body}`).digest('hex')

/** What the headers of one attempt are signed with. */
export interface SignatureInput {
  readonly key: string
  /** The previous key, while both keys are valid. */
  readonly previousKey: string | undefined
  /** The event's id. */
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** Returns headers that prove to a receiver that a webhook is ours and recent, by each valid key. */
export function signHeaders({
  key,
  previousKey,
  id,
  timestampSeconds,
  body,
}: SignatureInput): Record<string, string> {
  const standard = (secret: string) => signStandard(secret, id, timestampSeconds, body)
  return {
    'X-Webhook-Timestamp': String(timestampSeconds),
    'X-Webhook-Signature': signWebhook(key, timestampSeconds, body),
    ...(previousKey
      ? { 'X-Webhook-Signature-Previous': signWebhook(previousKey, timestampSeconds, body) }
      : {}),
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': previousKey ? `${standard(key)} ${standard(previousKey)}` : standard(key),
  }
}

/** Returns one signature of Standard Webhooks, version 1. */
const signStandard = (key: string, id: string, timestampSeconds: number, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(key.slice(keyStart.length), 'base64'))
    .update(`${id}.${timestampSeconds}.${body}`)
    .digest('base64')}`

/**
 * Whether a webhook is ours and at most 300 s from the receiver's clock. It compares in constant time.
 * @param timestampSeconds a number; NaN is rejected
 */
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
