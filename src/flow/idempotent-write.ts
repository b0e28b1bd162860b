// What one transaction does alone, at most once per idempotency key: what it made is kept beside it, and
// answered again.
import type { Appliance } from '../appliance.ts'
import { insertAnswer } from '../store/idempotency.ts'
import type { Tx } from '../store/statement.ts'
import { type IdempotentRequest, storedAnswer } from './idempotency.ts'

/** @param make answers something that JSON keeps as it is */
export const writeIdempotent = <T>(
  appliance: Appliance,
  accountId: string,
  once: IdempotentRequest | undefined,
  status: number,
  make: (tx: Tx) => Promise<T>,
): Promise<{ made: T; replayed: boolean }> =>
  appliance.store.write(async tx => {
    const stored = once && (await storedAnswer(tx, appliance, accountId, once))
    if (stored?.body) return { made: JSON.parse(stored.body) as T, replayed: true }
    const made = await make(tx)
    if (once) {
      const body = JSON.stringify(made)
      await insertAnswer(tx, {
        accountId,
        key: once.key,
        fingerprint: once.fingerprint,
        subject: '',
        status,
        body,
        createdAt: appliance.world.clock.now(),
        ranAt: appliance.ranMs(),
      })
    }
    return { made, replayed: false }
  })
