// When each API key was last used: remembered at once, and written once a minute at the most for all keys
// together, so that no request waits for it. A power cut loses a minute or two of it.
import { listKeyUses, putKeyUse } from '../store/key-use.ts'
import type { Read } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../world.ts'

const keepEveryMs = 55_000

export interface KeyUses {
  /** This key opens something now. */
  mark(keyId: string): void
  /** When each key of an account was last used, in milliseconds; those never used are left out. */
  ofAccount(read: Read, accountId: string): Promise<Map<string, number>>
  /**
   * Writes down what is new, if the last time is long enough ago. @param isLast the box stops: now or never
   */
  keep(store: Store, isLast?: boolean): Promise<void>
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
    async keep(store, isLast = false) {
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
