// What this browser remembers. Storage may be full, forbidden or filled by an older version: then nothing is remembered.

/** What was kept under this name, or undefined when there is nothing that `fits`. */
export function readStored<T>(name: string, fits: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`kaunta.${name}`) ?? 'null')
    return fits(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Keeps a value under this name; undefined forgets it. @returns whether it is kept */
export function writeStored(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(`kaunta.${name}`)
    else localStorage.setItem(`kaunta.${name}`, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
