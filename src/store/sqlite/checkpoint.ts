// Brings the log into the database once it has grown, in a turn of the event loop of its own. SQLite would do it as
// part of a commit, and on a slow disk a request for something else would wait for the syncs of both.
import type { statementCache } from './prepared.ts'

/** Reads what SQLite may overwrite after a checkpoint. @returns to be called after it, with whether it got all */
export type BeforeCheckpoint = () => (isComplete: boolean) => void

/** The log's pages, of 4 kB, as many as SQLite would have. With more, sales would wait longer for each of them to be brought in. */
const checkpointPages = 1_000

/**
 * Calls what comes after a group: at once, or when the log is in the database.
 * @param rows runs a statement on the writing handle, which has no checkpoints of SQLite's own
 * @param prepare ends what this handle reads
 */
export function newCheckpoint(
  rows: ReturnType<typeof statementCache>['rows'],
  prepare: () => void,
  pages = checkpointPages,
  before: BeforeCheckpoint = () => () => {},
): (next: () => void) => void {
  const isDue = () => {
    const [row] = rows('pragma wal_checkpoint(noop)', [], true)
    return Number(row?.[1]) >= pages && Number(row?.[1]) > Number(row?.[2])
  }
  const run = () => {
    try {
      prepare()
      const after = before()
      const [row] = rows('pragma wal_checkpoint(passive)', [], true)
      after(row?.[0] === 0 && row[1] === row[2])
    } catch {
      // Nothing is lost: what stays in the log is read there, and the next group tries again.
    }
  }
  return next => {
    if (!isDue()) return next()
    setImmediate(() => {
      run()
      next()
    })
  }
}
