// What a test waits for: the real clock, another program, how a promise ends.

/** Calls back after so many milliseconds of the real clock; answers the way to cancel. */
export const after = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

/** Asks every few milliseconds until it is so. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await Bun.sleep(5)
}

/** Advances a simulated clock until the work has ended, which waits on that clock. @returns what it ended with */
export async function whileAdvancing<T>(clock: { advance(ms: number): void }, work: Promise<T>): Promise<T> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  work.then(end, end)
  await until(() => {
    clock.advance(100)
    return hasEnded
  })
  return await work
}

/** How it ends, as a value to compare. */
export const outcome = (work: Promise<unknown>) =>
  work.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  )
