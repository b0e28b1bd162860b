// Makes each code of an authenticator app work once (ASVS 6.5.1), because better-auth accepts a code for as
// long as the app shows it. Used codes are stored for that time, in memory or in the database of all nodes.
import { sha256 } from '../store/hash.ts'
import type { StaffPool } from '../store/postgres/staff.ts'

/** An app shows a code for 30 seconds. It is accepted in the periods before and after as well. */
const shownMs = 90_000
const codesMax = 10_000

export interface UsedCodes {
  /** Marks a code as used. @returns whether it was unused before */
  take(staffId: string, code: string): boolean | Promise<boolean>
}

/**
 * Returns a record, in memory, of used codes, so that no code works twice.
 * @param elapsed milliseconds of a monotonic clock
 */
export function newUsedCodes(elapsed: () => number): UsedCodes {
  /** Until when each used code is refused, by person and code. */
  const usedUntil = new Map<string, number>()
  return {
    take(staffId, code) {
      const now = elapsed()
      const key = `${staffId} ${code}`
      const isUsed = (usedUntil.get(key) ?? 0) > now
      if (isUsed) return false
      // When the record is full, drop the codes that are no longer valid anyway.
      if (usedUntil.size >= codesMax)
        for (const [oldKey, until] of usedUntil) if (until <= now) usedUntil.delete(oldKey)
      usedUntil.set(key, now + shownMs)
      return true
    },
  }
}

/** The time of the database, which all nodes share. */
const nowText = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** Returns the used codes of all nodes, stored in their database. */
export function newSharedUsedCodes(pool: StaffPool): UsedCodes {
  return {
    async take(staffId, code) {
      const client = await pool.connect()
      try {
        await client.query(
          `delete from used_code where key in
            (select key from used_code where until <= ${nowText} limit 100 for update skip locked)`,
        )
        const { rowCount } = await client.query(
          `insert into used_code values ($1, ${nowText} + $2) on conflict do nothing`,
          [sha256(`${staffId} ${code}`), shownMs],
        )
        return rowCount === 1
      } finally {
        client.release()
      }
    },
  }
}
