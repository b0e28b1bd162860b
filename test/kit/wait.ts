// Helpers to wait: for the real clock, another program, the end of a promise.

/** Calls back after this many milliseconds of the real clock; returns a function that cancels it. */
export const after = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

/** Repeats a check every few milliseconds until it is true. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await Bun.sleep(5)
}

/** Reads a page every few milliseconds until `check` accepts what it shows; fails with its last complaint. */
export async function settles<T>(read: () => Promise<T>, check: (shown: T) => void): Promise<void> {
  for (let left = readsMax; ; left--) {
    const shown = await read()
    try {
      check(shown)
      return
    } catch (complaint) {
      if (left === 0) throw complaint
    }
    await Bun.sleep(25)
  }
}
const readsMax = 800

/** Advances a simulated clock until work that waits on it has ended. @returns its result */
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

/** Returns the result of a promise as a value to compare. */
export const outcome = (work: Promise<unknown>) =>
  work.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  )
