// The audit trail in words: a sentence for every kind there is, who did it, and what is unknown made
// readable.
import { describe, expect, test } from 'bun:test'
import { auditActions, exportNames } from '../../../src/domain/audit-log.ts'
import {
  type AuditEntry,
  actionTextOf,
  actorNameOf,
  auditSearch,
  changesOf,
  kindName,
  linkOfEntry,
} from '../../../ui/admin/audit-log/audit-log.model.ts'
import { audit } from '../../../ui/admin/audit-log/audit-log.text.ts'
import { exportUrl } from '../../../ui/admin/parts/export.model.ts'

const names = {
  people: new Map([['n1', 'Neema']]),
  keys: new Map([['key_1', 'Website']]),
  tills: new Map([['till_1', 'Front']]),
}
const staff = (id: string, name: string | null = null, till_id: string | null = null) =>
  ({ type: 'staff', id, name, till_id }) as const
const action = (
  kind: string,
  detail: AuditEntry['detail'] = {},
  subject: string | null = null,
  actor: AuditEntry['actor'] = staff('a1', 'Asha'),
  name?: string,
): AuditEntry => ({
  kind,
  actor,
  subject,
  subject_name: name ?? null,
  detail,
})

describe('every kind', () => {
  const details = { amount: 1, to: 'admin', from: 'cashier', resolution: 'kept', fields: '' }
  test.each([...auditActions])('%s has a name and a sentence', kind => {
    for (const words of [audit.en, audit.sw]) {
      const { [`kind_${kind.replaceAll('.', '_')}` as keyof typeof words]: name } = words
      expect(name).toBeString()
      expect(kindName(kind, words)).toBe(name)
      const sentence = actionTextOf(action(kind, details), words, names)
      expect(sentence).not.toContain(name)
      expect(sentence).not.toMatch(/[{}]/)
    }
  })
})

test.each<[AuditEntry, string]>([
  [action('settings.changed', { fields: 'fees amount_max' }), 'changed settings: fees, maximum amount'],
  [
    action('cash.voided', { amount: 500, reason: 'Wrong size', approver: 'Amina' }),
    'refunded a cash sale of TZS\u00a0500, approved by Amina: Wrong size',
  ],
  [action('settings.changed', { fields: 'new_thing' }), 'changed settings: new thing'],
  [
    action('staff.changed', { from: 'cashier', to: 'admin' }, 'n1'),
    'changed the role of Neema from cashier to admin',
  ],
  [action('staff.changed', { fields: 'name' }, 'n1'), 'changed the name of Neema'],
  [
    action('staff.changed', { from: 'admin', to: 'cashier', fields: 'name' }, 'n1'),
    'changed the name of Neema, and the role from admin to cashier',
  ],
  [action('staff.removed', { role: 'cashier' }, 'gone'), 'removed a former team member (cashier)'],
  [action('staff.removed', { role: 'cashier' }, 'gone', staff('a1'), 'Juma'), 'removed Juma (cashier)'],
  [action('staff.removed', { role: 'cashier' }, 'n1', staff('n1')), 'left the shop (cashier)'],
  [action('payment.voided', { amount: 12_500 }, 'p1'), 'cancelled a payment of TZS\u00a012,500'],
  [
    action('unmatched.settled', { amount: 500, resolution: 'returned' }),
    'recorded a refund of an unmatched payment of TZS\u00a0500',
  ],
  [action('login.ended', { all: true }), 'logged out all their other devices'],
  [action('login.ended'), 'logged out one of their devices'],
  [action('export.taken', { what: 'payments', filters: '' }), 'exported payments'],
  [
    action('export.taken', { what: 'audit-log', filters: 'from kind' }),
    'exported the audit log (filters: from, kind)',
  ],
  [action('key.revoked', {}, 'key_1'), 'revoked API key Website'],
  [action('robot.switched_on', { speed: 3, secret: null }), 'Robot switched on · speed: 3'],
])('%j', (done, words) => expect(actionTextOf(done, audit.en, names)).toBe(words))

test.each([...exportNames])('the export of %s is named in both languages', what => {
  for (const words of [audit.en, audit.sw])
    expect(words).toHaveProperty(`list_${what.replaceAll('-', '_')}`, expect.stringMatching(/\w/))
})

describe('person and verb agree', () => {
  const key = { type: 'key', id: 'key_1', till_id: null, name: 'Website' } as const
  const till = { type: 'till', id: 'till_1', till_id: 'till_1', name: null } as const
  const server = { type: 'server', id: null, till_id: null, name: null } as const
  const seenByAsha = { ...names, me: 'a1' }
  test.each([
    [staff('a1', 'Asha'), 'ulifunga zamu', 'changed your password', 'ulibadilisha nenosiri lako'],
    [staff('n1', 'Neema'), 'alifunga zamu', 'changed their password', 'alibadilisha nenosiri lake'],
    [till, 'ilifunga zamu', 'changed their password', 'ilibadilisha nenosiri lake'],
    [key, 'ulifunga zamu', 'changed their password', 'ulibadilisha nenosiri lake'],
    [server, 'ulifunga zamu', 'changed their password', 'ulibadilisha nenosiri lake'],
  ] as const)('%j', (actor, closed, own, ownSw) => {
    expect(actionTextOf(action('shift.closed', {}, null, actor), audit.sw, seenByAsha)).toBe(closed)
    expect(actionTextOf(action('password.changed', {}, null, actor), audit.en, seenByAsha)).toBe(own)
    expect(actionTextOf(action('password.changed', {}, null, actor), audit.sw, seenByAsha)).toBe(ownSw)
  })

  // A sentence has a subject of its own, or a verb whose prefix is made with its actor.
  const ownSubject = /^(mtandao|SMS|salio|{{amount}})/
  const sentences = Object.entries(audit.sw).filter(([name]) => name.startsWith('what_'))
  test.each(sentences)('%s', (_, sentence) => {
    expect(sentence).toMatch(ownSubject.test(sentence) ? ownSubject : /^{{s}}(li|na)[a-z]/)
    expect(sentence.replaceAll('{{ake}}', '')).not.toMatch(/\b(ch|vy|l|w|y|z)ake\b/)
  })
})

test.each([
  [staff('a1', 'Asha'), 'j1', 'added Juma as cashier', 'ulimwongeza Juma kama keshia'],
  [staff('j1', 'Juma'), 'j1', 'joined as cashier', 'alijiunga kama keshia'],
  [staff('j1', 'Juma'), 'inv_1', 'joined as cashier', 'alijiunga kama keshia'],
])('who joined: %j, %s', (actor, subject, en, sw) => {
  const joined = action('staff.joined', { role: 'cashier' }, subject, actor, 'Juma')
  expect(actionTextOf(joined, audit.en, { ...names, me: 'a1' })).toBe(en)
  expect(actionTextOf(joined, audit.sw, { ...names, me: 'a1' })).toBe(sw)
})

test.each([
  [staff('n1', 'Neema'), 'Neema'],
  [staff('x9'), 'Former team member'],
  [staff('n1', 'Neema', 'till_1'), 'Neema · till Front'],
  [staff('n1', 'Neema', 'till_2'), 'Neema · till'],
  [{ type: 'till', id: 'till_1', till_id: 'till_1', name: null }, 'till Front'],
  [{ type: 'key', id: 'key_1', till_id: null, name: 'Website' }, 'API key Website'],
  [{ type: 'key', id: 'key_0123456789', till_id: null, name: null }, 'API key 23456789'],
  [{ type: 'server', id: null, till_id: null, name: null }, 'Kaunta'],
] as const)('%j is %s', (actor, name) => expect(actorNameOf(actor, audit.en, names)).toBe(name))

test.each([
  [action('payment.voided', {}, 'p1'), { to: 'payment', id: 'p1' }],
  [action('payout.created', {}, 'o1'), { to: 'payout', id: 'o1' }],
  [action('cash.voided', { shift: 'shift_1' }, 'cash_1'), { to: 'shift', id: 'shift_1' }],
  [action('cash.voided', {}, 'cash_1'), undefined],
  [action('staff.removed', {}, 'n1'), undefined],
  [action('payment.voided'), undefined],
] as const)('%j is shown at %j', (done, place) =>
  expect(linkOfEntry(done)).toEqual(place as ReturnType<typeof linkOfEntry>),
)

test('the address keeps what it knows', () => {
  expect(
    auditSearch({
      kind: 'settings.changed',
      by: 'staff:n1',
      from: '2026-11-01',
      to: 'x',
      after: 'audit_1',
      y: '1',
    }),
  ).toEqual({
    kind: 'settings.changed',
    by: 'staff:n1',
    from: '2026-11-01',
    after: 'audit_1',
  })
  expect(auditSearch({ kind: 'nonsense' })).toEqual({})
})

test('an export has the filters of its list, and every row', () =>
  expect(
    exportUrl('payments', 'acct_1', { status: 'completed', q: 'a b', limit: 25, starting_after: 'x' }),
  ).toBe('/api/v1/payments.csv?account=acct_1&status=completed&q=a+b'))

describe('what settings were and are', () => {
  const changes = [
    { field: 'name', from: 'Duka', to: 'Duka Jipya' },
    { field: 'fees.dynamic-qr.basis_points', from: 50, to: 75 },
    { field: 'fees.card.fixed', from: 0, to: 1_500 },
    { field: 'expiry_seconds', from: 14_400, to: 90 },
    { field: 'amount_max', from: null, to: 20_000 },
    { field: 'webhook_hosts', from: null, to: '10.0.0.1' },
    { field: 'new_thing', from: 1, to: 2 },
  ]
  const done = action('settings.changed', { fields: 'name', changes })
  test('in English', () =>
    expect(changesOf(done, audit.en)).toEqual([
      'shop name: Duka → Duka Jipya',
      'fee, QR code: 0.5% → 0.75%',
      'fee, card: TZS\u00a00 → TZS\u00a01,500',
      'payments expire after: 240 min → 1.5 min',
      'maximum amount: no limit → TZS\u00a020,000',
      'allowed local hosts: none → 10.0.0.1',
      'new thing: 1 → 2',
    ]))
  test('in Swahili, with nothing of English', () => {
    const [, fee, , wait, most] = changesOf(done, audit.sw)
    expect([fee, wait, most]).toEqual([
      'makato, msimbo wa QR: 0.5% → 0.75%',
      'muda wa malipo kuisha: dakika 240 → dakika 1.5',
      'kiwango cha juu: bila kikomo → TZS\u00a020,000',
    ])
  })
  test('of a product have their names and sums, of a variation its name', () => {
    const product = action('product.changed', {
      name: 'Tea',
      changes: [
        { field: 'price', from: null, to: 1_200 },
        { field: 'cost.Large', from: 300, to: 350 },
        { field: 'available.Small', from: 'yes', to: 'no' },
      ],
    })
    expect(changesOf(product, audit.en)).toEqual([
      'price: none → TZS\u00a01,200',
      'cost (Large): TZS\u00a0300 → TZS\u00a0350',
      'availability (Small): for sale → sold out',
    ])
    expect(changesOf(product, audit.sw)[2]).toBe('upatikanaji (Small): inauzwa → imeisha')
  })
  test('are unknown for audit entries from before they were stored, and of unknown kinds', () => {
    expect(changesOf(action('settings.changed', { fields: 'fees' }), audit.en)).toEqual([])
    expect(changesOf(action('settings.changed', { changes: [null, 1, {}] }), audit.en)).toEqual([])
    expect(changesOf(action('staff.changed', { changes }), audit.en)).toEqual([])
  })
})
