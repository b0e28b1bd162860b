// Which requests a group waits for: those that arrive while each turn of the event loop brings more.
import { expect, test } from 'bun:test'
import { gatherThen, newGroupStart } from '../../src/store/sqlite/group-start.ts'

/** The size of the group when requests arrive in these turns, one number for each. */
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

/** A start of groups whose timer the test calls. */
function startWithTimer(hasDisk = false) {
  const state = { runs: 0, requests: 1, waits: [] as (() => void)[] }
  const start = newGroupStart({
    hasDisk,
    requests: () => state.requests,
    run() {
      state.runs++
      start.ended()
    },
    after(_, call) {
      state.waits.push(call)
      return () => void state.waits.splice(state.waits.indexOf(call), 1)
    },
  })
  return { state, start }
}
const turn = () => new Promise(resolve => setImmediate(resolve))

test('work in the background waits for its time', async () => {
  const { state, start } = startWithTimer()
  start.plan(true)
  start.plan(true)
  await turn()
  expect([state.runs, state.waits.length, start.isPlanned()]).toEqual([0, 1, true])
  state.waits[0]?.()
  await turn()
  expect([state.runs, start.isPlanned()]).toEqual([1, false])
})

test('a request takes it along in its group', async () => {
  const { state, start } = startWithTimer()
  start.plan(true)
  start.plan(false)
  start.plan(true)
  await turn()
  await turn()
  expect([state.runs, state.waits.length, start.isPlanned()]).toEqual([1, 0, false])
})

test('on a disk requests that come in the same turn wait for a turn that brings no more, in memory they do not', async () => {
  const disk = startWithTimer(true)
  const memory = startWithTimer()
  for (const { start, state } of [disk, memory]) {
    start.plan(false)
    state.requests = 2
  }
  await turn()
  expect([disk.state.runs, memory.state.runs]).toEqual([0, 1])
  await turn()
  expect(disk.state.runs).toBe(1)
})
