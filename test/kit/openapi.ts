// The OpenAPI document for tests, and a checker of answers against it: anything undocumented is an error.

import { join } from 'node:path'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { version } from '../../package.json' with { type: 'json' }
import { exampleOrigin } from '../../src/http/docs/document.ts'

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly required?: boolean
    readonly schema: Readonly<Record<string, unknown>>
  }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly $ref?: string
        readonly content?: Readonly<Record<string, Content>>
        readonly links?: Readonly<Record<string, Link>>
      }
    >
  >
}
interface Link {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
}
interface Content {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
export interface OpenApi {
  readonly info: { readonly description: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post?: Operation }>>
  readonly components: {
    readonly responses: Readonly<Record<string, Operation['responses'][string]>>
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, object>> }>>
  }
}

/** The contract of this commit for integrators, written by scripts/openapi.ts. */
export const contractPath = join(import.meta.dir, '../../docs/openapi.json')
export const consoleContractPath = join(import.meta.dir, '../../docs/till.json')
/** The contract of the last release. There is none before the first release. */
export const releasedPath = join(import.meta.dir, '../../docs/openapi.released.json')

/** The address of a test's server, which its first example names. */
const servedFrom = /http:\/\/127\.0\.0\.1:\d+/

/** Returns the contract in its stored form: without what differs between builds and servers. */
export const contractText = (document: OpenApi): string => {
  const description = document.info.description.replace(servedFrom, exampleOrigin)
  return `${JSON.stringify({ ...document, info: { ...document.info, description, version } }, null, 2)}\n`
}

const jsonType = 'application/json'

/** Returns every operation with its method, path and the pointer to it. */
export const operationsOf = (document: OpenApi) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      at: `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}`,
    })),
  )

/** Returns the target of `reference` (`#/components/…`); undefined when there is none. */
export const resolved = (document: object, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map(part => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, name) => (value instanceof Object ? Reflect.get(value, name) : undefined),
      document,
    )

/** Returns every `$ref` in a value. */
export function referencesIn(value: unknown): string[] {
  if (!(value instanceof Object)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

/**
 * Checks bodies and answers against a document. Bodies may contain more than their schema; answers must not.
 */
export function newChecker(document: OpenApi) {
  const requests = validator(document)
  const answers = validator(closed(document) as OpenApi)
  const operation = (id: string) => {
    const found = operationsOf(document).find(one => one.operation.operationId === id)
    if (!found) throw new Error(`there is no operation ${id}`)
    return found
  }
  return {
    operation,
    /** Returns the problems of a request body. */
    body: (id: string, body: unknown) =>
      requests(`${operation(id).at}/requestBody/content/application~1json/schema`, body),
    /** Returns the problems of a webhook body. */
    webhook: (type: string, body: unknown) =>
      answers(`#/webhooks/${type}/post/requestBody/content/application~1json/schema`, body),
    webhookHeaders: (type: string) =>
      (document.webhooks[type]?.post?.parameters ?? []).map(({ name }) => name),
    /**
     * Returns the problems of an answer: an undocumented status or type, or a missing, wrong or undocumented
     * field.
     */
    answer(
      id: string,
      { status, headers, json }: { status: number; headers: Response['headers']; json: unknown },
    ): string[] {
      const { at, operation: told } = operation(id)
      const response = told.responses[status]
      if (!response) return [`${id} does not tell of ${status}`]
      const place = response.$ref ?? `${at}/responses/${status}`
      const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
      const content = resolved(document, `${place}/content`) ?? {}
      if (status === 304 || (type === '' && Object.keys(content).length === 0)) return []
      if (!Object.keys(content).includes(type)) return [`${id} does not tell of ${type} under ${status}`]
      return type === jsonType ? answers(`${place}/content/application~1json/schema`, json) : []
    },
  }
}

/**
 * Returns a function that lists the problems of a value by the schema at a pointer, such as
 * `#/components/schemas/Payment`; none if the value is valid.
 */
function validator(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addFormat('binary', true)
  ajv.addSchema(document, 'openapi')
  return (pointer: string, value: unknown): string[] => {
    const check = ajv.getSchema(`openapi${pointer}`)
    if (!check) return [`no schema at ${pointer}`]
    return check(value)
      ? []
      : (check.errors ?? []).map(
          error => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
        )
  }
}

/** Returns the document with every object closed, so that undocumented fields are found. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!(value instanceof Object)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]))
  return 'properties' in inner && inner.type === 'object' ? { additionalProperties: false, ...inner } : inner
}
