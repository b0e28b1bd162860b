// Pairing codes as they come: in the address of a scanned QR code, or as a person types or pastes them.
import { pairingDigits } from '../../src/domain/pairing.ts'

/**
 * The code in the address of a pairing QR: `/till?pair=CODE`, or `/display#code=CODE`. @param from the
 * address from its ? or # on
 */
export function pairingCodeOf(from: string): string | undefined {
  const words = new URLSearchParams(from.replace(/^#/, ''))
  const code = words.get('pair') ?? words.get('code') ?? ''
  // The server decides: this leaves out only what cannot be a code.
  return /^[0-9A-Za-z]{6,64}$/.test(code) ? code : undefined
}

/** A code as it was typed or pasted: the whole address of the QR code is welcome, too. */
export function normalizePairingCode(text: string): string {
  const queryStart = text.search(/[?#]/)
  return (queryStart >= 0 ? pairingCodeOf(text.slice(queryStart)) : undefined) ?? text.replace(/[\s-]/g, '')
}

/** Whether a typed code has all its digits, so that it can be sent without a tap. */
export const isCompleteCode = (code: string): boolean => code.length === pairingDigits && /^\d+$/.test(code)

/** A code in groups that the eye can hold: `1234 5678`. */
export const groupCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
