// When a network is asked about an order next: slowly while no one waits, every 3 s while a screen does, and
// never more often than the network allows.
import { describe, expect, test } from 'bun:test'
import { nextCheckMs, nextWatchedCheckMs } from '../../src/domain/check-pace.ts'

const day = 86_400_000
const facts = {
  checks: { firstMs: 15_000, mostMs: 180_000, deadlineMs: day },
  rate: { perMinute: 120 },
}

describe('an order that is not watched', () => {
  test.each([
    [0, 15_000],
    [15_000, 15_000],
    [40_000, 20_000],
    [200_000, 100_000],
    [3_600_000, 180_000],
    [day, day],
    [-1, 180_000],
  ])('at an age of %d ms is asked about after %d ms', (ageMs, waitMs) => {
    expect(nextCheckMs(facts.checks, ageMs)).toBe(waitMs)
  })
})

describe('a watched order', () => {
  test.each([
    [0, 3_000],
    [119_999, 3_000],
    [120_000, 3_000],
    [140_000, 10_000],
    [300_000, 90_000],
    [3_600_000, 180_000],
    [-1, 180_000],
  ])('at an age of %d ms is asked about after %d ms', (ageMs, waitMs) => {
    expect(nextWatchedCheckMs(facts, ageMs, 1)).toBe(waitMs)
  })

  test.each([
    [1, 3_000],
    [4, 3_000],
    [5, 3_334],
    [30, 20_000],
    [90, 60_000],
  ])('of %d that are watched is asked about every %d ms', (watched, waitMs) => {
    expect(nextWatchedCheckMs(facts, 10_000, watched)).toBe(waitMs)
    expect((watched * 60_000) / waitMs).toBeLessThanOrEqual(facts.rate.perMinute)
  })

  test('of many whose checks are answered by one call is asked about every 3 s', () => {
    const shared = { ...facts, checks: { ...facts.checks, areShared: true } }
    expect(nextWatchedCheckMs(shared, 10_000, 90)).toBe(3_000)
  })
})
