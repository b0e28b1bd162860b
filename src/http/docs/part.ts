// The API document in two parts: the operations that a merchant's software calls with an API key, and those
// of the till and the console. Each part has only the schemas and responses that it uses.
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
/** Operations that only the phone of a till number calls. */
const phoneOperations = ['receiveSms']

/** Whether a merchant's software calls an operation. */
function isForIntegrators({ operationId, tags, security }: Operation): boolean {
  if (integratorOperations.includes(operationId)) return true
  const takesKey = security.length === 0 || security.some(scheme => 'api_key' in scheme)
  return takesKey && tags.some(tag => integratorTags.includes(tag)) && !phoneOperations.includes(operationId)
}

/** Returns the document that integrators read. */
export const integratorPart = (document: Json): Json =>
  Object(withoutRequiredNulls(partOf(document, isForIntegrators, {})))

/**
 * Returns a copy of a value whose schemas no longer require a field that is an object or null, because Java
 * clients of openapi-generator cannot read null in such a required field.
 */
function withoutRequiredNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRequiredNulls)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutRequiredNulls(member)]),
  )
  if (!Array.isArray(inner.required) || inner.properties === undefined) return inner
  const isNullable = (name: unknown) => {
    const schema = Object(Object(inner.properties)[String(name)])
    return JSON.stringify(schema.anyOf ?? '').includes('{"type":"null"}')
  }
  return { ...inner, required: inner.required.filter(name => !isNullable(name)) }
}

/** Returns the document of everything else: what the till, the display and the console call. */
export const consolePart = (document: Json): Json => {
  const title = 'Kaunta: till and console'
  const description =
    'What the till, the display and the console call. Integrators read `/docs/openapi.json`.'
  const { webhooks: _, ...withoutWebhooks } = document
  return partOf(withoutWebhooks, operation => !isForIntegrators(operation), { title, description })
}

/**
 * Returns the part of a document with the operations that `isIncluded` selects, and with the tags, links and
 * components that these operations use.
 * @param info replaces members of the document's `info`
 */
function partOf(document: Json, isIncluded: (operation: Operation) => boolean, info: Json): Json {
  const allPaths = Object.entries(Object(document.paths) as Record<string, Record<string, Operation>>)
  const partPaths = allPaths.flatMap(([path, methods]) => {
    const partMethods = Object.entries(methods).filter(([, operation]) => isIncluded(operation))
    return partMethods.length > 0 ? [[path, Object.fromEntries(partMethods)] as const] : []
  })
  const operations = partPaths.flatMap(([, methods]) => Object.values(methods))
  const ids = new Set(operations.map(({ operationId }) => operationId))
  const paths = withOwnLinks(Object.fromEntries(partPaths), ids)
  const usedTags = new Set(operations.flatMap(({ tags }) => tags))
  const tags = (document.tags as readonly { readonly name: Tag }[]).filter(({ name }) => usedTags.has(name))
  const part = { ...document, info: { ...Object(document.info), ...info }, tags, paths }
  return { ...part, components: usedComponentsOf(part) }
}

/**
 * Returns a copy of a value without the links to operations of other documents.
 * @param ids the ids of this document's operations
 */
function withOwnLinks(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(item => withOwnLinks(item, ids))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (name !== 'links') return [[name, withOwnLinks(inner, ids)] as const]
    const links = Object.entries(Object(inner) as Record<string, { operationId: string }>)
    const ownLinks = links.filter(([, { operationId }]) => ids.has(operationId))
    return ownLinks.length > 0 ? [[name, Object.fromEntries(ownLinks)] as const] : []
  })
  return Object.fromEntries(entries)
}

/** Returns the kinds and names of the components that a value refers to, such as `schemas/Payment`. */
const referencesIn = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(
    ([, kind = '', name = '']) => `${kind}/${name}`,
  )

/** Returns the components to which a document refers, also through others, and all security schemes. */
function usedComponentsOf(part: Json): Json {
  const allComponents = Object(part.components) as Record<string, Json>
  const { components: _, ...withoutComponents } = part
  const usedReferences = new Set(referencesIn(withoutComponents))
  // The loop also visits the references that it adds.
  for (const reference of usedReferences) {
    const [kind = '', name = ''] = reference.split('/')
    for (const inner of referencesIn(allComponents[kind]?.[name] ?? null)) usedReferences.add(inner)
  }
  const usedComponents = Object.entries(allComponents).map(([kind, components]) => {
    if (kind === 'securitySchemes') return [kind, components]
    const usedOfKind = Object.entries(components).filter(([name]) => usedReferences.has(`${kind}/${name}`))
    return [kind, Object.fromEntries(usedOfKind)]
  })
  return Object.fromEntries(usedComponents)
}
