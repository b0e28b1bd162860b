// The health of a PostgreSQL database, of its secret key and of its back-ups: facts become reasons of health checks.
import type { AwayReason, HealthReason } from './health-reason.ts'

export type DatabaseFact =
  | { readonly kind: 'away'; readonly reason: AwayReason; readonly why: string }
  | {
      readonly kind: 'reached'
      readonly version: string
      /** For one answer, milliseconds. */
      readonly ms: number
      readonly isOld: boolean
      readonly encoding: string
      /** What the user may not change; undefined where it may change everything. */
      readonly refuses: string | undefined
      readonly isReadOnly: boolean
      readonly isFull: boolean
      /** Whether what the server calls written is on its disk. */
      readonly syncs: boolean
      /** Whether a commit waits for that, for a user that says nothing about it. */
      readonly waits: boolean
      /** Why it is not to be used, and newer tables than this Kaunta knows. */
      readonly left: string | undefined
      readonly newerTables: number | undefined
    }

type Found = readonly [reason: HealthReason, params?: Readonly<Record<string, string | number>>]

/** What is wrong with it, or that it answers. */
export function databaseReasons(fact: DatabaseFact): Found[] {
  if (fact.kind === 'away') return [[fact.reason, { why: fact.why }]]
  const { version, ms, encoding, refuses, left, newerTables } = fact
  const wrong: (Found | false)[] = [
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
  const all = wrong.filter(found => found !== false)
  return all.length > 0 ? all : [['database_answers', { version, ms: Math.ceil(ms) }]]
}
