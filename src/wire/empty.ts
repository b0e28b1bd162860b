// Empty optional fields of a request count as absent: clients of several languages send `null` or `""` for a
// text they do not have, and PHP sends `[]` for an empty object.
import { type TSchema, Type } from '@sinclair/typebox'

type Fields = Record<string, unknown>
/** Removes the empty optional fields of one value, in place. */
type Strip = (value: unknown) => void

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmptyText = (value: unknown) => value === null || value === ''
const isEmptyObject = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
const isNull = (value: unknown) => value === null

/** Returns the function that decides whether a value of this schema counts as absent. */
function absenceTestOf(schema: TSchema): (value: unknown) => boolean {
  if (schema.type === 'string' && schema.const === undefined) return isEmptyText
  if (schema.type === 'object') return isEmptyObject
  return isNull
}

/**
 * Returns the function that removes the empty optional fields of a value with this schema; undefined when no
 * such value contains an optional field.
 */
function stripOf(schema: TSchema): Strip | undefined {
  if (schema.anyOf) return stripByVariants(schema.anyOf.map(stripOf))
  if (schema.type === 'array' && schema.items) return stripEach(stripOf(schema.items))
  if (schema.type !== 'object' || !schema.properties) return undefined
  const required = new Set<string>(schema.required ?? [])
  const fields = Object.entries<TSchema>(schema.properties).map(([name, field]) => ({
    name,
    isAbsent: required.has(name) ? undefined : absenceTestOf(field),
    strip: stripOf(field),
  }))
  return value => {
    if (!isFields(value)) return
    for (const { name, isAbsent, strip } of fields) {
      const fieldValue = value[name]
      if (fieldValue === undefined) continue
      if (isAbsent?.(fieldValue)) delete value[name]
      else strip?.(fieldValue)
    }
  }
}

/** Returns the function that strips each item of a list; undefined when no item needs it. */
function stripEach(strip: Strip | undefined): Strip | undefined {
  if (!strip) return undefined
  return value => {
    if (Array.isArray(value)) for (const item of value) strip(item)
  }
}

/**
 * Returns the function that strips a value of a union; undefined when no variant needs it. The function
 * strips the value as each variant, because any of them may be meant.
 */
function stripByVariants(variantStrips: readonly (Strip | undefined)[]): Strip | undefined {
  const strips = variantStrips.filter(strip => strip !== undefined)
  if (strips.length === 0) return undefined
  return value => {
    for (const strip of strips) strip(value)
  }
}

/**
 * Returns a function that removes the empty optional fields of a body with this schema, in place: `null` of
 * any field, `""` of a text, `[]` of an object. Required fields stay, so that the check refuses them.
 */
export function emptyFieldStrip(schema: TSchema): Strip {
  const strip = stripOf(schema)
  return value => strip?.(value)
}

/** Returns a schema for the API document: it allows `null` and `""` where they count as absent. */
export function withEmptyFields(schema: TSchema): TSchema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(withEmptyFields) }
  if (schema.type === 'array' && schema.items) {
    const items = withEmptyFields(schema.items)
    // A titled item schema stays as it is, because answers contain it without nulls.
    return { ...schema, items: items.title ? { ...items, title: `New${items.title}` } : items }
  }
  if (schema.type !== 'object' || !schema.properties) return schema
  const required = new Set<string>(schema.required ?? [])
  const properties = Object.entries<TSchema>(schema.properties).map(([name, field]) => [
    name,
    required.has(name) ? withEmptyFields(field) : orEmpty(withEmptyFields(field)),
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Returns the schema of an optional field that may also be null, or empty if it is a text. */
function orEmpty(schema: TSchema): TSchema {
  const isText = schema.type === 'string' && schema.const === undefined
  return Type.Union([isText ? orEmptyText(schema) : schema, Type.Null()])
}

const patternNames = ['pattern', 'documentedPattern']
/** Returns the schema of a text that may also be empty: no minimum length, pattern or enum prevents it. */
function orEmptyText({ minLength: _minLength, ...schema }: TSchema): TSchema {
  const patterns = patternNames.filter(name => name in schema).map(name => [name, `^$|${schema[name]}`])
  return {
    ...schema,
    ...(schema.documentedEnum ? { documentedEnum: [...schema.documentedEnum, ''] } : {}),
    ...Object.fromEntries(patterns),
  }
}
