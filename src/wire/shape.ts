// Checking a request against its shape: every problem at once, each named by its field and saying what to do.
import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler'
import { Fault, type Problem } from '../domain/fault.ts'

const problemsMost = 20

/** The field as a request names it; a key that may not be there is told of the object that has it. */
function fieldOf({ type, path }: ValueError): string {
  const kept =
    type === ValueErrorType.ObjectAdditionalProperties ? path.slice(0, path.lastIndexOf('/')) : path
  return kept.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}

const hasConst = (schema: TSchema): schema is TSchema & { const: unknown } => 'const' in schema

function choices(schema: TSchema): string {
  const words: TSchema[] = schema.anyOf ?? []
  if (words.length > 0 && words.every(hasConst))
    return `must be one of ${words.map(word => word.const).join(', ')}`
  return `must be ${words.map(choice).join(' or ')}`
}

function choice({ type, maxLength }: TSchema): string {
  if (type === 'string' && maxLength) return `a string of at most ${maxLength} characters`
  if (type === 'null') return 'null'
  return type === 'integer' ? 'a whole number' : `a ${type}`
}

function sentence({ type, schema }: ValueError): string {
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return 'is required'
    case ValueErrorType.Integer:
      return 'must be a whole number, without quotes or decimals'
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return `must be at least ${schema.minimum}`
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `must be at most ${schema.maximum}`
    case ValueErrorType.String:
      return 'must be a string'
    case ValueErrorType.StringMinLength:
      return schema.minLength === 1
        ? 'must not be empty'
        : `must have at least ${schema.minLength} characters`
    case ValueErrorType.StringMaxLength:
      return `must have at most ${schema.maxLength} characters`
    case ValueErrorType.StringPattern:
      return `must be ${schema.description ?? 'of the right form'}`
    case ValueErrorType.Boolean:
      return 'must be true or false'
    case ValueErrorType.Object:
      return 'must be an object'
    case ValueErrorType.Array:
      return 'must be a list'
    case ValueErrorType.ObjectMaxProperties:
      return `must have at most ${schema.maxProperties} keys`
    case ValueErrorType.ArrayMaxItems:
      return `must have at most ${schema.maxItems} entries`
    case ValueErrorType.ArrayMinItems:
      return `must have at least ${schema.minItems} entries`
    case ValueErrorType.Literal:
      return `must be ${schema.const}`
    case ValueErrorType.Union:
      return choices(schema)
    case ValueErrorType.ObjectAdditionalProperties:
      return 'has a key that is too long or empty'
    default:
      return 'is not valid'
  }
}

/** JSON Schema counts characters, the compiled check halves of them: an emoji has two. */
const isShort = ({ type, schema, value, errors }: ValueError): boolean =>
  type === ValueErrorType.StringMaxLength
    ? [...String(value)].length <= schema.maxLength
    : type === ValueErrorType.Union && errors.some(variant => [...variant].every(isShort))

/** What is wrong with a value, the first problem of each field, at most 20. */
function problemsOf(errors: Iterable<ValueError>): Problem[] {
  const problems = new Map<string, Problem>()
  for (const error of errors) {
    const field = fieldOf(error) || 'body'
    if (problems.has(field) || isShort(error)) continue
    problems.set(field, { field, message: `${field} ${sentence(error)}` })
    if (problems.size >= problemsMost) break
  }
  return [...problems.values()]
}

/**
 * A compiled check: answers the value as typed, or throws a Fault whose message is the first problem and that
 * lists all.
 */
export function reader<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const compiled = TypeCompiler.Compile(schema)
  return value => {
    if (compiled.Check(value)) return value
    const problems = problemsOf(compiled.Errors(value))
    if (problems.length === 0 && compiled.Errors(value).First()) return value as Static<T>
    throw new Fault('validation_error', problems[0]?.message ?? 'the request is not valid', problems)
  }
}
