// Days by the account's time zone: Dar es Salaam is three hours ahead of UTC, all year.
import { describe, expect, test } from 'bun:test'
import { readDay } from '../../src/domain/calendar.ts'
import { dayAfter, dayOf, daysWithin, dayText, hoursOf, localTime } from '../../src/domain/day.ts'

const dar = 'Africa/Dar_es_Salaam'

test.each([
  ['2026-03-02T20:59:59.999Z', 20260302],
  ['2026-03-02T21:00:00.000Z', 20260303],
  ['2026-03-02T21:00:00.001Z', 20260303],
  ['2026-02-28T20:59:59.999Z', 20260228],
  ['2026-02-28T21:00:00.000Z', 20260301],
  ['2028-02-28T21:00:00.000Z', 20280229],
  ['2025-12-31T20:59:59.999Z', 20251231],
  ['2025-12-31T21:00:00.000Z', 20260101],
  ['1970-01-01T00:00:00.000Z', 19700101],
])('%s in Dar es Salaam: %p', (stamp, day) => {
  expect(dayOf(Date.parse(stamp), dar)).toBe(day)
})

test('zones used in turn are not mixed up', () => {
  const late = Date.parse('2026-03-02T22:00:00Z')
  for (let round = 0; round < 2; round++) {
    expect(dayOf(late, dar)).toBe(20260303)
    expect(dayOf(late, 'UTC')).toBe(20260302)
    expect(dayOf(late, 'Asia/Kathmandu')).toBe(20260303)
  }
})

test('every quarter of an hour of a month, back and forth', () => {
  const start = Date.parse('2026-03-01T00:00:00Z')
  for (let quarter = 0; quarter < 31 * 96; quarter++) {
    const now = start + quarter * 900_000
    const shifted = new Date(now + 3 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
    expect(dayOf(now, dar)).toBe(Number(shifted))
    expect(dayOf(start, dar)).toBe(20260301)
  }
})

describe('a day as people write it', () => {
  test.each([
    ['2026-11-21', 20261121],
    ['2028-02-29', 20280229],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['2026-00-10', undefined],
    ['2026-11-31', undefined],
    ['1999-01-01', undefined],
    ['20261121', undefined],
    ['2026-11-21T00:00', undefined],
    ['', undefined],
  ])('%j is %p', (text, day) => {
    expect(readDay(text)).toBe(day)
    if (day !== undefined) expect(dayText(day)).toBe(text)
  })

  test.each([
    [20261121, -1, 20261120],
    [20260301, -1, 20260228],
    [20280301, -1, 20280229],
    [20270101, -7, 20261225],
    [20261231, 1, 20270101],
  ])('%p and %p days is %p', (day, days, other) => expect(dayAfter(day, days)).toBe(other))
})

describe('the hours of a day', () => {
  const lengths = (day: number, zone: string) =>
    hoursOf(day, zone).map(({ from, to }) => (to - from) / 3_600_000)
  const all = Array<number>(24).fill(1)

  test.each(['Africa/Dar_es_Salaam', 'UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Niue'])(
    'follow each other in %s',
    zone => {
      const hours = hoursOf(20261121, zone)
      expect(lengths(20261121, zone)).toEqual(all)
      for (const [index, { from, to }] of hours.entries()) {
        if (index > 0) expect(from).toBe(hours[index - 1]?.to ?? 0)
        expect([dayOf(from, zone), dayOf(to - 1, zone)]).toEqual([20261121, 20261121])
        expect(localTime(from, zone)).toBe(`2026-11-21 ${String(index).padStart(2, '0')}:00:00`)
      }
    },
  )

  test('are 23 or 25 where the clocks change', () => {
    expect(lengths(20261025, 'Europe/Berlin')).toEqual(all.with(2, 2))
    expect(lengths(20260329, 'Europe/Berlin')).toEqual(all.with(2, 0))
  })
})

describe('whole days within a period', () => {
  const at = (text: string) => Date.parse(text)
  test.each([
    ['from noon to noon', { from: at('2026-03-01T09:00Z'), to: at('2026-03-05T09:00Z') }, 20260302, 20260304],
    ['one moment after midnight', { from: at('2026-02-28T21:00:00.001Z') }, 20260302, 99991231],
    ['until midnight', { to: at('2026-03-05T21:00Z') }, 0, 20260305],
    ['at any time', {}, 0, 99991231],
  ])('%s', (_, period, first, last) => {
    expect(daysWithin(period, dar)).toEqual({ first, last })
  })

  test('there are none within a day and a half', () => {
    const { first, last } = daysWithin({ from: at('2026-03-01T09:00Z'), to: at('2026-03-02T20:00Z') }, dar)
    expect(first).toBeGreaterThan(last)
  })
})
