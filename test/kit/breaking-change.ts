// Finds the changes between two OpenAPI documents that break clients of the older one. Requests may accept
// more than before, and answers may contain more, never less. The maintained tools for this are in Go and
// Java (oasdiff, openapi-diff); those for JavaScript do not read OpenAPI 3.1.
import { resolved } from './openapi.ts'

type Json = Readonly<Record<string, unknown>>
/** Who writes the value: the client in a request, Kaunta in an answer or a webhook. */
type Direction = 'request' | 'answer'

/** Returns breaking changes as sentences that begin with their place; empty when there are none. */
export function breakingChanges(older: object, newer: object): string[] {
  const compare = newSchemaComparison(older, newer)
  const changes: string[] = []
  for (const [path, methods] of entriesOf(member(older, 'paths')))
    for (const [method, operation] of entriesOf(methods)) {
      const place = `${method.toUpperCase()} ${path}`
      const next = member(member(member(newer, 'paths'), path), method)
      changes.push(...(next ? operationChanges(place, operation, next, compare) : [`${place}: removed`]))
    }
  for (const [event, { post }] of entriesOf(member(older, 'webhooks'))) {
    const next = member(member(member(newer, 'webhooks'), event), 'post')
    const place = `webhook ${event}`
    if (!next) changes.push(`${place}: removed`)
    else
      changes.push(
        ...parameterChanges(place, Object(post), next, compare, 'answer'),
        ...contentChanges(
          place,
          member(Object(post), 'requestBody'),
          member(next, 'requestBody'),
          compare,
          'answer',
        ),
      )
  }
  return changes
}

function operationChanges(place: string, older: Json, newer: Json, compare: Compare): string[] {
  const requires = (operation: Json) => member(operation, 'requestBody')?.required === true
  const olderSecurity = [older.security].flat().map(one => JSON.stringify(one))
  const newerSecurity = [newer.security].flat().map(one => JSON.stringify(one))
  return [
    ...(older.operationId === newer.operationId
      ? []
      : [`${place}: operationId ${older.operationId} became ${newer.operationId}`]),
    ...olderSecurity
      .filter(one => newerSecurity.length > 0 && !newerSecurity.includes(one))
      .map(one => `${place}: credential ${one} removed`),
    ...(olderSecurity.length === 0 && newerSecurity.length > 0 ? [`${place}: needs a credential`] : []),
    ...parameterChanges(place, older, newer, compare, 'request'),
    ...(requires(newer) && !requires(older) ? [`${place}: the body became required`] : []),
    ...contentChanges(place, member(older, 'requestBody'), member(newer, 'requestBody'), compare, 'request'),
    ...entriesOf(member(older, 'responses')).flatMap(([status, response]) => {
      const next = member(member(newer, 'responses'), status)
      const at = `${place} ${status}`
      return next
        ? contentChanges(at, compare.older(response), compare.newer(next), compare, 'answer')
        : [`${at}: status removed`]
    }),
  ]
}

function parameterChanges(
  place: string,
  older: Json,
  newer: Json,
  compare: Compare,
  direction: Direction,
): string[] {
  const byName = (operation: Json) =>
    new Map(
      [operation.parameters ?? []].flat().map(one => [`${Object(one).in} ${Object(one).name}`, Object(one)]),
    )
  const before = byName(older)
  const after = byName(newer)
  const required = [...after].filter(
    ([name, one]) => direction === 'request' && one.required && !before.get(name)?.required,
  )
  return [
    ...required.map(([name]) => `${place}: ${name} became required`),
    ...[...before].flatMap(([name, one]) => {
      const next = after.get(name)
      return next
        ? compare.schemas(`${place}: ${name}`, one.schema, next.schema, direction)
        : [`${place}: ${name} removed`]
    }),
  ]
}

function contentChanges(
  place: string,
  older: Json | undefined,
  newer: Json | undefined,
  compare: Compare,
  direction: Direction,
): string[] {
  return entriesOf(older?.content).flatMap(([type, { schema }]) => {
    const next = member(Object(newer?.content), type)
    return next
      ? compare.schemas(`${place} ${direction}`, schema, next.schema, direction)
      : [`${place}: content type ${type} removed`]
  })
}

type Compare = ReturnType<typeof newSchemaComparison>

function newSchemaComparison(olderDocument: object, newerDocument: object) {
  const older = (value: unknown) => followed(olderDocument, value)
  const newer = (value: unknown) => followed(newerDocument, value)
  /** Pairs of references under comparison, so that a schema that contains itself ends. */
  const open = new Set<string>()

  function schemas(place: string, before: unknown, after: unknown, direction: Direction): string[] {
    const pair = JSON.stringify([Object(before).$ref, Object(after).$ref, direction])
    const isReference = '$ref' in Object(before) && '$ref' in Object(after)
    if (isReference && open.has(pair)) return []
    if (isReference) open.add(pair)
    const changes = followedSchemas(place, older(before), newer(after), direction)
    open.delete(pair)
    return changes
  }

  function followedSchemas(place: string, before: Json, after: Json, direction: Direction): string[] {
    if (Array.isArray(before.anyOf) || Array.isArray(after.anyOf))
      return variantChanges(place, variantsOf(before), variantsOf(after), direction)
    const olderItems = before.items
    const olderMore = before.additionalProperties
    return [
      ...typeChanges(place, before, after, direction),
      ...(direction === 'request' ? limitChanges(place, before, after) : []),
      ...propertyChanges(place, before, after, direction),
      ...(olderItems && after.items ? schemas(`${place}[]`, olderItems, after.items, direction) : []),
      ...(olderMore && after.additionalProperties
        ? schemas(`${place}.*`, olderMore, after.additionalProperties, direction)
        : []),
    ]
  }

  function variantChanges(place: string, before: unknown[], after: unknown[], direction: Direction) {
    const [all, candidates] = direction === 'request' ? [before, after] : [after, before]
    return all.flatMap((one, index) => {
      const fits = candidates.some(
        other =>
          (direction === 'request'
            ? schemas(place, one, other, direction)
            : schemas(place, other, one, direction)
          ).length === 0,
      )
      return fits ? [] : [`${place}: variant ${index + 1} matches none of the other document`]
    })
  }

  function propertyChanges(place: string, before: Json, after: Json, direction: Direction): string[] {
    const required = requiredOf(before)
    const nextRequired = requiredOf(after)
    const lost = direction === 'request' ? nextRequired : required
    const base = direction === 'request' ? required : nextRequired
    const changed = direction === 'request' ? 'became required' : 'became optional'
    const next = Object(after.properties)
    return [
      ...lost
        .filter(name => !base.includes(name) && name in next)
        .map(name => `${place}.${name}: ${changed}`),
      ...entriesOf(before.properties).flatMap(([name, schema]) =>
        name in next
          ? schemas(`${place}.${name}`, schema, next[name], direction)
          : [`${place}.${name}: removed`],
      ),
    ]
  }
  return { schemas, older, newer }
}

const variantsOf = (schema: Json): unknown[] => (Array.isArray(schema.anyOf) ? schema.anyOf : [schema])
const requiredOf = (schema: Json): string[] => (Array.isArray(schema.required) ? schema.required : [])

/**
 * Returns changes of types: they may widen in requests and narrow in answers; values of enums may only grow
 * in requests.
 */
function typeChanges(place: string, before: Json, after: Json, direction: Direction): string[] {
  const [olderTypes, newerTypes] = [typesOf(before), typesOf(after)]
  const [all, allowed] = direction === 'request' ? [olderTypes, newerTypes] : [newerTypes, olderTypes]
  const isType = allowed.length === 0 || (all.length > 0 && all.every(type => allowed.includes(type)))
  const values = enumOf(before)
  const next = enumOf(after)
  const lost = direction === 'request' && next ? (values ?? ['any value']) : []
  return [
    ...(isType ? [] : [`${place}: type ${olderTypes.join('|')} became ${newerTypes.join('|')}`]),
    ...lost.filter(value => !next?.includes(value)).map(value => `${place}: ${value} is no longer allowed`),
  ]
}

/** `integer` is also a `number`. */
const typesOf = ({ type }: Json): unknown[] =>
  [type ?? []]
    .flat()
    .flatMap(one => (one === 'integer' ? ['integer'] : one === 'number' ? ['number', 'integer'] : [one]))
const enumOf = (schema: Json): unknown[] | undefined =>
  Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined

/** Returns limits that reject values which were valid. */
function limitChanges(place: string, before: Json, after: Json): string[] {
  const limit = (schema: Json, name: string, none: number) =>
    typeof schema[name] === 'number' ? schema[name] : none
  const lower = ['minimum', 'minLength', 'minItems'].filter(
    name => limit(after, name, -Infinity) > limit(before, name, -Infinity),
  )
  const upper = ['maximum', 'maxLength', 'maxItems'].filter(
    name => limit(after, name, Infinity) < limit(before, name, Infinity),
  )
  const texts = ['pattern', 'format'].filter(
    name => after[name] !== undefined && after[name] !== before[name],
  )
  return [...lower, ...upper, ...texts].map(
    name => `${place}: ${name} ${before[name] ?? 'none'} became ${after[name]}`,
  )
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const member = (value: unknown, name: string): Json | undefined => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : undefined
}

const entriesOf = (value: unknown): [string, Json][] =>
  Object.entries(Object(value)).flatMap(([name, one]) => (isObject(one) ? [[name, one]] : []))

/** Returns the value, or what its `$ref` refers to. */
function followed(document: object, value: unknown): Json {
  const reference = Object(value).$ref
  return typeof reference === 'string' ? Object(resolved(document, reference)) : Object(value)
}
