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

const lengths: Readonly<Record<FieldType, number>> = {
  text: 500,
  email: 320,
  phone: 30,
  number: 30,
  date: 10,
  select: 200,
  textarea: 2_000,
}

/** A calendar date as browsers send it: `2026-11-21`. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && readTime(text, 'UTC') !== undefined

/** Pages collapse the blanks of a choice, so blanks do not count. */
const plainChoice = (text: string): string => text.trim().replace(/\s+/g, ' ')

/**
 * A session's fields as they are stored.
 * @throws Fault naming the field
 * @param forbiddenKeys keys that a JSON response cannot have
 */
export function newCustomFields(
  fields: readonly CustomField[],
  forbiddenKeys: ReadonlySet<string>,
): CustomField[] {
  const keys = new Set<string>()
  return fields.map(({ key, label, type, required, placeholder, options }, index) => {
    const name = `custom_fields.${index}`
    if (forbiddenKeys.has(key)) throw badField(`${name}.key`, 'custom_field_key_forbidden', { key })
    if (keys.has(key)) throw badField(`${name}.key`, 'custom_field_key_repeated', { key })
    keys.add(key)
    if (type === 'select' && !options?.length) throw badField(`${name}.options`, 'required_for_select')
    if (new Set(options?.map(plainChoice)).size !== (options?.length ?? 0))
      throw badField(`${name}.options`, 'options_repeated')
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

const choiceOf = (options: CustomField['options'], text: string) =>
  options?.find(option => plainChoice(option) === plainChoice(text))

function problemOf({ type, options }: CustomField, text: string): AnswerProblem | undefined {
  if ([...text].length > lengths[type]) return 'too_long'
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

/** The answers to store, without those to unknown fields, and their problems by key. */
export function readAnswers(fields: readonly CustomField[], given: Readonly<Record<string, string>>) {
  const answers: Record<string, string> = {}
  const problems: Record<string, AnswerProblem> = {}
  for (const field of fields) {
    const text = Object.hasOwn(given, field.key) ? (given[field.key]?.trim() ?? '') : ''
    if (text === '') {
      if (field.required) problems[field.key] = 'required'
      continue
    }
    const problem = problemOf(field, text)
    if (problem) problems[field.key] = problem
    else answers[field.key] = choiceOf(field.options, text) ?? text
  }
  return { answers, problems }
}
