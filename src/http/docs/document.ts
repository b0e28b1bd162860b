// The OpenAPI document, built once from the documentation of the routes: titled schemas become components,
// error answers are shared, and TypeBox's unions of literals become enums.
import type { AnyElysia } from 'elysia'
import { build } from '../../build.ts'
import { assert } from '../../domain/fault.ts'
import { webhookOperations } from '../webhooks/webhook-doc.ts'
import { errorComponents, headers } from './error-response.ts'
import { type Paths, withLinks } from './link.ts'
import { operationOf } from './operation.ts'
import { tags } from './tag.ts'

export type Route = Pick<AnyElysia['routes'][number], 'method' | 'path' | 'hooks'>
type Json = Record<string, unknown>

/** `/api/v1/payments` is an alias of `/v1/payments`, which is the documented one. */
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

/** Leaves out the operations. @elysiajs/swagger copies the description into the page unescaped. */
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

export const documentedRoutes = (routes: readonly Route[]) =>
  routes.flatMap(({ method, path, hooks }) => {
    const detail = isAlias(path) ? undefined : operationOf(hooks?.detail)
    return detail ? [{ method, path, hooks: { detail } }] : []
  })

/** Moves titled schemas and error answers to the components and refers to them. */
export function finishDocument(document: Json): Json {
  const named = newNamedSchemas()
  const paths = named.replaced(withLinks(document.paths as Paths))
  const webhooks = named.replaced(webhookOperations())
  const components = named.replaced({
    ...Object(document.components),
    ...errorComponents(errorNames(paths)),
  })
  return {
    ...document,
    info: { ...Object(document.info), description },
    paths,
    webhooks,
    components: { ...Object(components), schemas: named.schemas() },
  }
}

/** The names of shared error answers in these paths, sorted. */
const errorNames = (paths: unknown) => [
  ...new Set(
    [...JSON.stringify(paths).matchAll(/"#\/components\/responses\/(\w+)"/g)]
      .map(([, name = '']) => name)
      .sort(),
  ),
]

/** Replaces titled schemas by references, and collects them by title. */
function newNamedSchemas() {
  const schemas: Json = {}
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced)
    if (!isObject(value)) return value
    const { title, ...rest } = value
    if (typeof title !== 'string' || !('type' in value || 'anyOf' in value))
      return members(simplifySchema(value))
    const schema = members(simplifySchema(rest))
    assert(
      !schemas[title] || Bun.deepEquals(schemas[title], schema),
      `two different schemas are called ${title}`,
    )
    schemas[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }
  /** Examples are values, not schemas, even when they look like one. */
  const members = (value: Json): Json =>
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'examples' && !Array.isArray(inner) ? inner : replaced(inner),
      ]),
    )
  return {
    replaced,
    schemas: () => Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isConst = (schema: unknown): schema is { const: unknown; type: unknown } =>
  isObject(schema) && 'const' in schema

/** TypeBox's enums, nullable types and records in the form that client generators read best. */
function simplifySchema(schema: Json): Json {
  const { anyOf, patternProperties, documentedPattern, documentedEnum, ...rest } = schema
  if (isConst(schema) && typeof schema.const !== 'string') return plainConst(schema)
  if (documentedPattern !== undefined) return { ...rest, pattern: documentedPattern }
  if (documentedEnum !== undefined) return { ...rest, enum: documentedEnum }
  if (Array.isArray(anyOf)) {
    if (anyOf.every(isConst))
      return { ...rest, type: anyOf[0]?.type, enum: anyOf.map(variant => variant.const) }
    const [one, other] = anyOf
    const isNullable = anyOf.length === 2 && isObject(other) && other.type === 'null'
    // Client generators create no class for the type `["object", "null"]`.
    if (isNullable && isObject(one) && !('title' in one) && one.type !== 'object')
      return { ...rest, ...nullable(simplifySchema(one)) }
  }
  if (isObject(patternProperties) && !('properties' in schema)) {
    const [[pattern, value] = []] = Object.entries(patternProperties)
    const { additionalProperties: _, ...open } = rest
    return {
      ...open,
      // Client generators create an empty class for a union, which loses the value.
      additionalProperties: isObject(value) && 'anyOf' in value ? {} : value,
      ...(pattern === '^(.*)$' || 'propertyNames' in open ? {} : { propertyNames: { pattern } }),
    }
  }
  return schema
}

/**
 * A constant whole number must not be `number`, because clients read that as a float; a single truth value is
 * a boolean.
 */
function plainConst({ const: only, type: _, ...rest }: Json): Json {
  return typeof only === 'boolean' ? { ...rest, type: 'boolean' } : { ...rest, type: 'integer', enum: [only] }
}

function nullable({ const: only, ...schema }: Json): Json {
  const values = only === undefined ? schema.enum : [only]
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}
