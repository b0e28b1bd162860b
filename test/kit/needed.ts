// Requirements of tests on this computer. Without them tests are skipped, but in continuous integration they
// fail.

/** @param missing what is missing, and how to get it */
export function needed(isHere: boolean, missing: string, ci: string | undefined = Bun.env.CI): boolean {
  if (isHere) return true
  if (ci && ci !== 'false') throw new Error(missing)
  console.warn(`Tests are skipped. ${missing}`)
  return false
}
