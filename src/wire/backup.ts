// Backups in the API.
import { type Static, Type } from '@sinclair/typebox'
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
  },
  { title: 'BackupState', description: 'Null when the server stores nothing on disk' },
)
export type BackupStateView = Static<typeof BackupStateView>

export const BackupsView = Type.Object(
  {
    items: Type.Array(BackupView, { description: 'Newest first' }),
    state: Type.Union([BackupStateView, Type.Null()]),
    next_at: Type.Union([Stamp, Type.Null()]),
    second_place: Type.Union([Type.String(), Type.Null()], {
      description: 'A second folder, or `s3://bucket/prefix`, to which each backup is copied',
    }),
  },
  { title: 'Backups' },
)
export type BackupsView = Static<typeof BackupsView>

interface Taken {
  readonly name: string
  readonly takenAt: number
  readonly bytes: number
}

export const backupView = ({ name, takenAt, bytes }: Taken): BackupView => ({
  name,
  taken_at: stamp(takenAt),
  bytes,
})

interface State {
  readonly last: Taken | undefined
  readonly isLate: boolean
  readonly failure: string | undefined
}

export const backupStateView = (state: State | undefined): BackupStateView | null =>
  state
    ? { taken_at: stamp(state.last?.takenAt ?? null), late: state.isLate, failure: state.failure ?? null }
    : null
