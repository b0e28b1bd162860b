// What a route says of itself in the API reference: `doc` for open routes, `guarded` for those that ask for a
// right. Plain objects, not schemas that Elysia checks: nothing of this runs while a request is answered.
// http/docs/document.ts makes the document.
import { type TSchema, Type } from '@sinclair/typebox'
import type { DocumentDecoration } from 'elysia'
import { apiVersions, type Right, roleMay, scopeFor } from '../../domain/account.ts'
import { Fault, type FaultKind } from '../../domain/fault.ts'
import { keyLengthMax } from '../../flow/idempotency.ts'
import { ErrorView } from '../../wire/money.ts'
import { faultView, internalView } from '../server/fault.ts'

/** Groups of operations, in the order of the reference. */
export const tags = {
  Payments:
    'Collect money by QR code, by a push to the customer’s phone, or by card. Also at `/api/v1/payments…`.',
  Sessions:
    'Pages where customers pay by themselves: make a session, give its `checkout_url` to the customer, hear of the payment by webhook.',
  Checkout:
    'The customer’s side of a session. No credential: the link is the key. Browsers get the page, programs get JSON.',
  Payouts: 'Send money to wallets and banks. Also at `/api/v1/payouts…`.',
  Profiles: 'How the checkout page looks, and what its sessions fall back to.',
  Till: 'The browser at the counter: pair it, sign in with a PIN, sell, take cash, close the shift. A paired browser holds a cookie; it says that it is the till by the path `/api/v1/till/…`, by the header `Kaunta-Till: 1`, or by `?till=1`. Amounts are whole shillings.',
  Display:
    'The screen that faces the customer, on a device of its own. A till pairs it; it is told what to show, and nothing else.',
  Sandbox: 'Decide what the pretend network answers. Sandbox accounts only: no money moves.',
  Webhooks:
    'What Kaunta posts to the `webhook_url` of a payment or payout, or to the account’s. Signed at each try, in order for each payment, five tries over 45 minutes. The account’s version when the payment was made decides the form. And what was told: events, their deliveries with every try, and sending again.',
  Access: 'Set-up, settings, tokens, API keys and the webhook signing key.',
  Desk: 'What happened, and what waits for a person.',
  Staff: 'The people of an account, their roles, and where they are logged in.',
  Handset: 'The pretend phone at `/phone`, for sandbox payments. No credential.',
  Box: 'Whether this Kaunta is well.',
} as const

export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: TSchema
}

interface Facts {
  /** The operationId: what generated clients call it. */
  readonly id: string
  readonly tag: keyof typeof tags
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly body?:
    | ReturnType<typeof json>
    | { readonly required: boolean; readonly content: Readonly<Record<string, object>> }
  /** What success looks like, by status. */
  readonly answers: Readonly<Record<number, object>>
  /** What can go wrong beyond what its kind of route always can. */
  readonly faults?: readonly FaultKind[]
  /** It changes something, so the disk may refuse. */
  readonly writes?: boolean
  /** It takes an Idempotency-Key. */
  readonly once?: boolean
  /** It minds the Api-Version. */
  readonly versioned?: boolean
  /** Somebody else's route: its errors are not ours, but for those of the socket. */
  readonly foreign?: boolean
  /** Without a caller: whether requests are counted per address. */
  readonly limited?: boolean
}

const param =
  (where: Parameter['in'], required: boolean) => (name: string, description: string, schema: TSchema) => ({
    in: where,
    name,
    required,
    description,
    schema,
  })
export const inPath = (name: string, description: string, schema: TSchema = Type.String()) =>
  param('path', true)(name, description, schema)
export const inQuery = param('query', false)
export const neededInQuery = param('query', true)
export const inHeader = param('header', false)

export const pageParameters = [
  inQuery('limit', 'How many on a page', Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  inQuery('offset', 'How many to leave out', Type.Integer({ minimum: 0, default: 0 })),
]
export const rangeParameters = [
  inQuery('from', 'From this moment on: a date (UTC) or a time', Type.String({ examples: ['2026-11-21'] })),
  inQuery('to', 'Before this moment', Type.String({ examples: ['2026-11-22T08:00:00Z'] })),
]

/** A JSON request body with examples that run as pasted. */
export const json = (schema: TSchema, examples: Readonly<Record<string, unknown>>, required = true) => ({
  required,
  content: { 'application/json': { schema, examples: mapValues(examples, value => ({ value })) } },
})

/** A JSON answer. */
export const answer = (description: string, schema: TSchema) => ({
  description,
  content: { 'application/json': { schema } },
})

const kindTexts: Readonly<Record<FaultKind | 'internal_error', string>> = {
  validation_error: 'A field is missing or wrong; `errors` names each',
  invalid_request: 'The payment is not pending',
  invalid_state: 'It has ended, was settled already, or is still needed: the message says which',
  method_unavailable: 'The account has no network for this: connect one under Settings → Networks',
  insufficient_balance: 'Amount and fee are more than what is available',
  unauthorized: 'No credential, or an unknown, revoked or outdated one',
  insufficient_scope: 'The key lacks the scope, or the role may not do this',
  forbidden: 'Not your account, or a request from another site',
  confirmation_required:
    'A login cookie must be fresh for this: confirm the password at `POST /api/v1/me/confirm` first',
  not_found: 'There is no such thing on this account',
  method_not_allowed: 'This path has other methods',
  conflict: 'Something is still under way or was done already: the message says what',
  payment_expired: 'The session has ended: expired, completed or cancelled',
  idempotency_mismatch: 'This Idempotency-Key was used for another request',
  idempotency_key_too_long: `The Idempotency-Key has more than ${keyLengthMax} characters`,
  payload_too_large: 'The body is larger than 256 KiB, or a picture than 2 MiB',
  unsupported_media_type: 'The body is not sent as application/json, or a picture not as one',
  misdirected_request: 'The Host header names no address of this box',
  rate_limit_exceeded: 'Too many requests in this minute: wait for `Retry-After` seconds',
  network_unavailable: 'The network could not be reached; nothing was sent',
  outcome_unknown: 'It is not known whether this was done: send it again with the same Idempotency-Key',
  storage_full: 'The disk is full; nothing was done',
  internal_error: 'A fault of ours; the log has it under the `request_id`',
}
type Kind = keyof typeof kindTexts
const kinds = Object.keys(kindTexts) as Kind[]

const errorView = (kind: Kind) =>
  kind === 'internal_error'
    ? internalView('req_0123456789ab000000')
    : faultView(new Fault(kind, kindTexts[kind]), 'req_0123456789ab000000')

/** Every refusal by its kind, as components of the document. */
export const refusals = () => Object.fromEntries(kinds.map(kind => [kind, refusal([kind])]))

/** Headers by name, as components of the document. */
export const headers = {
  'X-Ratelimit-Limit': { description: 'Requests a minute', schema: Type.Integer() },
  'X-Ratelimit-Remaining': { description: 'Requests left in this minute', schema: Type.Integer() },
  'X-Ratelimit-Reset': {
    description: 'Seconds until the minute ends',
    schema: Type.Integer({ minimum: 1, maximum: 60 }),
  },
  'Retry-After': { description: 'Seconds to wait', schema: Type.Integer() },
  'X-Request-Id': { description: 'Names this request in the log', schema: Type.String() },
  'Idempotent-Replayed': {
    description: 'This is the stored answer of an earlier request',
    schema: Type.Literal('true'),
  },
}
const pick = (names: readonly (keyof typeof headers)[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
const limitHeaders = ['X-Ratelimit-Limit', 'X-Ratelimit-Remaining', 'X-Ratelimit-Reset'] as const

function refusal(of: readonly Kind[]) {
  const examples = Object.fromEntries(of.map(kind => [kind, { value: errorView(kind) }]))
  const isLimit = of.includes('rate_limit_exceeded')
  return {
    description: of.map(kind => `\`${errorView(kind).error_code}\`: ${kindTexts[kind]}`).join('\n\n'),
    headers: pick(isLimit ? ['X-Request-Id', 'Retry-After', ...limitHeaders] : ['X-Request-Id']),
    content: { 'application/json': { schema: ErrorView, examples } },
  }
}

/** One kind under a status is the shared component; several are told together. */
function errorResponses(of: readonly Kind[]) {
  const byStatus = Map.groupBy(new Set(of), kind => errorView(kind).code)
  return Object.fromEntries(
    [...byStatus].map(([status, [first, ...rest]]) => [
      status,
      first && rest.length > 0 ? refusal([first, ...rest]) : { $ref: `#/components/responses/${first}` },
    ]),
  )
}

function faultsOf(
  { foreign, body, faults = [], writes, once, versioned, limited, parameters = [] }: Facts,
  callers: Callers,
): Kind[] {
  if (foreign) return ['misdirected_request', 'internal_error']
  const isChecked = body !== undefined || versioned || parameters.some(one => one.in === 'query')
  const isGuarded = callers !== 'nobody'
  return [
    ...(isChecked ? (['validation_error'] as const) : []),
    ...faults,
    ...(isGuarded ? (['unauthorized'] as const) : []),
    ...(isGuarded && callers !== 'display' ? (['forbidden'] as const) : []),
    ...(isGuarded && callers !== 'any' && !isPaired(callers) ? (['insufficient_scope'] as const) : []),
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(once ? (['conflict', 'idempotency_mismatch', 'idempotency_key_too_long'] as const) : []),
    ...(isGuarded || limited ? (['rate_limit_exceeded'] as const) : []),
    ...(writes ? (['outcome_unknown', 'storage_full'] as const) : []),
    'misdirected_request',
    'internal_error',
  ]
}

/** Who may call: whoever has a right, anybody with a credential, a paired till or display, or anybody. */
type Callers = Right | 'any' | 'till' | 'display' | 'nobody'

const isPaired = (callers: Callers): callers is 'till' | 'display' =>
  callers === 'till' || callers === 'display'

function securityOf(callers: Callers) {
  if (callers === 'nobody') return []
  if (isPaired(callers)) return [{ [callers]: [] }]
  const isForCashiers = callers === 'any' || callers === 'complete_by_hand' || roleMay('cashier', callers)
  const people = [{ token: [] }, { staff: [] }, ...(isForCashiers ? [{ till: [] }] : [])]
  return callers === 'any' || scopeFor(callers) ? [{ api_key: [] }, ...people] : people
}

/** Which scope and which roles open it. */
function accessText(callers: Callers): string[] {
  if (callers === 'nobody' || callers === 'any' || isPaired(callers)) return []
  const scope = scopeFor(callers)
  const roles = (['owner', 'admin', 'developer', 'cashier'] as const).filter(role => roleMay(role, callers))
  return [
    `${scope ? `API keys need the scope \`${scope}\`.` : 'Not for API keys.'} Roles: ${roles.join(', ')}.`,
  ]
}

const onceHeader = inHeader(
  'Idempotency-Key',
  'Makes a retry safe: within 24 hours the same key and body are carried out once and answered the same',
  Type.String({ maxLength: keyLengthMax, pattern: '^[!-~]+$', examples: ['order-1042'] }),
)
const versionHeader = inHeader(
  'Api-Version',
  'Shapes what is created and its webhooks; the account’s own version when left out. `Snippe-Version` means the same',
  Type.Union(apiVersions.map(version => Type.Literal(version))),
)

/** What stands in a route's `detail` until the reference is asked for. */
interface Told {
  readonly operationId: string
  readonly facts: Facts
  readonly callers: Callers
}

/** A route's options for the reference. */
export function doc(facts: Facts, callers: Callers = 'nobody'): { detail: DocumentDecoration } {
  const told: Told = { operationId: facts.id, facts, callers }
  return { detail: told as DocumentDecoration }
}

/** The OpenAPI operation of a `detail` made by `doc`; undefined for any other. */
export function operationOf(detail: object | undefined) {
  return detail && 'facts' in detail ? operation(detail as Told) : undefined
}

function operation({ facts, callers }: Told) {
  const { id, tag, summary, description, body, answers, once, versioned, limited, parameters = [] } = facts
  const isLimited = callers !== 'nobody' || limited
  const answerHeaders = pick([
    ...(once ? (['Idempotent-Replayed'] as const) : []),
    ...(isLimited ? limitHeaders : []),
  ])
  const text = [description, ...accessText(callers)].filter(Boolean).join('\n\n')
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(text === '' ? {} : { description: text }),
    parameters: [...parameters, ...(once ? [onceHeader] : []), ...(versioned ? [versionHeader] : [])],
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...mapValues(answers, one => ({ ...one, headers: answerHeaders })),
      ...errorResponses(faultsOf(facts, callers)),
    },
    security: securityOf(callers),
  }
}

/** A route's options for the reference and the right it asks for. */
export const guarded = (may: Right, facts: Facts) => ({ ...doc(facts, may), may })

/** A route's options for the reference, where only a till with somebody signed in may sell. */
export const tillGuarded = (facts: Facts) => ({ ...doc(facts, 'till'), may: 'sell' as const })

/** For routes that are pages, or somebody else's. */
export const undocumented: { detail: DocumentDecoration } = { detail: { hide: true } }

const mapValues = <From, To>(
  all: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value)]))
