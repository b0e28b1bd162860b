// The health of a PostgreSQL database: turns facts about it into findings of a health check.
import type { AwayReason, HealthReason } from './health-reason.ts'

export type DatabaseFact =
  | { readonly kind: 'away'; readonly reason: AwayReason; readonly why: string }
  | {
      readonly kind: 'reached'
      readonly version: string
      readonly ms: number // time of one round trip, milliseconds
      readonly isOld: boolean
      readonly encoding: string
      /** The first object that Kaunta's user may not change, such as `the table payment`, if there is one. */
      readonly protectedObject: string | undefined
      readonly isReadOnly: boolean
      readonly isFull: boolean
      readonly isFsyncOn: boolean // whether the server flushes commits to its disk
      readonly isSynchronousCommitOn: boolean // whether a commit waits for that flush by default
      /** Why the database must not be used: a move has left it, or has not filled it yet. */
      readonly moveReason: string | undefined
      /** The version of the tables, if it is newer than this Kaunta knows. */
      readonly newerTables: number | undefined
    }

type Finding = readonly [reason: HealthReason, params?: Readonly<Record<string, string | number>>]

/** Returns a finding for each problem of the database; if there is no problem, one that it is healthy. */
export function databaseFindings(fact: DatabaseFact): Finding[] {
  if (fact.kind === 'away') return [[fact.reason, { why: fact.why }]]
  const { version, ms, encoding, protectedObject, moveReason, newerTables } = fact
  const problems: Finding[] = []
  if (fact.isOld) problems.push(['database_old', { version }])
  if (encoding !== 'UTF8') problems.push(['database_encoding', { encoding }])
  if (fact.isReadOnly) problems.push(['database_read_only'])
  if (fact.isFull) problems.push(['database_full'])
  if (protectedObject !== undefined) problems.push(['database_rights', { refuses: protectedObject }])
  if (moveReason !== undefined) problems.push(['database_left', { why: moveReason }])
  if (newerTables !== undefined) problems.push(['database_newer', { tables: newerTables }])
  if (!fact.isFsyncOn) problems.push(['database_without_sync'])
  if (!fact.isSynchronousCommitOn) problems.push(['database_without_wait'])
  return problems.length > 0 ? problems : [['database_answers', { version, ms: Math.ceil(ms) }]]
}
