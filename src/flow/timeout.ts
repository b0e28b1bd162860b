// Waiting for something no longer than a time: the work goes on either way.
import type { Appliance } from './appliance.ts'

/** A request waits at most this long for a network; the call goes on and is recorded when it ends. */
export const networkWaitMs = 8_000

/** `promise`, or undefined when it takes longer; it goes on either way. */
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
