// The address of a PostgreSQL database in settings and commands.

/**
 * Checks the address of a database and returns it unchanged. A password with reserved characters would change
 * the host, or make the address unreadable.
 * @returns undefined for an empty address, null for one that cannot be read
 */
export function databaseAddress(text: string): string | undefined | null {
  if (text === '') return undefined
  if (!/^postgres(ql)?:\/\/./.test(text)) return null
  try {
    // `URL` cannot read an address without a host, although the driver accepts one.
    const { username, password, pathname } = new URL(text.replace(/@(?=[/?]|$)/, '@localhost'))
    // The driver decodes these parts and would throw on a wrong escape.
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return text
  } catch {
    return null
  }
}

/** Replaces user and password in a text by `…`: `//user:secret@host` and `?password=secret`. */
export const withoutPassword = (text: string): string =>
  text.replace(/\/\/.*@/s, '//…@').replace(/([?&]password=)[^&]*/g, '$1…')

/** Whether the address of a database holds a password. */
export const hasPassword = (address: string): boolean => /\/\/[^/@]*:[^/]*@|[?&]password=/.test(address)
