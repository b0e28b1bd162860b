// What this browser remembers. Storage may be full, forbidden or filled by an older version: then nothing is
// remembered.

/** Who keeps a stored value: the `browser` until its data are cleared, or the `tab` until it is closed. */
type StorageKind = 'browser' | 'tab'
const storage = (keeper: StorageKind): Storage => (keeper === 'tab' ? sessionStorage : localStorage)

/** Returns the key in the browser's storage for one of our names. */
export const storageKey = (name: string): string => `kaunta.${name}`

/** Returns the stored value; undefined if there is none or `fits` rejects it. */
export function readStored<T>(
  name: string,
  fits: (value: unknown) => value is T,
  keeper: StorageKind = 'browser',
): T | undefined {
  try {
    const value: unknown = JSON.parse(storage(keeper).getItem(storageKey(name)) ?? 'null')
    return fits(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Stores a value; undefined removes the stored one. Returns false if the browser refuses. */
export function writeStored(name: string, value: unknown, keeper: StorageKind = 'browser'): boolean {
  try {
    if (value === undefined) storage(keeper).removeItem(storageKey(name))
    else storage(keeper).setItem(storageKey(name), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
