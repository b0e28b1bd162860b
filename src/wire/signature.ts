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

/** The keys that sign one attempt, and the values that its signatures cover. */
export interface SignatureInput {
  readonly key: string
  /** The previous key, while both keys are valid. */
  readonly previousKey: string | undefined
  /** The event's id. */
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** Returns headers that prove to a receiver that a webhook is ours and recent, signed with each valid key. */
export function signHeaders({
  key,
  previousKey,
  id,
  timestampSeconds,
  body,
}: SignatureInput): Record<string, string> {
  const validKeys = previousKey ? [key, previousKey] : [key]
  const standardSignatures = validKeys.map(validKey => signStandard(validKey, id, timestampSeconds, body))
  const previousSignature = previousKey
    ? { 'X-Webhook-Signature-Previous': signWebhook(previousKey, timestampSeconds, body) }
    : {}
  return {
    'X-Webhook-Timestamp': String(timestampSeconds),
    'X-Webhook-Signature': signWebhook(key, timestampSeconds, body),
    ...previousSignature,
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': standardSignatures.join(' '),
  }
}

/** Returns a signature of Standard Webhooks, version 1: `v1,` and the HMAC-SHA256 in base64. */
function signStandard(key: string, id: string, timestampSeconds: number, body: string): string {
  const secret = Buffer.from(key.slice(keyStart.length), 'base64')
  const hmac = createHmac('sha256', secret).update(`${id}.${timestampSeconds}.${body}`)
  return `v1,${hmac.digest('base64')}`
}

/**
 * Whether `key` signed a webhook, at most 300 s before or after the receiver's time. The comparison takes
 * constant time, so that it does not reveal how much of a wrong signature is right.
 * @param timestampSeconds NaN is rejected
 */
export function verifyWebhook(
  key: string,
  timestampSeconds: number,
  body: string,
  signature: string,
  nowSeconds: number,
): boolean {
  const expected = Buffer.from(signWebhook(key, timestampSeconds, body))
  const received = Buffer.from(signature)
  const isOurs = received.length === expected.length && timingSafeEqual(received, expected)
  return isOurs && Math.abs(nowSeconds - timestampSeconds) <= freshSeconds
}
