// The day of a moment in an account's time zone, as the number YYYYMMDD that kept totals are counted by.

const formats = new Map<string, Intl.DateTimeFormat>()
const quarterMs = 900_000
const days = new Map<string, { readonly quarter: number; readonly day: number }>()

/** A time zone as it is officially written; undefined when there is none of this name. */
export function readTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** @param now milliseconds since 1970 · @param timeZone an IANA name; the answer holds for its quarter of an hour and is remembered */
export function dayOf(now: number, timeZone: string): number {
  const quarter = Math.floor(now / quarterMs)
  const known = days.get(timeZone)
  if (known?.quarter === quarter) return known.day
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  const day = Number(format.format(quarter * quarterMs).replaceAll('-', ''))
  days.set(timeZone, { quarter, day })
  return day
}
