// What errors of PostgreSQL and of its connections mean. A file of its own: on SQLite nothing of PostgreSQL is loaded.
import { type AwayReason, type HealthReason, healthReasons } from '../../domain/health-reason.ts'

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

/** What met a conflict runs so often in all; then its caller gets the 503 of a database that is away. */
export const runsMax = 4

/** Whether the server, or the connection to it, threw this. */
export const isPostgresError = (error: unknown): error is Error =>
  error instanceof Error && (sqlStateOf(error) !== '' || isConnectionLost(error))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Why there is no connection, by SQLSTATE: what a server says that lets no one in. */
const byState: readonly [state: RegExp, reason: AwayReason][] = [
  [/^53300/, 'database_places'],
  [/^28P01/, 'database_login'],
  [/^28/, 'database_refuses'],
  [/^3D000/, 'database_missing'],
  [/^(08|57P0|25P03)/, 'database_away'],
]

/** The same by the codes of network and TLS, as the driver and OpenSSL name them. */
const byCode: readonly [code: RegExp, reason: AwayReason][] = [
  [/SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|CERT_UNTRUSTED|INVALID_CA/, 'database_authority'],
  [/^ERR_TLS_CERT_ALTNAME/, 'database_other_name'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_)/, 'database_certificate'],
  [
    /^(ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME|TLS)|ECONN|ENOENT|ENOTFOUND|ETIMEDOUT|FailedToOpenSocket)/,
    'database_away',
  ],
]

/** Why there is no connection, where that is what the error says. */
function awayReasonOf(error: unknown): AwayReason | undefined {
  const state = sqlStateOf(error)
  const [known, text] = state === '' ? [byCode, codeOf(error)] : [byState, state]
  return known.find(([pattern]) => pattern.test(text))?.[1]
}

/** The connection is gone, or there was none: the server is away, stops, starts, has no place left, or refuses us. */
export const isConnectionLost = (error: unknown): boolean => awayReasonOf(error) !== undefined

/** The same for one who asks what to do; whatever else it is, the database is away. */
export const awayReason = (error: unknown): AwayReason => awayReasonOf(error) ?? 'database_away'

/** Why a write is not possible, by SQLSTATE. */
const unwilling: Readonly<Record<string, HealthReason>> = {
  25006: 'database_read_only',
  53100: 'database_full',
}

/** What the server or the network said, and what to do about it where that is known. */
export function databaseWords(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error)
  const reason = awayReasonOf(error) ?? unwilling[sqlStateOf(error)]
  if (!reason) return why
  const { message, cure } = healthReasons[reason]
  return `${message.includes('{why}') ? message.replace('{why}', () => why) : why}; ${cure}`
}

/** The server ended the connection with this, or itself: `PANIC`. */
export const isFatal = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')

/** The server has ended a transaction with a rollback, because a statement in it had failed. */
export class RolledBack extends Error {
  override name = 'RolledBack'
}

export const isRolledBack = (error: unknown): error is RolledBack => error instanceof RolledBack
