// What is wrong with a PIN, before it is sent.
import { assertPin } from '../../../src/domain/pin.ts'

export type PinFault = 'field_empty' | 'pin_digits' | 'pin_easy'

/** Undefined for a PIN that the server accepts. */
export function pinFault(pin: string): PinFault | undefined {
  if (pin === '') return 'field_empty'
  if (!/^\d{4,8}$/.test(pin)) return 'pin_digits'
  try {
    assertPin(pin)
    return undefined
  } catch {
    return 'pin_easy'
  }
}
