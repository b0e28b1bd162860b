// Days by the account's time zone: Dar es Salaam is three hours ahead of UTC, all year.
import { expect, test } from 'bun:test'
import { dayOf } from '../src/domain/day.ts'

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

test('zones are not mixed up when asked in turn', () => {
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
