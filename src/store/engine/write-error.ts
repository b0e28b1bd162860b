// Translates errors of the database for the caller of a write that was not saved.
import { Fault, fault } from '../../domain/fault.ts'
import { isConnectionLost, sqlStateOf } from '../postgres/error.ts'

/** Thrown when a body awaits something other than a query of its own transaction: a bug in Kaunta. */
export class UnfinishedWrite extends Error {
  override name = 'UnfinishedWrite'
}

const sqliteCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : error instanceof Error && error.cause
      ? sqliteCode(error.cause)
      : ''

/**
 * Whether the server is read-only (a standby), gave no answer in time, or ended this transaction for another
 * one.
 */
const isUnwilling = (state: string) => ['25006', '55000', '55P03', '57014', '40001', '40P01'].includes(state)

/** Returns the fault that a database error means for the caller; other errors are returned unchanged. */
export function writeErrorOf(cause: unknown): unknown {
  const state = sqlStateOf(cause)
  if (state === '53100') return fault('disk_full')
  if (isUnwilling(state) || isConnectionLost(cause)) return fault('database_unavailable')
  const code = sqliteCode(cause)
  if (code.startsWith('SQLITE_FULL')) return fault('disk_full')
  if (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return fault('write_unconfirmed')
  return cause
}

/** Returns whether it is unknown if the write is on disk. */
export const isUnconfirmed = (error: unknown): error is Fault =>
  error instanceof Fault && error.kind === 'outcome_unknown'
