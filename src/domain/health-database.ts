// The health of a PostgreSQL database, of its secret key and of its back-ups: turns facts into reasons of
// health checks.
import type { AwayReason, HealthReason } from './health-reason.ts'

export type DatabaseFact =
  | { readonly kind: 'away'; readonly reason: AwayReason; readonly why: string }
  | {
      readonly kind: 'reached'
      readonly version: string
      readonly ms: number // time of one round trip, milliseconds
      readonly isOld: boolean
      readonly encoding: string
      /** Changes that the user lacks permission for; undefined when there are none. */
      readonly refuses: string | undefined
      readonly isReadOnly: boolean
      readonly isFull: boolean
      readonly syncs: boolean // whether the server flushes commits to its disk
      readonly waits: boolean // whether a commit waits for that flush by default
      /** Why the database must not be used, and which newer tables this Kaunta does not know. */
      readonly left: string | undefined
      readonly newerTables: number | undefined
    }

type Finding = readonly [reason: HealthReason, params?: Readonly<Record<string, string | number>>]

/** Returns the problems of the database; if it has none, the finding that it answers. */
export function databaseReasons(fact: DatabaseFact): Finding[] {
  if (fact.kind === 'away') return [[fact.reason, { why: fact.why }]]
  const { version, ms, encoding, refuses, left, newerTables } = fact
  const checks: (Finding | false)[] = [
    fact.isOld && ['database_old', { version }],
    encoding !== 'UTF8' && ['database_encoding', { encoding }],
    fact.isReadOnly && ['database_read_only'],
    fact.isFull && ['database_full'],
    refuses !== undefined && ['database_rights', { refuses }],
    left !== undefined && ['database_left', { why: left }],
    newerTables !== undefined && ['database_newer', { tables: newerTables }],
    !fact.syncs && ['database_without_sync'],
    !fact.waits && ['database_without_wait'],
  ]
  const problems = checks.filter(finding => finding !== false)
  return problems.length > 0 ? problems : [['database_answers', { version, ms: Math.ceil(ms) }]]
}
