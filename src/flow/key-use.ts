// When each API key was last used. Times are kept in memory and stored at most once a minute for all keys
// together, so that requests do not wait. A power cut loses the last minute or two.

import type { Read } from '../store/engine/statement.ts'
import { listKeyUses, putKeyUse } from '../store/key-use.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../world.ts'

/** A little less than the minute between two calls of `save`, so that no call is skipped by chance. */
const saveEveryMs = 55_000

/** The times when API keys were last used. */
export interface KeyUses {
  /** Records that a key is used now. */
  mark(keyId: string): void
  /** When each key of an account was last used, milliseconds. Unused keys are left out. */
  ofAccount(read: Read, accountId: string): Promise<Map<string, number>>
  /**
   * Stores the times, unless they were stored in the last minute.
   * @param options `isLast`: the server stops, so the times are stored in any case
   */
  save(store: Store, options?: { readonly isLast: boolean }): Promise<void>
}

/** Returns an empty record of key uses. The first `save` stores them immediately. */
export function newKeyUses(clock: Pick<Clock, 'now' | 'elapsed'>): KeyUses {
  const unsaved = new Map<string, number>()
  let savedAt = Number.NEGATIVE_INFINITY
  return {
    mark: keyId => void unsaved.set(keyId, clock.now()),
    async ofAccount(read, accountId) {
      const keys = await listKeyUses(read, accountId)
      const lastUses = keys.map(
        ({ keyId, usedAt }) => [keyId, Math.max(usedAt ?? 0, unsaved.get(keyId) ?? 0)] as const,
      )
      return new Map(lastUses.filter(([, usedAt]) => usedAt > 0))
    },
    async save(store, { isLast } = { isLast: false }) {
      if (unsaved.size === 0 || (!isLast && clock.elapsed() - savedAt < saveEveryMs)) return
      savedAt = clock.elapsed()
      const uses = [...unsaved]
      await store.write(async tx => {
        for (const [keyId, usedAt] of uses) await putKeyUse(tx, { keyId, usedAt })
      })
      // A key that was used during the write stays unsaved.
      for (const [keyId, usedAt] of uses) if (unsaved.get(keyId) === usedAt) unsaved.delete(keyId)
    },
  }
}
