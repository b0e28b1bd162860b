// What is wrong with a PIN, before it is sent.
import { isEasyPin } from '../../../src/domain/easy-pin.ts'

export type PinFault = 'field_empty' | 'pin_digits' | 'pin_easy'

/** Finds what is wrong with a PIN of `length` digits; undefined for one that the server accepts. */
export function pinFault(pin: string, length: number): PinFault | undefined {
  if (pin === '') return 'field_empty'
  if (!/^\d+$/.test(pin) || pin.length !== length) return 'pin_digits'
  return isEasyPin(pin) ? 'pin_easy' : undefined
}
