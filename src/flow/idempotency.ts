// Idempotency: a key runs at most once, and the same request gets the same response for 24 hours, or longer
// where the response holds the only copy of something. A key ages by running time, because the clock may be
// set or wrong after a restart (docs/decisions/0008).

import { fault } from '../domain/fault.ts'
import { findSetting, putSetting } from '../store/account.ts'
import { runningSetting } from '../store/engine/newest-id.ts'
import type { Tx } from '../store/engine/statement.ts'
import {
  claimKey,
  fillAnswer,
  findAnswer,
  forgetAnswers,
  removeAnswer,
  type StoredAnswer,
} from '../store/idempotency.ts'
import type { Appliance } from './appliance.ts'
import { withTimeout } from './timeout.ts'

/** An account's key, and its request as a hash of method, path, account, caller and body. */
export interface IdempotencyKey {
  readonly accountId: string
  readonly key: string
  readonly fingerprint: string
  /** For how much longer than 24 hours the response is stored; milliseconds of running time. */
  readonly longerMs?: number
}

/** A response as it is stored and sent: status and the exact text. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

/** A request under a key, with the function that renders its response. */
export interface IdempotentRequest<T> extends IdempotencyKey {
  /** Renders the response from a value. A replay may render it again, and gets the same bytes. */
  render(value: T): StoredResponse
}

/** The response is undefined for a request without a key. */
export type IdempotentResult<T> =
  | { readonly replayed: true; readonly response: StoredResponse }
  | { readonly replayed: false; readonly value: T; readonly response: StoredResponse | undefined }

export const keyLengthMax = 30
/** Keys are valid for 24 hours (specification, Limits). */
const validMs = 86_400_000
/** A request waits at most this long for another request with its key. */
const waitMaxMs = 10_000
const nonceBytes = 12

/**
 * Returns the valid row of this key; undefined when the key is unused. It removes an expired row, so that the
 * key can be used again.
 * @throws Fault `idempotency_key_reused` when a different request used the key
 */
export async function findKey(
  tx: Tx,
  appliance: Appliance,
  { accountId, key, fingerprint }: IdempotencyKey,
): Promise<StoredAnswer | undefined> {
  const stored = await findAnswer(tx, accountId, key)
  if (!stored) return undefined
  if (stored.ranAt + validMs <= appliance.ranMs()) {
    await removeAnswer(tx, accountId, key)
    return undefined
  }
  if (stored.fingerprint !== fingerprint) throw fault('idempotency_key_reused', { key })
  return stored
}

/** Returns the stored response of a key; undefined while the key is only claimed. */
export const responseOf = ({ status, body }: StoredAnswer): StoredResponse | undefined =>
  body && status !== null ? { status, body } : undefined

/**
 * Returns the valid row of a key, outside a transaction; undefined when the key is unused or has expired.
 * @throws Fault `idempotency_key_reused` when a different request used the key
 */
export async function findStoredUse(
  { store, ranMs }: Appliance,
  { accountId, key, fingerprint }: IdempotencyKey,
): Promise<StoredAnswer | undefined> {
  const stored = await findAnswer(store.read, accountId, key)
  if (!stored || stored.ranAt + validMs <= ranMs()) return undefined
  if (stored.fingerprint !== fingerprint) throw fault('idempotency_key_reused', { key })
  return stored
}

/**
 * Returns whether this request has run or is running under its key.
 * @throws Fault `idempotency_key_reused` when a different request used the key
 */
export const isRepeated = async (appliance: Appliance, key: IdempotencyKey): Promise<boolean> =>
  (await findStoredUse(appliance, key)) !== undefined

/** Returns the id of the payment, payout or session that a request with this key created, if any. */
export const findCreatedBy = async (
  { store }: Appliance,
  accountId: string,
  key: string,
): Promise<string | undefined> => (await findAnswer(store.read, accountId, key))?.subject

/**
 * Stores the key of a request, and its response if there is one.
 * @param subject the id of what the request created
 * @param response undefined to claim the key until `fillKey` stores the response
 * @param isRenderedAgain whether a replay renders the response again, so that its text is not stored
 */
export const insertKey = (
  tx: Tx,
  appliance: Appliance,
  { accountId, key, fingerprint, longerMs = 0 }: IdempotencyKey,
  subject: string,
  response: StoredResponse | undefined,
  isRenderedAgain = false,
): Promise<unknown> =>
  claimKey(tx, {
    accountId,
    key,
    fingerprint,
    subject,
    status: response?.status ?? null,
    body: isRenderedAgain ? null : (response?.body ?? null),
    ranAt: appliance.ranMs() + longerMs,
  })

/**
 * Renders the response to a request, and stores it under the request's key.
 * @param stored the response, if it is stored already; then nothing is rendered
 * @returns the value and its response, which is undefined for a request without a key
 */
export async function fillKey<T>(
  appliance: Appliance,
  request: IdempotentRequest<T> | undefined,
  value: T,
  stored?: StoredResponse,
): Promise<IdempotentResult<T>> {
  if (stored) return { replayed: false, value, response: stored }
  const response = request?.render(value)
  if (request && response) {
    const { accountId, key } = request
    await appliance.store.write(tx => fillAnswer(tx, { accountId, key, ...response }))
  }
  return { replayed: false, value, response }
}

/**
 * Runs one transaction at most once per key. It stores the created value, so that the caller can render the
 * response again for a replay. The stored value is sealed, because it may contain a new API key or code.
 * @param status the status of the response
 * @param create creates a value that can be serialised as JSON
 * @throws Fault `idempotency_key_reused` when a different request used the key
 */
export const writeIdempotent = <T>(
  appliance: Appliance,
  key: IdempotencyKey | undefined,
  status: number,
  create: (tx: Tx) => Promise<T>,
): Promise<{ value: T; replayed: boolean }> =>
  appliance.store.write(async tx => {
    const stored = key && (await findKey(tx, appliance, key))
    if (stored?.body) return { value: JSON.parse(appliance.seal.open(stored.body)) as T, replayed: true }
    const value = await create(tx)
    if (key) {
      const body = appliance.seal.close(JSON.stringify(value), appliance.world.random.bytes(nonceBytes))
      await insertKey(tx, appliance, key, '', { status, body })
    }
    return { value, replayed: false }
  })

/**
 * Runs `call` for a request, one request per key at a time. If another request with the key is running, it
 * waits for the end of that request; `call` then finds its result and replays it.
 * @param callInOneWrite the call as a single transaction, which is tried first, because it needs no hold of
 * the key among nodes; it returns undefined when an earlier request has only claimed the key
 * @throws Fault `request_in_progress` when the running request has not ended after 10 seconds
 */
export async function runExclusive<T>(
  appliance: Appliance,
  request: IdempotentRequest<T> | undefined,
  call: () => Promise<IdempotentResult<T>>,
  callInOneWrite?: () => Promise<IdempotentResult<T> | undefined>,
): Promise<IdempotentResult<T>> {
  if (!request) return call()
  const name = `${request.accountId} ${request.key}`
  const running = appliance.running.get(name)
  if (!running) {
    const run = async () => (await callInOneWrite?.()) ?? holdAmongNodes(appliance, request, call)
    const result = run().finally(() => appliance.running.delete(name))
    appliance.running.set(name, result)
    return result
  }
  const ignoreResult = () => {}
  await withTimeout(appliance, waitMaxMs, running.then(ignoreResult, ignoreResult))
  if (appliance.running.get(name) === running) throw fault('request_in_progress', { key: request.key })
  return runExclusive(appliance, request, call, callInOneWrite)
}

const retryHoldMs = 100 // the wait before this node tries again to hold a key that another node holds

/**
 * Runs `call` while this node holds the key, so that no other node runs it. A node that dies releases the
 * key, and its call counts as crashed.
 * @throws Fault `request_in_progress` when another node holds the key for 10 seconds
 */
async function holdAmongNodes<T>(
  appliance: Appliance,
  { accountId, key }: IdempotencyKey,
  call: () => Promise<T>,
): Promise<T> {
  const { nodes } = appliance.store
  if (!nodes) return call()
  const { elapsed, after } = appliance.world.clock
  const name = `key ${accountId} ${key}`
  const until = elapsed() + waitMaxMs
  while (!(await nodes.hold(name))) {
    if (elapsed() >= until) throw fault('request_in_progress', { key })
    await new Promise<void>(resolve => after(retryHoldMs, resolve))
  }
  try {
    return await call()
  } finally {
    nodes.release(name)
  }
}

/** The most keys that one transaction deletes. */
const removedMax = 1_000
export const pruneIntervalMs = 600_000

/**
 * Stores the running time, and deletes up to a thousand keys that are older than 24 hours of running time.
 * @returns when to run again, milliseconds since 1970: immediately if there may be more to delete
 */
export async function pruneKeys(appliance: Appliance): Promise<number> {
  const now = appliance.world.clock.now()
  const removedCount = await appliance.store.write(async tx => {
    const ownRanMs = appliance.ranMs()
    // Another node may have run for longer than this one.
    const storedRanMs = Number((await findSetting(tx, runningSetting)) ?? 0)
    const ranMs = Math.max(ownRanMs, storedRanMs)
    await putSetting(tx, runningSetting, String(ranMs))
    return forgetAnswers(tx, ranMs - validMs, removedMax)
  })
  return removedCount >= removedMax ? now : now + pruneIntervalMs
}
