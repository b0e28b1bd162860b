// The rule for pieces of the log that no copy can use, as a table.
import { expect, test } from 'bun:test'
import { surplusPieces } from '../../src/domain/backup-log.ts'

/** Returns pieces of a generation, numbered from 1, with the times at which they ended. */
const pieces = (generation: string, ...times: number[]) =>
  times.map((endedAt, index) => ({
    name: `${generation}${index + 1}`,
    generation,
    number: index + 1,
    endedAt,
  }))
const knownAll = Number.POSITIVE_INFINITY

test.each([
  ['none that follows a copy', [{ generation: 'a', number: 0 }], knownAll, pieces('a', 1, 2), ''],
  ['those up to a copy', [{ generation: 'a', number: 2 }], knownAll, pieces('a', 1, 2, 3), 'a1 a2'],
  [
    'those up to the first of several copies',
    [2, 1].map(number => ({ generation: 'a', number })),
    knownAll,
    pieces('a', 1, 2, 3),
    'a1',
  ],
  [
    'those of a generation without a copy',
    [{ generation: 'b', number: 0 }],
    knownAll,
    [...pieces('a', 1, 2), ...pieces('b', 3)],
    'a1 a2',
  ],
  ['those older than a copy whose position is unknown', [], 20, pieces('a', 10, 19, 20, 21), 'a1 a2'],
  ['none after a newer one, though a clock dated it earlier', [], 20, pieces('a', 10, 21, 1, 22), 'a1'],
  [
    'none that follows a copy, though a clock dated it before all copies',
    [{ generation: 'a', number: 1 }],
    20,
    pieces('a', 10, 1, 21),
    'a1',
  ],
  [
    'those before a copy, though a clock dated one after it',
    [{ generation: 'a', number: 3 }],
    knownAll,
    pieces('a', 10, 99, 12, 13),
    'a1 a2 a3',
  ],
])('the pieces to remove are %s', (_, positions, oldestUnknownAt, existing, gone) => {
  const removed = surplusPieces(existing.toReversed(), { positions, oldestUnknownAt, keep: 7 })
  expect(removed.map(({ name }) => name).join(' ')).toBe(gone)
})

test('a copy that a clock dated ahead keeps no pieces', () => {
  const positions = [10, 100, 200, 300, 400, 500, 600, 700].map(number => ({ generation: 'a', number }))
  const existing = pieces('a', ...Array.from({ length: 720 }, (_, index) => index))
  const left =
    existing.length - surplusPieces(existing, { positions, oldestUnknownAt: knownAll, keep: 7 }).length
  expect(left).toBe(720 - 100)
})
