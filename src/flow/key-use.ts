// When each API key was last used. Times are kept in memory and stored at most once a minute for all keys
// together, so that requests do not wait. A power cut loses the last minute or two.

import type { Read } from '../store/engine/statement.ts'
import { listKeyUses, putKeyUse } from '../store/key-use.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../world.ts'

const keepEveryMs = 55_000

export interface KeyUses {
  mark(keyId: string): void
  /** When each key of an account was last used, milliseconds. Unused keys are left out. */
  ofAccount(read: Read, accountId: string): Promise<Map<string, number>>
  /**
   * Stores the times, unless it did so recently.
   * @param isLast always stores, because the server stops
   */
  save(store: Store, isLast?: boolean): Promise<void>
}

export function newKeyUses(clock: Pick<Clock, 'now' | 'elapsed'>): KeyUses {
  const unkept = new Map<string, number>()
  let keptAt = Number.NEGATIVE_INFINITY
  return {
    mark: keyId => void unkept.set(keyId, clock.now()),
    async ofAccount(read, accountId) {
      const kept = await listKeyUses(read, accountId)
      return new Map(
        kept
          .map(({ keyId, usedAt }) => [keyId, Math.max(usedAt ?? 0, unkept.get(keyId) ?? 0)] as const)
          .filter(([, at]) => at > 0),
      )
    },
    async save(store, isLast = false) {
      if (unkept.size === 0 || (!isLast && clock.elapsed() - keptAt < keepEveryMs)) return
      keptAt = clock.elapsed()
      const some = [...unkept]
      await store.write(async tx => {
        for (const [keyId, usedAt] of some) await putKeyUse(tx, { keyId, usedAt })
      })
      for (const [keyId, usedAt] of some) if (unkept.get(keyId) === usedAt) unkept.delete(keyId)
    },
  }
}
