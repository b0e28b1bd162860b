// Pairing codes as they come: in the address of a scanned QR code, or as a person types or pastes them.
import { pairingDigits } from '../../src/domain/pairing.ts'

/**
 * Returns the code in the address of a pairing QR, `/till?pair=CODE` or `/display#code=CODE`; undefined if it
 * has none. `search` is the address from its ? or # on.
 */
export function pairingCodeOf(search: string): string | undefined {
  const params = new URLSearchParams(search.replace(/^#/, ''))
  const code = params.get('pair') ?? params.get('code') ?? ''
  // The server decides whether a code is valid. This rejects only what cannot be one.
  return /^[0-9A-Za-z]{6,64}$/.test(code) ? code : undefined
}

/**
 * Returns a typed or pasted code without spaces and hyphens. A pasted address of a pairing QR gives its code.
 */
export function normalizePairingCode(text: string): string {
  const queryStart = text.search(/[?#]/)
  return (queryStart >= 0 ? pairingCodeOf(text.slice(queryStart)) : undefined) ?? text.replace(/[\s-]/g, '')
}

/** Returns whether a typed code has all its digits, so that it can be sent without a tap. */
export const isCompleteCode = (code: string): boolean => code.length === pairingDigits && /^\d+$/.test(code)

/** Returns a code in groups that the eye can hold: `1234 5678`. */
export const groupCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
