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
 * Returns a text that identifies the sender of a request in its fingerprint: the till, because its cashier
 * may change before a retry, or else the person or the API key.
 */
const senderOf = ({ actor, tillId }: Caller) => (tillId === undefined ? formatActor(actor) : `till:${tillId}`)

/**
 * Returns the Idempotency-Key of a request with a fingerprint of the request; undefined without the header.
 * The caller is part of the fingerprint, so that another caller who sends the same key gets an error, not the
 * response of the first caller. Bodies with the same meaning are equal: the order of fields, white space, and
 * other notations of a number or a text do not matter.
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
  const isPrintableAscii = /^[\x21-\x7e]+$/.test(key)
  if (!isPrintableAscii) throw badField('Idempotency-Key', 'idempotency_key_malformed', { max: keyLengthMax })
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
 * Returns a replacement for `store.write` in a route that creates something. It runs the work at most once
 * per Idempotency-Key, and sets the status of the response. For a repeated request it returns the stored
 * value, and marks the response as a replay.
 * @param longerMs how much longer than usual the value is stored under its key, in milliseconds
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
 * Sets the status and the headers of the response to a creating request, and marks a replay.
 * @param render creates the response from the value; called only when no response is stored under a key
 * @returns the body: the exact stored text, or the rendered one
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
