// Staff in the console: who may change whom, the forms of inviting and joining, and the link of an
// invitation.

import { describe, expect, test } from 'bun:test'
import type { Role } from '../../../src/domain/account.ts'
import { staffView } from '../../../src/wire/staff.ts'
import { joinCodeOf } from '../../../ui/admin/staff/join-code.model.ts'
import {
  inviteFaults,
  joinFaults,
  losesRights,
  permissionsOver,
  rolesGivenBy,
  sortByRole,
} from '../../../ui/admin/staff/staff.model.ts'
import { smsUrl, whatsAppUrl } from '../../../ui/kit/message-link.model.ts'

test.each<[Role, string]>([
  ['owner', 'cashier developer admin owner'],
  ['admin', 'cashier developer'],
  ['developer', ''],
  ['cashier', ''],
])('%s may give: %s', (by, given) => expect(rolesGivenBy(by).join(' ')).toBe(given))

describe('powers', () => {
  /** Returns a person as the server answers with them. */
  const person = (text: string) =>
    staffView(
      { staffId: text, role: text.split(' ')[0] as Role, createdAt: 0, pinSetAt: null, mayConfirm: false },
      text,
      text.endsWith('by PIN')
        ? undefined
        : { email: 'neema@duka.co.tz', lastLoginAt: null, twoFactor: false },
    )
  const people = ['owner 1', 'owner 2', 'admin 1', 'admin 2', 'developer 1', 'cashier 1'].map(person)
  const single = people.filter(({ id }) => id !== 'owner 2')
  const withPinOwner = [...single, person('owner by PIN')]
  const rows: [string, string, typeof people, string][] = [
    // me, other, all people, what may be done
    ['owner 1', 'cashier 1', people, 'roles:4 rename remove hand'],
    ['owner 1', 'admin 1', people, 'roles:4 rename remove hand'],
    ['owner 1', 'cashier by PIN', people, 'roles:3 rename remove'],
    ['admin 1', 'cashier by PIN', people, 'roles:2 rename remove'],
    ['owner 1', 'owner 2', people, 'roles:4 rename remove'],
    ['owner 1', 'owner 1', people, 'roles:4 rename remove'],
    ['owner 1', 'owner 1', single, 'roles:1 rename role_last_owner'],
    ['admin 1', 'owner 1', single, 'roles:1 role_last_owner'],
    ['owner 1', 'owner by PIN', withPinOwner, 'roles:4 rename remove'],
    ['owner 1', 'owner 1', withPinOwner, 'roles:1 rename role_last_owner'],
    ['admin 1', 'owner 1', people, 'roles:1 role_only_owner'],
    ['admin 1', 'admin 2', people, 'roles:1 role_only_owner'],
    ['admin 1', 'admin 1', people, 'roles:1 rename remove role_only_owner'],
    ['admin 1', 'developer 1', people, 'roles:2 rename remove'],
  ]
  test.each(rows)('%s over %s', (me, other, all, expected) => {
    const powers = permissionsOver(person(me), person(other), all)
    const found = [
      `roles:${powers.roles.length}`,
      powers.mayRename && 'rename',
      powers.mayRemove && 'remove',
      powers.mayHandOver && 'hand',
      powers.why,
    ]
    expect(found.filter(Boolean).join(' ')).toBe(expected)
  })
  test('a lower role is a demotion', () => {
    expect(losesRights('owner', 'admin')).toBe(true)
    expect(losesRights('developer', 'cashier')).toBe(true)
    expect(losesRights('cashier', 'cashier')).toBe(false)
    expect(losesRights('cashier', 'owner')).toBe(false)
  })
})

test('the strongest role comes first', () => {
  const people = (['cashier Z', 'owner B', 'cashier A', 'admin C'] as const).map(id => ({
    id,
    role: id.split(' ')[0] as Role,
    name: id.slice(-1),
  }))
  expect(sortByRole(people).map(({ id }) => id)).toEqual(['owner B', 'admin C', 'cashier A', 'cashier Z'])
})

test.each([
  [{ name: 'Neema', email: '', pin: '' }, 'admin', {}],
  [{ name: ' ', email: 'neema@duka', pin: '' }, 'admin', { name: 'field_empty', email: 'email_wrong' }],
  [{ name: 'Neema', email: ' neema@duka.co.tz ', pin: '' }, 'developer', {}],
  [{ name: 'Neema', email: 'left over', pin: '' }, 'cashier', { pin: 'field_empty' }],
  [{ name: 'Neema', email: '', pin: '471' }, 'cashier', { pin: 'pin_digits' }],
  [{ name: 'Neema', email: '', pin: '1234' }, 'cashier', { pin: 'pin_easy' }],
  [{ name: 'Neema', email: '', pin: '4719' }, 'cashier', {}],
] as const)('adding %j as %s', (form, role, faults) => expect(inviteFaults(form, role, 4)).toEqual(faults))

test.each([
  [{ name: 'Neema', email: 'n@duka.co.tz', password: '12345678', totp: '' }, false, {}],
  [{ name: 'Neema', email: 'n@duka.co.tz', password: '12345678', totp: '' }, true, { totp: 'field_empty' }],
  [
    { name: '', email: 'n', password: '1234567', totp: '' },
    false,
    { name: 'field_empty', email: 'email_wrong', password: 'password_short' },
  ],
  [
    { name: 'N', email: '', password: '', totp: '' },
    false,
    { email: 'field_empty', password: 'field_empty' },
  ],
] as const)('joining %j, code required: %p', (form, asksTotp, faults) =>
  expect(joinFaults(form, asksTotp)).toEqual(faults),
)

test.each([
  ['/admin/join', '?code=abc', 'abc'],
  ['/admin/join/', '?code=abc&x=1', 'abc'],
  ['/admin/join', '', ''],
  ['/admin/joined', '?code=abc', undefined],
  ['/admin', '?code=abc', undefined],
])('%s%s', (pathname, search, code) => expect(joinCodeOf({ pathname, search })).toBe(code))

test('a message for WhatsApp keeps its link whole', () => {
  const message = 'Habari Neema & co, jiunge: http://192.168.1.10:8080/admin/join?code=a&b=c'
  expect(new URL(whatsAppUrl(message)).searchParams.get('text')).toBe(message)
  expect(whatsAppUrl('Asante & karibu', '+255754000001')).toBe(
    'https://wa.me/255754000001?text=Asante%20%26%20karibu',
  )
  expect(smsUrl('Asante & karibu', '+255754000001')).toBe('sms:+255754000001?&body=Asante%20%26%20karibu')
})
