// The OpenAPI document, made once from what the routes say of themselves: titled shapes become components,
// and TypeBox's unions of literals become enums.
import type { AnyElysia } from 'elysia'
import { build } from '../../build.ts'
import { assert } from '../../domain/fault.ts'
import { webhooks } from '../webhooks/webhook-doc.ts'
import { headers, operationOf, refusals, tags } from './doc.ts'

export type Route = Pick<AnyElysia['routes'][number], 'method' | 'path' | 'hooks'>
type Json = Record<string, unknown>

/** `/api/v1/payments` is `/v1/payments` under another name; it is told once. */
export const isAlias = (path: string) => /^\/api\/v1\/pay(ment|out)s(\/|$)/.test(path)

const gist =
  'Collect payments for a shop: QR codes, pushes to phones, cards; pay out; hear of it by signed webhooks.'
const description = `${gist}

Amounts are whole Tanzanian shillings, times are ISO 8601 in UTC. Every error has the same envelope, with a \`request_id\`.
Fields that a request need not have are ignored; new fields may appear in answers. A first payment:

\`\`\`sh
curl {box}/v1/payments -H 'Authorization: Bearer kn_test_…' -H 'Content-Type: application/json' \\
  -d '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"}}'
\`\`\``

const securitySchemes = {
  api_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, `kn_live_…` or `kn_test_…`; the header `X-API-Key` does as well',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token from `POST /api/v1/auth/token`, for one hour and one account',
  },
  staff: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kaunta.session_token',
    description:
      'The login cookie of a person in a browser (over https its name begins `__Secure-`). The header `Kaunta-Account` names the account when there are several',
  },
  till: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kaunta_till',
    description:
      'The cookie of a paired browser. It counts on `/api/v1/till/…`, and elsewhere where the header `Kaunta-Till: 1` or `?till=1` says so; a staff login in the same browser then does not',
  },
  display: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kaunta_display',
    description: 'The cookie of a paired display. It opens the routes of `/api/v1/display` and nothing else',
  },
}

/**
 * The document's parts around its operations, as @elysiajs/swagger takes them. It copies the description into
 * the page as it is.
 */
export function frame() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kaunta',
      version: build.version,
      description: gist,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This box' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    components: { securitySchemes, headers, responses: refusals() },
  }
}

/** The routes that the reference tells of, with nothing but what they say of themselves. */
export const documented = (routes: readonly Route[]) =>
  routes.flatMap(({ method, path, hooks }) => {
    const detail = isAlias(path) ? undefined : operationOf(hooks?.detail)
    return detail ? [{ method, path, hooks: { detail } }] : []
  })

/**
 * Gives the document its final shape: shapes with a title move to the components and are referred to; what
 * nothing refers to is left out.
 */
export function finished(document: Json): Json {
  const schemas: Json = {}
  const opened = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(opened)
    if (!isObject(value)) return value
    const { title, ...rest } = value
    if (typeof title !== 'string' || !('type' in value || 'anyOf' in value)) return mapped(plain(value))
    const shape = mapped(plain(rest))
    assert(
      !schemas[title] || Bun.deepEquals(schemas[title], shape),
      `two different shapes are called ${title}`,
    )
    schemas[title] = shape
    return { $ref: `#/components/schemas/${title}` }
  }
  /** What is shown to people as an example is no schema, whatever it looks like. */
  const mapped = (value: Json): Json =>
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'examples' && !Array.isArray(inner) ? inner : opened(inner),
      ]),
    )
  const paths = opened(document.paths)
  const told = opened(webhooks())
  const { responses, ...components } = isObject(document.components) ? mapped(document.components) : {}
  const text = JSON.stringify(paths)
  const used = Object.entries(isObject(responses) ? responses : {}).filter(([name]) =>
    text.includes(`responses/${name}"`),
  )
  return {
    ...document,
    info: { ...Object(document.info), description },
    paths,
    webhooks: told,
    components: {
      ...components,
      responses: Object.fromEntries(used),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isConst = (one: unknown): one is { const: unknown; type: unknown } => isObject(one) && 'const' in one

/** TypeBox's spelling of enums, nullable and free keys, as generators and readers like it best. */
function plain(schema: Json): Json {
  const { anyOf, patternProperties, ...rest } = schema
  if (Array.isArray(anyOf)) {
    if (anyOf.every(isConst)) return { ...rest, type: anyOf[0]?.type, enum: anyOf.map(one => one.const) }
    const [one, other] = anyOf
    if (
      anyOf.length === 2 &&
      isObject(other) &&
      other.type === 'null' &&
      isObject(one) &&
      !('title' in one)
    ) {
      const inner = plain(one)
      if (Array.isArray(inner.enum))
        return { ...rest, ...inner, type: [inner.type, 'null'], enum: [...inner.enum, null] }
      return { ...rest, ...inner, type: [inner.type, 'null'] }
    }
  }
  if (isObject(patternProperties) && !('properties' in schema)) {
    const [[pattern, value] = []] = Object.entries(patternProperties)
    const { additionalProperties: _, ...open } = rest
    return {
      ...open,
      additionalProperties: value,
      ...(pattern === '^(.*)$' ? {} : { propertyNames: { pattern } }),
    }
  }
  return schema
}
