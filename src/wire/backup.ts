// Backups in the API.
import { type Static, Type } from '@sinclair/typebox'
import type { BackupLogState } from '../domain/backup-log.ts'
import { Stamp, stamp } from './money.ts'

export const BackupView = Type.Object(
  {
    name: Type.String({
      examples: ['2026-11-21T000000Z'],
      description: 'Its folder below `backups`',
    }),
    taken_at: Stamp,
    bytes: Type.Integer({ minimum: 0 }),
  },
  { title: 'Backup' },
)
export type BackupView = Static<typeof BackupView>

export const BackupStateView = Type.Object(
  {
    taken_at: Type.Union([Stamp, Type.Null()], { description: 'The last good backup' }),
    late: Type.Boolean({ description: 'The last good backup is older than 36 hours' }),
    failure: Type.Union([Type.String(), Type.Null()], { description: 'Why the last backup failed' }),
    drill_late: Type.Boolean({ description: 'No restore drill has passed for 100 days' }),
    log: Type.Union(
      [
        Type.Object({
          safe_until: Type.Union([Stamp, Type.Null()], {
            description: 'What changed before is in the second place; null until that is known',
          }),
          behind: Type.Boolean({ description: 'A change of more than five minutes ago is not there' }),
          failure: Type.Union([Type.String(), Type.Null()], {
            description: 'Why the last part of the log did not get there',
          }),
        }),
        Type.Null(),
      ],
      { description: 'The log between two backups; null when none goes to a second place' },
    ),
  },
  { title: 'BackupState', description: 'Null when the server stores nothing on disk' },
)
export type BackupStateView = Static<typeof BackupStateView>

export const DrillView = Type.Object(
  {
    at: Stamp,
    backup: Type.Union([Type.String(), Type.Null()], { description: 'The backup that was restored' }),
    payments: Type.Union([Type.Integer(), Type.Null()], { description: 'How many payments it has' }),
    failure: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed; null when it passed' }),
  },
  { title: 'RestoreDrill' },
)
export type DrillView = Static<typeof DrillView>

export const BackupsView = Type.Object(
  {
    items: Type.Array(BackupView, { description: 'Newest first' }),
    state: Type.Union([BackupStateView, Type.Null()]),
    drill: Type.Object(
      { last: Type.Union([DrillView, Type.Null()]), late: Type.Boolean() },
      { description: 'Restore drills' },
    ),
    next_at: Type.Union([Stamp, Type.Null()]),
    second_place: Type.Union([Type.String(), Type.Null()], {
      description: 'A second folder, or `s3://bucket/prefix`, to which each backup is copied',
    }),
  },
  { title: 'Backups' },
)
export type BackupsView = Static<typeof BackupsView>

/** A backup that was taken. */
interface StoredBackup {
  readonly name: string
  readonly takenAt: number // milliseconds
  readonly bytes: number
}

/** Returns a backup as the list shows it. */
export const backupView = ({ name, takenAt, bytes }: StoredBackup): BackupView => ({
  name,
  taken_at: stamp(takenAt),
  bytes,
})

interface Drill extends Omit<DrillView, 'at'> {
  readonly at: number // milliseconds
}

/** Returns the result of a restore drill for the API. */
export const drillView = ({ at, backup, payments, failure }: Drill): DrillView => ({
  at: stamp(at),
  backup,
  payments,
  failure,
})

/** How current the backups are. */
interface BackupState {
  readonly last: StoredBackup | undefined // the last good backup
  readonly isLate: boolean
  readonly failure: string | undefined
  readonly isDrillLate: boolean
  readonly log: BackupLogState | undefined
}

/** Returns how current the backups are; null if the server stores nothing on disk. */
export function backupStateView(state: BackupState | undefined): BackupStateView | null {
  if (!state) return null
  return {
    taken_at: stamp(state.last?.takenAt ?? null),
    late: state.isLate,
    failure: state.failure ?? null,
    drill_late: state.isDrillLate,
    log: state.log ? backupLogView(state.log) : null,
  }
}

/** Returns how much of the log between two backups has been copied to the second place. */
const backupLogView = ({ safeUntil, isBehind, failure }: BackupLogState) => ({
  safe_until: stamp(safeUntil ?? null),
  behind: isBehind,
  failure: failure ?? null,
})
