// Checkpoints the log into the database once it has grown, in a separate turn of the event loop. SQLite would
// do it inside a commit, and on a slow disk an unrelated request would wait for both syncs.
import type { statementCache } from './prepared.ts'

/**
 * Called before a checkpoint, to read the part of the log that SQLite may overwrite after it.
 * @returns a function to call after the checkpoint, with whether the whole log is in the database
 */
export type BeforeCheckpoint = () => (isComplete: boolean) => void

/**
 * Pages of 4 kB in the log before a checkpoint, as many as SQLite's default. With more, sales would wait
 * longer for each checkpoint.
 */
const checkpointPages = 1_000

/**
 * Returns a function to call after each group. It calls `next`: at once, or after a checkpoint if one is due.
 * @param rows runs a statement on the writing handle, which must not run checkpoints of its own
 * @param endReads ends the open reads of this handle, within which no checkpoint can run
 * @param pages the log may grow to this many pages before a checkpoint
 */
export function newCheckpoint(
  rows: ReturnType<typeof statementCache>['rows'],
  endReads: () => void,
  pages = checkpointPages,
  before: BeforeCheckpoint = () => () => {},
): (next: () => void) => void {
  /** Returns whether the log has grown enough, and has frames that are not in the database yet. */
  const isDue = () => {
    const [, pagesInLog, pagesInDatabase] = (rows('pragma wal_checkpoint(noop)')[0] ?? []).map(Number)
    return Number(pagesInLog) >= pages && Number(pagesInLog) > Number(pagesInDatabase)
  }
  const runCheckpoint = () => {
    try {
      endReads()
      const after = before()
      const [isBusy, pagesInLog, pagesInDatabase] = rows('pragma wal_checkpoint(passive)')[0] ?? []
      after(isBusy === 0 && pagesInLog === pagesInDatabase)
    } catch {
      // Nothing is lost: SQLite reads the pages that stay in the log from there, and the next group tries
      // again.
    }
  }
  return next => {
    if (!isDue()) return next()
    setImmediate(() => {
      runCheckpoint()
      next()
    })
  }
}
