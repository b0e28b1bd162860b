// Reads dates and times as people and programs write them. It refuses dates that do not exist; Date.parse
// would read 30 February as 2 March.
import { daySpan, localTime } from './day.ts'

/** A time on a calendar and a clock. */
export interface CalendarTime {
  readonly year: number
  readonly month: number // 1 to 12
  readonly day: number
  readonly hours?: number
  readonly minute?: number
  readonly second?: number
}

/**
 * Returns a calendar time as if in UTC, milliseconds since 1970; undefined when the date or the time does not
 * exist.
 */
export function calendarTime({ year, month, day, hours = 0, minute = 0, second = 0 }: CalendarTime) {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  const isClock = hours < 24 && minute < 60 && second < 60
  return isDay && isClock ? date.setUTCHours(hours, minute, second) : undefined
}

const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](?<hours>\d\d):(\d\d)(?::(\d\d)(?:\.(?<fraction>\d{1,9}))?)?(?:(?<utc>Z)|(?<sign>[+-])(?<zoneHours>\d\d):?(?<zoneMinutes>\d\d))?)?$/i

/**
 * Reads a date or a time in ISO 8601 to milliseconds since 1970. A date means its first moment in `timeZone`,
 * and a time without a zone is a time there.
 * @param timeZone an IANA name; without it only texts with a zone are read
 * @returns undefined when the text is no such time
 */
export function readTime(text: string, timeZone?: string): number | undefined {
  const match = isoTime.exec(text)
  if (!match) return undefined
  const number = (group: number) => Number(match[group] ?? 0)
  const local = calendarTime({
    year: number(1),
    month: number(2),
    day: number(3),
    hours: number(4),
    minute: number(5),
    second: number(6),
  })
  if (local === undefined) return undefined
  const { hours, fraction = '0', utc, sign, zoneHours, zoneMinutes } = match.groups ?? {}
  const time = local + Math.floor(Number(`0.${fraction}`) * 1_000)
  if (utc) return time
  if (sign) {
    const isZone = Number(zoneHours) < 24 && Number(zoneMinutes) < 60
    const offsetMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
    if (!isZone) return undefined
    return sign === '-' ? time + offsetMs : time - offsetMs
  }
  if (timeZone === undefined) return undefined
  return hours === undefined ? daySpan(dayNumber(match), timeZone).from : momentInZone(time, timeZone)
}

/** Reads `2026-11-21` as YYYYMMDD; undefined when there is no such day. */
export function readDay(text: string): number | undefined {
  const match = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return undefined
  const [, year = 0, month = 0, day = 0] = match.map(Number)
  return calendarTime({ year, month, day }) === undefined ? undefined : dayNumber(match)
}

/** Returns the matched year, month and day as YYYYMMDD. */
const dayNumber = ([, year, month, day]: RegExpExecArray) => Number(`${year}${month}${day}`)

/**
 * Returns the moment at which clocks in a time zone show a time, which is given as if in UTC. The offset is
 * looked up twice, because it may change between that time in UTC and the moment.
 */
function momentInZone(time: number, timeZone: string): number | undefined {
  const offsetAt = (moment: number) =>
    Date.parse(`${localTime(moment, timeZone).replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000
  const moment = time - offsetAt(time - offsetAt(time))
  return Number.isNaN(moment) ? undefined : moment
}
