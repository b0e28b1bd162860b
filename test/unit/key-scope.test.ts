// Which scopes each role may give to a key, as a table: never one that opens what the role itself may not.
import { describe, expect, test } from 'bun:test'
import {
  mayGiveScope,
  type Role,
  roleMay,
  type Scope,
  scopeFor,
  scopes,
  trialScope,
} from '../../src/domain/account.ts'
import { maySetPinOf } from '../../src/domain/staff-role.ts'

const roles: readonly Role[] = ['owner', 'admin', 'developer', 'cashier']
const admin: readonly Role[] = ['owner', 'admin', 'developer']

/** Cashiers give none: even the scopes of sales open events or the balance, too. */
const givers: Readonly<Record<Scope, readonly Role[]>> = {
  'catalog:read': admin,
  'catalog:write': ['owner', 'admin'],
  'collection:create': admin,
  'collection:read': admin,
  'collection:refund': ['owner', 'admin'],
  'disbursement:create': ['owner'],
  'disbursement:read': admin,
  'metrics:read': admin,
  'webhook:manage': admin,
  'payment:try': [],
}

describe.each(Object.entries(givers) as [Scope, readonly Role[]][])('%s', (scope, may) => {
  test.each([...roles])('is given by %s or not', role =>
    expect(mayGiveScope(role, scope)).toBe(may.includes(role)),
  )
})

test('every scope is in the table, and payouts need the paying one', () => {
  expect(Object.keys(givers).toSorted()).toEqual([...scopes, trialScope].toSorted())
  expect(scopeFor('pay_out')).toBe('disbursement:create')
  for (const role of roles) expect(mayGiveScope(role, 'disbursement:create')).toBe(roleMay(role, 'pay_out'))
})

describe('the PIN of', () => {
  test.each(roles.flatMap(by => roles.map(of => [of, by, of !== 'owner' || by === 'owner'] as const)))(
    'an %s is set by an %s: %p',
    (of, by, may) => expect(maySetPinOf(by, of)).toBe(may),
  )
})
