// Notices a server that hangs, or whose network is cut, because it neither answers nor closes connections.
// The waiting connections are then cut, so that their callers are answered.
import type { After } from '../engine/after.ts'
import { sqlStateOf } from './error.ts'
import { connections, type Limit } from './session.ts'

/** After this wait, check on another connection whether the server answers at all. */
const quietMs = 3_000
/** After this wait the connection is dead: no statement may run that long (`statement_timeout`). */
const deadMs = 35_000
const checkPauseMs = 1_000

/**
 * Returns whether a server answers within `quietMs`. An error with an SQLSTATE counts as an answer, such as
 * that of a server that has no free connection.
 */
async function isAnswering(url: string, after: After): Promise<boolean> {
  const sql = connections(url, { keepsStatements: false })
  const answered = sql.unsafe('select 1').then(
    () => true,
    (error: unknown) => sqlStateOf(error) !== '',
  )
  const { promise: tooLate, resolve } = Promise.withResolvers<false>()
  const cancel = after(quietMs, () => resolve(false))
  const answers = await Promise.race([answered, tooLate])
  cancel()
  void sql.close({ timeout: 0 }).catch(() => {}) // the connection is lost either way
  return answers
}

/**
 * Returns the limit of waits for a server. While something waits, the longest wait is checked once a second.
 * The connections are cut once it has taken 3 s and the server does not answer, or has taken 35 s.
 */
export const limitOn =
  (url: string, after: After): Limit =>
  cut => {
    /** The start of each wait, longest first. */
    const waiting = new Set<{ readonly since: number }>()
    let isChecking = false

    /** Cuts the connections if the longest wait is too long and the server does not answer. */
    async function check(): Promise<void> {
      const [longest] = waiting
      isChecking = longest !== undefined
      if (!longest) return
      const waitedMs = performance.now() - longest.since
      const isDead = waitedMs > deadMs || (waitedMs > quietMs && !(await isAnswering(url, after)))
      if (isDead) cut()
      after(checkPauseMs, check)
    }

    return async work => {
      const wait = { since: performance.now() }
      waiting.add(wait)
      if (!isChecking) {
        isChecking = true
        after(checkPauseMs, check)
      }
      try {
        return await work
      } finally {
        waiting.delete(wait)
      }
    }
  }
