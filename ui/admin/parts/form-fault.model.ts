// What can be wrong with the field of a form, checked before the form is sent.
import type { form } from './form.text.ts'

export type FieldFault = keyof typeof form.en
/** The faults of a form by the field's name in the API. */
export type FieldFaults = Readonly<Record<string, FieldFault>>
/** What is wrong with a value, if anything. */
export type FieldCheck = FieldFault | undefined | false

/** The faults of the fields whose check found one. */
export const faultsIn = (checks: readonly (readonly [string, FieldCheck])[]): FieldFaults =>
  Object.fromEntries(checks.filter((check): check is [string, FieldFault] => Boolean(check[1])))

/** @param max characters, without the spaces around the text */
export const tooLong = (text: string, max: number): FieldCheck => [...text.trim()].length > max && 'long'
/** For a field that must not be empty. */
export const requiredTextFault = (text: string, max: number): FieldCheck =>
  text.trim() === '' ? 'empty' : tooLong(text, max)
