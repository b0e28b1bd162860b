// The kinds of caller for the test of every route, and the answer to each from the row in
// test/kit/route-table.ts. A kind without an answer for one of the tables is a type error and a failed test.
import type { Role } from '../../src/domain/account.ts'
import {
  cookieRoutes,
  firstMerchantRoutes,
  groups,
  type Row,
  routesOfTillPeople,
  routesRefusedToTills,
  type TillRow,
  trialRoutes,
} from './route-table.ts'

export const callerKinds = [
  'anonymous',
  'an owner',
  'an admin',
  'a developer',
  'a cashier',
  'an owner’s token',
  'a cashier’s token',
  'a key with the scope',
  'a key without the scope',
  'the key of the first start',
  'a till with a cashier',
  'a till without a cashier',
  'a display',
  'the owner of another account',
  'the key of another account',
] as const
export type CallerKind = (typeof callerKinds)[number]

/** A status and, of an error, its `error_code`. */
export interface RouteAnswer {
  readonly status: number
  readonly code: string
}
export type Answers<R> = Readonly<Record<CallerKind, (row: R, route: string) => RouteAnswer>>

const ok = (status: number): RouteAnswer => ({ status, code: '' })
const unauthorized: RouteAnswer = { status: 401, code: 'unauthorized' }
const forbidden: RouteAnswer = { status: 403, code: 'forbidden' }
const noRight: RouteAnswer = { status: 403, code: 'insufficient_scope' }

export const mayRole = (row: Row, role: Role) => (groups[row.roles] as readonly Role[]).includes(role)
const byRole = (role: Role) => (row: Row) => (mayRole(row, role) ? ok(row.status) : noRight)
const byToken = (role: Role) => (row: Row, route: string) =>
  cookieRoutes.includes(route) ? noRight : byRole(role)(row)

/** Returns the answer to callers of another account about an object of this account. */
const foreign = (row: Row, right: RouteAnswer): RouteAnswer => {
  if (right.status >= 400 || !row.need) return right
  return row.other === 403 ? forbidden : { status: 404, code: 'not_found' }
}

/** Routes of people and keys: every row of `guardedRoutes`. */
export const guardedAnswers: Answers<Row> = {
  anonymous: () => unauthorized,
  'an owner': byRole('owner'),
  'an admin': byRole('admin'),
  'a developer': byRole('developer'),
  'a cashier': byRole('cashier'),
  'an owner’s token': byToken('owner'),
  'a cashier’s token': byToken('cashier'),
  'a key with the scope': row => (row.scope === null ? noRight : ok(row.status)),
  'a key without the scope': row => (row.scope === 'any' ? ok(row.status) : noRight),
  'the key of the first start': (row, route) =>
    row.scope === 'any' || trialRoutes.includes(route) ? ok(row.status) : noRight,
  'a till with a cashier': (row, route) => {
    if (routesRefusedToTills.includes(route)) return forbidden
    if (routesOfTillPeople.includes(route)) return byRole('cashier')(row)
    // Allowed to every person and no key: their own login, password and shops. A till has no login.
    return row.scope === null ? noRight : byRole('cashier')(row)
  },
  'a till without a cashier': () => forbidden,
  'a display': () => unauthorized,
  'the owner of another account': (row, route) =>
    firstMerchantRoutes.includes(route) ? forbidden : foreign(row, ok(row.status)),
  'the key of another account': row => (row.scope === null ? noRight : foreign(row, ok(row.status))),
}

const atTill = (row: TillRow) => (row.isOpen ? unauthorized : forbidden)

/** Routes of a paired till. */
export const tillAnswers: Answers<TillRow> = {
  anonymous: () => unauthorized,
  'an owner': () => unauthorized,
  'an admin': () => unauthorized,
  'a developer': () => unauthorized,
  'a cashier': () => unauthorized,
  'an owner’s token': atTill,
  'a cashier’s token': atTill,
  'a key with the scope': atTill,
  'a key without the scope': atTill,
  'the key of the first start': row => (row.isOpen ? unauthorized : noRight),
  'a till with a cashier': row => ok(row.status),
  'a till without a cashier': row => (row.isOpen ? ok(row.status) : forbidden),
  'a display': () => unauthorized,
  'the owner of another account': () => unauthorized,
  'the key of another account': atTill,
}

/** Routes of a paired display: only its own cookie opens them. */
export const displayAnswers: Answers<number> = {
  ...(Object.fromEntries(callerKinds.map(kind => [kind, () => unauthorized])) as unknown as Answers<number>),
  'a display': ok,
}
