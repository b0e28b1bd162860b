// Checks a request against its schema. Reports all problems together, each with its field and cure.
import type { Static, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler'
import { badFields, fault, type Problem, problem } from '../domain/fault.ts'
import { hasControlCharacter } from '../domain/plain-text.ts'
import { hasInexactNumber } from './json.ts'

/** The most problems of one answer. */
const problemsMax = 20

/**
 * Returns the path of the field with an error, such as `customer.email`; empty for the whole body. For an
 * unexpected key, returns the path of the object that has the key.
 */
function fieldOf({ type, path }: ValueError): string {
  const isUnexpectedKey = type === ValueErrorType.ObjectAdditionalProperties
  const pointer = isUnexpectedKey ? path.slice(0, path.lastIndexOf('/')) : path
  // `~1` and `~0` are escapes of a JSON pointer.
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}

const hasConst = (schema: TSchema): schema is TSchema & { const: unknown } => 'const' in schema

/** Returns the problem of a value that fits no variant of a union. It names the allowed values or types. */
function choiceProblem(field: string, { schema, value }: ValueError): Problem {
  if (hasInexactNumber(value)) return problem(field, 'number_inexact')
  const variants: TSchema[] = schema.anyOf ?? []
  if (variants.length > 0 && variants.every(hasConst))
    return problem(field, 'wrong_choice', { choices: variants.map(variant => variant.const).join(', ') })
  return problem(field, 'wrong_type', { types: variants.map(typeText).join(' or ') })
}

/** Returns the type of a schema in words that complete the sentence "must be …". */
function typeText({ type, maxLength }: TSchema): string {
  if (type === 'string' && maxLength) return `a string of at most ${maxLength} characters`
  if (type === 'null') return 'null'
  if (type === 'integer') return 'a whole number'
  return `a ${type}`
}

/**
 * Returns the problem of a number. If the schema has two bounds, the problem names both, because a client
 * that corrects one bound often breaks the other.
 */
function numberProblem(field: string, type: ValueErrorType, { minimum: min, maximum: max }: TSchema) {
  const isWhole = type !== ValueErrorType.Integer // errors of other types are about the bounds
  if (min !== undefined && max !== undefined)
    return problem(field, isWhole ? 'out_of_range' : 'not_whole_number_in_range', { min, max })
  if (!isWhole) return problem(field, 'not_whole_number')
  return min === undefined ? problem(field, 'too_high', { max }) : problem(field, 'too_low', { min })
}

/** Returns the API's problem for an error of TypeBox. */
function problemOfError(field: string, error: ValueError): Problem {
  const { type, schema } = error
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return problem(field, 'required')
    case ValueErrorType.Integer:
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return numberProblem(field, type, schema)
    case ValueErrorType.String:
      return problem(field, 'not_text')
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1
        ? problem(field, 'empty')
        : problem(field, 'too_short', { min: schema.minLength })
    case ValueErrorType.StringMaxLength:
      return problem(field, 'too_long', { max: schema.maxLength })
    case ValueErrorType.StringPattern:
      return problem(field, 'wrong_form', { expected: schema.description ?? 'of the right form' })
    case ValueErrorType.Boolean:
      return problem(field, 'not_boolean')
    case ValueErrorType.Object:
      return problem(field, 'not_object')
    case ValueErrorType.Array:
      return problem(field, 'not_list')
    case ValueErrorType.ObjectMaxProperties:
      return problem(field, 'too_many_keys', { max: schema.maxProperties })
    case ValueErrorType.ArrayMaxItems:
      return problem(field, 'too_many_entries', { max: schema.maxItems })
    case ValueErrorType.ArrayMinItems:
      return problem(field, 'too_few_entries', { min: schema.minItems })
    case ValueErrorType.Literal:
      return problem(field, 'wrong_constant', { value: schema.const })
    case ValueErrorType.Union:
      return choiceProblem(field, error)
    case ValueErrorType.ObjectAdditionalProperties:
      return problem(field, 'wrong_key_length')
    default:
      return problem(field, 'invalid')
  }
}

/**
 * Whether an error only claims that a text is too long, although the text is short enough. The compiled check
 * counts UTF-16 units, of which an emoji has two, but the limit of JSON Schema counts characters.
 */
function isFalseTooLong({ type, schema, value, errors }: ValueError): boolean {
  if (type === ValueErrorType.StringMaxLength) return [...String(value)].length <= schema.maxLength
  const isUnion = type === ValueErrorType.Union
  return isUnion && errors.some(variantErrors => [...variantErrors].every(isFalseTooLong))
}

/** Returns the first problem of each field, at most 20. */
function problemsOf(errors: Iterable<ValueError>): Problem[] {
  const problems = new Map<string, Problem>()
  for (const error of errors) {
    const field = fieldOf(error) || 'body'
    if (problems.has(field) || isFalseTooLong(error)) continue
    problems.set(field, problemOfError(field, error))
    if (problems.size >= problemsMax) break
  }
  return [...problems.values()]
}

/**
 * Returns a problem for each text field of the schema whose value has control characters. The contents of a
 * record, such as metadata, are not checked, because they are the merchant's own.
 * @param field the path of `value`; empty for the whole body
 * @param problems the list to which the problems are added
 */
function textProblems(schema: TSchema, value: unknown, field: string, problems: Problem[] = []): Problem[] {
  if (typeof value === 'string') {
    if (hasControlCharacter(value)) problems.push(problem(field, 'control_characters_in_text'))
    return problems
  }
  if (Array.isArray(value)) {
    if (!schema.items) return problems
    for (const [index, item] of value.entries())
      textProblems(schema.items, item, `${field}.${index}`, problems)
    return problems
  }
  if (typeof value !== 'object' || value === null) return problems
  for (const name in schema.properties) {
    const inner = (value as Record<string, unknown>)[name]
    if (inner === undefined) continue
    textProblems(schema.properties[name], inner, field === '' ? name : `${field}.${name}`, problems)
  }
  return problems
}

/**
 * Returns a function that checks a request against a schema and returns the typed value. The schema is
 * compiled at the first use, because compiling all schemas would take a quarter of the server's start.
 * @throws Fault `validation_error` with all problems, from the returned check
 */
export function reader<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  let compiledOnce: TypeCheck<T> | undefined
  return value => {
    compiledOnce ??= TypeCompiler.Compile(schema)
    const compiled = compiledOnce
    if (compiled.Check(value)) {
      const problems = textProblems(schema, value, '').slice(0, problemsMax)
      if (problems.length > 0) throw badFields(problems)
      return value
    }
    const problems = problemsOf(compiled.Errors(value))
    // If every error was a text that is short enough, the value is valid.
    if (problems.length === 0 && compiled.Errors(value).First()) return value as Static<T>
    throw problems.length > 0 ? badFields(problems) : fault('request_unreadable')
  }
}
