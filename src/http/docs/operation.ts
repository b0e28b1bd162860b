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

/** Returns the operation of a documented route, with the errors and headers that its kind of route has. */
function newOperation({ route, callers }: RouteDetail) {
  const { id, tag, summary, description, body, answers, idempotent, versioned, parameters = [] } = route
  const isLimited = callers !== 'public' || route.rateLimited
  const answerHeaders = headerReferences([
    ...(idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(isLimited ? limitHeaders : []),
  ])
  const text = [description, ...accessText(callers)].filter(Boolean).join('\n\n')
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(text === '' ? {} : { description: text }),
    parameters: [
      ...parameters,
      ...(idempotent ? [idempotencyHeader] : []),
      ...(versioned ? [versionHeader] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          { ...withExample(answer, id, status), headers: answerHeaders },
        ]),
      ),
      ...errorResponses(errorKinds(route, callers)),
    },
    security: securityOf(callers, route),
  }
}

/** Whether only paired browsers may call. */
const isPaired = (callers: Callers): callers is 'till' | 'display' =>
  callers === 'till' || callers === 'display'
/** Whether only people may call, on any account. */
const isPerson = (callers: Callers): callers is 'person' | 'login' =>
  callers === 'person' || callers === 'login'

/** Returns the errors that a route documents, and those of every route with the same callers and input. */
function errorKinds(route: RouteDoc, callers: Callers): ErrorKind[] {
  const { external, body, faults = [], writes, idempotent, versioned, rateLimited, parameters = [] } = route
  if (external) return ['misdirected_request', 'internal_error']
  const isChecked =
    body !== undefined || idempotent || versioned || parameters.some(parameter => parameter.in === 'query')
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

/** Returns the credentials with which a route can be called; an empty list for a public one. */
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

/** Returns a list of one sentence with the scope and the roles that allow a route; empty without a right. */
function accessText(callers: Callers): string[] {
  if (callers === 'public' || callers === 'any' || isPaired(callers) || isPerson(callers)) return []
  const scope = scopeFor(callers)
  const roles = (['owner', 'admin', 'developer', 'cashier'] as const).filter(role => roleMay(role, callers))
  const keys = scope ? `API keys need the scope \`${scope}\`.` : 'Not for API keys.'
  return [`${keys} Roles: ${roles.join(', ')}.`]
}
