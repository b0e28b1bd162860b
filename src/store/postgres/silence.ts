// A server that hangs, or whose network is cut, answers nothing and ends nothing: what waits for it would wait for as
// long. Here it is noticed, and the connections that wait are cut, so that their callers are answered.
import { sqlStateOf } from './error.ts'
import { connections } from './session.ts'
import type { After } from './writer.ts'

/** What takes longer makes us ask the server on another connection whether it answers at all. */
const quietMs = 3_000
/** What takes longer waits on a connection that is dead: no statement runs for so long (`statement_timeout`). */
const deadMs = 35_000
const lookMs = 1_000

/** Whether a server says anything, if only that it has no place left. Known within some three seconds. */
async function isAnswering(url: string, after: After): Promise<boolean> {
  const sql = connections(url, 1, false)
  const asked = sql.unsafe('select 1').then(
    () => true,
    (error: unknown) => sqlStateOf(error) !== '',
  )
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const cancel = after(quietMs, () => resolve(false))
  const answers = await Promise.race([asked, late])
  cancel()
  void sql.close({ timeout: 0 }).catch(() => {}) // it is gone either way
  return answers
}

/** Lets a piece of work wait for the server as long as that answers. */
export type Limited = <T>(work: Promise<T>) => Promise<T>

/** Limits the waiting on one database. @param cut ends what waits, which then fails as with any connection that goes */
export type Limit = (cut: () => void) => Limited

/** Looks once a second whether something waits too long. */
export const limitOn =
  (url: string, after: After): Limit =>
  cut => {
    /** Since when each waits; the first for longest. */
    const waiting = new Set<{ readonly since: number }>()
    let isLooking = false

    async function look(): Promise<void> {
      const [first] = waiting
      isLooking = first !== undefined
      if (!first) return
      const waited = performance.now() - first.since
      if (waited > deadMs || (waited > quietMs && !(await isAnswering(url, after)))) cut()
      after(lookMs, look)
    }

    return async work => {
      const one = { since: performance.now() }
      waiting.add(one)
      if (!isLooking) {
        isLooking = true
        after(lookMs, look)
      }
      try {
        return await work
      } finally {
        waiting.delete(one)
      }
    }
  }
