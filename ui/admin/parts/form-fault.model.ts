// What can be wrong with the field of a form, checked before the form is sent.
import type { form } from './form.text.ts'

export type FieldFault = keyof typeof form.en
/** The faults of a form by the field's name in the API. */
export type FieldFaults = Readonly<Record<string, FieldFault>>
/** What is wrong with a value, if anything. */
export type FieldCheck = FieldFault | undefined | false

/** Returns the faults of the fields whose check found one. The order of the checks stays. */
export const faultsIn = (checks: readonly (readonly [string, FieldCheck])[]): FieldFaults =>
  Object.fromEntries(checks.filter((check): check is [string, FieldFault] => Boolean(check[1])))

/** Returns `long` for a text of more than `max` characters; spaces around the text do not count. */
export const lengthFault = (text: string, max: number): FieldCheck => [...text.trim()].length > max && 'long'
/** Returns `empty` or `long` for a text that does not have 1 to `max` characters. */
export const requiredTextFault = (text: string, max: number): FieldCheck =>
  text.trim() === '' ? 'empty' : lengthFault(text, max)
