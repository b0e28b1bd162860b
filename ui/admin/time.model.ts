// Moments in the words of a language and the hours of a time zone.

import { localTime } from '../../src/domain/day.ts'

const localeOf = (language: string) => (language === 'sw' ? 'sw-TZ' : 'en-GB')
const formats = new Map<string, Intl.DateTimeFormat>()

function formatted(at: number, timeZone: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const name = JSON.stringify([timeZone, language, options])
  const known = formats.get(name) ?? new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options })
  formats.set(name, known)
  return known.format(at)
}

const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const

/** `14:02` today, `21 Nov, 14:02` this year, else `21 Nov 2025, 14:02`. */
export function shortTimeOf(stamp: string, timeZone: string, language: string, now: number): string {
  const at = Date.parse(stamp)
  const text = (moment: number, options: Intl.DateTimeFormatOptions) => formatted(moment, timeZone, language, options)
  const time = text(at, clock)
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  if (text(at, day) === text(now, day)) return time
  const isThisYear = text(at, { year: 'numeric' }) === text(now, { year: 'numeric' })
  return `${text(at, isThisYear ? { day: 'numeric', month: 'short' } : day)}, ${time}`
}

/** `21 Nov 2026, 14:02:33` */
export function exactTimeOf(stamp: string, timeZone: string, language: string): string {
  const at = Date.parse(stamp)
  const day = formatted(at, timeZone, language, { day: 'numeric', month: 'short', year: 'numeric' })
  return `${day}, ${formatted(at, timeZone, language, { ...clock, second: '2-digit' })}`
}

/** `Saturday, 21 November`, from 2026-11-21. */
export const dayNameOf = (day: string, language: string): string =>
  formatted(Date.parse(day), 'UTC', language, { weekday: 'long', day: 'numeric', month: 'long' })

/** The day of a moment: 2026-11-21. */
export const dayTextOf = (stamp: string, timeZone: string): string => localTime(Date.parse(stamp), timeZone).slice(0, 10)
