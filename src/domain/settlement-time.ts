// Dates and times in a network's file, as networks and spreadsheets write them. Days come before months
// unless the column shows the opposite.
import { calendarTime } from './calendar.ts'
import type { Span } from './day.ts'

// A `dateForm` has three groups for the date, then hour, minute, second, `a` or `p`, and the zone's name and
// offset.
const clock = String.raw`(?:(?:T|[\s,]+)(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?:[.,]\d+)?\s*([ap])?(?:\.?m\.?)?)?`
const zone = String.raw`\s*(z|utc|gmt|eat)?\s*([+-]\d\d:?\d\d)?\s*(?:\([^)]*\))?$`
const dateForm = (date: string) => new RegExp(`^${date}${clock}${zone}`, 'i')

/** `2026-11-26`, `2026/11/26`, `2026-Nov-26`. */
const yearFirst = dateForm(String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2}|[a-z]{3,9})[-/.](?<day>\d{1,2})`)
/** `26/11/2026`, `26.11.26`; some write 11/26/2026. */
const numeric = dateForm(String.raw`(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d\d)`)
/** `26-Nov-2026`, `26 November 2026`. */
const dayNamed = dateForm(
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?[-/.\s]*(?<month>[a-z]{3,9})[-/.,\s]*(?<year>\d{4}|\d\d)`,
)
/** `Nov 26, 2026`. */
const monthNamed = dateForm(
  String.raw`(?<month>[a-z]{3,9})[-/.\s]+(?<day>\d{1,2})(?:st|nd|rd|th)?[-/.,\s]+(?<year>\d{4})`,
)
/** `20261126`, `20261126100000`, `20261126T1000Z`. The empty group is where other forms have `a` or `p`. */
const compact =
  /^(?<year>20\d\d)(?<month>\d\d)(?<day>\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?())?\s*(z|utc|gmt|eat)?([+-]\d\d:?\d\d)?$/i
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i

/** Months by their first three letters, in English and Swahili. */
const months: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  mac: 3,
  apr: 4,
  may: 5,
  mei: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  ago: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  des: 12,
}

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hours: number
  readonly minute: number
  readonly second: number
  readonly zoneMs: number | undefined // the zone in the text; undefined when it has none
  readonly isNumeric: boolean // day and month could be swapped
}

/** `Sunday, 22 November 2026 12:00:00 GMT+0300 (East Africa Time)` has 61 letters. */
const timeTextMax = 100

/** Reads the parts of a written date and time; undefined for any other text, such as a count. */
function partsOf(cell: string): Parts | undefined {
  if (cell.length > timeTextMax) return undefined
  const text = cell.replace(/\s+/g, ' ').replace(weekday, '')
  const unambiguousForms = [yearFirst, dayNamed, monthNamed, compact]
  const unambiguous = unambiguousForms.map(form => form.exec(text)).find(Boolean)
  const match = unambiguous ?? numeric.exec(text)
  if (!match?.groups) return undefined
  const { year = '', month = '', day = '' } = match.groups
  // The time of day follows the whole match and three groups of the date. A default replaces a missing group.
  const [hour = '0', minute = '0', second = '0', amOrPm = '', zoneName = '', offset = ''] = match.slice(4)
  const halfDayHours = /p/i.test(amOrPm) ? 12 : 0
  const hours = amOrPm === '' ? Number(hour) : (Number(hour) % 12) + halfDayHours
  return {
    year: Number(year) + (year.length === 2 ? 2_000 : 0),
    month: /\d/.test(month) ? Number(month) : (months[month.slice(0, 3).toLowerCase()] ?? 0),
    day: Number(day),
    hours,
    minute: Number(minute),
    second: Number(second),
    zoneMs: zoneOf(zoneName, offset),
    isNumeric: !unambiguous,
  }
}

/**
 * Returns how far a zone is ahead of UTC, in ms; undefined when the text names no known zone.
 * @param name such as `GMT`, or empty
 * @param offset such as `+03:00`, or empty; it counts before the name
 */
function zoneOf(name: string, offset: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  if (sign) {
    const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000
    return sign === '-' ? -offsetMs : offsetMs
  }
  return /^(z|utc|gmt)$/i.test(name) ? 0 : undefined
}

/**
 * Returns the moment of a date and time, ms since 1970; undefined for a time that does not exist or is not in
 * this century.
 * @param fileZoneMs how far the file's clocks are ahead of UTC, for a text without a zone
 */
function momentOf({ year, month, day, hours, minute, second, zoneMs }: Parts, fileZoneMs: number) {
  if (year < 2_000 || year >= 2_100) return undefined
  const time = calendarTime({ year, month, day, hours, minute, second })
  return time === undefined ? undefined : time - (zoneMs ?? fileZoneMs)
}

const dayMs = 86_400_000
/** Day 0 of spreadsheets: 30 December 1899. */
const serialZero = Date.UTC(1899, 11, 30)
/** Days 37000 to 72999 are the years 2001 to 2099. Decimals are the time of day. */
const spreadsheetDays = /^(?:3[7-9]|[4-6]\d|7[0-2])\d{3}(?:[.,]\d+)?$/

/**
 * Reads a time given as a count: seconds or milliseconds since 1970 in a program, days since 1900 in a
 * spreadsheet. Undefined for any other cell.
 * @param zoneMs how far the spreadsheet's times are ahead of UTC
 */
function momentOfCount(cell: string, zoneMs: number): number | undefined {
  if (/^1\d{9}$/.test(cell)) return Number(cell) * 1_000 // seconds
  if (/^1\d{12}$/.test(cell)) return Number(cell) // milliseconds
  if (!spreadsheetDays.test(cell)) return undefined
  const days = Number(cell.replace(',', '.'))
  const wholeSeconds = Math.round((days * dayMs) / 1_000)
  return serialZero + wholeSeconds * 1_000 - zoneMs
}

const swapDayAndMonth = (parts: Parts): Parts => ({ ...parts, month: parts.day, day: parts.month })

/**
 * Returns a function that reads a cell of a column as milliseconds since 1970, or undefined if the cell is
 * unreadable. All cells have the same order of day and month: 22/11 shows that days come first. When no cell
 * shows the order, days come first, unless only the opposite order leads to the requested day.
 * @param cells all cells of the column
 * @param zoneMs how far the clocks of the network are ahead of UTC
 * @param span the requested day
 */
export function timeReader(cells: readonly string[], zoneMs: number, span?: Span) {
  const momentIn = (parts: Parts, isMonthFirst: boolean) =>
    momentOf(isMonthFirst && parts.isNumeric ? swapDayAndMonth(parts) : parts, zoneMs)
  const numericDates = cells.map(partsOf).filter(parts => parts?.isNumeric)
  const readableMoments = (isMonthFirst: boolean) =>
    numericDates.map(parts => parts && momentIn(parts, isMonthFirst)).filter(moment => moment !== undefined)
  // The wrong order reads fewer dates, because no month is above 12.
  const [dayFirst, monthFirst] = [readableMoments(false), readableMoments(true)]
  const isInSpan = (moment: number) => span !== undefined && moment >= span.from && moment < span.to
  const isUndecided = monthFirst.length === dayFirst.length
  const onlyMonthFirstIsInSpan = !dayFirst.some(isInSpan) && monthFirst.some(isInSpan)
  const isMonthFirst = isUndecided ? onlyMonthFirstIsInSpan : monthFirst.length > dayFirst.length
  return (cell: string): number | undefined => {
    const parts = partsOf(cell)
    return parts ? momentIn(parts, isMonthFirst) : momentOfCount(cell, zoneMs)
  }
}
