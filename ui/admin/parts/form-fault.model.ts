// What can be wrong with the field of a form, checked before the form is sent.
import type { form } from './form.text.ts'

export type FieldFault = keyof typeof form.en
/** The faults of a form by the field's name in the API. */
export type FieldFaults = Readonly<Record<string, FieldFault>>
