// Limits how long a caller waits for a promise. The work of the promise goes on.
import type { Appliance } from './appliance.ts'

/**
 * A request waits for a network at most this long. The call goes on, and its result is recorded when it ends.
 */
export const networkWaitMs = 8_000

/**
 * Returns the value of `promise`, or undefined when it takes longer.
 * @param ms the longest wait, milliseconds
 */
export async function withTimeout<T>(
  appliance: Appliance,
  ms: number,
  promise: Promise<T>,
): Promise<T | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>(resolve => {
    cancel = appliance.world.clock.after(ms, () => resolve(undefined))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
  }
}
