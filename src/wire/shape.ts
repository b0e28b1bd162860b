// Checks a request against its schema. Reports all problems together, each with its field and cure.
import type { Static, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler'
import { badFields, fault, type Problem, problem } from '../domain/fault.ts'
import { hasControlCharacter } from '../domain/plain-text.ts'
import { hasInexactNumber } from './json.ts'

const problemsMax = 20

/** The field as the request names it. An unexpected key is reported at its object. */
function fieldOf({ type, path }: ValueError): string {
  const kept =
    type === ValueErrorType.ObjectAdditionalProperties ? path.slice(0, path.lastIndexOf('/')) : path
  return kept.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}

const hasConst = (schema: TSchema): schema is TSchema & { const: unknown } => 'const' in schema

function choiceProblem(field: string, { schema, value }: ValueError): Problem {
  if (hasInexactNumber(value)) return problem(field, 'number_inexact')
  const variants: TSchema[] = schema.anyOf ?? []
  if (variants.length > 0 && variants.every(hasConst))
    return problem(field, 'wrong_choice', { choices: variants.map(variant => variant.const).join(', ') })
  return problem(field, 'wrong_type', { types: variants.map(typeText).join(' or ') })
}

function typeText({ type, maxLength }: TSchema): string {
  if (type === 'string' && maxLength) return `a string of at most ${maxLength} characters`
  if (type === 'null') return 'null'
  return type === 'integer' ? 'a whole number' : `a ${type}`
}

/** A number outside two bounds is refused with both: a client that corrects one often breaks the other. */
function numberProblem(field: string, type: ValueErrorType, { minimum: min, maximum: max }: TSchema) {
  const isWhole = type !== ValueErrorType.Integer
  if (min !== undefined && max !== undefined)
    return problem(field, isWhole ? 'out_of_range' : 'not_whole_number_in_range', { min, max })
  if (!isWhole) return problem(field, 'not_whole_number')
  return min === undefined ? problem(field, 'too_high', { max }) : problem(field, 'too_low', { min })
}

/** The API's problem for an error of TypeBox. */
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

/** JSON Schema counts characters, the compiled check UTF-16 units: an emoji has two. */
const isShort = ({ type, schema, value, errors }: ValueError): boolean =>
  type === ValueErrorType.StringMaxLength
    ? [...String(value)].length <= schema.maxLength
    : type === ValueErrorType.Union && errors.some(variant => [...variant].every(isShort))

/** The first problem of each field, at most 20. */
function problemsOf(errors: Iterable<ValueError>): Problem[] {
  const problems = new Map<string, Problem>()
  for (const error of errors) {
    const field = fieldOf(error) || 'body'
    if (problems.has(field) || isShort(error)) continue
    problems.set(field, problemOfError(field, error))
    if (problems.size >= problemsMax) break
  }
  return [...problems.values()]
}

/**
 * Control characters in the declared text fields. The contents of a record, such as metadata, are the
 * caller's own and are returned unchanged.
 */
function textProblems(schema: TSchema, value: unknown, field: string, found: Problem[] = []): Problem[] {
  if (typeof value === 'string') {
    if (hasControlCharacter(value)) found.push(problem(field, 'control_characters_in_text'))
  } else if (Array.isArray(value)) {
    if (schema.items)
      for (const [at, one] of value.entries()) textProblems(schema.items, one, `${field}.${at}`, found)
  } else if (typeof value === 'object' && value !== null)
    for (const name in schema.properties) {
      const inner = (value as Record<string, unknown>)[name]
      if (inner === undefined) continue
      textProblems(schema.properties[name], inner, field === '' ? name : `${field}.${name}`, found)
    }
  return found
}

/**
 * A check that is compiled at its first use, because compiling all takes a quarter of the start. Returns the
 * typed value, or throws a Fault with all problems.
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
    if (problems.length === 0 && compiled.Errors(value).First()) return value as Static<T>
    throw problems.length > 0 ? badFields(problems) : fault('request_unreadable')
  }
}
