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
 * Returns the milliseconds from 1970 to a calendar time, as if it were in UTC. Undefined when there is no
 * such date or time.
 */
export function calendarTime({ year, month, day, hours = 0, minute = 0, second = 0 }: CalendarTime) {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  const isClock = hours < 24 && minute < 60 && second < 60
  return isDay && isClock ? date.setUTCHours(hours, minute, second) : undefined
}

const datePart = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`
const clockPart = String.raw`(?<hours>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?)?`
const zonePart = String.raw`(?<utc>Z)|(?<sign>[+-])(?<zoneHours>\d\d):?(?<zoneMinutes>\d\d)`
/** A date, or a date and a time with an optional zone: `2026-11-21`, `2026-11-21T12:00:00.5+03:00`. */
const isoTime = new RegExp(`^${datePart}(?:[T ]${clockPart}(?:${zonePart})?)?$`, 'i')

/**
 * Reads a date or a time in ISO 8601 to milliseconds since 1970. A date means its first moment in `timeZone`,
 * and a time without a zone is a time there.
 * @param timeZone an IANA name; if undefined, only texts with a zone are read
 * @returns undefined for any other text, and for a time that does not exist
 */
export function readTime(text: string, timeZone?: string): number | undefined {
  const match = isoTime.exec(text)
  if (!match) return undefined
  const numberOf = (group: string) => Number(match.groups?.[group] ?? 0)
  const local = calendarTime({
    year: numberOf('year'),
    month: numberOf('month'),
    day: numberOf('day'),
    hours: numberOf('hours'),
    minute: numberOf('minute'),
    second: numberOf('second'),
  })
  if (local === undefined) return undefined
  const { hours, fraction = '0', utc, sign, zoneHours, zoneMinutes } = match.groups ?? {}
  const time = local + Math.floor(Number(`0.${fraction}`) * 1_000)
  if (utc) return time
  if (sign) {
    const isOffset = Number(zoneHours) < 24 && Number(zoneMinutes) < 60
    const offsetMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
    if (!isOffset) return undefined
    return sign === '-' ? time + offsetMs : time - offsetMs
  }
  if (timeZone === undefined) return undefined
  const isDate = hours === undefined
  return isDate ? daySpan(dayNumber(match), timeZone).from : momentInZone(time, timeZone)
}

/** Reads `2026-11-21` as YYYYMMDD; undefined when there is no such day. */
export function readDay(text: string): number | undefined {
  const match = /^(2\d{3})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return undefined
  const [, year = 0, month = 0, day = 0] = match.map(Number)
  return calendarTime({ year, month, day }) === undefined ? undefined : dayNumber(match)
}

/** Returns the first three groups of a match, which are year, month and day, as YYYYMMDD. */
const dayNumber = ([, year, month, day]: RegExpExecArray) => Number(`${year}${month}${day}`)

/**
 * Returns the moment at which the clocks of a time zone show a time, which is given as if in UTC. Looks up
 * the zone's offset twice, because the offset may change between the guess and the moment itself.
 */
function momentInZone(time: number, timeZone: string): number | undefined {
  const offsetAt = (moment: number) =>
    Date.parse(`${localTime(moment, timeZone).replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000
  const guess = time - offsetAt(time)
  const moment = time - offsetAt(guess)
  return Number.isNaN(moment) ? undefined : moment
}
