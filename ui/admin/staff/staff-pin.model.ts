// What is wrong with a PIN, before it is sent.
import { assertPin } from '../../../src/domain/pin.ts'

export type PinFault = 'field_empty' | 'pin_digits' | 'pin_easy'

/** Finds what is wrong with a PIN of `length` digits; undefined for one that the server accepts. */
export function pinFault(pin: string, length: number): PinFault | undefined {
  if (pin === '') return 'field_empty'
  if (!/^\d+$/.test(pin) || pin.length !== length) return 'pin_digits'
  try {
    assertPin(pin, length)
    return undefined
  } catch {
    return 'pin_easy'
  }
}
