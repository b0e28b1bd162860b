// Who may call each route, as test/endpoint/route-matrix.test.ts checks it. Written by a person and
// independent of the code's permission table, so that a mistake there shows.
import type { Role, Scope } from '../../src/domain/account.ts'

export const groups = {
  everyone: ['owner', 'admin', 'developer', 'cashier'],
  consoleApi: ['owner', 'admin', 'developer'],
  admins: ['owner', 'admin'],
  sellers: ['owner', 'admin', 'cashier'],
  owner: ['owner'],
} as const satisfies Record<string, readonly Role[]>

/** Fills the parameter of a path. */
export type Need =
  | 'payment'
  | 'mobile payment'
  | 'unknown payment'
  | 'payout'
  | 'waiting payout'
  | 'unknown payout'
  | 'paid payment'
  | 'refund'
  | 'waiting refund'
  | 'unknown refund'
  | 'unnamed refund'
  | 'session'
  | 'profile'
  | 'product'
  | 'stocked product'
  | 'parked sale'
  | 'key'
  | 'unmatched'
  | 'sms'
  | 'payment with an SMS'
  | 'invitation'
  | 'cashier'
  | 'cashier with a login'
  | 'login'
  | 'delivery'
  | 'event'
  | 'paused address'
  | 'till'
  | 'till with a printer'
  | 'printer and product'
  | 'shift'
  | 'network'
  | 'difference'

/** Objects that a cashier finds only if they made them: they see their own sales, not the shop's. */
export const ownNeeds: readonly Need[] = [
  'payment',
  'mobile payment',
  'payment with an SMS',
  'paid payment',
  'refund',
  'unnamed refund',
  'session',
]

export interface Row {
  readonly roles: keyof typeof groups // the people who may
  readonly scope: Scope | 'any' | null // the scope of a key; `any` for every key, null for none
  readonly status: number // the status for callers with the right
  readonly need?: Need
  readonly other?: number // the answer about another account's; by default 404
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
  'POST /payments': row('everyone', create, 201),
  'GET /payments': row('everyone', read),
  'GET /payments/search': row('everyone', read),
  'GET /payments/events': row('everyone', read),
  'GET /payments/balance': row('consoleApi', read),
  'GET /payments/:reference': row('everyone', read, 200, 'payment'),
  'GET /payments/:reference/timeline': row('consoleApi', read, 200, 'payment'),
  // The specification requires 403 here and 404 elsewhere.
  'POST /payments/:reference/push': row('everyone', create, 200, 'mobile payment', 403),
  'POST /payments/:reference/void': row('everyone', create, 200, 'payment'),
  // Cashiers need the grant: till.test.ts and hand-story.test.ts.
  'POST /payments/:reference/check': row('admins', null, 200, 'payment'),
  'POST /payments/:reference/confirm': row('admins', null, 200, 'payment'),
  'POST /payments/:reference/mark-not-paid': row('admins', null, 200, 'unknown payment'),
  'GET /payments/:reference/sms': row('everyone', read, 200, 'payment'),
  'POST /payments/:reference/sms': row('everyone', null, 200, 'payment with an SMS'),
  'GET /payments/:reference/events': row('everyone', read, 200, 'payment'),
  'GET /payments/:reference/qr.svg': row('everyone', read, 200, 'payment'),
  'GET /payments/:reference/qr.png': row('everyone', read, 200, 'payment'),
  'POST /payments/:reference/refunds': row('sellers', 'collection:refund', 201, 'paid payment'),
  'GET /payments/:reference/refunds/options': row('sellers', 'collection:refund', 200, 'paid payment'),
  'GET /payments/:reference/refunds': row('everyone', read, 200, 'payment'),
  'GET /refunds': row('consoleApi', read),
  'GET /refunds/:id': row('everyone', read, 200, 'refund'),
  'POST /refunds/:id/approve': row('admins', null, 200, 'waiting refund'),
  'POST /refunds/:id/decline': row('admins', null, 200, 'waiting refund'),
  'POST /refunds/:id/recipient': row('sellers', 'collection:refund', 200, 'unnamed refund'),
  'POST /refunds/:id/withdraw': row('admins', 'collection:refund', 200, 'unnamed refund'),
  'POST /refunds/:id/check': row('admins', null, 200, 'refund'),
  'POST /refunds/:id/mark': row('owner', null, 200, 'unknown refund'),
  'POST /payouts/send': row('owner', 'disbursement:create', 201),
  'POST /payouts/:reference/approve': row('admins', null, 200, 'waiting payout'),
  'POST /payouts/:reference/decline': row('admins', null, 200, 'waiting payout'),
  'POST /payouts/:reference/check': row('admins', null, 200, 'payout'),
  'POST /payouts/:reference/mark': row('owner', null, 200, 'unknown payout'),
  'GET /payouts': row('consoleApi', 'disbursement:read'),
  'GET /payouts/name': row('owner', 'disbursement:create'),
  'GET /payouts/fee': row('consoleApi', 'disbursement:read'),
  'GET /payouts/:reference': row('consoleApi', 'disbursement:read', 200, 'payout'),
}
const under = (prefix: string) =>
  Object.fromEntries(Object.entries(payments).map(([name, one]) => [name.replace(' ', ` ${prefix}`), one]))

/** Every route that asks who calls. */
export const guardedRoutes: Readonly<Record<string, Row>> = {
  ...under('/v1'),
  ...under('/api/v1'),
  'GET /api/v1/me': row('everyone', 'any'),
  'POST /api/v1/me/password': row('everyone', null),
  'POST /api/v1/me/confirm': row('everyone', null),
  'GET /api/v1/logins': row('everyone', null),
  'DELETE /api/v1/logins/:id': row('everyone', null, 200, 'login'),
  'DELETE /api/v1/logins': row('everyone', null),
  'POST /api/v1/accounts': row('owner', null, 201),
  'GET /api/v1/settings': row('consoleApi', null),
  'PATCH /api/v1/settings': row('admins', null),
  'POST /api/v1/owner-notices/acknowledge': row('owner', null),
  'GET /api/v1/networks': row('owner', null),
  'PUT /api/v1/networks/:name': row('owner', null),
  'DELETE /api/v1/networks/:name': row('owner', null, 200, 'network'),
  'POST /api/v1/networks/:name/test': row('owner', null, 200, 'network'),
  'GET /api/v1/routing': row('owner', null),
  'PUT /api/v1/routing': row('owner', null),
  'GET /api/v1/settings/webhook-secret': row('consoleApi', 'webhook:manage'),
  'POST /api/v1/settings/webhook-secret/regenerate': row('consoleApi', 'webhook:manage'),
  'GET /api/v1/events': row('consoleApi', read),
  'GET /api/v1/events/stream': row('consoleApi', read),
  'GET /api/v1/events/:id': row('consoleApi', read, 200, 'event'),
  'GET /api/v1/webhooks/deliveries': row('consoleApi', read),
  'GET /api/v1/webhooks/deliveries/:id': row('consoleApi', read, 200, 'delivery'),
  'POST /api/v1/webhooks/deliveries/:id/retry': row('consoleApi', create, 202, 'delivery'),
  'POST /api/v1/webhooks/deliveries/retry': row('consoleApi', create, 202),
  'POST /api/v1/webhooks/test': row('consoleApi', create),
  'GET /api/v1/webhooks/paused': row('consoleApi', read),
  'POST /api/v1/webhooks/paused/resume': row('consoleApi', create, 200, 'paused address'),
  'POST /api/v1/keys': row('consoleApi', null, 201),
  'GET /api/v1/keys': row('consoleApi', null),
  'DELETE /api/v1/keys/:id': row('consoleApi', null, 200, 'key'),
  'POST /api/v1/sessions': row('everyone', create, 201),
  'GET /api/v1/sessions': row('everyone', read),
  'GET /api/v1/sessions/:reference': row('everyone', read, 200, 'session'),
  'POST /api/v1/sessions/:reference/cancel': row('everyone', create, 200, 'session'),
  'GET /api/v1/sessions/:reference/qr.svg': row('everyone', read, 200, 'session'),
  'GET /api/v1/sessions/:reference/qr.png': row('everyone', read, 200, 'session'),
  'POST /api/v1/profiles': row('admins', null, 201),
  'GET /api/v1/profiles': row('everyone', read),
  'GET /api/v1/profiles/:id': row('everyone', read, 200, 'profile'),
  'PATCH /api/v1/profiles/:id': row('admins', null, 200, 'profile'),
  'PUT /api/v1/profiles/:id': row('admins', null, 200, 'profile'),
  'DELETE /api/v1/profiles/:id': row('admins', null, 200, 'profile'),
  'PUT /api/v1/profiles/:id/logo': row('admins', null, 200, 'profile'),
  'DELETE /api/v1/profiles/:id/logo': row('admins', null, 200, 'profile'),
  'POST /api/v1/products': row('admins', 'catalog:write', 201),
  'GET /api/v1/products': row('everyone', 'catalog:read'),
  'GET /api/v1/products/categories': row('everyone', 'catalog:read'),
  'GET /api/v1/products/shop-codes': row('everyone', 'catalog:read'),
  'PUT /api/v1/products/shop-codes': row('admins', 'catalog:write'),
  'GET /api/v1/products/tax-rates': row('everyone', 'catalog:read'),
  'PUT /api/v1/products/tax-rates': row('admins', 'catalog:write'),
  'POST /api/v1/products/import': row('admins', 'catalog:write'),
  'GET /api/v1/products/export': row('consoleApi', 'catalog:read'),
  'GET /api/v1/products/:id': row('everyone', 'catalog:read', 200, 'product'),
  'PATCH /api/v1/products/:id': row('admins', 'catalog:write', 200, 'product'),
  'DELETE /api/v1/products/:id': row('admins', 'catalog:write', 200, 'product'),
  'POST /api/v1/products/:id/stock': row('admins', 'catalog:write', 201, 'stocked product'),
  'GET /api/v1/products/:id/stock': row('consoleApi', 'catalog:read', 200, 'product'),
  'PUT /api/v1/products/:id/picture': row('admins', 'catalog:write', 200, 'product'),
  'DELETE /api/v1/products/:id/picture': row('admins', 'catalog:write', 200, 'product'),
  'GET /api/v1/overview': row('consoleApi', read),
  'GET /api/v1/overview/period': row('consoleApi', read),
  'GET /api/v1/overview/period.csv': row('admins', null),
  'GET /api/v1/overview/items.csv': row('admins', null),
  'GET /api/v1/sales': row('consoleApi', read),
  'GET /api/v1/sales.csv': row('admins', null),
  'GET /api/v1/totals/sales': row('consoleApi', read),
  'GET /api/v1/totals/payments': row('consoleApi', read),
  'GET /api/v1/totals/payouts': row('consoleApi', 'disbursement:read'),
  'GET /api/v1/totals/refunds': row('consoleApi', read),
  'GET /api/v1/totals/sessions': row('consoleApi', read),
  'GET /metrics': row('consoleApi', 'metrics:read'),
  'GET /api/v1/places': row('admins', null),
  'GET /api/v1/backups': row('admins', null),
  'POST /api/v1/backups': row('admins', null, 201),
  'POST /api/v1/backups/drill': row('admins', null),
  'GET /api/v1/upgrade': row('owner', null),
  'PUT /api/v1/upgrade/file': row('owner', null),
  'POST /api/v1/upgrade': row('owner', null),
  'GET /api/v1/doctor': row('admins', null),
  'GET /api/v1/support': row('admins', null),
  'GET /api/v1/payments.csv': row('admins', null),
  'GET /api/v1/payouts.csv': row('admins', null),
  'GET /api/v1/refunds.csv': row('admins', null),
  'GET /api/v1/sessions.csv': row('admins', null),
  'GET /api/v1/audit-log.csv': row('admins', null),
  'GET /api/v1/webhooks/deliveries.csv': row('admins', null),
  'GET /api/v1/unmatched.csv': row('admins', null),
  'GET /api/v1/events.csv': row('admins', null),
  'GET /api/v1/shifts.csv': row('admins', null),
  'GET /api/v1/keys.csv': row('admins', null),
  'GET /api/v1/staff.csv': row('admins', null),
  'GET /api/v1/tills.csv': row('admins', null),
  'GET /api/v1/profiles.csv': row('admins', null),
  'GET /api/v1/audit-log': row('admins', null),
  'GET /api/v1/staff': row('admins', null),
  'PATCH /api/v1/staff/:id': row('admins', null, 200, 'cashier'),
  'DELETE /api/v1/staff/:id': row('admins', null, 200, 'cashier'),
  // Each person sets their own: till.test.ts.
  'PUT /api/v1/staff/:id/pin': row('admins', null, 200, 'cashier'),
  'PUT /api/v1/staff/:id/grants': row('admins', null, 200, 'cashier'),
  'POST /api/v1/hand-over/:id': row('owner', null, 200, 'cashier with a login'),
  'POST /api/v1/staff': row('admins', null, 201),
  'POST /api/v1/invitations': row('admins', null, 201),
  'GET /api/v1/invitations': row('admins', null),
  'DELETE /api/v1/invitations/:id': row('admins', null, 200, 'invitation'),
  'GET /api/v1/invitations/:id/qr.svg': row('admins', null, 200, 'invitation'),
  'POST /api/v1/parked-sales': row('everyone', create, 201),
  'GET /api/v1/parked-sales': row('everyone', create),
  'POST /api/v1/parked-sales/:id/take': row('everyone', create, 200, 'parked sale'),
  'POST /api/v1/tills': row('admins', null, 201),
  'GET /api/v1/tills': row('admins', null),
  'PATCH /api/v1/tills/:id': row('admins', null, 200, 'till'),
  'DELETE /api/v1/tills/:id': row('admins', null, 200, 'till'),
  'POST /api/v1/tills/:id/pairing': row('admins', null, 200, 'till'),
  'GET /api/v1/tills/:id/pairing.svg': row('admins', null, 200, 'till'),
  'PUT /api/v1/tills/:id/printer': row('admins', null, 200, 'till'),
  'DELETE /api/v1/tills/:id/printer': row('admins', null, 200, 'till'),
  'POST /api/v1/tills/:id/printer/labels': row('admins', 'catalog:write', 200, 'printer and product'),
  'POST /api/v1/tills/:id/printer/test': row('admins', null, 200, 'till with a printer'),
  'GET /api/v1/shifts': row('admins', null),
  'GET /api/v1/shifts/:id': row('admins', null, 200, 'shift'),
  'GET /api/v1/reconciliation': row('admins', null),
  'POST /api/v1/reconciliation': row('admins', null),
  'GET /api/v1/reconciliation.csv': row('admins', null),
  'POST /api/v1/reconciliation/differences/:id/check': row('admins', null, 200, 'difference'),
  'POST /api/v1/reconciliation/differences/:id/seen': row('admins', null, 200, 'difference'),
  'POST /api/v1/reconciliation/file': row('admins', null, 200, 'network'),
  'GET /api/v1/unknown': row('admins', null),
  'GET /api/v1/unmatched': row('admins', null),
  'POST /api/v1/unmatched/:id/settle': row('admins', null, 200, 'unmatched'),
  'GET /api/v1/unmatched/sms': row('admins', null),
  'POST /api/v1/unmatched/sms/:id/settle': row('admins', null, 200, 'sms'),
  'POST /v1/sandbox/payments/:reference': row('everyone', create, 200, 'payment'),
  'POST /v1/sandbox/payouts/:reference': row('owner', 'disbursement:create', 200, 'payout'),
  'POST /v1/sandbox/refunds/:id': row('sellers', 'collection:refund', 200, 'refund'),
}

/** The required state of the till. */
type TillNeed = 'open shift' | 'no shift' | 'sale for cash' | 'printer' | 'display' | 'display code'

export interface TillRow {
  readonly status: number // the answer to a till with a signed-in person
  readonly isOpen: boolean // whether it only needs a paired browser, without a signed-in person
  readonly need?: TillNeed
}
const paired: TillRow = { status: 200, isOpen: true }
const staffed = (status: number, need?: TillNeed): TillRow => ({
  status,
  isOpen: false,
  ...(need ? { need } : {}),
})

/** Every route of a paired browser, which no one else may call: test/endpoint/route-till.test.ts. */
export const tillRoutes: Readonly<Record<string, TillRow>> = {
  'GET /api/v1/till/me': paired,
  'GET /api/v1/till/networks': paired,
  'GET /api/v1/till/staff': paired,
  'POST /api/v1/till/login': paired,
  'POST /api/v1/till/logout': paired,
  'GET /api/v1/till/sales': staffed(200),
  'GET /api/v1/till/shift': staffed(200),
  'POST /api/v1/till/shift': staffed(201, 'no shift'),
  'POST /api/v1/till/shift/drops': staffed(201, 'open shift'),
  'POST /api/v1/till/shift/close': staffed(200, 'open shift'),
  'POST /api/v1/till/print': staffed(200, 'printer'),
  'POST /api/v1/till/cash': staffed(201, 'open shift'),
  'POST /api/v1/till/cash/:id/void': staffed(200, 'sale for cash'),
  'GET /api/v1/till/displays': staffed(200),
  'POST /api/v1/till/displays': staffed(201),
  'GET /api/v1/till/displays/pairing.svg': staffed(200, 'display code'),
  'DELETE /api/v1/till/displays/:id': staffed(200, 'display'),
  'PUT /api/v1/till/display-content': staffed(200),
}

/** Every route of a paired display, which no one else may call: test/endpoint/route-display.test.ts. */
export const displayRoutes: Readonly<Record<string, number>> = {
  'GET /api/v1/display': 200,
  'GET /api/v1/display/stream': 200,
  'GET /api/v1/display/qr.svg': 200,
}

/** Every route without a caller, with its answer to an empty or made-up request. */
export const openRoutes: Readonly<Record<string, number>> = {
  'GET /health': 200,
  'GET /ready': 200,
  'GET /trust': 200,
  'GET /trust/check': 204,
  'GET /trust/ca.crt': 404,
  'GET /docs': 200,
  'GET /docs/errors': 200,
  'GET /docs/openapi.json': 200,
  'GET /docs/till.json': 200,
  'GET /docs/json': 200,
  'GET /docs/script/:name': 404,
  'GET /docs/*': 404,
  'GET /api/auth/*': 404,
  'POST /api/auth/*': 404,
  'POST /api/auth/sign-in/email': 415,
  'POST /api/auth/sign-out': 415,
  'GET /api/auth/get-session': 200,
  'POST /api/v1/auth/token': 415,
  'POST /api/v1/till/pair': 415,
  'POST /api/v1/display/pair': 415,
  'GET /api/v1/setup': 200,
  'POST /api/v1/setup/claim': 415,
  'GET /api/v1/join': 403,
  'POST /api/v1/join': 415,
  'POST /callback/:network/:secret': 200,
  'GET /p/:code': 404,
  'GET /checkout/:token': 404,
  'POST /checkout/:token/pay': 404,
  'GET /checkout/:token/status': 404,
  'POST /checkout/:token/cancel/:attemptID': 404,
  'GET /pay/:reference': 404,
  'GET /pay/:reference/status': 404,
  'GET /pay/:reference/picture': 404,
  'GET /pay/:reference/qr.svg': 404,
  'GET /receipt': 200,
  'GET /receipt/:number': 404,
  'GET /claim/:token': 404,
  'GET /claim/:token/status': 404,
  'POST /claim/:token': 404,
  'POST /claim/:token/confirm': 404,
  'GET /shop/:profile': 404,
  'POST /shop/:profile': 404,
  'GET /logo/:id': 404,
  'POST /api/v1/sms/:secret': 404,
  'GET /sms-setup/:token': 404,
  'GET /sandbox/card/:networkReference': 404,
  'POST /sandbox/card/:networkReference': 400,
  'GET /api/v1/handset/prompts': 400,
  'GET /api/v1/handset/code': 400,
  'POST /api/v1/handset/prompts/:id': 415,
}

const trial = [
  'POST /payments',
  'GET /payments',
  'GET /payments/search',
  'GET /payments/events',
  'GET /payments/:reference',
  'GET /payments/:reference/events',
  'GET /payments/:reference/qr.svg',
  'GET /payments/:reference/qr.png',
]
/** What the trial key may do: create, simulate and read payments of the sandbox. */
export const trialRoutes: readonly string[] = [
  ...trial.map(name => name.replace(' ', ' /v1')),
  ...trial.map(name => name.replace(' ', ' /api/v1')),
  'POST /v1/sandbox/payments/:reference',
]

/**
 * Routes of the whole server, only on a data folder: its first merchant's owner and admins may call them, no
 * other merchant's.
 */
export const firstMerchantRoutes: readonly string[] = [
  'GET /api/v1/backups',
  'POST /api/v1/backups',
  'POST /api/v1/backups/drill',
  'GET /api/v1/upgrade',
  'PUT /api/v1/upgrade/file',
  'POST /api/v1/upgrade',
  'GET /api/v1/doctor',
  'GET /api/v1/support',
]

/** What a login cookie may and a token of the same person may not do: it confirms the cookie. */
export const cookieRoutes: readonly string[] = ['POST /api/v1/me/confirm']

/** What a person signed in on a till may do and no key: the choice is theirs. */
export const routesOfTillPeople: readonly string[] = ['', '/api'].map(
  prefix => `POST ${prefix}/v1/payments/:reference/sms`,
)

/** What owners and admins may do at a till as well. */
export const routesKeptAtTills: readonly string[] = ['POST /api/v1/products']

/** The route itself refuses every till: it sees its own sales, and sets no PIN. */
export const routesRefusedToTills: readonly string[] = ['GET /api/v1/sessions', 'PUT /api/v1/staff/:id/pin']
