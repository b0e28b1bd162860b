// The Idempotency-Key of a request with its fingerprint: method, path, account and raw body.
import { badField, Fault } from '../../domain/fault.ts'
import { type IdempotentRequest, keyLengthMax, type StoredResponse } from '../../flow/idempotency.ts'
import { sha256 } from '../../store/hash.ts'

/**
 * @param path without its prefix, so that /v1 and /api/v1 are the same @throws Fault for a key that is too
 * long or unreadable
 */
export function idempotentRequestOf(
  request: Request,
  path: string,
  accountId: string,
  raw: string,
): IdempotentRequest | undefined {
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
  return { key, fingerprint: sha256(`POST ${path} ${accountId}\n${raw}`) }
}

/** Sends an answer as it is stored: its exact text, marked when it is a replay. */
export function storedText(
  answer: StoredResponse,
  set: { status?: unknown; headers: Record<string, unknown> },
): string {
  set.status = answer.status
  set.headers['content-type'] = 'application/json;charset=utf-8'
  if (answer.replayed) set.headers['idempotent-replayed'] = 'true'
  return answer.body
}
