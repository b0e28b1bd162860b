// Limits how long a caller waits for a promise. The work of the promise goes on.
import type { Appliance } from './appliance.ts'

/** A request waits for a network this long. The call goes on, and its result is recorded when it ends. */
export const networkWaitMs = 8_000

/** Waits for a promise, `ms` milliseconds at most. @returns its value; undefined if it takes longer */
export async function withTimeout<T>(
  appliance: Appliance,
  ms: number,
  promise: Promise<T>,
): Promise<T | undefined> {
  let cancelTimer = () => {}
  const timeout = new Promise<undefined>(resolve => {
    cancelTimer = appliance.world.clock.after(ms, () => resolve(undefined))
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    cancelTimer()
  }
}
