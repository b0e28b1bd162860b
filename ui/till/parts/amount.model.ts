// Amounts and phone numbers typed on the keypad. An amount is in whole shillings, never over the maximum.
import { amountMax, amountMin } from '../../../src/domain/payment-limit.ts'

const amountKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '00', '000'] as const
/** `plus` adds an item; only the amount keypad has it. */
export type PadKey = (typeof amountKeys)[number] | 'backspace' | 'clear' | 'plus'

/** The amount after a key. One that would make it too large does nothing. */
export function pressAmount(amount: number, key: PadKey): number {
  if (key === 'plus') return amount
  if (key === 'clear') return 0
  if (key === 'backspace') return Math.floor(amount / 10)
  const next = Number(`${amount}${key}`)
  return next <= amountMax ? next : amount
}

/**
 * Digits typed on a keyboard after a comma or point: they wait until there are three, for fewer are cents,
 * which are dropped. `12,500` and `12500.00` are both 12,500. Undefined where none wait.
 */
export type Held = string | undefined

export function pressHeld(
  held: Held,
  key: PadKey | 'mark',
): { readonly held: Held; readonly keys: readonly PadKey[] } {
  if (key === 'mark') return { held: '', keys: [] }
  if (held === undefined || key === 'clear' || key === 'plus') return { held: undefined, keys: [key] }
  if (key === 'backspace') return { held: held === '' ? undefined : held.slice(0, -1), keys: [] }
  const digits = `${held}${key}`
  return digits.length < 3
    ? { held: digits, keys: [] }
    : { held: undefined, keys: digits.split('') as PadKey[] }
}

/** Applies a key to a phone number: at most 12 digits, as many as a number with `255` has. */
export function pressNumber(digits: string, key: PadKey): string {
  if (key === 'plus') return digits
  if (key === 'clear') return ''
  if (key === 'backspace') return digits.slice(0, -1)
  return `${digits}${key}`.slice(0, 12)
}

/** The pad's key for a key of the keyboard; undefined when the pad has no such key. */
export function padKeyOf(key: string): PadKey | undefined {
  if (key === 'Backspace') return 'backspace'
  if (key === 'Delete' || key === 'Escape' || key === 'c' || key === 'C') return 'clear'
  if (key === '+') return 'plus'
  return amountKeys.find(amountKey => amountKey === key)
}

/** What keeps an amount from being charged. */
export const amountFault = (amount: number): 'empty' | 'small' | undefined =>
  amount === 0 ? 'empty' : amount < amountMin ? 'small' : undefined

/** How large the digits may be drawn to fit the narrowest screen. */
export const amountSize = (amount: number): 'large' | 'medium' | 'small' => {
  const length = String(amount).length
  return length <= 6 ? 'large' : length <= 9 ? 'medium' : 'small'
}

/** `0754 12`: digits grouped while they are typed. */
export function groupNumber(digits: string): string {
  const first = digits.startsWith('0') ? 4 : 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{1,3}/g) ?? [])].join(' ')
}
