// Counts tries by key (an address and a route), in memory or in the database of several nodes. It uses a
// monotonic clock: with better-auth's own counters, setting the clock back a day would lock an address out
// for a day. A restart drops the counts in memory, but no one on the network can cause one.
import type { Database } from 'bun:sqlite'
import type { StaffPool } from '../store/postgres/staff.ts'

/** At most `max` tries until `window` seconds have passed since the last allowed one. */
export interface ThrottleRule {
  readonly window: number
  readonly max: number
}

export interface Throttle {
  /** Counts a try. @returns undefined, or in how many seconds the next try is allowed */
  take(key: string, rule: ThrottleRule): number | undefined | Promise<number | undefined>
  /** Removes the last try from the count, because it was right. */
  giveBack(key: string): void | Promise<void>
}

/**
 * Returns a throttle that counts in PostgreSQL for all nodes, or in memory.
 * @param elapsed milliseconds of a monotonic clock
 */
export const throttleOn = (place: Database | string | StaffPool, elapsed: () => number): Throttle =>
  isPool(place) ? newSharedThrottle(place) : newThrottle(elapsed)

const isPool = (place: Database | string | StaffPool): place is StaffPool =>
  typeof place === 'object' && 'connect' in place

/** The number of stored keys; the least recently used one is dropped. */
const keysMax = 10_000

/** Returns a throttle that counts in memory. @param elapsed milliseconds of a monotonic clock */
export function newThrottle(elapsed: () => number): Throttle {
  const tries = new Map<string, { count: number; last: number }>()
  return {
    take(key, { window, max }) {
      const now = elapsed()
      const earlier = tries.get(key)
      const windowEndsAt = earlier === undefined ? now : earlier.last + window * 1_000
      const isWindowOver = windowEndsAt <= now
      const count = earlier === undefined || isWindowOver ? 0 : earlier.count
      if (count >= max) return Math.ceil((windowEndsAt - now) / 1_000)
      // Added again at the end, so that the first key is the least recently used one.
      tries.delete(key)
      const oldest = tries.size < keysMax ? undefined : tries.keys().next().value
      if (oldest !== undefined) tries.delete(oldest)
      tries.set(key, { count: count + 1, last: now })
    },
    giveBack(key) {
      const earlier = tries.get(key)
      if (earlier !== undefined && earlier.count > 0) earlier.count -= 1
    },
  }
}

/** The time of the database, which all nodes share. */
const nowText = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
/** Whether the window is over. A try in the future means that the clock was set back. */
const isOver = '(t.last + $2 <= excluded.last or t.last > excluded.last)'
/** Counts a try; writes no row if too many are counted already. */
const takeText = `insert into login_try as t values ($1, 1, ${nowText}) on conflict (key) do update
  set count = case when ${isOver} then 1 else t.count + 1 end, last = excluded.last
  where ${isOver} or t.count < $3`
/** How long a row is stored; longer than any window. */
const keptMs = 600_000

/** Returns a throttle that counts the tries on all nodes of a database together. */
function newSharedThrottle(pool: StaffPool): Throttle {
  /** Runs one statement on a connection of the pool. */
  async function query(text: string, values: readonly unknown[]) {
    const client = await pool.connect()
    try {
      return await client.query(text, values)
    } finally {
      client.release()
    }
  }
  return {
    async take(key, { window, max }) {
      const windowMs = window * 1_000
      const { rowCount } = await query(takeText, [key, windowMs, max])
      const isAllowed = rowCount === 1
      if (isAllowed) {
        await query(
          `delete from login_try where key in
            (select key from login_try where last < ${nowText} - $1 limit 100 for update skip locked)`,
          [keptMs],
        )
        return undefined
      }
      const { rows } = await query(`select last + $2 - ${nowText} as left from login_try where key = $1`, [
        key,
        windowMs,
      ])
      return Math.max(1, Math.ceil(Number(rows[0]?.left ?? 0) / 1_000))
    },
    async giveBack(key) {
      await query('update login_try set count = count - 1 where key = $1 and count > 0', [key])
    },
  }
}
