// What this browser remembers. Storage may be full, forbidden or filled by an older version: then nothing is
// remembered.

/** For how long: as long as the browser keeps anything, or until its tab is closed. */
type Until = 'cleared' | 'closed'
const storage = (until: Until): Storage => (until === 'closed' ? sessionStorage : localStorage)

/** The key that the browser knows it by. */
export const storedKey = (name: string): string => `kaunta.${name}`

/** What was kept under this name, or undefined when there is nothing that `fits`. */
export function readStored<T>(
  name: string,
  fits: (value: unknown) => value is T,
  until: Until = 'cleared',
): T | undefined {
  try {
    const value: unknown = JSON.parse(storage(until).getItem(storedKey(name)) ?? 'null')
    return fits(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keeps a value under this name; undefined forgets it. @returns whether it is kept */
export function writeStored(name: string, value: unknown, until: Until = 'cleared'): boolean {
  try {
    if (value === undefined) storage(until).removeItem(storedKey(name))
    else storage(until).setItem(storedKey(name), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
