// Days, weeks and months of reports.
import { describe, expect, test } from 'bun:test'
import {
  daysOf,
  daysSoFar,
  type Period,
  periodAfter,
  periodBefore,
  periodWith,
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
  test('nothing once the period is over', () =>
    expect(
      daysSoFar({ first: 20261116, last: 20261122 }, { first: 20261109, last: 20261115 }, 20261130),
    ).toBeUndefined())
})
