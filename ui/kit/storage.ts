// What this browser remembers. Storage may be full, forbidden or filled by an older version: then nothing is
// remembered.

/** For how long: as long as the browser keeps anything, or until its tab is closed. */
type StorageKind = 'cleared' | 'closed'
const storage = (until: StorageKind): Storage => (until === 'closed' ? sessionStorage : localStorage)

/** The key in the browser’s storage. */
export const storageKey = (name: string): string => `kaunta.${name}`

/** What was kept under this name, or undefined when there is nothing that `fits`. */
export function readStored<T>(
  name: string,
  fits: (value: unknown) => value is T,
  until: StorageKind = 'cleared',
): T | undefined {
  try {
    const value: unknown = JSON.parse(storage(until).getItem(storageKey(name)) ?? 'null')
    return fits(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keeps a value under this name; undefined forgets it. @returns whether it is kept */
export function writeStored(name: string, value: unknown, until: StorageKind = 'cleared'): boolean {
  try {
    if (value === undefined) storage(until).removeItem(storageKey(name))
    else storage(until).setItem(storageKey(name), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
