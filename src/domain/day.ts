// Days in an account's time zone, as numbers YYYYMMDD by which stored totals are counted, and the hours of a
// day.

const quarterMs = 900_000
const quarters = new Map<string, { readonly quarter: number; readonly day: number; readonly hour: number }>()

/** Returns the official name of a time zone; undefined when no zone has this name. */
export function readTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined // Intl also accepts offsets, such as +03:00
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Returns the day and hour of a moment. Caches the last result of each time zone for its quarter hour. */
function dayAndHourOf(now: number, timeZone: string) {
  const quarter = Math.floor(now / quarterMs)
  const cached = quarters.get(timeZone)
  if (cached?.quarter === quarter) return cached
  const digits = localTime(quarter * quarterMs, timeZone).replace(/\D/g, '')
  const dayAndHour = { quarter, day: Number(digits.slice(0, 8)), hour: Number(digits.slice(8, 10)) }
  quarters.set(timeZone, dayAndHour)
  return dayAndHour
}

/**
 * Returns the day of a moment on the clocks of a time zone: YYYYMMDD.
 * @param now milliseconds since 1970
 * @param timeZone an IANA name
 */
export const dayOf = (now: number, timeZone: string): number => dayAndHourOf(now, timeZone).day

/** Returns the hour of a moment on the clocks of a time zone: 0 to 23. */
export const hourOf = (now: number, timeZone: string): number => dayAndHourOf(now, timeZone).hour

/** Writes a day YYYYMMDD as `2026-11-21`. */
export const dayText = (day: number): string => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

/** Returns the midnight at which a day YYYYMMDD begins in UTC. */
const utcMidnightOf = (day: number) =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)

/** Returns the day YYYYMMDD that is `days` after another, or before it if `days` is negative. */
export const dayAfter = (day: number, days: number): number =>
  Number(new Date(utcMidnightOf(day) + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''))

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter of a time zone. Formatters are cached, because to create one is slow. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone)
  if (cached) return cached
  // Swedish dates have the form of ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock
}

/** Writes a moment as clocks in a time zone show it: `2026-11-21 12:00:00`. */
export const localTime = (time: number, timeZone: string): string => clockOf(timeZone).format(time)

/** A span of time that includes `from` and excludes `to`; milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Returns the spans of the 24 hours of a day YYYYMMDD in a time zone. An hour that the clocks skip is empty;
 * an hour that they repeat is twice as long.
 */
export function hoursOf(day: number, timeZone: string): readonly Span[] {
  const hours = Array.from({ length: 24 }, () => ({ from: 0, to: 0 }))
  const text = dayText(day)
  // No zone is further than 14 hours from UTC, so the day is within 14 + 24 + 14 hours.
  const searchFrom = utcMidnightOf(day) - 14 * 3_600_000
  const searchTo = searchFrom + 52 * 3_600_000
  for (let time = searchFrom; time < searchTo; time += quarterMs) {
    const local = localTime(time, timeZone) // 2026-11-21 12:00:00
    const hour = local.startsWith(text) ? hours[Number(local.slice(11, 13))] : undefined
    if (!hour) continue
    if (hour.to === 0) hour.from = time
    hour.to = time + quarterMs
  }
  return hours
}

/** Returns when a day YYYYMMDD begins and ends in a time zone; both are 0 if the zone skips the day. */
export function daySpan(day: number, timeZone: string): Span {
  const hours = hoursOf(day, timeZone).filter(({ from, to }) => to > from)
  return { from: hours[0]?.from ?? 0, to: hours.at(-1)?.to ?? 0 }
}

/** Bounds before and after every day. */
const dayBounds = { first: 0, last: 99_991_231 }

/**
 * Returns the days YYYYMMDD that a period covers; undefined when it begins or ends within a day.
 * @param period milliseconds; open at an end that is left out
 */
export function wholeDaysOf(
  { from, to }: Partial<Span>,
  timeZone: string,
): { readonly first: number; readonly last: number } | undefined {
  const first = from === undefined ? dayBounds.first : dayOf(from, timeZone)
  const last = to === undefined ? dayBounds.last : dayOf(to - 1, timeZone)
  const isStartWhole = from === undefined || daySpan(first, timeZone).from === from
  const isEndWhole = to === undefined || daySpan(last, timeZone).to === to
  return isStartWhole && isEndWhole ? { first, last } : undefined
}

/**
 * Returns the first and last day YYYYMMDD strictly between the days in which a period begins and ends. If no
 * day lies between them, `first` is after `last`.
 * @param period milliseconds; open at an end that is left out
 */
export const daysWithin = ({ from, to }: Partial<Span>, timeZone: string) => ({
  first: from === undefined ? dayBounds.first : dayAfter(dayOf(from, timeZone), 1),
  last: to === undefined ? dayBounds.last : dayAfter(dayOf(to, timeZone), -1),
})
