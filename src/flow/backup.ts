// The nightly backup: a whole, checked copy of the data folder, taken while the shop is closed. The last
// failure is stored, to be shown.
import type { Appliance } from '../appliance.ts'
import { isBackupDue, isBackupLate, lastBackup, nextNight } from '../domain/backup.ts'
import { assert, fault } from '../domain/fault.ts'
import { findSetting, listAccounts, putSetting } from '../store/account.ts'
import type { Backup, Backups } from '../store/backup.ts'

/** The wait after a failure. */
const againMs = 3_600_000
export const failureSetting = 'backup_failure'

export interface BackupState {
  /** The last good backup; one dated in the future does not count. */
  readonly last: Backup | undefined
  /** Why the last try failed; undefined after a success. */
  readonly failure: string | undefined
  /** Whether the last good backup, or the first start, is more than a night and a half ago. */
  readonly isLate: boolean
}

/** The server's time zone: that of its first account. */
async function boxZone({ store }: Pick<Appliance, 'store'>): Promise<string> {
  const [first] = await listAccounts(store.read)
  return first?.timeZone ?? 'UTC'
}

/** Takes a backup now and stores its result. @throws Fault */
export async function takeBackup(appliance: Appliance): Promise<Backup> {
  const { clock } = appliance.world
  return reported(appliance, async (backups, zone) => backups.take(clock.now(), zone))
}

/** Runs a backup step and stores its result. */
async function reported<T>(
  appliance: Appliance,
  work: (backups: Backups, zone: string) => Promise<T>,
): Promise<T> {
  const { store, world } = appliance
  assert(store.backups, 'a store on a disk has back-ups')
  try {
    const done = await work(store.backups, await boxZone(appliance))
    await store.write(tx => putSetting(tx, failureSetting, ''))
    return done
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    world.log('error', 'a back-up failed', { error: failure })
    await store.write(tx => putSetting(tx, failureSetting, failure))
    throw fault('backup_failed', { cause: failure })
  }
}

/**
 * Takes the day's backup, unless it exists, and copies it to the second folder if that failed.
 * @returns when to do it again
 */
export async function runBackup(appliance: Appliance): Promise<number> {
  const { store, world } = appliance
  const now = world.clock.now()
  const zone = await boxZone(appliance)
  const next = nextNight(now, zone)
  if (!store.backups) return next
  const last = lastBackup(store.backups.list(), now)
  const done = isBackupDue(last?.takenAt, now, zone) ? takeBackup(appliance) : carryLast(appliance, last)
  return done.then(
    () => next,
    () => world.clock.now() + againMs,
  )
}

/** Copies the last backup to the second folder after a failure, which was most likely there. */
async function carryLast(appliance: Appliance, last: Backup | undefined): Promise<void> {
  const { read, backups } = appliance.store
  if (!last || !backups?.second || !(await findSetting(read, failureSetting))) return
  await reported(appliance, async (backups, zone) => backups.carry(last, zone))
}

/** The status of the backups. */
export async function backupState({ store, world }: Appliance): Promise<BackupState | undefined> {
  if (!store.backups) return undefined
  const now = world.clock.now()
  const last = lastBackup(store.backups.list(), now)
  const began = Math.min(...(await listAccounts(store.read)).map(account => account.createdAt))
  const failure = await findSetting(store.read, failureSetting)
  return { last, failure: failure || undefined, isLate: isBackupLate(last?.takenAt, began, now) }
}
