// When a back-up is due or late, how long a copy may take, and which copies are kept. Days are counted in the
// server's time zone. The clock may be wrong after a power cut, so a back-up dated in the future does not
// count as today's.
import { dayAfter, dayOf, hoursOf } from './day.ts'

/** Back-ups run in this hour of the shop's night. */
const nightHour = 3
const dayMs = 86_400_000
/** Allowed difference between the clock of a server and the one of the computer that restores. */
const clockGapMs = dayMs
/** A person should look into it when there has been no good back-up for a night and a half. */
const lateMs = 36 * 3_600_000
/** A restore is tested each quarter of a year; some days are added for the person to find the time. */
const drillMs = 100 * dayMs
/** Any copy is faster. The time covers the start, and a disk that moves 250 KB a second. */
const copyMinMs = 600_000
const copyBytesPerMs = 250

/**
 * Returns when the back-up of a day is due: at three, or at the next hour where the clocks skip three.
 * Undefined for a day that the time zone skips as a whole.
 */
const nightOf = (day: number, timeZone: string) =>
  hoursOf(day, timeZone).find(({ from, to }, hour) => hour >= nightHour && to > from)?.from

/** Returns when the next back-up is due, in milliseconds since 1970. */
export function nextNight(now: number, timeZone: string): number {
  const today = dayOf(now, timeZone)
  // Today's may be over, and a time zone may skip tomorrow.
  for (const days of [0, 1, 2]) {
    const night = nightOf(dayAfter(today, days), timeZone)
    if (night !== undefined && night > now) return night
  }
  return now + dayMs
}

/**
 * Returns the newest back-up that is not dated in the future.
 * @param backups newest first
 */
export const lastBackup = <Taken extends { readonly takenAt: number }>(
  backups: readonly Taken[],
  now: number,
) => backups.find(({ takenAt }) => takenAt <= now)

/** The back-up to restore, and the newer ones that are dated more than a day ahead. */
export interface ChosenBackup<Taken> {
  readonly backup: Taken
  readonly datedAhead: readonly Taken[]
}

/**
 * Chooses the back-up to restore: the newest that is not dated more than a day ahead. Those dated ahead were
 * taken while the clock was wrong, and may be older than all others. If all are dated ahead, this computer's
 * clock is probably behind, so the newest is chosen. Undefined when there is none.
 * @param backups newest first
 */
export function chooseBackup<Taken extends { readonly takenAt: number }>(
  backups: readonly Taken[],
  now: number,
): ChosenBackup<Taken> | undefined {
  const last = lastBackup(backups, now + clockGapMs)
  if (last) return { backup: last, datedAhead: backups.slice(0, backups.indexOf(last)) }
  const [newest] = backups
  return newest && { backup: newest, datedAhead: [] }
}

/** Whether today's back-up is missing; before the night hour, whether yesterday's is. */
export function isBackupDue(last: number | undefined, now: number, timeZone: string): boolean {
  if (last === undefined) return true
  const today = dayOf(now, timeZone)
  const night = nightOf(today, timeZone)
  const dayDue = night !== undefined && night <= now ? today : dayAfter(today, -1)
  return dayOf(last, timeZone) < dayDue
}

/**
 * Whether the last back-up is too old, or dated in the future, so that its age is unknown.
 * @param began the time of the first start, which counts if there is no back-up
 */
export function isBackupLate(last: number | undefined, began: number, now: number): boolean {
  const since = last ?? began
  return since > now || now - since > lateMs
}

/** Returns how long a copy of this size may take before its disk counts as broken. */
export const copyMaxMs = (bytes: number): number => copyMinMs + Math.ceil(bytes / copyBytesPerMs)

/** How long an upload may make no progress: five megabytes at 140 kbit/s. */
export const partMaxMs = 300_000

/** How long one try to upload a part may take: five megabytes at 175 kbit/s. */
export const partTryMs = 240_000

export interface BackupRetention {
  readonly keep: number // the number of days
  readonly now: number
  readonly timeZone: string
}

/**
 * Returns the back-ups to delete: all but the newest one of each of the last `keep` days that have any.
 * Back-ups dated in the future are counted separately, so that they displace no others.
 * @param backups newest first
 */
export function surplusBackups<Taken extends { readonly takenAt: number }>(
  backups: readonly Taken[],
  { keep, now, timeZone }: BackupRetention,
): Taken[] {
  const pastDays = new Set<number>()
  const futureDays = new Set<number>()
  return backups.filter(({ takenAt }) => {
    const days = takenAt > now ? futureDays : pastDays
    const day = dayOf(takenAt, timeZone)
    const isKept = !days.has(day) && days.size < keep
    days.add(day)
    return !isKept
  })
}

/**
 * Whether the last passed restore drill is too long ago.
 * @param began the time of the first start, which counts if no drill passed
 */
export const isDrillLate = (passed: number | undefined, began: number, now: number): boolean =>
  now - (passed ?? began) > drillMs
