// The text of a file with a password, a passphrase or a key. Another encoding would be read as another secret, which the
// owner could not type again.

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @returns undefined when the bytes are no UTF-8; text of UTF-16 without a mark has a NUL in every letter */
export function secretText(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** A secret on one line, without its end. */
export const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '')
