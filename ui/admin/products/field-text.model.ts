// What people type in the fields of an item, and the values of the API.
import { readShillings, readWholeNumber } from '../../../src/domain/shillings.ts'

/** Returns an amount as a field shows it, such as `12,500`; empty for none. */
export const amountText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '' : amount.toLocaleString('en')
/** Returns several barcodes as one field shows them, such as `600100, 600101`. */
export const joinCodes = (barcodes: readonly string[]): string => barcodes.join(', ')
/** Returns the barcodes typed in one field, separated by commas or semicolons. */
export const codesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map(code => code.trim())
    .filter(code => code !== '')

/** Returns a typed text for the API; null for an empty one. */
export const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
/** Returns a typed amount in whole shillings; null for an empty or wrong one. */
export const sumOf = (text: string): number | null => readShillings(text) ?? null
/** Returns a typed whole number; 0 for an empty or wrong one. */
export const countOf = (text: string): number => readWholeNumber(text) ?? 0
