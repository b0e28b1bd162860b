// How long an order has waited for its network's answer.

export interface Age {
  readonly unit: 'minutes' | 'hours' | 'days'
  readonly number: number
}

const minuteMs = 60_000

/** Whole minutes up to two hours, whole hours up to two days, then days. @param now milliseconds */
export function ageOf(createdAt: string, now: number): Age {
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / minuteMs))
  if (minutes < 120) return { unit: 'minutes', number: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', number: hours } : { unit: 'days', number: Math.floor(hours / 24) }
}
