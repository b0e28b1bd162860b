// The console's frame: who sees which page, on which account, what addresses mean, which rows a page shows,
// moments in a time zone.
import { describe, expect, test } from 'bun:test'
import type { Role } from '../../../src/domain/account.ts'
import { hasWords } from '../../../ui/admin/app/palette.model.ts'
import { accountFor } from '../../../ui/admin/parts/current-account.model.ts'
import { daysOfPreset, presetOfDays } from '../../../ui/admin/parts/day-preset.model.ts'
import {
  isNothingYet,
  momentsOf,
  pageParamsOf,
  pageSize,
  pagingOf,
  rowsOf,
} from '../../../ui/admin/parts/list.model.ts'
import { mayOpen, navFor, navPathOf, sectionsFor, tabsFor } from '../../../ui/admin/parts/nav.model.ts'
import {
  choiceParam,
  cursorParam,
  dayParam,
  isFiltered,
  pageParam,
  readQuery,
  searchReader,
  textParam,
  withParam,
  writeQuery,
} from '../../../ui/admin/parts/query.model.ts'
import { tabsOf } from '../../../ui/admin/parts/status-tabs.model.ts'
import {
  dateOf,
  dayNameOf,
  exactTimeOf,
  shortDayNameOf,
  shortTimeOf,
} from '../../../ui/admin/parts/time.model.ts'
import { likelyZone, zonesFor } from '../../../ui/admin/parts/time-zone.model.ts'
import { webhookTestResultOf } from '../../../ui/admin/setup/first-webhook.model.ts'
import type { Account } from '../../../ui/kit/me.ts'
import { plainShop } from '../../kit/receipt-shop.ts'

describe('the navigation', () => {
  const admins =
    'home payments links payouts unmatched reconciliation products tills shifts staff settings webhooks keys'.split(
      ' ',
    )
  const owners = admins.toSpliced(admins.indexOf('settings'), 0, 'networks')
  test.each<[Role, string[]]>([
    ['owner', owners],
    ['admin', admins],
    ['developer', 'home payments links payouts products settings webhooks keys'.split(' ')],
    ['cashier', []],
  ])('%s', (role, names) => {
    expect(navFor(role).flatMap(({ pages }) => pages.map(({ name }) => name as string))).toEqual(names)
  })

  test.each([
    ['/', '/'],
    ['/payments', '/payments'],
    ['/payments/0197-abc', '/payments'],
    ['/payments/refunds', '/payments/refunds'],
    ['/keys/', '/keys'],
    ['/webhooks/evt_1', '/webhooks'],
    ['/webhooks/events/evt_1', '/webhooks/events'],
    ['/settings/branding/new', '/settings/branding'],
    ['/networks/selcom', '/networks'],
    ['/nothing', '/'],
    ['', '/'],
  ] as const)('%s belongs to %s', (path, place) => expect(navPathOf(path)).toBe(place))

  test.each([
    ['owner', '/staff', true],
    ['developer', '/staff', false],
    ['owner', '/networks/selcom', true],
    ['admin', '/networks', false],
    ['developer', '/payments/x', true],
    ['developer', '/unmatched', false],
    ['developer', '/reconciliation', false],
    ['developer', '/settings', true],
    ['developer', '/settings/money', true],
    ['developer', '/settings/server', false],
    ['developer', '/settings/audit-log', false],
    ['developer', '/settings/branding/new', false],
    ['cashier', '/', false],
  ] as const)('%s may open %s: %p', (role, path, may) => expect(mayOpen(role, path)).toBe(may))

  test.each<[Role, string[]]>([
    ['owner', ['home', 'payments', 'links', 'shifts']],
    ['developer', ['home', 'payments', 'links', 'webhooks']],
  ])('%s has four tabs at the bottom of a phone', (role, names) =>
    expect(tabsFor(role).map(({ name }) => name as string)).toEqual(names),
  )

  test.each<[Role, string, string[]]>([
    ['owner', '/settings', ['shop', 'tills', 'money', 'branding', 'developers', 'server', 'audit_log']],
    [
      'owner',
      '/settings/branding',
      ['shop', 'tills', 'money', 'branding', 'developers', 'server', 'audit_log'],
    ],
    ['owner', '/settings/branding/new', []],
    ['developer', '/settings', ['shop', 'tills', 'money', 'developers']],
    ['developer', '/webhooks/events', ['deliveries', 'events']],
    ['owner', '/payments', ['payments', 'refunds']],
    ['owner', '/payments/0197-abc', []],
    ['owner', '/links', []],
  ])('%s at %s: tabs %p', (role, path, names) =>
    expect(sectionsFor(role, path).map(({ name }) => name as string)).toEqual(names),
  )
})

describe('the account', () => {
  const account = (id: string, takes: boolean): Account => ({
    id,
    name: 'Duka',
    mode: 'live',
    receipt: plainShop,
    role: 'owner',
    quick_amounts: [],
    pin_length: 4,
    time_zone: 'Africa/Dar_es_Salaam',
    takes: { 'dynamic-qr': takes, mobile: false },
  })
  const all = [account('shut', false), account('open', true), account('other', true)]
  test.each([
    ['named by the address', 'other', 'shut', 'other'],
    ['remembered', undefined, 'shut', 'shut'],
    ['named wrongly', 'foreign', 'other', 'other'],
    ['neither', undefined, 'foreign', 'open'],
  ] as const)('%s', (_, named, remembered, chosen) =>
    expect(accountFor(all, named, remembered)?.id).toBe(chosen),
  )
  test('an account that takes no payments is better than none', () => {
    expect(accountFor([account('shut', false)], undefined, undefined)?.id).toBe('shut')
    expect(accountFor([], 'x', 'y')).toBeUndefined()
  })
})

describe('addresses', () => {
  test('are plain texts, there and back', () => {
    expect(readQuery('?q=12345678&status=&page=2')).toEqual({ q: '12345678', page: '2' })
    expect(writeQuery({ q: 'a b', page: 2, status: undefined, from: '' })).toBe('?q=a+b&page=2')
    expect(writeQuery({})).toBe('')
  })
  test('invalid values are ignored', () => {
    expect(choiceParam({ status: 'sold' }, 'status', ['paid'])).toEqual({})
    expect(choiceParam({ status: 'paid' }, 'status', ['paid'])).toEqual({ status: 'paid' })
    for (const value of ['2026-13-01', '2026-13-99', '2026-02-30', 'today', '1999-01-01', 5])
      expect(dayParam({ from: value }, 'from')).toEqual({})
    expect(dayParam({ from: '2026-11-21' }, 'from')).toEqual({ from: '2026-11-21' })
    for (const value of ['0', '1', '-3', 'x', '1.5', undefined])
      expect(pageParam({ page: value })).toEqual({})
    expect(pageParam({ page: '7' })).toEqual({ page: 7 })
    for (const value of ['', 'a b', '<x>', 'x'.repeat(61), undefined])
      expect(cursorParam({ after: value })).toEqual({})
    expect(cursorParam({ after: 'evt_1', before: 'evt_2' })).toEqual({ after: 'evt_1' })
    expect(cursorParam({ before: 'evt_2' })).toEqual({ before: 'evt_2' })
    expect(textParam({ q: '  a ' }, 'q')).toEqual({ q: 'a' })
    expect(textParam({ q: 12345678 }, 'q')).toEqual({ q: '12345678' })
    expect(textParam({ q: ['a'] }, 'q')).toEqual({})
  })
  test('unknown filters are set to undefined, since the router keeps missing ones', () => {
    const read = searchReader(query => ({ ...choiceParam(query, 'status', ['paid']), ...pageParam(query) }))
    const raw = { account: 'acct_1', status: 'bogus', page: '2.5', more: 'x' }
    expect({ ...raw, ...read(raw) } as object).toEqual({
      account: 'acct_1',
      status: undefined,
      page: undefined,
      more: undefined,
    })
    expect({ ...read({ status: 'paid', page: '3' }) } as object).toEqual({ status: 'paid', page: 3 })
  })
  test('a new filter begins at the first page, the account stays', () => {
    const before = { account: 'acct_1', page: 4, status: 'paid' }
    expect(withParam(before, 'q', 'x')).toEqual({ account: 'acct_1', status: 'paid', q: 'x' } as never)
    expect(withParam(before, 'status', '')).toEqual({ account: 'acct_1' } as never)
    expect(withParam(before, 'page', 5)).toEqual({ account: 'acct_1', status: 'paid', page: 5 })
    const deep = { status: 'paid', after: 'evt_1' }
    expect(withParam(deep, 'q', 'x')).toEqual({ status: 'paid', q: 'x' } as never)
    expect(withParam(deep, 'before', 'evt_2')).toEqual({ status: 'paid', before: 'evt_2' } as never)
    expect(withParam(deep, 'before', undefined)).toEqual({ status: 'paid' } as never)
  })
  test.each([
    [{}, false],
    [{ account: 'a', page: 3 }, false],
    [{ account: 'a', after: 'evt_1' }, false],
    [{ before: 'evt_1' }, false],
    [{ status: undefined }, false],
    [{ q: 'x' }, true],
  ])('%j is filtered: %p', (query, filtered) => expect(isFiltered(query)).toBe(filtered))
})

describe('pages of a list', () => {
  const items = (count: number) => Array.from({ length: count })
  test('the request has its page size and the row where it begins', () => {
    expect(rowsOf()).toEqual({ limit: pageSize })
    expect(rowsOf({ after: 'evt_1' })).toEqual({ limit: pageSize, starting_after: 'evt_1' })
    expect(rowsOf({ before: 'evt_1' })).toEqual({ limit: pageSize, ending_before: 'evt_1' })
  })
  /** Returns the ways on from a page of 25 of 60 rows, after this many. */
  const ways = (offset: number, keys?: readonly [string, string]) =>
    pageParamsOf(pagingOf({ items: items(Math.min(25, 60 - offset)), total: 60, offset }), keys)
  test('the way on goes by rows, and back to the first page once it has all that is above', () => {
    const keys = ['first', 'last'] as const
    expect(ways(0, keys)).toEqual({ newer: undefined, older: ['after', 'last'] })
    expect(ways(25, keys)).toEqual({ newer: ['before', undefined], older: ['after', 'last'] })
    // Ten rows arrived since the page was asked for.
    expect(ways(35, keys)).toEqual({ newer: ['before', 'first'], older: undefined })
    expect(ways(50, keys)).toEqual({ newer: ['before', 'first'], older: undefined })
  })
  test('a list that the browser has whole has numbered pages', () => {
    expect(ways(0)).toEqual({ newer: undefined, older: ['page', 2] })
    expect(ways(25)).toEqual({ newer: ['page', undefined], older: ['page', 3] })
    expect(ways(50)).toEqual({ newer: ['page', 2], older: undefined })
  })
  test.each([
    [
      'none',
      { items: items(0), total: 0, offset: 0 },
      { first: 0, last: 0, page: 1, hasBefore: false, hasMore: false },
    ],
    [
      'all',
      { items: items(3), total: 3, offset: 0 },
      { first: 1, last: 3, page: 1, hasBefore: false, hasMore: false },
    ],
    [
      'the first',
      { items: items(25), total: 60, offset: 0 },
      { first: 1, last: 25, page: 1, hasBefore: false, hasMore: true },
    ],
    [
      'the last',
      { items: items(10), total: 60, offset: 50 },
      { first: 51, last: 60, page: 3, hasBefore: true, hasMore: false },
    ],
    [
      'behind',
      { items: items(0), total: 60, offset: 75 },
      { first: 0, last: 0, page: 4, hasBefore: true, hasMore: false },
    ],
    [
      'more than are counted',
      { items: items(25), total: 10_000, offset: 9_975, total_capped: true },
      { first: 9_976, last: 10_000, page: 400, hasBefore: true, hasMore: true, capped: true },
    ],
  ])('%s', (_, answer, paging) => expect(pagingOf(answer)).toMatchObject(paging))

  test('days begin and end by the account’s clock', () => {
    const range = { from: '2026-11-20', to: '2026-11-21' }
    expect(momentsOf(range, 'Africa/Dar_es_Salaam')).toEqual({
      from: '2026-11-19T21:00:00.000Z',
      to: '2026-11-21T21:00:00.000Z',
    })
    expect(momentsOf({ to: '2026-11-21' }, 'UTC')).toEqual({ to: '2026-11-22T00:00:00.000Z' })
    expect(momentsOf({}, 'UTC')).toEqual({})
  })
})

describe('moments', () => {
  const zone = 'Africa/Dar_es_Salaam'
  const now = Date.parse('2026-11-21T20:00:00Z')
  test.each([
    ['2026-11-21T06:05:09Z', 'en', '09:05'],
    ['2026-11-20T20:59:00Z', 'en', '20 Nov, 23:59'],
    ['2026-11-20T21:30:00Z', 'en', '00:30'],
    ['2025-11-21T06:05:09Z', 'en', '21 Nov 2025, 09:05'],
    ['2026-10-01T06:05:09Z', 'sw', '1 Okt, 09:05'],
  ])('%s in %s: %s', (stamp, language, shown) => expect(shortTimeOf(stamp, zone, language, now)).toBe(shown))
  test('times are shown to the second, and days by their names', () => {
    expect(exactTimeOf('2026-11-21T06:05:09Z', zone, 'en')).toBe('21 Nov 2026, 09:05:09')
    expect(dayNameOf('2026-11-21', 'en')).toContain('Saturday')
    expect(dayNameOf('2026-11-21', 'sw')).toContain('Jumamosi')
    expect(shortDayNameOf('2026-11-21', 'en')).toBe('Saturday 21\u00a0Nov')
    expect(shortDayNameOf('2026-11-21', 'sw')).toBe('Jumamosi, 21\u00a0Nov')
  })
})

describe('the first run', () => {
  test('the time zone is the device’s when it is near', () => {
    expect(likelyZone('Africa/Nairobi')).toBe('Africa/Nairobi')
    expect(likelyZone('UTC')).toBe('Africa/Dar_es_Salaam')
  })
  test('the choice of time zones begins with East Africa', () => {
    const zones = ['Africa/Cairo', 'Africa/Dar_es_Salaam', 'Africa/Nairobi', 'Asia/Dubai']
    const { near, others } = zonesFor(zones, 'Asia/Dubai')
    expect(near.slice(0, 3)).toEqual(['Africa/Dar_es_Salaam', 'Africa/Nairobi', 'Africa/Kampala'])
    expect(others).toEqual(['Africa/Cairo', 'Asia/Dubai'])
    expect(zonesFor(zones, 'Mars/Olympus').others[0]).toBe('Mars/Olympus')
  })
  test.each([
    ['works', { response: { status: 200 }, error: null }, '200'],
    ['refuses', { response: { status: 404 }, error: 'the receiver answered 404' }, '404'],
    ['silent', { response: null, error: 'unreachable' }, ''],
  ])('a receiver that %s', (kind, data, status) => {
    expect(webhookTestResultOf({ ok: true, value: { data } })).toMatchObject({ kind, status })
  })
  test('without a test the address is just saved', () => {
    expect(webhookTestResultOf({ ok: false, apiError: { kind: 'unreachable' } }).kind).toBe('saved')
  })
})

describe('the days of a list by name', () => {
  // 22 November 2026 is a Sunday.
  test.each([
    ['today', '2026-11-22', '2026-11-22', '2026-11-22'],
    ['yesterday', '2026-11-01', '2026-10-31', '2026-10-31'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-23'],
    ['month', '2026-11-22', '2026-11-01', '2026-11-22'],
  ] as const)('%s on %s', (preset, today, from, to) =>
    expect(daysOfPreset(preset, today)).toEqual({ from, to }),
  )

  test.each([
    ['2026-11-22', '2026-11-22', 'today'],
    ['2026-11-16', '2026-11-22', 'week'],
    ['2026-11-02', '2026-11-22', undefined],
    ['', '', undefined],
  ] as const)('%s to %s is %p', (from, to, preset) =>
    expect(presetOfDays(from, to, '2026-11-22')).toBe(preset),
  )

  test('are written as all pages write them', () => {
    expect([dateOf('2026-03-01', 'en'), dateOf('2026-03-01', 'sw')]).toEqual(['1 Mar 2026', '1 Mac 2026'])
  })
})

describe('the tabs above a list', () => {
  const names = ['', 'completed', 'unknown', 'failed'].map(value => ({ value, label: value }))
  const total = (status: string, count: number, amount: number | null) => ({ status, count, amount })
  const figures = (statuses: ReturnType<typeof total>[], unknown = 0, capped = false, open = '') =>
    tabsOf(names, { statuses, outcome_unknown: { count: unknown, amount: unknown }, capped }, open).map(
      ({ value, count, isCapped, amount }) => [value, count, isCapped, amount],
    )

  test('have names alone while nothing is known', () =>
    expect(tabsOf(names, undefined, '').map(({ count }) => count)).toEqual(names.map(() => undefined)))
  test('leave out what has no row, unless it is open', () => {
    const all = ['', 3, false, 900]
    const paid = ['completed', 3, false, 900]
    expect(figures([total('completed', 3, 900)])).toEqual([all, paid])
    expect(figures([total('completed', 3, 900)], 0, false, 'failed')).toEqual([
      all,
      paid,
      ['failed', 0, false, 0],
    ])
  })
  test('an unknown outcome has one of its own next to the status', () =>
    expect(figures([total('failed', 2, 500)], 1)).toEqual([
      ['', 2, false, 0],
      ['unknown', 1, false, 1],
      ['failed', 2, false, 500],
    ]))
  test('all have the sum of the money that came, and a row that is checked is counted there alone', () => {
    const totals = {
      statuses: [total('completed', 1, 900), total('pending', 2, 500)],
      outcome_unknown: { count: 1, amount: 70 },
      capped: false,
    }
    const [all] = tabsOf(names, totals, '', true)
    expect([all?.count, all?.amount, all?.net]).toEqual([4, 900, undefined])
  })
  test('what was refunded came too, and all have what is left after refunds', () => {
    const totals = {
      statuses: [total('completed', 1, 900), total('refunded', 2, 500), total('failed', 1, 80)],
      outcome_unknown: { count: 0, amount: 0 },
      refunded: 300,
      capped: false,
    }
    const [all, paid] = tabsOf(names, totals, '', true)
    expect([all?.amount, all?.net, paid?.net]).toEqual([1_400, 1_100, undefined])
  })
  test('sums are left out where none is known', () =>
    expect(figures([total('completed', 3, null)])).toEqual([
      ['', 3, false, undefined],
      ['completed', 3, false, undefined],
    ]))
  test('of more rows than are counted only all are numbered', () =>
    expect(figures([total('completed', 10_000, 900)], 0, true)).toEqual([
      ['', 10_000, true, undefined],
      ...['completed', 'unknown', 'failed'].map(value => [value, undefined, false, undefined]),
    ]))
  test('nothing yet, nothing to filter', () =>
    expect([
      isNothingYet({ total: 0 }, {}),
      isNothingYet({ total: 0 }, { status: 'failed' }),
      isNothingYet({ total: 1 }, {}),
      isNothingYet(undefined, {}),
    ]).toEqual([true, false, false, false]))
})

test.each([
  ['', true],
  ['set', true],
  ['SETT aud', true],
  ['log settings', true],
  ['udit', false],
  ['audit keys', false],
] as const)('the command palette finds Settings › Audit log by %j: %p', (typed, wanted) => {
  expect(hasWords('Settings › Audit log', typed)).toBe(wanted)
})
