// Interprets errors of PostgreSQL and of its connections. It is a separate file so that on SQLite nothing of
// PostgreSQL is loaded.
import { errorText } from '../../domain/error-text.ts'
import { type AwayReason, type HealthReason, healthReasons } from '../../domain/health-reason.ts'

/** Returns whether the server refused a statement because an earlier one of its transaction had failed. */
export const isFollowing = (error: unknown): boolean => sqlStateOf(error) === '25P02'

/** Returns the SQLSTATE of an error of PostgreSQL; empty for others. */
export const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'string' ? error.errno : ''

/**
 * Returns whether another transaction conflicted (a deadlock or a serialization failure): this one was rolled
 * back, and may succeed when it runs again.
 */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlStateOf(error))

/**
 * Most runs of a transaction that meets conflicts; then its caller gets the 503 of a database that is away.
 */
export const runsMax = 4

/** Returns whether an error comes from the server or from the connection to it. */
export const isPostgresError = (error: unknown): error is Error =>
  error instanceof Error && (sqlStateOf(error) !== '' || isConnectionLost(error))

/** Returns the code of an error of the driver, the network or TLS; empty for others. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Reasons for a missing connection, by the SQLSTATE with which the server refused it. */
const byState: readonly [state: RegExp, reason: AwayReason][] = [
  [/^53300/, 'database_places'],
  [/^28P01/, 'database_login'],
  [/^28/, 'database_refuses'],
  [/^3D000/, 'database_missing'],
  [/^(08|57P0|25P03)/, 'database_away'],
]

/** Reasons for a missing connection, by the codes of the driver and of OpenSSL. */
const byCode: readonly [code: RegExp, reason: AwayReason][] = [
  [/SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|CERT_UNTRUSTED|INVALID_CA/, 'database_authority'],
  [/^ERR_TLS_CERT_ALTNAME/, 'database_other_name'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_)/, 'database_certificate'],
  [
    /^(ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME|TLS)|ECONN|ENOENT|ENOTFOUND|ETIMEDOUT|FailedToOpenSocket)/,
    'database_away',
  ],
]

/** Returns why there is no connection; undefined for errors of another kind. */
function awayReasonOf(error: unknown): AwayReason | undefined {
  const state = sqlStateOf(error)
  const isFromServer = state !== ''
  const text = isFromServer ? state : codeOf(error)
  const match = (isFromServer ? byState : byCode).find(([pattern]) => pattern.test(text))
  return match?.[1]
}

/**
 * Returns whether an error means that the connection is lost or was never made: the server is away, is
 * stopping or starting, has no free connection, or refuses Kaunta.
 */
export const isConnectionLost = (error: unknown): boolean => awayReasonOf(error) !== undefined

/** Returns why there is no connection, for a message with a cure. Other errors count as `database_away`. */
export const awayReason = (error: unknown): AwayReason => awayReasonOf(error) ?? 'database_away'

/** SQLSTATE of a server whose disk is full. */
export const diskFullState = '53100'

/** Why a write is not possible, by SQLSTATE. */
const unwritableByState: Readonly<Record<string, HealthReason>> = {
  25006: 'database_read_only',
  [diskFullState]: 'database_full',
}

/** Returns the message of an error of the server or the network, with the cure if one is known. */
export function databaseWords(error: unknown): string {
  const why = errorText(error)
  const reason = awayReasonOf(error) ?? unwritableByState[sqlStateOf(error)]
  if (!reason) return why
  const { message, cure } = healthReasons[reason]
  const text = message.includes('{why}') ? message.replace('{why}', () => why) : why
  return `${text}; ${cure}`
}

/** Returns whether the server ended the connection with this error (`FATAL`), or crashed (`PANIC`). */
export const isFatal = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')

/** The server ended a transaction with a rollback, because a statement in it had failed. */
export class RolledBack extends Error {
  override name = 'RolledBack'
}

/** Returns whether a commit failed because the server had rolled the transaction back. */
export const isRolledBack = (error: unknown): error is RolledBack => error instanceof RolledBack
