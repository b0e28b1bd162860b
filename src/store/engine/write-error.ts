// What the caller of a write gets when it was not saved.
import { Fault, fault } from '../../domain/fault.ts'
import { isConnectionLost, sqlStateOf } from '../postgres/error.ts'

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

/** Read-only (a standby), no answer in time, or ended for the sake of another transaction. */
const isUnwilling = (state: string) => ['25006', '55000', '55P03', '57014', '40001', '40P01'].includes(state)

/** The fault that an error of the database is to the caller; any other error stays what it is. */
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

/** Whether the write may or may not be on disk. */
export const isUnconfirmed = (error: unknown): error is Fault =>
  error instanceof Fault && error.kind === 'outcome_unknown'
