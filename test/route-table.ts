// Who may ask what, route by route: what test/route-matrix.test.ts holds the box to. Written down by hand and not taken from the
// code's own permission table, so that a slip there shows.
import type { Role, Scope } from '../src/domain/account.ts'

export const groups = {
  everybody: ['owner', 'admin', 'developer', 'cashier'],
  office: ['owner', 'admin', 'developer'],
  bosses: ['owner', 'admin'],
  owner: ['owner'],
} as const satisfies Record<string, readonly Role[]>

/** What stands in a path's place. */
export type Need =
  | 'payment'
  | 'mobile payment'
  | 'payout'
  | 'session'
  | 'profile'
  | 'key'
  | 'unmatched'
  | 'invitation'
  | 'cashier'
  | 'login'

export interface Row {
  /** The people who may. */
  readonly roles: keyof typeof groups
  /** What a key needs; `any` where every key may, null where none may. */
  readonly scope: Scope | 'any' | null
  /** What whoever may is answered. */
  readonly status: number
  readonly need?: Need
  /** What is answered about another account's; 404 unless said. */
  readonly other?: number
}

const row = (roles: Row['roles'], scope: Row['scope'], status = 200, need?: Need, other?: number): Row => ({
  roles,
  scope,
  status,
  ...(need ? { need } : {}),
  ...(other ? { other } : {}),
})

const read = 'collection:read'
const create = 'collection:create'

const payments: Record<string, Row> = {
  'POST /payments': row('everybody', create, 201),
  'GET /payments': row('everybody', read),
  'GET /payments/search': row('everybody', read),
  'GET /payments/balance': row('office', read),
  'GET /payments/:reference': row('everybody', read, 200, 'payment'),
  'GET /payments/:reference/timeline': row('office', read, 200, 'payment'),
  // The specification answers 403 here and 404 elsewhere.
  'POST /payments/:reference/push': row('everybody', create, 200, 'mobile payment', 403),
  'POST /payments/:reference/void': row('everybody', create, 200, 'payment'),
  'GET /payments/:reference/events': row('everybody', read, 200, 'payment'),
  'GET /payments/:reference/qr.svg': row('everybody', read, 200, 'payment'),
  'GET /payments/:reference/qr.png': row('everybody', read, 200, 'payment'),
  'POST /payouts/send': row('owner', 'disbursement:create', 201),
  'GET /payouts': row('office', 'disbursement:read'),
  'GET /payouts/fee': row('office', 'disbursement:read'),
  'GET /payouts/:reference': row('office', 'disbursement:read', 200, 'payout'),
}
const under = (prefix: string) =>
  Object.fromEntries(Object.entries(payments).map(([name, one]) => [name.replace(' ', ` ${prefix}`), one]))

/** Every route that asks who calls. */
export const guardedRoutes: Readonly<Record<string, Row>> = {
  ...under('/v1'),
  ...under('/api/v1'),
  'GET /api/v1/me': row('everybody', 'any'),
  'POST /api/v1/me/password': row('everybody', null),
  'POST /api/v1/me/confirm': row('everybody', null),
  'GET /api/v1/logins': row('everybody', null),
  'DELETE /api/v1/logins/:id': row('everybody', null, 200, 'login'),
  'DELETE /api/v1/logins': row('everybody', null),
  'POST /api/v1/accounts': row('owner', null, 201),
  'GET /api/v1/settings': row('office', null),
  'PATCH /api/v1/settings': row('bosses', null),
  'GET /api/v1/settings/webhook-secret': row('office', null),
  'POST /api/v1/keys': row('office', null, 201),
  'GET /api/v1/keys': row('office', null),
  'DELETE /api/v1/keys/:id': row('office', null, 200, 'key'),
  'POST /api/v1/sessions': row('everybody', create, 201),
  'GET /api/v1/sessions': row('everybody', read),
  'GET /api/v1/sessions/:reference': row('everybody', read, 200, 'session'),
  'POST /api/v1/sessions/:reference/cancel': row('everybody', create, 200, 'session'),
  'GET /api/v1/sessions/:reference/qr.svg': row('everybody', read, 200, 'session'),
  'GET /api/v1/sessions/:reference/qr.png': row('everybody', read, 200, 'session'),
  'POST /api/v1/profiles': row('bosses', null, 201),
  'GET /api/v1/profiles': row('everybody', read),
  'GET /api/v1/profiles/:id': row('everybody', read, 200, 'profile'),
  'PATCH /api/v1/profiles/:id': row('bosses', null, 200, 'profile'),
  'PUT /api/v1/profiles/:id': row('bosses', null, 200, 'profile'),
  'DELETE /api/v1/profiles/:id': row('bosses', null, 200, 'profile'),
  'PUT /api/v1/profiles/:id/logo': row('bosses', null, 200, 'profile'),
  'DELETE /api/v1/profiles/:id/logo': row('bosses', null, 200, 'profile'),
  'GET /api/v1/overview': row('office', read),
  'GET /api/v1/payments.csv': row('bosses', null),
  'GET /api/v1/payouts.csv': row('bosses', null),
  'GET /api/v1/sessions.csv': row('bosses', null),
  'GET /api/v1/acts.csv': row('bosses', null),
  'GET /api/v1/acts': row('bosses', null),
  'GET /api/v1/staff': row('bosses', null),
  'PATCH /api/v1/staff/:id': row('bosses', null, 200, 'cashier'),
  'DELETE /api/v1/staff/:id': row('bosses', null, 200, 'cashier'),
  'POST /api/v1/hand-over/:id': row('owner', null, 200, 'cashier'),
  'POST /api/v1/staff/invitations': row('bosses', null, 201),
  'GET /api/v1/staff/invitations': row('bosses', null),
  'DELETE /api/v1/staff/invitations/:id': row('bosses', null, 200, 'invitation'),
  'GET /api/v1/staff/invitations/:id/qr.svg': row('bosses', null, 200, 'invitation'),
  'GET /api/v1/unmatched': row('bosses', null),
  'POST /api/v1/unmatched/:id/settle': row('bosses', null, 200, 'unmatched'),
  'POST /v1/sandbox/payments/:reference': row('everybody', create, 200, 'payment'),
  'POST /v1/sandbox/payouts/:reference': row('owner', 'disbursement:create', 200, 'payout'),
}

/** Every route that asks nobody, with what an empty or made-up request is answered. */
export const openRoutes: Readonly<Record<string, number>> = {
  'GET /health': 200,
  'GET /ready': 200,
  'GET /docs': 200,
  'GET /docs/json': 200,
  'GET /docs/script/:name': 404,
  'GET /api/auth/*': 404,
  'POST /api/auth/*': 404,
  'POST /api/v1/auth/token': 415,
  'GET /api/v1/setup': 200,
  'POST /api/v1/setup/claim': 415,
  'GET /api/v1/join': 403,
  'POST /api/v1/join': 415,
  'GET /p/:code': 404,
  'GET /checkout/:token': 404,
  'POST /checkout/:token/pay': 404,
  'GET /checkout/:token/status': 404,
  'POST /checkout/:token/cancel/:attemptID': 404,
  'GET /logo/:id': 404,
  'GET /sandbox/card/:networkReference': 404,
  'POST /sandbox/card/:networkReference': 400,
  'GET /api/v1/handset/prompts': 400,
  'GET /api/v1/handset/code': 400,
  'POST /api/v1/handset/prompts/:id': 415,
}
