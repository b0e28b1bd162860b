// The nightly backup: a complete, checked copy of the data folder, taken while the shop is closed. The last
// failure is stored for the console.

import { isBackupDue, isBackupLate, lastBackup, nextNight } from '../domain/backup.ts'
import { type BackupLogState, isLogBehind } from '../domain/backup-log.ts'
import { errorText } from '../domain/error-text.ts'
import { assert, fault } from '../domain/fault.ts'
import { findSetting, listAccounts, putSetting } from '../store/account.ts'
import type { Backup, Backups } from '../store/backup/backup.ts'
import { findJob, putJob } from '../store/job.ts'
import type { Appliance } from './appliance.ts'
import { drillState } from './restore-drill.ts'

/** The wait after a failure: one hour. */
const retryMs = 3_600_000
/** The wait before a backup that the change log needs; a server that just started takes its own by then. */
const soonMs = 300_000
/** The setting that holds why the last backup failed; it is empty after a success. */
export const failureSetting = 'backup_failure'
/**
 * The setting that holds the last backup whose copy in the second place is certainly complete. A power cut
 * may happen before a copy ends.
 */
const copiedSetting = 'backup_carried'

/** What the console shows about back-ups. */
export interface BackupState {
  readonly last: Backup | undefined // the last good backup; one dated in the future does not count
  readonly failure: string | undefined // why the last try failed; undefined after a success
  /** Whether the last good backup (or the first start, if there is none) is more than 36 hours old. */
  readonly isLate: boolean
  readonly isDrillLate: boolean // whether no restore drill has passed for too long
  /**
   * The state of the change log between two backups; undefined when the log does not go to a second place.
   */
  readonly log: BackupLogState | undefined
}

/** Returns the time zone that decides when the server's night is: that of its first account, or UTC. */
async function serverTimeZone({ store }: Pick<Appliance, 'store'>): Promise<string> {
  const [first] = await listAccounts(store.read)
  return first?.timeZone ?? 'UTC'
}

/** Takes a backup now and records its result. @throws Fault `backup_failed` */
export async function takeBackup(appliance: Appliance): Promise<Backup> {
  const { clock } = appliance.world
  return runBackupStep(appliance, async (backups, zone) => backups.take(clock.now(), zone))
}

/**
 * Returns the value of `copiedSetting` after a backup was copied. It names the second place, because a new
 * place needs a copy of its own.
 */
const copiedValue = (secondPlace: string, backupName: string) => `${secondPlace} ${backupName}`

/**
 * Takes or copies a backup, and records its success or failure for the console.
 * @throws Fault `backup_failed`
 */
async function runBackupStep(
  appliance: Appliance,
  work: (backups: Backups, zone: string) => Promise<Backup>,
): Promise<Backup> {
  const { store, world } = appliance
  assert(store.backups, 'a store on a disk has back-ups')
  const { second: secondPlace } = store.backups
  try {
    const backup = await work(store.backups, await serverTimeZone(appliance))
    await store.write(async tx => {
      await putSetting(tx, failureSetting, '')
      if (secondPlace) await putSetting(tx, copiedSetting, copiedValue(secondPlace, backup.name))
    })
    return backup
  } catch (error) {
    const failure = errorText(error)
    world.log('error', 'a back-up failed', { error: failure })
    await store.write(tx => putSetting(tx, failureSetting, failure))
    throw fault('backup_failed', { cause: failure })
  }
}

/**
 * Returns the last backup that counts as the nightly one. With a change log, a backup counts only if the log
 * continues it: copying the backup of an upgrade would replace the continued one in the second place.
 */
function lastNightly({ list, log }: Pick<Backups, 'list' | 'log'>, now: number): Backup | undefined {
  const nightlyBackups = list().filter(({ isFollowed }) => isFollowed || !log)
  return lastBackup(nightlyBackups, now)
}

/**
 * Takes the day's backup if there is none yet, or if the change log needs a new one to continue. Otherwise it
 * copies the last backup to the second place again, if the first copy failed or was cut off.
 * @returns when to run again, milliseconds since 1970
 */
export async function runBackup(appliance: Appliance): Promise<number> {
  const { store, world } = appliance
  const now = world.clock.now()
  const zone = await serverTimeZone(appliance)
  const next = nextNight(now, zone)
  if (!store.backups) return next
  const last = lastNightly(store.backups, now)
  const isDue = isBackupDue(last?.takenAt, now, zone) || store.backups.log?.needsCopy()
  try {
    if (isDue) await takeBackup(appliance)
    else await copyLastToSecondPlace(appliance, last)
    return next
  } catch {
    // `runBackupStep` has recorded the failure.
    return world.clock.now() + retryMs
  }
}

/**
 * Brings the next backup forward when the change log needs a new one to continue. It becomes due five minutes
 * from now, but at least an hour after the last backup; if the last try failed, an hour from now. A job that
 * is running or due earlier does not change.
 */
export async function takeBackupForLog({ store, world }: Appliance): Promise<void> {
  const now = world.clock.now()
  const last = store.backups && lastNightly(store.backups, now)
  const hasFailed = Boolean(await findSetting(store.read, failureSetting))
  const dueAt = hasFailed ? now + retryMs : Math.max(now + soonMs, (last?.takenAt ?? 0) + retryMs)
  await store.write(async tx => {
    const job = await findJob(tx, 'backup.take', 'all')
    if (job?.state === 'waiting' && job.dueAt > dueAt) await putJob(tx, 'backup.take', 'all', dueAt)
  })
}

/**
 * Copies the last backup to the second place, unless it is certainly there already.
 * @throws Fault `backup_failed`
 */
async function copyLastToSecondPlace(appliance: Appliance, last: Backup | undefined): Promise<void> {
  const { read, backups } = appliance.store
  if (!last || !backups?.second) return
  const copied = await findSetting(read, copiedSetting)
  if (copied === copiedValue(backups.second, last.name)) return
  await runBackupStep(appliance, async (_, zone) => {
    await backups.carry(last, zone)
    return last
  })
}

/** Returns what the console shows about back-ups; undefined when the store takes none. */
export async function backupState({ store, world }: Appliance): Promise<BackupState | undefined> {
  if (!store.backups) return undefined
  const now = world.clock.now()
  const last = lastBackup(store.backups.list(), now)
  const firstStartAt = Math.min(...(await listAccounts(store.read)).map(account => account.createdAt))
  const failure = await findSetting(store.read, failureSetting)
  return {
    last,
    failure: failure || undefined,
    isLate: isBackupLate(last?.takenAt, firstStartAt, now),
    log: logState(store.backups, now),
    isDrillLate: (await drillState(store.read, now)).isLate,
  }
}

/**
 * Returns up to which time the second place holds the change log; undefined without a log. The log is
 * complete up to now, unless a part of it or a backup still waits to be copied.
 */
function logState({ log }: Backups, now: number): BackupLogState | undefined {
  if (!log) return undefined
  const { safeUntil, since: waitingSince, failure } = log.status()
  const isComplete = waitingSince === undefined && !log.needsCopy()
  return { safeUntil: isComplete ? now : safeUntil, isBehind: isLogBehind(waitingSince, now), failure }
}
