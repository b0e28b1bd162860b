// What this browser remembers. Storage may be full, forbidden or filled by an older version: then nothing is
// remembered.

/** When a stored value goes: when the browser's data are `cleared`, or when the tab is `closed`. */
type StorageKind = 'cleared' | 'closed'
const storage = (until: StorageKind): Storage => (until === 'closed' ? sessionStorage : localStorage)

/** Returns the key in the browser's storage for one of our names. */
export const storageKey = (name: string): string => `kaunta.${name}`

/** Returns the stored value; undefined if there is none or it does not `fit`. */
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

/** Stores a value; undefined removes it. Returns false if the browser refuses. */
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
