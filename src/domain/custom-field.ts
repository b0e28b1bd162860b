// The custom fields of a session, and a customer's answers checked by each field's type.
import { readTime } from './calendar.ts'
import { badField } from './fault.ts'
import { plainNumber } from './phone.ts'
import { hasControlCharacter } from './plain-text.ts'
import type { CustomField, FieldType } from './session.ts'

/** Which rule an answer breaks. */
export type AnswerProblem =
  | 'required'
  | 'phone'
  | 'email'
  | 'number'
  | 'date'
  | 'choice'
  | 'too_long'
  | 'characters'

/** The most characters of an answer. */
const lengthMax: Readonly<Record<FieldType, number>> = {
  text: 500,
  email: 320,
  phone: 30,
  number: 30,
  date: 10,
  select: 200,
  textarea: 2_000,
}

/** Whether a text is a calendar date as browsers send it: `2026-11-21`. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && readTime(text, 'UTC') !== undefined

/** Returns a choice for comparison: with single blanks, because pages collapse the blanks of a choice. */
const plainChoice = (text: string): string => text.trim().replace(/\s+/g, ' ')

/**
 * Checks the custom fields of a request and returns them as they are stored.
 * @param forbiddenKeys keys that a JSON response cannot have
 * @throws Fault `validation_error` naming the field with a forbidden or repeated key, or wrong options
 */
export function newCustomFields(
  fields: readonly CustomField[],
  forbiddenKeys: ReadonlySet<string>,
): CustomField[] {
  const keys = new Set<string>()
  return fields.map(({ key, label, type, required, placeholder, options }, index) => {
    const path = `custom_fields.${index}`
    if (forbiddenKeys.has(key)) throw badField(`${path}.key`, 'custom_field_key_forbidden', { key })
    if (keys.has(key)) throw badField(`${path}.key`, 'custom_field_key_repeated', { key })
    keys.add(key)
    if (type === 'select' && !options?.length) throw badField(`${path}.options`, 'required_for_select')
    const distinctOptions = new Set(options?.map(plainChoice))
    if (distinctOptions.size !== (options?.length ?? 0)) throw badField(`${path}.options`, 'options_repeated')
    // A field without a placeholder or options is stored without that property.
    return {
      key,
      label,
      type,
      required,
      ...(placeholder === undefined ? {} : { placeholder }),
      ...(type === 'select' && options ? { options } : {}),
    }
  })
}

/** Returns the option that equals an answer but for blanks; undefined when there is none. */
const choiceOf = (options: CustomField['options'], text: string) =>
  options?.find(option => plainChoice(option) === plainChoice(text))

/** Returns the rule that an answer to a field breaks; undefined for a valid answer. */
function problemOf({ type, options }: CustomField, text: string): AnswerProblem | undefined {
  if ([...text].length > lengthMax[type]) return 'too_long'
  if (hasControlCharacter(text)) return 'characters'
  switch (type) {
    case 'email':
      return /^[^@\s]+@[^@\s]+$/.test(text) ? undefined : 'email'
    case 'phone':
      return /^\+?\d{6,20}$/.test(plainNumber(text)) ? undefined : 'phone'
    case 'number':
      return /^-?\d+([.,]\d+)?$/.test(text) ? undefined : 'number'
    case 'date':
      return isDate(text) ? undefined : 'date'
    case 'select':
      return choiceOf(options, text) === undefined ? 'choice' : undefined
    case 'text':
    case 'textarea':
      return undefined
  }
}

/**
 * Checks a customer's answers. Answers to unknown fields are ignored.
 * @param submitted the answers by the keys of their fields
 * @returns the valid answers, to store, and the problem of each other answer, both by the keys of fields
 */
export function readAnswers(fields: readonly CustomField[], submitted: Readonly<Record<string, string>>) {
  const answers: Record<string, string> = {}
  const problems: Record<string, AnswerProblem> = {}
  for (const field of fields) {
    const text = Object.hasOwn(submitted, field.key) ? (submitted[field.key]?.trim() ?? '') : ''
    if (text === '') {
      if (field.required) problems[field.key] = 'required'
      continue
    }
    const problem = problemOf(field, text)
    if (problem) problems[field.key] = problem
    else answers[field.key] = choiceOf(field.options, text) ?? text // a choice as the merchant wrote it
  }
  return { answers, problems }
}
