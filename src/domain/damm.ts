// Damm check digits: one digit at the end that detects every wrong digit and every swap of two neighbours.
// Lipa Namba (TANQR merchant numbers) have one. Our payment tokens have one too, so that a till can check a
// typed token.
import { assert } from './fault.ts'

/** The order-10 quasigroup of H. M. Damm's thesis (2004, p. 111): row = digit so far, column = next digit. */
const quasigroup = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
].map(row => Array.from(row, Number))
const codeOfZero = '0'.charCodeAt(0)

/** Returns the Damm check digit to append to a number. Asserts that the text has digits only. */
export function dammDigit(digits: string): string {
  assert(/^\d+$/.test(digits), 'a check digit is made for digits only')
  let checkDigit = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(index) - codeOfZero
    checkDigit = quasigroup[checkDigit]?.[digit] ?? 0
  }
  return String(checkDigit)
}

/** Whether the last digit of a number is the check digit of the others. */
export const hasDammDigit = (digits: string): boolean => /^\d{2,}$/.test(digits) && dammDigit(digits) === '0'

/** There are 9,000,000 numbers of seven digits whose first digit is not 0. */
const sevenDigitNumbers = 9_000_000
const firstSevenDigitNumber = 1_000_000

/** Makes a payment token from six random bytes: seven digits, the first not 0, and their check digit. */
export function paymentToken(random: Uint8Array): string {
  assert(random.length >= 6, 'a payment token takes six random bytes')
  const number = random.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
  const digits = String((number % sevenDigitNumbers) + firstSevenDigitNumber)
  return digits + dammDigit(digits)
}
