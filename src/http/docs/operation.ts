// The OpenAPI operation of a route, from its documentation (doc.ts): parameters, responses, errors, security.
import { Type } from '@sinclair/typebox'
import { mayAtTill, roleMay, scopeFor } from '../../domain/account.ts'
import { apiVersions } from '../../domain/api-version.ts'
import { keyLengthMax } from '../../flow/idempotency.ts'
import { choice } from '../../wire/choice.ts'
import { withExample } from './answer-example.ts'
import { type Callers, inHeader, type RouteDetail, type RouteDoc } from './doc.ts'
import { type ErrorKind, errorResponses, headerReferences, limitHeaders } from './error-response.ts'

/** Returns the OpenAPI operation of a `detail` that `doc` created; undefined for any other. */
export function operationOf(detail: object | undefined) {
  return detail && 'route' in detail ? newOperation(detail as RouteDetail) : undefined
}

const idempotencyHeader = inHeader(
  'Idempotency-Key',
  'Makes a retry safe: within 24 hours, requests with the same key and body run once and get the same answer',
  Type.String({ maxLength: keyLengthMax, pattern: '^[!-~]+$', examples: ['order-1042'] }),
)
const versionHeader = inHeader(
  'Api-Version',
  'The format of the created object and its webhooks. Default: the account’s version. `Snippe-Version` is an alias',
  choice(apiVersions),
)

/**
 * Returns the operation of a documented route, with the errors and headers that all routes of its kind have.
 */
function newOperation({ route, callers }: RouteDetail) {
  const { id, tag, summary, description, body, answers, idempotent, versioned, parameters = [] } = route
  const isLimited = callers !== 'public' || route.rateLimited
  const answerHeaders = headerReferences([
    ...(idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(isLimited ? limitHeaders : []),
  ])
  const successResponses = Object.entries(answers).map(
    ([status, answer]) => [status, { ...withExample(answer, id, status), headers: answerHeaders }] as const,
  )
  const fullDescription = [description, ...accessText(callers)].filter(Boolean).join('\n\n')
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(fullDescription === '' ? {} : { description: fullDescription }),
    parameters: [
      ...parameters,
      ...(idempotent ? [idempotencyHeader] : []),
      ...(versioned ? [versionHeader] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...Object.fromEntries(successResponses), ...errorResponses(errorKinds(route, callers)) },
    security: securityOf(callers, route),
  }
}

/** Whether only a browser that is paired as a till or a display may call a route. */
const isPaired = (callers: Callers): callers is 'till' | 'display' =>
  callers === 'till' || callers === 'display'
/** Whether only people may call a route, whatever their role. */
const isPerson = (callers: Callers): callers is 'person' | 'login' =>
  callers === 'person' || callers === 'login'

/**
 * Returns the kinds of errors that a route can answer with: those that it documents, and those of every route
 * with the same callers and input.
 */
function errorKinds(route: RouteDoc, callers: Callers): ErrorKind[] {
  const { external, body, faults = [], writes, idempotent, versioned, rateLimited, parameters = [] } = route
  if (external) return ['misdirected_request', 'internal_error']
  const hasQuery = parameters.some(parameter => parameter.in === 'query')
  const isChecked = body !== undefined || idempotent || versioned || hasQuery
  const isGuarded = callers !== 'public'
  const kinds: ErrorKind[] = []
  if (isChecked) kinds.push('validation_error')
  kinds.push(...faults)
  if (isGuarded) kinds.push('unauthorized')
  if (isGuarded && callers !== 'display') kinds.push('forbidden')
  if (isGuarded && callers !== 'any' && !isPaired(callers)) kinds.push('insufficient_scope')
  if (body) kinds.push('payload_too_large', 'unsupported_media_type')
  if (idempotent) kinds.push('conflict', 'idempotency_mismatch', 'idempotency_key_too_long')
  if (isGuarded || rateLimited) kinds.push('rate_limit_exceeded')
  if (writes) kinds.push('outcome_unknown', 'storage_full')
  kinds.push('misdirected_request', 'internal_error')
  return kinds
}

/** Returns the credentials of a route as OpenAPI's `security`: alternatives, none for a public route. */
function securityOf(callers: Callers, { notOnTill = false }: RouteDoc) {
  if (callers === 'public') return []
  if (isPaired(callers)) return [{ [callers]: [] }]
  if (callers === 'login') return [{ staff: [] }]
  if (callers === 'person') return [{ token: [] }, { staff: [] }]
  // An owner has the most rights at a till, but manual confirmation is a grant of each person.
  const isForTills = callers === 'any' || callers === 'confirm_manually' || mayAtTill('owner', callers)
  const people = [{ token: [] }, { staff: [] }, ...(isForTills && !notOnTill ? [{ till: [] }] : [])]
  return callers === 'any' || scopeFor(callers) ? [{ api_key: [] }, ...people] : people
}

/** Returns a list with one text, the scope and roles that allow a route; empty if it needs no right. */
function accessText(callers: Callers): string[] {
  if (callers === 'public' || callers === 'any' || isPaired(callers) || isPerson(callers)) return []
  const scope = scopeFor(callers)
  const roles = (['owner', 'admin', 'developer', 'cashier'] as const).filter(role => roleMay(role, callers))
  const keys = scope ? `API keys need the scope \`${scope}\`.` : 'Not for API keys.'
  return [`${keys} Roles: ${roles.join(', ')}.`]
}
