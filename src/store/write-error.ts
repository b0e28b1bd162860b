// What the caller of a write gets when it was not saved.
import { Fault, fault } from '../domain/fault.ts'

/** A body awaited something that is not a query of its own transaction: a bug of ours. */
export class UnfinishedWrite extends Error {
  override name = 'UnfinishedWrite'
}

const sqliteCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : error instanceof Error && error.cause
      ? sqliteCode(error.cause)
      : ''

/** The fault that an error of SQLite is to the caller; any other error stays what it is. */
export function writeErrorOf(cause: unknown): unknown {
  const code = sqliteCode(cause)
  if (code.startsWith('SQLITE_FULL')) return fault('disk_full')
  if (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return fault('write_unconfirmed')
  return cause
}

/** Whether the write may or may not be on disk. */
export const isUnconfirmed = (error: unknown): error is Fault =>
  error instanceof Fault && error.kind === 'outcome_unknown'
