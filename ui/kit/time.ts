// Moments as a cashier reads them.

/** Returns a time left as `9:05`, or `3:59:05` with hours; rounded up so that the last second is seen. */
export function countdownOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const minutes = Math.floor(seconds / 60)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  if (minutes < 60) return `${minutes}:${twoDigits(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`
}

/** Returns an ISO time as `14:02` if it is today, else as `21/11 14:02`, in the shop's time zone. */
export function shortDateTimeOf(stamp: string, timeZone: string, now: number): string {
  const date = new Date(stamp)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit' })
  return day.format(date) === day.format(now)
    ? clock.format(date)
    : `${day.format(date)} ${clock.format(date)}`
}

export { localPhone as phoneOf } from '../../src/domain/local-phone.ts'

/** Returns an ISO time as `21/11/2026 14:02`, in the shop's time zone, for paper. */
export const dateTimeOf = (stamp: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(stamp))
    .replace(', ', ' ')
