// How a route documents itself: `doc` for public routes, `guarded` for routes that need a right. They return
// plain objects and slow no request. operation.ts turns them into OpenAPI operations, document.ts into the
// document.
import { type TSchema, Type } from '@sinclair/typebox'
import type { DocumentDecoration } from 'elysia'
import type { Right } from '../../domain/account.ts'
import type { FaultKind } from '../../domain/fault-entry.ts'
import { withEmptyFields } from '../../wire/empty.ts'
import { timePattern } from '../../wire/money.ts'
import { filterCheck, offsetMax } from '../server/list.ts'
import type { Tag } from './tag.ts'

/** A parameter of a route, as OpenAPI describes it. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: TSchema
}

/** What a route documents about itself. */
export interface RouteDoc {
  readonly id: string // the operationId: the name of the function in generated clients
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly body?:
    | ReturnType<typeof json>
    | { readonly required: boolean; readonly content: Readonly<Record<string, object>> }
  readonly answers: Readonly<Record<number, object>> // the successful answers by status
  readonly faults?: readonly FaultKind[] // errors beyond the common ones of its kind
  readonly writes?: boolean // it writes, so the disk may be full
  readonly idempotent?: boolean // it takes an Idempotency-Key
  readonly versioned?: boolean // it reads the Api-Version header
  readonly external?: boolean // served by better-auth: only the errors of our socket apply
  readonly notOnTill?: boolean // it refuses tills, although cashiers have its right
  readonly rateLimited?: boolean // a public route whose requests are counted per address
}

/**
 * Who may call: a right, any credential, any person (`login`: with a cookie only), a paired till or display,
 * or anyone without a credential.
 */
export type Callers = Right | 'any' | 'person' | 'login' | 'till' | 'display' | 'public'

/** The `detail` of a route until the reference is requested. */
export interface RouteDetail {
  readonly operationId: string
  readonly route: RouteDoc
  readonly callers: Callers
}

/** Returns a function that describes a parameter in the path, the query or the headers of a request. */
const parameterAt =
  ({ where, required }: { readonly where: Parameter['in']; readonly required: boolean }) =>
  (name: string, description: string, schema: TSchema) => ({
    in: where,
    name,
    required,
    description,
    schema,
  })
/** Describes a parameter in the path. */
export const inPath = (name: string, description: string, schema: TSchema = Type.String()) =>
  parameterAt({ where: 'path', required: true })(name, description, schema)
/**
 * Describes an optional parameter in the query. An empty one counts as absent, so a choice of words also
 * allows the empty word.
 */
export const inQuery = (name: string, description: string, schema: TSchema) =>
  parameterAt({ where: 'query', required: false })(name, description, withEmptyWord(schema))
/** Describes a required parameter in the query. */
export const requiredInQuery = parameterAt({ where: 'query', required: true })
/** Describes an optional header. */
export const inHeader = parameterAt({ where: 'header', required: false })

/** Returns a schema without its title. A choice of words also allows the empty word in the result. */
function withEmptyWord({ title: _, ...schema }: TSchema): TSchema {
  const variants = [schema.anyOf ?? schema].flat()
  const isChoiceOfWords = variants.every(variant => typeof variant.const === 'string')
  return isChoiceOfWords ? Type.Union([...variants, Type.Literal('')]) : schema
}

/** The parameters of every list: a page by offset. */
export const pageParameters = [
  inQuery(
    'limit',
    'Items per page; `per_page` is an alias',
    Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  ),
  inQuery(
    'offset',
    'Items to skip; `page`, from 1, may replace it. Items that arrive meanwhile shift the pages: a loop goes by `starting_after`',
    Type.Integer({ minimum: 0, maximum: offsetMax, default: 0 }),
  ),
]
/** The parameters of a list with cursors: a page by an item next to it. */
export const cursorParameters = [
  inQuery(
    'starting_after',
    'The page of older items after this one, its id or reference: for loops, because no item is shown twice or missed while others arrive. Not with `offset`',
    Type.String(),
  ),
  inQuery('ending_before', 'The page of newer items just before this one. Not with `offset`', Type.String()),
]
/** Returns the parameters of a list without those for paging, for totals and exports of the list. */
export const filtersOf = (parameters: readonly Parameter[]) => {
  const paging = [...pageParameters, ...cursorParameters].map(({ name }) => name)
  return parameters.filter(({ name }) => !paging.includes(name))
}
/** The parameter that finds the object which a request created, when its response was lost. */
export const keyParameter = inQuery(
  'idempotency_key',
  'What this Idempotency-Key created, for 24 hours',
  Type.String(),
)

/** The pattern of a time filter; an empty one counts as absent. */
export const timeFilterPattern = `^$|${timePattern}`

/** The parameters of a list that can be limited to a period. */
export const rangeParameters = [
  inQuery(
    'from',
    'From this time on: a date, which begins with the shop’s day, or a time in ISO 8601, which is the shop’s without a zone. `from_date` is an alias',
    Type.String({ pattern: timeFilterPattern, examples: ['2026-11-21'] }),
  ),
  inQuery(
    'to',
    'Before this time: a date is the beginning of that day in the shop. `to_date` is an alias',
    Type.String({ pattern: timeFilterPattern, examples: ['2026-11-22T08:00:00Z'] }),
  ),
]

/** Describes a JSON request body. @param examples bodies by their titles; each works as pasted */
export const json = (
  schema: TSchema,
  examples: Readonly<Record<string, unknown>>,
  { required } = { required: true },
) => ({
  required,
  content: {
    'application/json': {
      schema,
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    },
  },
})

/** Describes a body whose optional fields may be empty, as `createBody` and `optionalJsonBody` read it. */
export const createJson = (
  schema: TSchema,
  ...options: [Parameters<typeof json>[1], Parameters<typeof json>[2]?]
) => json(withEmptyFields(schema), ...options)

/** Describes a response in JSON. */
export const jsonAnswer = (description: string, schema: TSchema) => ({
  description,
  content: { 'application/json': { schema } },
})

/** Returns the option of a route that documents it, without a check of its callers. */
export function doc(route: RouteDoc, callers: Callers = 'public'): { detail: DocumentDecoration } {
  const detail: RouteDetail = { operationId: route.id, route, callers }
  return { detail: detail as DocumentDecoration }
}

/** Returns the options of a route that document it and check the right it needs. */
export const guardedDoc = (may: Right, route: RouteDoc) => ({ ...doc(route, may), may })

/** Returns the options of `guardedDoc` for a list or search, which also refuses an unknown filter. */
export const guardedListDoc = (may: Right, route: RouteDoc) => {
  const queryParameters = (route.parameters ?? []).filter(parameter => parameter.in === 'query')
  const filterNames = queryParameters.map(({ name }) => name)
  return { ...guardedDoc(may, route), transform: filterCheck(filterNames) }
}

/** Returns the options of a route that only a till with a signed-in person may call. */
const tillGuarded = (route: RouteDoc) => ({ ...doc(route, 'till'), may: 'sell' as const })

/** Returns the functions that document a route, for the routes of one tag. */
export function routeDocs(tag: Tag) {
  type Untagged = Omit<RouteDoc, 'tag'>
  return {
    doc: (route: Untagged, callers?: Callers) => doc({ ...route, tag }, callers),
    guarded: (may: Right, route: Untagged) => guardedDoc(may, { ...route, tag }),
    guardedList: (may: Right, route: Untagged) => guardedListDoc(may, { ...route, tag }),
    tillGuarded: (route: Untagged) => tillGuarded({ ...route, tag }),
  }
}

/** The detail of a route outside the reference: pages and routes of better-auth. */
export const undocumented: { detail: DocumentDecoration } = { detail: { hide: true } }
