// Translates errors of the database for the caller of a write that was not saved.
import { Fault, fault } from '../../domain/fault.ts'
import { diskFullState, isConnectionLost, sqlStateOf } from '../postgres/error.ts'

/** Thrown when a body awaits something other than a query of its own transaction: a bug in Kaunta. */
export class UnfinishedWrite extends Error {
  override name = 'UnfinishedWrite'
}

/** Returns the code of an error, such as SQLITE_FULL, or that of its cause; empty if neither has a code. */
function sqliteCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause ? sqliteCode(error.cause) : ''
}

/**
 * SQLSTATEs of a server that is read-only (a standby), not ready, too slow, or that preferred another
 * transaction.
 */
const unavailableStates = ['25006', '55000', '55P03', '57014', '40001', '40P01']

/** Returns the fault that a database error means for the caller; other errors are returned unchanged. */
export function writeErrorOf(cause: unknown): unknown {
  const state = sqlStateOf(cause)
  if (state === diskFullState) return fault('disk_full')
  if (unavailableStates.includes(state) || isConnectionLost(cause)) return fault('database_unavailable')
  const code = sqliteCode(cause)
  if (code.startsWith('SQLITE_FULL')) return fault('disk_full')
  // With a failing disk or a damaged file it is unknown what was saved.
  if (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return fault('write_unconfirmed')
  return cause
}

/** Returns whether it is unknown, after this error, if the write was saved. */
export const isUnconfirmed = (error: unknown): error is Fault =>
  error instanceof Fault && error.kind === 'outcome_unknown'
