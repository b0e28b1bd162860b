// Limits the pushes to one phone in an hour, from links, tills and API keys of every account. Each push makes
// the phone ring, so a leaked key could make any phone ring all day. Paid pushes do not count. Each node
// counts for itself, in memory.
import { assertPushesTo } from '../domain/push-limit.ts'
import type { Clock } from '../world.ts'

/** The most phones whose pushes are counted. */
const phonesMax = 50_000

/** The pushes to each phone within an hour. */
export interface PhonePushes {
  /** Counts a push to a phone, E.164. @throws Fault `phone_bound_reached` */
  take(phone: string): void
  /** Removes a paid push from the count. */
  forgetPaid(phone: string): void
}

/** Returns a function that counts a push at its first call only, because a transaction may run again. */
export function countOnce({ phonePushes }: { readonly phonePushes: PhonePushes }) {
  let isCounted = false
  return (phone: string | null): void => {
    if (phone !== null && !isCounted) phonePushes.take(phone)
    isCounted = true
  }
}

/** Returns an empty count of pushes to each phone. @param max the most pushes in an hour; 0 for no limit */
export function newPhonePushes({ elapsed }: Pick<Clock, 'elapsed'>, max: number): PhonePushes {
  /** The times of pushes to each phone, oldest first. The phone of the oldest change comes first. */
  const pushes = new Map<string, readonly number[]>()
  const setTimes = (phone: string, times: readonly number[]) => {
    pushes.delete(phone) // so that it is added at the end
    const [oldestPhone] = pushes.keys()
    if (pushes.size >= phonesMax && oldestPhone !== undefined) pushes.delete(oldestPhone)
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
