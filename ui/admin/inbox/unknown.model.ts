// How long a payment, payout or refund has waited for its network's answer.

/** A waiting time, in the unit that it is shown in. */
export interface Age {
  readonly unit: 'minutes' | 'hours' | 'days'
  readonly number: number
}

const minuteMs = 60_000

/**
 * Returns the waiting time in whole minutes below 2 hours, in whole hours below 2 days, and then in days.
 * `now` is in milliseconds; a creation time in the future counts as 0 minutes.
 */
export function ageOf(createdAt: string, now: number): Age {
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / minuteMs))
  if (minutes < 120) return { unit: 'minutes', number: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', number: hours } : { unit: 'days', number: Math.floor(hours / 24) }
}
