// The rules of back-ups, as tables: when one is due, when a person must look, how long one may take, and
// which are kept.
import { describe, expect, test } from 'bun:test'
import {
  chooseBackup,
  copyMaxMs,
  isBackupDue,
  isBackupLate,
  lastBackup,
  nextNight,
  surplusBackups,
} from '../../src/domain/backup.ts'

const dar = 'Africa/Dar_es_Salaam'
const hour = 3_600_000
/** Parses a local time; clocks in Dar es Salaam are three hours ahead of UTC, all year. */
const inDar = (local: string) => Date.parse(`${local}:00+03:00`)

describe('the next night', () => {
  test.each([
    ['before three', '2026-11-21T23:30:00Z', '2026-11-22T00:00:00Z', dar],
    ['at three', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z', dar],
    ['by day', '2026-11-22T09:00:00Z', '2026-11-23T00:00:00Z', dar],
    ['elsewhere', '2026-11-22T09:00:00Z', '2026-11-22T14:00:00Z', 'Pacific/Auckland'],
    [
      'where clocks skip from three to four',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00Z',
      'Europe/Helsinki',
    ],
    ['where clocks show three twice', '2026-10-24T12:00:00Z', '2026-10-25T00:00:00Z', 'Europe/Helsinki'],
    ['where a day is skipped', '2011-12-29T20:00:00Z', '2011-12-30T13:00:00Z', 'Pacific/Apia'],
  ])('%s', (_, now, due, zone) => {
    expect(new Date(nextNight(Date.parse(now), zone)).toISOString()).toBe(due.replace('Z', '.000Z'))
  })
})

describe('a back-up is due', () => {
  test.each([
    ['when there is none', undefined, '2026-11-21T12:00', true],
    ['at three, after one of yesterday', '2026-11-20T23:59', '2026-11-21T03:00', true],
    ['at three, after the night before', '2026-11-20T03:00', '2026-11-21T03:00', true],
    ['not twice in a night', '2026-11-21T03:00', '2026-11-21T03:00', false],
    ['not before three, when yesterday has one', '2026-11-20T03:00', '2026-11-21T02:59', false],
    ['before three, when yesterday has none', '2026-11-19T22:00', '2026-11-21T00:10', true],
    ['not at three, after one of that night', '2026-11-21T00:10', '2026-11-21T03:00', false],
    ['by day, when the night missed it', '2026-11-20T03:00', '2026-11-21T08:00', true],
    [
      'less than a day after the last, when the shop opens earlier',
      '2026-11-20T08:30',
      '2026-11-21T08:00',
      true,
    ],
    ['not twice a day', '2026-11-21T08:00', '2026-11-21T22:00', false],
  ])('%s', (_, last, now, isDue) => {
    expect(isBackupDue(last === undefined ? undefined : inDar(last), inDar(now), dar)).toBe(isDue)
  })
})

describe('a back-up is late', () => {
  const now = inDar('2026-11-21T12:00')
  test.each([
    ['not at 36 hours', now - 36 * hour, 0, false],
    ['after 36 hours', now - 36 * hour - 1, 0, true],
    ['without one, not at 36 hours of a new box', undefined, now - 36 * hour, false],
    ['without one, after 36 hours of a new box', undefined, now - 36 * hour - 1, true],
    ['without one, where even the server began later than now', undefined, now + 1, true],
  ])('%s', (_, last, began, isLate) => {
    expect(isBackupLate(last, began, now)).toBe(isLate)
  })
})

test('the last one is never dated later than now', () => {
  const backups = [9, 5, 3].map(takenAt => ({ takenAt }))
  expect([2, 3, 4, 5, 8, 9].map(now => lastBackup(backups, now)?.takenAt)).toEqual([undefined, 3, 3, 5, 5, 9])
})

test.each([
  [9, 9, []],
  [8, 9, []],
  [7.9, 5, [9]],
  [2, 3, [9, 5]],
  [1, 9, []],
])('on day %p the one of day %p is restored, and %p are passed over', (today, chosen, ahead) => {
  const day = 24 * hour
  const takenOn = (days: number) => ({ takenAt: days * day })
  expect(chooseBackup([9, 5, 3].map(takenOn), today * day)).toEqual({
    backup: takenOn(chosen),
    datedAhead: ahead.map(takenOn),
  })
  expect(chooseBackup([], today * day)).toBeUndefined()
})

test.each([
  ['three minutes ahead is restored', hour / 20, true],
  ['400 days ahead is passed over', 400 * 24 * hour, false],
])('a back-up whose clock was %s', (_, aheadMs, isChosen) => {
  const now = inDar('2026-11-21T12:00')
  const [newest, older] = [now + aheadMs, now - 9 * hour].map(takenAt => ({ takenAt })) as [
    { takenAt: number },
    { takenAt: number },
  ]
  expect(chooseBackup([newest, older], now)).toEqual(
    isChosen ? { backup: newest, datedAhead: [] } : { backup: older, datedAhead: [newest] },
  )
})

test.each([
  [0, 10],
  [75_000_000, 15],
  [15_000_000_000, 1_010],
])('a copy of %p bytes may take %p minutes', (bytes, minutes) => {
  expect(copyMaxMs(bytes)).toBe(minutes * 60_000)
})

describe('the copies to keep are', () => {
  /** Returns which of these back-ups are removed, all newest first. */
  const gone = (keep: number, now: string, backups: readonly string[]) =>
    surplusBackups(
      backups.map(name => ({ name, takenAt: inDar(name) })),
      { keep, now: inDar(now), timeZone: dar },
    ).map(({ name }) => name)
  const nights = (...days: number[]) => days.map(day => `2026-11-${String(day).padStart(2, '0')}T03:00`)

  test.each([
    ['as many as there are', 3, '2026-11-21T03:00', nights(21, 20), []],
    ['those of the last days', 3, '2026-11-21T03:00', nights(21, 20, 19, 18, 17), nights(18, 17)],
    ['those of days that have one, however long ago', 3, '2026-11-21T03:00', nights(21, 10, 2), []],
    ['only the newest', 1, '2026-11-21T03:00', nights(21, 20), nights(20)],
    [
      'one a day, however many were taken manually',
      2,
      '2026-11-21T10:02',
      ['2026-11-21T10:02', '2026-11-21T10:01', ...nights(21), '2026-11-20T18:00', ...nights(20)],
      ['2026-11-21T10:01', ...nights(21), ...nights(20)],
    ],
    [
      'by days of the server, not of UTC',
      3,
      '2026-11-21T03:00',
      ['2026-11-21T02:00', '2026-11-20T23:00', '2026-11-20T02:00'],
      ['2026-11-20T02:00'],
    ],
    [
      'those of a clock that ran ahead, and the others',
      2,
      '2026-11-21T03:00',
      ['2027-12-02T09:00', '2027-12-01T09:00', ...nights(21, 20)],
      [],
    ],
    [
      'not more of a clock that ran ahead than of others',
      2,
      '2026-11-21T03:00',
      ['2027-12-03T09:00', '2027-12-03T08:00', '2027-12-02T09:00', '2027-12-01T09:00', ...nights(21, 20)],
      ['2027-12-03T08:00', '2027-12-01T09:00'],
    ],
    [
      'the first of a clock that fell behind',
      2,
      '2020-01-01T00:01',
      [...nights(21, 20), '2020-01-01T00:01'],
      [],
    ],
  ])('%s', (_, keep, now, backups, goes) => {
    expect(gone(keep, now, backups)).toEqual(goes)
  })
})
