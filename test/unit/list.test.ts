// The query parameters of lists, as a table: times and pages.
import { describe, expect, test } from 'bun:test'
import { Fault } from '../../src/domain/fault.ts'
import { pageOf, readTime } from '../../src/http/server/list.ts'
import { timePattern } from '../../src/wire/money.ts'

describe('a time', () => {
  test.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T08:00', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21 08:00:30', '2026-11-21T08:00:30.000Z'],
    ['2026-11-21T08:00:30.25', '2026-11-21T08:00:30.250Z'],
    ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00+03:00', '2026-11-21T05:00:00.000Z'],
  ])('%s is %s', (text, time) => expect(new Date(readTime('from', text)).toISOString()).toBe(time))

  test.each([
    'yesterday',
    '2026-11',
    '2026-13-01',
    '2026-11-32',
    '2026-11-21T25:00',
    '2026-11-21T08',
    '2026-11-21T08:00:00 03:00',
    '2026-11-21x',
    ' 2026-11-21',
  ])('%s is none', text => {
    expect(text).not.toMatch(new RegExp(timePattern))
    expect(() => readTime('from', text)).toThrow(Fault)
  })
})

describe('an offset', () => {
  test('has a bound, which the document names', () => {
    expect(pageOf({ offset: '1000000000' }).offset).toBe(1_000_000_000)
    expect(() => pageOf({ offset: '1000000001' })).toThrow(Fault)
  })
})
