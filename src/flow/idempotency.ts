// Idempotency: the same key with the same request is carried out once and answered the same, for 24 hours in
// which the box ran: its clock may be set, or come up anywhere after a restart, and is not asked
// (docs/decisions/0008).
import type { Appliance } from '../appliance.ts'
import { Fault } from '../domain/fault.ts'
import { findSetting, putSetting } from '../store/account.ts'
import { findAnswer, forgetAnswers, removeAnswer, type StoredAnswer } from '../store/idempotency.ts'
import type { Read, Tx } from '../store/statement.ts'

/** A key and what the request was, as a hash of method, path, account and raw body. */
export interface IdempotentRequest {
  readonly key: string
  readonly fingerprint: string
}

/** An answer as it goes out and is stored: status and the exact text. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
  readonly replayed: boolean
}

export const keyLengthMax = 30
/** Keys are valid for 24 hours (specification, Limits). */
const keepMs = 86_400_000
const ranSetting = 'ran_ms'
const waitMs = 10_000
/** A request waits at most this long for a network; the call goes on and is recorded when it ends. */
export const networkWaitMs = 8_000

/** The row under this key, if it is still valid and the request is the same. An outdated one is removed. */
export async function storedAnswer(
  tx: Tx,
  appliance: Appliance,
  accountId: string,
  once: IdempotentRequest,
): Promise<StoredAnswer | undefined> {
  const stored = await findAnswer(tx, accountId, once.key)
  if (!stored) return undefined
  if (stored.ranAt + keepMs <= appliance.ranMs()) {
    await removeAnswer(tx, accountId, once.key)
    return undefined
  }
  if (stored.fingerprint !== once.fingerprint)
    throw new Fault(
      'idempotency_mismatch',
      `Idempotency-Key ${once.key} was used within 24 hours for another request: use a new key for a new payment, or send the same body again`,
      [{ field: 'Idempotency-Key', message: 'was used for another request' }],
    )
  return stored
}

/** Runs `call` for a key, or waits for the one that runs: at most 10 seconds, then 409. */
export async function runExclusive(
  appliance: Appliance,
  accountId: string,
  once: IdempotentRequest,
  call: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const name = `${accountId} ${once.key}`
  const running = appliance.running.get(name)
  if (!running) {
    const started = call().finally(() => appliance.running.delete(name))
    appliance.running.set(name, started)
    return started
  }
  await withTimeout(
    appliance,
    waitMs,
    running.then(
      () => true,
      () => true,
    ),
  )
  if (appliance.running.get(name) === running)
    throw new Fault(
      'conflict',
      `a request with Idempotency-Key ${once.key} is still running: try again in a few seconds`,
    )
  return runExclusive(appliance, accountId, once, call)
}

/** `promise`, or undefined when it takes longer; it goes on either way. */
export async function withTimeout<T>(
  appliance: Appliance,
  ms: number,
  promise: Promise<T>,
): Promise<T | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>(resolve => {
    cancel = appliance.world.clock.after(ms, () => resolve(undefined))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
  }
}

const forgetMost = 1_000
export const pruneEveryMs = 600_000

/**
 * Keeps how long the box has run, and forgets keys older than 24 hours of it, a thousand at a time. @returns
 * when to do it again
 */
export async function pruneKeys(appliance: Appliance): Promise<number> {
  const now = appliance.world.clock.now()
  const ranMs = appliance.ranMs()
  const gone = await appliance.store.write(async tx => {
    await putSetting(tx, ranSetting, String(ranMs))
    return forgetAnswers(tx, ranMs - keepMs, forgetMost)
  })
  return gone >= forgetMost ? now : now + pruneEveryMs
}

/**
 * Milliseconds that the box had run in its life when that was last kept: ten minutes too few after a crash
 * (more if the clock was set back meanwhile), never too many.
 */
export const storedRunningMs = async (read: Read): Promise<number> =>
  Number((await findSetting(read, ranSetting)) ?? 0)
