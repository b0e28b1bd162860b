// The text of a file with a password, a passphrase or a key. A file in another encoding is refused, because
// the owner could not type that secret again.

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns the text of a secret file; undefined when it is not UTF-8. UTF-16 without a byte order mark also
 * decodes as UTF-8, but then contains NUL characters.
 */
export function secretText(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Removes one line break at the end, which editors add. */
export const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '')
