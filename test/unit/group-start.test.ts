// Which requests a group waits for: those that arrive while each turn of the event loop brings more.
import { expect, test } from 'bun:test'
import { gatherThen } from '../../src/store/sqlite/group-start.ts'

/** Returns the size of the group when requests arrive in these turns, one number for each. */
async function gathered(arrivals: readonly number[]): Promise<number> {
  let size = 1
  const group = Promise.withResolvers<number>()
  gatherThen(
    () => size,
    () => group.resolve(size),
  )
  for (const count of arrivals) {
    size += count
    await new Promise(resolve => setImmediate(resolve))
  }
  return group.promise
}

test.each([
  ['one request alone goes with the end of its turn', [], 1],
  ['those of the next turns go with it', [3, 2], 6],
  ['one that comes after a turn without any does not', [0, 0, 4], 1],
  ['an endless stream does not hold the group up', [1, 1, 1, 1, 1, 1, 1], 5],
] as const)('%s', async (_, arrivals, size) => {
  expect(await gathered(arrivals)).toBe(size)
})
