// Pairing codes as they come: in the address of a scanned QR code, or as a person types or pastes them.

/**
 * The code in the address of a pairing QR: `/till?pair=CODE`, or `/display#code=CODE`. @param from the
 * address from its ? or # on
 */
export function pairingCodeOf(from: string): string | undefined {
  const words = new URLSearchParams(from.replace(/^#/, ''))
  const code = words.get('pair') ?? words.get('code') ?? ''
  return /^[0-9A-Za-z]{6,64}$/.test(code) ? code : undefined
}

/** A code as it was typed or pasted: the whole address of the QR code is welcome, too. */
export function normalizedPairingCode(text: string): string {
  const at = text.search(/[?#]/)
  return (at >= 0 ? pairingCodeOf(text.slice(at)) : undefined) ?? text.replace(/[\s-]/g, '')
}

/** A code has eight digits. */
export const isWholeCode = (code: string): boolean => /^\d{8}$/.test(code)

/** A code in groups that the eye can hold: `1234 5678`. */
export const groupedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
