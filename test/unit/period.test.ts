// Days, weeks, months and ranges of reports.
import { describe, expect, test } from 'bun:test'
import {
  dayCountOf,
  daysOf,
  daysSoFar,
  type Period,
  periodAfter,
  periodBefore,
  periodWith,
  rangeBefore,
  reportDays,
} from '../../src/domain/period.ts'

const table: [period: Period, day: number, first: number, last: number][] = [
  ['day', 20261121, 20261121, 20261121],
  ['week', 20261121, 20261116, 20261122],
  ['week', 20261116, 20261116, 20261122],
  ['week', 20261122, 20261116, 20261122],
  ['week', 20261123, 20261123, 20261129],
  ['week', 20270101, 20261228, 20270103],
  ['month', 20261121, 20261101, 20261130],
  ['month', 20261231, 20261201, 20261231],
  ['month', 20280210, 20280201, 20280229],
  ['month', 20270228, 20270201, 20270228],
]
test.each(table)('the %s of %p is %p to %p', (period, day, first, last) =>
  expect(periodWith(period, day)).toEqual({ first, last }),
)

test.each(table)('before and after the %s of %p no day is missing', (period, day, first) => {
  const shown = periodWith(period, day)
  expect(periodAfter(period, periodBefore(period, shown))).toEqual(shown)
  expect(periodBefore(period, periodAfter(period, shown))).toEqual(shown)
  expect(daysOf(shown)[0]).toBe(first)
})

const ranges: [first: number, last: number, count: number, before: [number, number]][] = [
  [20261121, 20261121, 1, [20261120, 20261120]],
  [20261101, 20261115, 15, [20261017, 20261031]],
  [20270225, 20270304, 8, [20270217, 20270224]],
  [20280101, 20281231, 366, [20261231, 20271231]],
  [20260329, 20261025, 211, [20250830, 20260328]], // clocks of other zones change on both days
]
test.each(ranges)(
  'the range %p to %p has %p days, and as many right before',
  (first, last, count, before) => {
    const days = { first, last }
    expect([dayCountOf(days), daysOf(days).length]).toEqual([count, count])
    expect(rangeBefore(days)).toEqual({ first: before[0], last: before[1] })
    expect(daysOf(rangeBefore(days))).toHaveLength(count)
    expect(reportDays({ period: 'range', days }, 20261121)).toEqual({
      shown: days,
      before: rangeBefore(days),
    })
  },
)
test('a range that ends before it begins has no days', () =>
  expect([
    dayCountOf({ first: 20261121, last: 20261120 }),
    dayCountOf({ first: 20261121, last: 20261101 }),
  ]).toEqual([0, -19]))
test('a report without a day is about today', () =>
  expect(reportDays({ period: 'week', day: undefined }, 20261121)).toEqual({
    shown: { first: 20261116, last: 20261122 },
    before: { first: 20261109, last: 20261115 },
  }))

test('the days of a week over the end of a month', () =>
  expect(daysOf({ first: 20261130, last: 20261206 })).toEqual([
    20261130, 20261201, 20261202, 20261203, 20261204, 20261205, 20261206,
  ]))

describe('what compares with the days until today', () => {
  const rows: [period: Period, today: number, wanted: object | undefined][] = [
    ['week', 20261116, { first: 20261109, last: 20261109 }],
    ['week', 20261121, { first: 20261109, last: 20261114 }],
    ['week', 20261122, undefined],
    ['month', 20270330, { first: 20270201, last: 20270228 }],
    ['month', 20270310, { first: 20270201, last: 20270210 }],
    ['day', 20261121, undefined],
  ]
  test.each(rows)('in a %s on %p', (period, today, wanted) => {
    const shown = periodWith(period, today)
    expect(daysSoFar(shown, periodBefore(period, shown), today)).toEqual(wanted as never)
  })
  test.each([
    [20261101, { first: 20261017, last: 20261017 }],
    [20261110, { first: 20261017, last: 20261026 }],
    [20261115, undefined],
    [20261031, undefined],
  ])('in a range on %p', (today, wanted) => {
    const days = { first: 20261101, last: 20261115 }
    expect(daysSoFar(days, rangeBefore(days), today)).toEqual(wanted as never)
  })
  test('nothing once the period is over', () =>
    expect(
      daysSoFar({ first: 20261116, last: 20261122 }, { first: 20261109, last: 20261115 }, 20261130),
    ).toBeUndefined())
})
