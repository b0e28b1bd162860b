// The calculations of Home's weeks and months.
import { describe, expect, test } from 'bun:test'
import {
  barsOf,
  hourText,
  isCurrent,
  nextPeriodDay,
  profitText,
  soldQuantityOf,
} from '../../../ui/admin/home/period.model.ts'

const earned = { cost: 0, profit: 0, sales_without_cost: 0 }
const sum = { gross: 0, count: 0, refunded: 0, refunds: 0, net: 0, ...earned }
const daysOf = (...amounts: number[]) =>
  amounts.map((gross, place) => ({ ...sum, gross, date: `2026-11-${String(place + 1).padStart(2, '0')}` }))

const week = { from: '2026-11-16', to: '2026-11-22' }
describe('a week', () => {
  test.each([
    ['2026-11-21', true, undefined],
    ['2026-11-22', true, undefined],
    ['2026-11-23', false, '2026-11-23'],
    ['2026-12-05', false, '2026-11-23'],
  ])('on %s', (today, isNow, next) => {
    expect([isCurrent({ ...week, today }), nextPeriodDay({ ...week, today })]).toEqual([isNow, next])
  })
})

describe('bars', () => {
  const before = (...amounts: number[]) => ({
    ...sum,
    from: '2026-10-01',
    to: '2026-10-31',
    so_far: null,
    days: daysOf(...amounts),
  })
  test('stand before the same day of the period before, also where that is shorter', () =>
    expect(barsOf({ days: daysOf(1, 2, 3), before: before(4, 5) }).map(({ before }) => before)).toEqual([
      4, 5, 0,
    ]))
  test('of a week all have names, of a month every fifth', () => {
    const named = (count: number) =>
      barsOf({ days: daysOf(...Array<number>(count).fill(1)), before: before() }).filter(
        ({ isNamed }) => isNamed,
      ).length
    expect([named(7), named(30)]).toEqual([7, 6])
  })
})

test.each([
  [{ cost: 700, profit: 300 }, '300'],
  [{ cost: 700, profit: -1_200 }, '−1,200'],
  [{ cost: 700, profit: 0 }, '0'],
  [{ cost: 0, profit: 0 }, '–'],
  [{ cost: null, profit: null }, '–'],
])('profit of %p is %s', (sum, text) => expect(profitText(sum)).toBe(text))
test.each([
  [8, '08:00–09:00'],
  [23, '23:00–00:00'],
])('hour %p is %s', (hour, text) => expect(hourText(hour)).toBe(text))

test('what is sold by weight is in kilograms', () => {
  expect(soldQuantityOf({ quantity: 1_250, by_weight: true })).toBe('1.25 kg')
  expect(soldQuantityOf({ quantity: 4, by_weight: false })).toBe('4')
})
