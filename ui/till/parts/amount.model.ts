// Amounts and phone numbers typed on the keypad. An amount is in whole shillings, never over the maximum.
import { amountMax, amountMin } from '../../../src/domain/payment-limit.ts'

const amountKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '00', '000'] as const
/**
 * A key of the keypad. `plus` adds an item; only the keypad of a sale has it. `erase` takes back a typed
 * digit that turned out to be part of a scanned code; no keypad shows it.
 */
export type PadKey = (typeof amountKeys)[number] | 'backspace' | 'erase' | 'clear' | 'plus'

/** Returns the amount after a key. A digit that would make it too large changes nothing. */
export function pressAmount(amount: number, key: PadKey): number {
  if (key === 'plus') return amount
  if (key === 'clear') return 0
  if (key === 'backspace' || key === 'erase') return Math.floor(amount / 10)
  const next = Number(`${amount}${key}`)
  return next <= amountMax ? next : amount
}

/**
 * Digits typed on a keyboard after a comma or point. They wait until there are three, because fewer are
 * cents, which are dropped: `12,500` and `12500.00` are both 12,500. Undefined before a comma or point.
 */
export type HeldDigits = string | undefined

/** How many digits follow a comma between thousands. */
const thousandsDigits = 3

/**
 * Returns the digits that wait after a key, and the keys to apply to the amount now. `mark` is a comma or a
 * point.
 */
export function pressHeld(
  held: HeldDigits,
  key: PadKey | 'mark',
): { readonly held: HeldDigits; readonly keys: readonly PadKey[] } {
  if (key === 'mark') return { held: '', keys: [] }
  if (held === undefined || key === 'clear' || key === 'plus') return { held: undefined, keys: [key] }
  if (key === 'backspace' || key === 'erase')
    return { held: held === '' ? undefined : held.slice(0, -1), keys: [] }
  const digits = `${held}${key}`
  if (digits.length < thousandsDigits) return { held: digits, keys: [] }
  return { held: undefined, keys: digits.split('') as PadKey[] }
}

/** Returns the phone number after a key: at most 12 digits, which is the length of a number with `255`. */
export function pressNumber(digits: string, key: PadKey): string {
  if (key === 'plus') return digits
  if (key === 'clear') return ''
  if (key === 'backspace' || key === 'erase') return digits.slice(0, -1)
  return `${digits}${key}`.slice(0, 12)
}

/** Returns the pad's key for a key of the keyboard; undefined if the pad has no such key. */
export function padKeyOf(key: string): PadKey | undefined {
  if (key === 'Backspace') return 'backspace'
  // The listener of the scanner sends this key for a digit that belongs to a scanned code.
  if (key === 'Undo') return 'erase'
  if (key === 'Delete' || key === 'Escape' || key === 'c' || key === 'C') return 'clear'
  if (key === '+') return 'plus'
  return amountKeys.find(amountKey => amountKey === key)
}

/** Returns why no network takes an amount; undefined if the networks take it. */
export function amountFault(amount: number): 'empty' | 'small' | undefined {
  if (amount === 0) return 'empty'
  return amount < amountMin ? 'small' : undefined
}

/** Returns how large an amount can be drawn, so that its digits fit on the narrowest screen. */
export function amountSize(amount: number): 'large' | 'medium' | 'small' {
  const { length } = String(amount)
  if (length <= 6) return 'large'
  return length <= 9 ? 'medium' : 'small'
}

/** Returns the digits of a phone number in groups while they are typed: `0754 12`, `255 754 12`. */
export function groupNumber(digits: string): string {
  const firstLength = digits.startsWith('0') ? 4 : 3
  return [digits.slice(0, firstLength), ...(digits.slice(firstLength).match(/\d{1,3}/g) ?? [])].join(' ')
}
