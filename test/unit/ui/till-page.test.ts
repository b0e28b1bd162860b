// Tills and shifts in the console: states, filters, what a drawer's difference means, and PINs.
import { expect, test } from 'bun:test'
import { drawerResultOf, shiftSearch, tableUrl } from '../../../ui/admin/shifts/shift.model.ts'
import { pinFault } from '../../../ui/admin/staff/staff-pin.model.ts'
import {
  activeTills,
  pairingQrUrl,
  revokedTillsOf,
  tillStateOf,
  wasPairedSince,
} from '../../../ui/admin/tills/till.model.ts'

const noon = '2026-11-21T12:00:00.000Z'
const later = '2026-11-21T12:10:00.000Z'
interface Stages {
  readonly paired_at: string | null
  readonly pairing_expires_at: string | null
  readonly revoked_at: string | null
}
const till = (some: Partial<Stages>): Stages => ({
  paired_at: null,
  pairing_expires_at: null,
  revoked_at: null,
  ...some,
})

test.each([
  [{}, noon, 'unpaired'],
  [{ pairing_expires_at: later }, noon, 'waiting'],
  [{ pairing_expires_at: later }, later, 'unpaired'],
  [{ paired_at: noon }, later, 'paired'],
  // The tablet stays in until the fresh code is used.
  [{ paired_at: noon, pairing_expires_at: later }, noon, 'paired'],
  [{ paired_at: noon, revoked_at: later }, later, 'revoked'],
] as const)('a till %p at %p is %s', (some, now, state) =>
  expect(tillStateOf(till(some), Date.parse(now))).toBe(state),
)

test('revoked tills are listed apart, the newest first', () => {
  const all = [till({ revoked_at: noon }), till({}), till({ revoked_at: later })]
  expect(activeTills(all)).toEqual([till({})])
  expect(revokedTillsOf(all).map(({ revoked_at }) => revoked_at)).toEqual([later, noon])
})

test.each([
  [undefined, null, false],
  [till({}), null, false],
  [till({ paired_at: noon }), null, true],
  [till({ paired_at: noon }), noon, false],
  [till({ paired_at: later }), noon, true],
])('%p, paired before at %p: the tablet has come: %p', (one, before, come) =>
  expect(wasPairedSince(one, before)).toBe(come),
)

test('a picture and a file name the account, for they carry no headers', () => {
  expect(pairingQrUrl('till_1', 'A&B', 'acct_1')).toBe(
    '/api/v1/tills/till_1/pairing.svg?code=A%26B&account=acct_1',
  )
  expect(tableUrl('shift_1', 'acct_1')).toBe('/api/v1/shifts/shift_1.csv?account=acct_1')
})

test.each([
  [
    { till: ' till_1 ', state: 'open', after: 'shift_1' },
    { till: 'till_1', state: 'open', after: 'shift_1' },
  ],
  [{ till: '', state: 'lost', after: '' }, {}],
  [{ account: 'acct_1', page: '3' }, {}],
])('the address %p filters %p', (query, found) => expect(shiftSearch(query) as object).toEqual(found))

test.each([
  ['open', null, 'open'],
  ['closed', null, 'uncounted'],
  ['closed', 0, 'even'],
  ['closed', -1, 'short'],
  ['closed', 1, 'over'],
] as const)('a shift that is %s with a difference of %p is %s', (state, difference, result) =>
  expect(drawerResultOf({ state, report: { cash: { difference } } })).toBe(result),
)

test.each([
  ['', 'field_empty'],
  ['123', 'pin_digits'],
  ['123456789', 'pin_digits'],
  ['12a4', 'pin_digits'],
  ['1111', 'pin_easy'],
  ['4567', 'pin_easy'],
  ['8282', 'pin_easy'],
  ['4071', undefined],
  ['82736451', 'pin_digits'],
] as const)('a PIN of 4 digits, %p: %p', (pin, fault) => expect(pinFault(pin, 4)).toBe(fault as never))
