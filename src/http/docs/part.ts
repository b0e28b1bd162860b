// The API document in two parts: the operations that a merchant's software calls with an API key, and those
// of the till and the console. Each part has only the schemas and answers that it uses.
import type { Tag } from './tag.ts'

type Json = Record<string, unknown>
interface Operation extends Json {
  readonly operationId: string
  readonly tags: readonly Tag[]
  readonly security: readonly Json[]
  readonly responses: Json
}

const integratorTags: readonly Tag[] = [
  'Payments',
  'Sessions',
  'Checkout',
  'Payouts',
  'Refunds',
  'Webhooks',
  'Products',
  'Profiles',
  'Sandbox',
]
/** Operations of other groups that software needs, too. */
const integratorOperations = [
  'getMe',
  'getHealth',
  'createToken',
  'getWebhookSecret',
  'regenerateWebhookSecret',
]
/** The phone of a till number sends these. */
const phoneOperations = ['receiveSms']

function isForIntegrators({ operationId, tags, security }: Operation): boolean {
  if (integratorOperations.includes(operationId)) return true
  const isOpen = security.length === 0 || security.some(scheme => 'api_key' in scheme)
  return isOpen && tags.some(tag => integratorTags.includes(tag)) && !phoneOperations.includes(operationId)
}

/** The document that integrators read. */
export const integratorPart = (document: Json): Json =>
  Object(withoutRequiredNulls(partOf(document, isForIntegrators, {})))

/** Requires no nullable class: clients of openapi-generator for Java read no null there. */
function withoutRequiredNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRequiredNulls)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutRequiredNulls(inner)]),
  )
  if (!Array.isArray(inner.required) || inner.properties === undefined) return inner
  const isNullable = (name: unknown) =>
    JSON.stringify(Object(Object(inner.properties)[String(name)]).anyOf ?? '').includes('{"type":"null"}')
  return { ...inner, required: inner.required.filter(name => !isNullable(name)) }
}

/** The document of everything else. */
export const consolePart = (document: Json): Json => {
  const title = 'Kaunta: till and console'
  const description =
    'What the till, the display and the console call. Integrators read `/docs/openapi.json`.'
  const { webhooks: _, ...rest } = document
  return partOf(rest, operation => !isForIntegrators(operation), { title, description })
}

function partOf(document: Json, isIn: (operation: Operation) => boolean, info: Json): Json {
  const all = Object.entries(Object(document.paths) as Record<string, Record<string, Operation>>)
  const kept = all.flatMap(([path, methods]) => {
    const own = Object.entries(methods).filter(([, operation]) => isIn(operation))
    return own.length > 0 ? [[path, Object.fromEntries(own)] as const] : []
  })
  const ids = new Set(kept.flatMap(([, methods]) => Object.values(methods).map(method => method.operationId)))
  const paths = withoutLinks(Object.fromEntries(kept), ids)
  const named = new Set(kept.flatMap(([, methods]) => Object.values(methods).flatMap(({ tags }) => tags)))
  const tags = (document.tags as readonly { readonly name: Tag }[]).filter(({ name }) => named.has(name))
  const part = { ...document, info: { ...Object(document.info), ...info }, tags, paths }
  return { ...part, components: usedComponentsOf(part) }
}

/** Keeps links to operations of this document. */
function withoutLinks(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(item => withoutLinks(item, ids))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (name !== 'links') return [[name, withoutLinks(inner, ids)] as const]
    const links = Object.entries(Object(inner) as Record<string, { operationId: string }>)
    const own = links.filter(([, { operationId }]) => ids.has(operationId))
    return own.length > 0 ? [[name, Object.fromEntries(own)] as const] : []
  })
  return Object.fromEntries(entries)
}

const referencesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(
    ([, kind = '', name = '']) => `${kind}/${name}`,
  )

/** The components that the document refers to, directly or through others. */
function usedComponentsOf(part: Json): Json {
  const all = Object(part.components) as Record<string, Json>
  const { components: _, ...rest } = part
  const used = new Set(referencesIn(rest))
  for (const reference of used) {
    const [kind = '', name = ''] = reference.split('/')
    for (const reference of referencesIn(all[kind]?.[name] ?? null)) used.add(reference)
  }
  return Object.fromEntries(
    Object.entries(all).map(([kind, values]) => [
      kind,
      kind === 'securitySchemes'
        ? values
        : Object.fromEntries(Object.entries(values).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  )
}
