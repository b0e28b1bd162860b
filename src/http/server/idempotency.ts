// The Idempotency-Key of a request with its fingerprint, and the response under it.
import { badField, Fault } from '../../domain/fault.ts'
import {
  type IdempotencyKey,
  type IdempotentResult,
  keyLengthMax,
  type StoredResponse,
} from '../../flow/idempotency.ts'
import { sha256 } from '../../store/hash.ts'

/**
 * @param path without its prefix, so that /v1 and /api/v1 are the same @throws Fault for a key that is too
 * long or unreadable
 */
export function idempotencyKeyOf(
  request: Request,
  path: string,
  accountId: string,
  raw: string,
): IdempotencyKey | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (key.length > keyLengthMax)
    throw new Fault(
      'idempotency_key_too_long',
      `Idempotency-Key must have at most ${keyLengthMax} characters, this one has ${key.length}: shorten it, for example a UUID without dashes cut to ${keyLengthMax}`,
      [{ field: 'Idempotency-Key', message: `must have at most ${keyLengthMax} characters` }],
    )
  if (!/^[\x21-\x7e]+$/.test(key))
    throw badField('Idempotency-Key', `must be 1 to ${keyLengthMax} visible ASCII characters`)
  return { accountId, key, fingerprint: sha256(`POST ${path} ${accountId}\n${raw}`) }
}

interface Reply {
  status?: unknown
  headers: Record<string, unknown>
}

/** Sends the exact text that is stored under the key, marked when it is a replay. */
export function sendIdempotent<T>(
  result: IdempotentResult<T>,
  render: (value: T) => StoredResponse,
  set: Reply,
): string {
  const { status, body } = result.replayed ? result.response : (result.response ?? render(result.value))
  set.status = status
  set.headers['content-type'] = 'application/json;charset=utf-8'
  if (result.replayed) set.headers['idempotent-replayed'] = 'true'
  return body
}
