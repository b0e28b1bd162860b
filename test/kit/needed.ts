// What tests need of this computer. Without it they are skipped, but in continuous integration they fail.

/** @param missing says what is not here, and how to get it. @returns whether it is here */
export function needed(isHere: boolean, missing: string, ci: string | undefined = Bun.env.CI): boolean {
  if (isHere) return true
  if (ci && ci !== 'false') throw new Error(missing)
  console.warn(`Tests are skipped. ${missing}`)
  return false
}
