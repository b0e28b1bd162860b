// Dates and times in a language and a time zone. The names of days and months are our own: the first use of
// Intl costs a slow tablet as much time as drawing a page.
import { localTime } from '../../../src/domain/day.ts'

interface DateNames {
  readonly days: readonly string[]
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
  /** Between the name of a day and its number. */
  readonly between: string
}
const words = (text: string) => text.split(' ')
const english: DateNames = {
  days: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
  months: words('January February March April May June July August September October November December'),
  shortMonths: words('Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'),
  between: ' ',
}
const swahili: DateNames = {
  days: words('Jumapili Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi'),
  months: words('Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba'),
  shortMonths: words('Jan Feb Mac Apr Mei Jun Jul Ago Sep Okt Nov Des'),
  between: ', ',
}
/** Returns the names of days and months in a language. */
const namesIn = (language: string) => (language === 'sw' ? swahili : english)

/** Returns a day without its year: `21 Nov` for 2026-11-21. */
const shortDayOf = (day: string, language: string) =>
  `${Number(day.slice(8))} ${namesIn(language).shortMonths[Number(day.slice(5, 7)) - 1]}`
const yearOf = (day: string) => day.slice(0, 4)

/**
 * Returns a time as lists show it: `14:02` today, `21 Nov, 14:02` this year, else `21 Nov 2025, 14:02`. `now`
 * is in ms.
 */
export function shortTimeOf(stamp: string, timeZone: string, language: string, now: number): string {
  const [day = '', time = ''] = localTime(Date.parse(stamp), timeZone).split(' ')
  const [today = ''] = localTime(now, timeZone).split(' ')
  const clock = time.slice(0, 5)
  if (day === today) return clock
  const isThisYear = yearOf(day) === yearOf(today)
  return `${shortDayOf(day, language)}${isThisYear ? '' : ` ${yearOf(day)}`}, ${clock}`
}

/** Returns a time with its seconds: `21 Nov 2026, 14:02:33`. */
export function exactTimeOf(stamp: string, timeZone: string, language: string): string {
  const [day = '', time = ''] = localTime(Date.parse(stamp), timeZone).split(' ')
  return `${shortDayOf(day, language)} ${yearOf(day)}, ${time}`
}

/**
 * Returns the last of several times, for a text that shows the time `first` before it: `14:02:33` on the same
 * day, else `22 Nov 2026, 14:02:33`.
 */
export function endTimeOf(stamp: string, first: string, timeZone: string, language: string): string {
  const isSameDay = dayTextOf(stamp, timeZone) === dayTextOf(first, timeZone)
  return isSameDay ? localTime(Date.parse(stamp), timeZone).slice(11) : exactTimeOf(stamp, timeZone, language)
}

/** Returns a day with its year: `21 Nov 2026`, from 2026-11-21. */
export const dateOf = (day: string, language: string): string => `${shortDayOf(day, language)} ${yearOf(day)}`

/** Returns a day with its name: `Saturday 21 November`, from 2026-11-21. */
export function dayNameOf(day: string, language: string): string {
  const { days, months, between } = namesIn(language)
  const date = new Date(day)
  return `${days[date.getUTCDay()]}${between}${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

/** Returns `Saturday 21 Nov`, from 2026-11-21. The number and its month stay on one line. */
export const shortDayNameOf = (day: string, language: string): string => {
  const { days, between } = namesIn(language)
  return `${days[new Date(day).getUTCDay()]}${between}${shortDayOf(day, language).replace(' ', '\u00a0')}`
}

/** Returns the day of a time in a time zone, as 2026-11-21. */
export const dayTextOf = (stamp: string, timeZone: string): string =>
  localTime(Date.parse(stamp), timeZone).slice(0, 10)
