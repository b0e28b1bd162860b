// The OpenAPI document, built once from the documentation of the routes: titled schemas become components,
// error responses are shared, and TypeBox's unions of literals become enums.
import type { AnyElysia } from 'elysia'
import { build } from '../../build.ts'
import { assert } from '../../domain/fault.ts'
import { webhookOperations } from '../webhooks/webhook-doc.ts'
import { errorComponents, headers } from './error-response.ts'
import { type Paths, withLinks } from './link.ts'
import { operationOf } from './operation.ts'
import { tags } from './tag.ts'

/** A route of the app, with the part of it that documents it. */
export type Route = Pick<AnyElysia['routes'][number], 'method' | 'path' | 'hooks'>
type Json = Record<string, unknown>

/** Whether a path is an alias and stays undocumented: `/api/v1/payments` is an alias of `/v1/payments`. */
export const isAlias = (path: string) => /^\/api\/v1\/(payments|payouts|refunds)(\/|$)/.test(path)

const summary =
  'Collect payments for a shop by QR code, phone push or card; send refunds and payouts; receive signed webhooks.'
/** The address in examples; the reference replaces it by the reader's address. */
export const exampleOrigin = 'http://localhost:8080'

const description = `${summary}

Amounts are whole Tanzanian shillings, times are ISO 8601 in UTC. Every error has the same envelope, with a \`request_id\`.
Unknown request fields are ignored; new fields may appear in answers. A first payment:

\`\`\`sh
curl ${exampleOrigin}/v1/payments -H 'Authorization: Bearer kn_test_…' -H 'Content-Type: application/json' \\
  -d '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"}}'
\`\`\``

/** The credentials by the names that operations refer to. */
const securitySchemes = {
  api_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, `kn_live_…` or `kn_test_…`. The header `X-API-Key` works too',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token from `POST /api/v1/auth/token`. It is valid for one hour and one account',
  },
  staff: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kaunta.session_token',
    description:
      'The login cookie of a person in a browser (over https its name starts with `__Secure-`). The header `Kaunta-Account` selects the account of a person who has several',
  },
  till: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kaunta_till',
    description:
      'The cookie of a paired browser. It applies on `/api/v1/till/…`, and elsewhere with the header `Kaunta-Till: 1` or `?till=1`; a staff login in the same browser is then ignored',
  },
  display: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kaunta_display',
    description: 'The cookie of a paired display. It is valid on `/api/v1/display` only',
  },
}

/**
 * Returns the document without its operations. Its description is the short one, because @elysiajs/swagger
 * copies it into the page unescaped.
 */
export function documentFrame() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kaunta',
      version: build.version,
      description: summary,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    components: { securitySchemes, headers },
  }
}

/** Returns the documented routes with their OpenAPI operations. */
export const documentedRoutes = (routes: readonly Route[]) =>
  routes.flatMap(({ method, path, hooks }) => {
    const detail = isAlias(path) ? undefined : operationOf(hooks?.detail)
    return detail ? [{ method, path, hooks: { detail } }] : []
  })

/**
 * Returns the document with its titled schemas and error responses as shared components, with links and
 * webhooks.
 */
export function finishDocument(document: Json): Json {
  const namedSchemas = newNamedSchemas()
  const paths = namedSchemas.replaceIn(withLinks(document.paths as Paths))
  const webhooks = namedSchemas.replaceIn(webhookOperations())
  const components = namedSchemas.replaceIn({
    ...Object(document.components),
    ...errorComponents(errorNames(paths)),
  })
  return {
    ...document,
    info: { ...Object(document.info), description },
    paths,
    webhooks,
    components: { ...Object(components), schemas: namedSchemas.schemas() },
  }
}

/** Returns the sorted names of the shared error responses to which these paths refer. */
function errorNames(paths: unknown): string[] {
  const references = JSON.stringify(paths).matchAll(/"#\/components\/responses\/(\w+)"/g)
  const names = new Set([...references].map(([, name = '']) => name))
  return [...names].sort()
}

/**
 * Returns two functions: `replaceIn` returns a value with references to components in place of its titled
 * schemas, and `schemas` returns all schemas replaced so far by their titles, sorted.
 */
function newNamedSchemas() {
  const schemas: Json = {}
  const replaceIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaceIn)
    if (!isObject(value)) return value
    const { title, ...untitled } = value
    const isSchema = 'type' in value || 'anyOf' in value
    if (typeof title !== 'string' || !isSchema) return replaceInMembers(simplifySchema(value))
    const schema = replaceInMembers(simplifySchema(untitled))
    assert(
      !schemas[title] || Bun.deepEquals(schemas[title], schema),
      `two different schemas are called ${title}`,
    )
    schemas[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }
  /** Replaces schemas in all members but examples, which are values even when they look like a schema. */
  const replaceInMembers = (value: Json): Json => {
    const members = Object.entries(value).map(([name, member]) => {
      const areExamples = name === 'examples' && !Array.isArray(member)
      return [name, areExamples ? member : replaceIn(member)]
    })
    return Object.fromEntries(members)
  }
  return {
    replaceIn,
    schemas: () =>
      Object.fromEntries(Object.entries(schemas).sort(([left], [right]) => (left < right ? -1 : 1))),
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
/** Whether a schema allows a single value. */
const isConst = (schema: unknown): schema is { const: unknown; type: unknown } =>
  isObject(schema) && 'const' in schema

/**
 * Returns a schema in the form that client generators read best: constants, enums, nullable types and records
 * as TypeBox describes them are converted, and any other schema is returned unchanged.
 */
function simplifySchema(schema: Json): Json {
  const { anyOf, patternProperties, documentedPattern, documentedEnum, ...otherMembers } = schema
  if (isConst(schema) && typeof schema.const !== 'string') return plainConst(schema)
  if (documentedPattern !== undefined) return { ...otherMembers, pattern: documentedPattern }
  if (documentedEnum !== undefined) return { ...otherMembers, enum: documentedEnum }
  const simpleUnion = Array.isArray(anyOf) ? simplifyUnion(anyOf, otherMembers) : undefined
  if (simpleUnion) return simpleUnion
  const isRecord = isObject(patternProperties) && !('properties' in schema)
  return isRecord ? simplifyRecord(patternProperties, otherMembers) : schema
}

/**
 * Converts a union of constants to an enum, and a union of one type with null to a nullable type.
 * @param otherMembers the members of the schema apart from its variants, which the result also has
 * @returns undefined for any other union
 */
function simplifyUnion(variants: readonly unknown[], otherMembers: Json): Json | undefined {
  if (variants.every(isConst))
    return { ...otherMembers, type: variants[0]?.type, enum: variants.map(variant => variant.const) }
  const [first, second] = variants
  const isNullable = variants.length === 2 && isObject(second) && second.type === 'null'
  if (!isNullable || !isObject(first)) return undefined
  // Client generators create no class for the type `["object", "null"]`.
  const needsClass = 'title' in first || first.type === 'object'
  return needsClass ? undefined : { ...otherMembers, ...nullable(simplifySchema(first)) }
}

/**
 * Converts a record, which TypeBox describes by a pattern for its names, to an object with any properties.
 * @param patternProperties the schema of the values by the pattern of the names; only the first one counts
 * @param otherMembers the members of the schema apart from the pattern, which the result also has
 */
function simplifyRecord(patternProperties: Json, otherMembers: Json): Json {
  const [[pattern, value] = []] = Object.entries(patternProperties)
  const { additionalProperties: _, ...recordMembers } = otherMembers
  const allowsAnyName = pattern === '^(.*)$'
  const hasNameRule = 'propertyNames' in recordMembers
  return {
    ...recordMembers,
    // Client generators create an empty class for a union, which loses the value.
    additionalProperties: isObject(value) && 'anyOf' in value ? {} : value,
    ...(allowsAnyName || hasNameRule ? {} : { propertyNames: { pattern } }),
  }
}

/**
 * Converts the schema of a constant number or boolean. A number gets the type `integer`, because clients read
 * `number` as a float. A constant boolean becomes any boolean.
 */
function plainConst({ const: value, type: _, ...otherMembers }: Json): Json {
  return typeof value === 'boolean'
    ? { ...otherMembers, type: 'boolean' }
    : { ...otherMembers, type: 'integer', enum: [value] }
}

/** Returns a schema that also allows null: by a second type, and by a value null if it lists its values. */
function nullable({ const: constValue, ...schema }: Json): Json {
  const values = constValue === undefined ? schema.enum : [constValue]
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}
