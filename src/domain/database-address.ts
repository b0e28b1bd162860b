// The address of a PostgreSQL database, as settings and commands take it.

/**
 * A password with signs that mean something else in an address would lead elsewhere, or to no place.
 * @returns undefined for no address, null for a text that can be none
 */
export function databaseAddress(text: string): string | undefined | null {
  if (text === '') return undefined
  if (!/^postgres(ql)?:\/\/./.test(text)) return null
  try {
    // Without a host it is that of the driver, which is no address for `URL`.
    const { username, password, pathname } = new URL(text.replace(/@(?=[/?]|$)/, '@localhost'))
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return text
  } catch {
    return null
  }
}
