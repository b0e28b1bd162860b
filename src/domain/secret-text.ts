// The text of a file with a password, a passphrase or a key. A file in another encoding is refused, because
// the owner could not type that secret again.

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @returns undefined when the bytes are not UTF-8; UTF-16 without a mark has a NUL in every letter */
export function secretText(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

export const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '')
