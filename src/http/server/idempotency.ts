// Reads the Idempotency-Key of a request, and sends the response stored under a key.
import { formatActor } from '../../domain/actor.ts'
import { badField, fault } from '../../domain/fault.ts'
import {
  type IdempotencyKey,
  type IdempotentResult,
  keyLengthMax,
  type StoredResponse,
  writeIdempotent,
} from '../../flow/idempotency.ts'
import { sha256 } from '../../store/hash.ts'
import type { Store } from '../../store/store.ts'
import { canonicalJson } from '../../wire/json.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from './server.ts'

/**
 * Returns who sent a request, for its fingerprint: the till, because its cashier may change before a retry,
 * or else the person or the key.
 */
const senderOf = ({ actor, tillId }: Caller) => (tillId === undefined ? formatActor(actor) : `till:${tillId}`)

/**
 * Returns the idempotency key of a request with the fingerprint of what was sent; undefined without the
 * header. The caller is part of the fingerprint: another caller with the same key gets an error, neither the
 * response of the first one nor a second payment. Bodies are equal when they mean the same: order of keys,
 * blanks and ways to write a number or a text do not count.
 * @param path without its prefix, so that /v1 and /api/v1 are equal
 * @param body without empty optional fields
 * @throws Fault for a key that is too long or unreadable
 */
export function idempotencyKeyOf(
  request: Request,
  path: string,
  caller: Caller,
  body: unknown,
): IdempotencyKey | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (key.length > keyLengthMax)
    throw fault('idempotency_key_too_long', { max: keyLengthMax, length: key.length })
  if (!/^[\x21-\x7e]+$/.test(key))
    throw badField('Idempotency-Key', 'idempotency_key_malformed', { max: keyLengthMax })
  const { id: accountId } = caller.account
  const sentRequest = `POST ${path} ${accountId} ${senderOf(caller)}\n${canonicalJson(body)}`
  return { accountId, key, fingerprint: sha256(sentRequest) }
}

/** The part of Elysia's context that creating routes pass on. */
interface CreateContext {
  readonly caller: Caller
  readonly body: unknown
  readonly request: Request
  readonly set: Reply
}

/**
 * Returns a `store.write` for a route that creates something: it runs its work at most once per
 * Idempotency-Key, and sets the status of the response. For a repeated request it returns the stored value,
 * and marks the response as a replay.
 * @param longerMs as in `IdempotencyKey`
 * @throws Fault as `idempotencyKeyOf`, and for a key that was used with another request
 */
export const idempotentWrite =
  (
    { appliance }: Server,
    { caller, body, request, set }: CreateContext,
    path: string,
    status: 200 | 201 = 201,
    longerMs = 0,
  ): Store['write'] =>
  async create => {
    const key = idempotencyKeyOf(request, path, caller, body)
    const { value, replayed } = await writeIdempotent(appliance, key && { ...key, longerMs }, status, create)
    set.status = status
    if (replayed) set.headers['idempotent-replayed'] = 'true'
    return value
  }

/** The part of Elysia's context that shapes the response. */
interface Reply {
  status?: unknown
  headers: Record<string, unknown>
}

/**
 * Sets the status and the headers of the response to a creating request, and returns its body: the exact text
 * that is stored under the key, or the rendered value of a new result without a key. A replay is marked.
 */
export function sendIdempotent<T>(
  result: IdempotentResult<T>,
  render: (value: T) => StoredResponse,
  set: Reply,
): string {
  const response = result.replayed ? result.response : (result.response ?? render(result.value))
  set.status = response.status
  set.headers['content-type'] = 'application/json;charset=utf-8'
  if (result.replayed) set.headers['idempotent-replayed'] = 'true'
  return response.body
}
