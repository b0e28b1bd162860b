// Limits the pushes to one phone in an hour, from links, tills and API keys of every account. Each push makes
// the phone ring, so a leaked key could make any phone ring all day. Paid pushes do not count. Each node
// counts for itself, in memory.
import { assertPushesTo } from '../domain/push-limit.ts'
import type { Clock } from '../world.ts'

/** The most phones whose pushes are counted. */
const phonesMax = 50_000

/** The pushes to each phone within an hour. */
export interface PhonePushes {
  /** Counts a push to a phone, E.164. @throws Fault `rate_limit_exceeded` */
  take(phone: string): void
  /** Removes a paid push from the count. */
  forgetPaid(phone: string): void
}

/** Returns a function that counts once, because a rolled-back group runs its bodies again. */
export function countOnce({ phonePushes }: { readonly phonePushes: PhonePushes }) {
  let isCounted = false
  return (phone: string | null): void => {
    if (phone !== null && !isCounted) phonePushes.take(phone)
    isCounted = true
  }
}

/** Counts the pushes to each phone. @param max pushes in an hour; 0 is no limit */
export function newPhonePushes({ elapsed }: Pick<Clock, 'elapsed'>, max: number): PhonePushes {
  /** When each phone rang, oldest first. The phone that rang longest ago is first, and is removed first. */
  const pushes = new Map<string, readonly number[]>()
  const setTimes = (phone: string, times: readonly number[]) => {
    pushes.delete(phone)
    const [oldest] = pushes.size < phonesMax ? [] : pushes.keys()
    if (oldest !== undefined) pushes.delete(oldest)
    if (times.length > 0) pushes.set(phone, times)
  }
  return {
    take(phone) {
      if (max === 0) return
      const times = pushes.get(phone) ?? []
      assertPushesTo(times, max, elapsed())
      setTimes(phone, [...times, elapsed()].slice(-max))
    },
    forgetPaid: phone => setTimes(phone, (pushes.get(phone) ?? []).slice(0, -1)),
  }
}
