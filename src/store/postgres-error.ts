// What errors of PostgreSQL and of its connections mean. A file of its own: on SQLite nothing of PostgreSQL is loaded.

/** A statement was not run because one before it had failed. */
export const isFollowing = (error: unknown): boolean => sqlStateOf(error) === '25P02'

/** SQLSTATE of an error of PostgreSQL; empty for others. */
export const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'string' ? error.errno : ''

/**
 * Another transaction was in the way, a deadlock or a serialisation failure: nothing of this one is kept, and run anew it
 * may go through.
 */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlStateOf(error))

/** What met a conflict runs so often in all; then its caller is told that the database is not available. */
export const runsMax = 4

/** Whether the server, or the connection to it, threw this. */
export const isPostgresError = (error: unknown): error is Error =>
  error instanceof Error && (sqlStateOf(error) !== '' || isConnectionLost(error))

/** The connection is gone, or there was none: the server is away, stops, starts, or has no place left. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== '') return /^(08|57P0|25P03|53300)/.test(state)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME)|ECONN|ENOENT|ENOTFOUND|ETIMEDOUT|FailedToOpenSocket)/.test(
    code,
  )
}

/** The server ended the connection with this, or itself: `PANIC`. */
export const isFatal = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')

/** The server has ended a transaction with a rollback, because a statement in it had failed. */
export class RolledBack extends Error {
  override name = 'RolledBack'
}

export const isRolledBack = (error: unknown): error is RolledBack => error instanceof RolledBack
