// The nightly back-up: a whole, checked copy of the data folder, taken while the shop is closed. What went wrong is kept for people to see.
import type { Appliance } from '../appliance.ts'
import { dayAfter, dayOf, hoursOf } from '../domain/day.ts'
import { assert, Fault } from '../domain/fault.ts'
import { findSetting, listAccounts, putSetting } from '../store/account.ts'
import type { Backup } from '../store/backup.ts'

/** Taken in this hour of the shop's night. */
const nightHour = 3
const dayMs = 86_400_000
/** After one that failed. */
const againMs = 3_600_000
/** Without a good one for so long, a person must look. */
const lateMs = 36 * 3_600_000
const troubleSetting = 'backup_trouble'

export interface BackupState {
  readonly last: Backup | undefined
  /** Why the last try failed; undefined after one that went well. */
  readonly trouble: string | undefined
  /** Whether the last good one, or the box's beginning, is longer ago than one night and a half. */
  readonly isLate: boolean
}

/** The next time it is this hour of the night in a time zone. */
export function nextNight(now: number, timeZone: string): number {
  const today = dayOf(now, timeZone)
  for (const day of [today, dayAfter(today, 1)]) {
    const hour = hoursOf(day, timeZone)[nightHour]
    if (hour && hour.to > hour.from && hour.from > now) return hour.from
  }
  return now + dayMs
}

/** Takes one now, and remembers how it went. Throws a Fault that says what to do. */
export async function takeBackup({ store, world: { clock, log } }: Appliance): Promise<Backup> {
  assert(store.backups, 'a store on a disk has back-ups')
  try {
    const made = await store.backups.take(clock.now())
    await store.write(tx => putSetting(tx, troubleSetting, ''))
    return made
  } catch (error) {
    const trouble = error instanceof Error ? error.message : String(error)
    log('error', 'a back-up failed', { error: trouble })
    await store.write(tx => putSetting(tx, troubleSetting, trouble))
    throw new Fault('conflict', `the back-up failed: ${trouble}`)
  }
}

/** Takes the night's back-up, or one by day where the last is more than a day old. @returns when to do it again */
export async function runBackup(appliance: Appliance): Promise<number> {
  const { store, world } = appliance
  const now = world.clock.now()
  const [first] = await listAccounts(store.read)
  const next = nextNight(now, first?.timeZone ?? 'UTC')
  if (!first || !store.backups) return next
  const [last] = store.backups.list()
  const isNight = nextNight(now - againMs, first.timeZone) <= now
  if (last && last.takenAt > now - (isNight ? againMs : dayMs)) return next
  return takeBackup(appliance).then(
    () => next,
    () => world.clock.now() + againMs,
  )
}

/** How the back-ups stand. */
export async function backupState({ store, world }: Appliance): Promise<BackupState | undefined> {
  if (!store.backups) return undefined
  const [last] = store.backups.list()
  const began = Math.min(...(await listAccounts(store.read)).map(account => account.createdAt))
  const trouble = await findSetting(store.read, troubleSetting)
  return { last, trouble: trouble || undefined, isLate: world.clock.now() - (last?.takenAt ?? began) > lateMs }
}
