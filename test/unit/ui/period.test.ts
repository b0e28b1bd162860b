// The calculations of Home's weeks, months and ranges.
import { describe, expect, test } from 'bun:test'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import {
  barsOf,
  comparedDaysOf,
  hourText,
  isCurrent,
  nextPeriodDay,
  profitText,
  rangeAfter,
  rangeText,
  reportQueryOf,
  soldQuantityOf,
  spansOf,
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
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...sum, gross: 1, date: dayText(dayAfter(20260101, at)) }))
  test.each([
    [1, 1, 1],
    [7, 7, 7],
    [30, 30, 6],
    [31, 31, 7],
    [32, 5, 5],
    [60, 9, 5],
    [366, 53, 6],
  ])('of %p days are %p, %p with a name, and add up', (count, bars, names) => {
    const all = barsOf({ days: days(count), before: { ...before(), days: days(count) } })
    expect([all.length, all.filter(({ isNamed }) => isNamed).length]).toEqual([bars, names])
    expect(all.reduce((sum, { gross }) => sum + gross, 0)).toBe(count)
    expect(all.map(({ before }) => before)).toEqual(all.map(({ gross }) => gross))
    expect(all.at(-1)?.to).toBe(days(count).at(-1)?.date as string)
  })
  test('weeks have the sums of their days; hidden profit stays hidden', () => {
    const [first, second] = spansOf(
      days(8).map(day => ({ ...day, count: 2, cost: 3, profit: null, sales_without_cost: 1 })),
      true,
    )
    expect(first).toMatchObject({ from: '2026-01-01', to: '2026-01-07', gross: 7, count: 14, cost: 21 })
    expect(first).toMatchObject({ profit: null, sales_without_cost: 7 })
    expect(second).toMatchObject({ from: '2026-01-08', to: '2026-01-08', gross: 1 })
  })
  test('of a week all have names, of a month every fifth', () => {
    const named = (count: number) =>
      barsOf({ days: daysOf(...Array<number>(count).fill(1)), before: before() }).filter(
        ({ isNamed }) => isNamed,
      ).length
    expect([named(7), named(30)]).toEqual([7, 6])
  })
})

describe('a range', () => {
  const days = daysOf(1, 2, 3)
  const before = { ...sum, from: '2026-10-29', to: '2026-10-31', days: [], so_far: null }
  const daysBefore = ['2026-10-29', '2026-10-30', '2026-10-31'].map(date => ({ ...sum, date }))
  test('is compared with as many days as have passed', () => {
    const whole = { days, before: { ...before, days: daysBefore } }
    const lasting = { days, before: { ...whole.before, so_far: sum } }
    expect(comparedDaysOf({ ...whole, today: '2026-11-09' })).toEqual({
      from: '2026-10-29',
      to: '2026-10-31',
    })
    expect(comparedDaysOf({ ...lasting, today: '2026-11-02' })).toEqual({
      from: '2026-10-29',
      to: '2026-10-30',
    })
  })
  test('is followed by as many days', () =>
    expect(rangeAfter({ days, to: '2026-11-03' })).toEqual({ from: '2026-11-04', to: '2026-11-06' }))
  test('is asked for by its days, a period by one day', () => {
    const report = { from: '2026-11-01', to: '2026-11-03' }
    expect(reportQueryOf({ period: 'range', ...report })).toEqual(report)
    expect(reportQueryOf({ period: 'week', ...report })).toEqual({ period: 'week', day: '2026-11-01' })
  })
  test.each([
    ['2026-11-01', '2026-11-03', 'en', '1 Nov – 3 Nov 2026'],
    ['2026-12-01', '2027-01-03', 'sw', '1 Des 2026 – 3 Jan 2027'],
    ['2026-11-01', '2026-11-01', 'en', '1 Nov 2026'],
  ])('%s to %s', (from, to, language, text) => expect(rangeText(from, to, language)).toBe(text))
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
