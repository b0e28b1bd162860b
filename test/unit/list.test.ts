// The query parameters of lists, as a table: times and pages.
import { describe, expect, test } from 'bun:test'
import { Fault } from '../../src/domain/fault.ts'
import { readCountedRows } from '../../src/http/server/cursor.ts'
import { pageOf, timeIn } from '../../src/http/server/list.ts'
import { timePattern } from '../../src/wire/money.ts'

describe('a time', () => {
  const dar = 'Africa/Dar_es_Salaam'
  test.each([
    ['2026-11-21', '2026-11-20T21:00:00.000Z'],
    ['2026-11-21T08:00', '2026-11-21T05:00:00.000Z'],
    ['2026-11-21 08:00:30', '2026-11-21T05:00:30.000Z'],
    ['2026-11-21T08:00:30.25', '2026-11-21T05:00:30.250Z'],
    ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00+02:00', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T08:00:00.999999999-05:30', '2026-11-21T13:30:00.999Z'],
    ['2028-02-29', '2028-02-28T21:00:00.000Z'],
    ['1970-01-01', '1969-12-31T21:00:00.000Z'],
    ['9999-12-31', '9999-12-30T21:00:00.000Z'],
  ])('%s in Dar es Salaam is %s', (text, time) => {
    expect(text).toMatch(new RegExp(timePattern))
    expect(new Date(timeIn(dar, 'from', text)).toISOString()).toBe(time)
  })

  test('follows the clocks of other zones', () => {
    const times = [
      ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
      ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
      ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
      ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
      ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'], // its clocks go from 23:59 to 01:00
    ] as const
    for (const [zone, text, time] of times)
      expect([zone, text, new Date(timeIn(zone, 'from', text)).toISOString()]).toEqual([zone, text, time])
  })

  test.each([
    'yesterday',
    '2026-11',
    '2026-13-01',
    '2026-00-10',
    '2026-11-32',
    '2026-02-30',
    '2026-04-31T08:00Z',
    '2026-11-21T25:00',
    '2026-11-21T24:00',
    '2026-11-21T08:60',
    '2026-11-21T08',
    '2026-11-21T08:00:00 03:00',
    '2026-11-21T08:00:00+25:00',
    '2026-11-21x',
    ' 2026-11-21',
  ])('%s is none', text => {
    expect(text).not.toMatch(new RegExp(timePattern))
    expect(() => timeIn(dar, 'from', text)).toThrow(Fault)
  })

  test('29 February of another year is none', () => {
    expect(() => timeIn(dar, 'from', '2026-02-29')).toThrow(Fault)
    expect(() => timeIn(dar, 'from', '2100-02-29T08:00:00Z')).toThrow(Fault)
  })
})

describe('an offset', () => {
  test('has a bound, which the document names', () => {
    expect(pageOf({ offset: '1000000000' }).offset).toBe(1_000_000_000)
    expect(() => pageOf({ offset: '1000000001' })).toThrow(Fault)
  })
})

describe('the total of a list', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }))
  const pageWith = async (shown: number, counted: number, stored?: number) => {
    const { page } = await readCountedRows(
      { limit: '20' },
      {
        filter: {},
        idOf: id => id,
        list: async () => rows(shown),
        countUpTo: async (_, max) => Math.min(max, counted),
        total: async () => stored,
      },
    )
    return page
  }

  test.each([
    ['a short page shows it', 7, 0, undefined, 7, false],
    ['counted', 20, 9_999, undefined, 9_999, false],
    ['counted up to the limit', 20, 10_000, undefined, 10_000, true],
    ['counted beyond the limit', 20, 250_000, undefined, 10_000, true],
    ['kept, and as large as the limit', 20, 0, 10_000, 10_000, false],
    ['kept, and beyond the limit', 20, 0, 250_000, 250_000, false],
  ] as const)('%s', async (_, shown, counted, stored, total, isCapped) => {
    const capped = isCapped ? { total_capped: true as const } : {}
    expect(await pageWith(shown, counted, stored)).toEqual({ total, ...capped, limit: 20, offset: 0 })
  })
})
