// How the bench reads the engine's log of garbage collections.
import { expect, test } from 'bun:test'
import { newAllocations } from '../../scripts/bench/allocation.ts'

const collection = (before: number, left: number) =>
  `[GC<0x3f8>: START M ${before}kb => EdenCollection, a=0kb i#1:P<Msm(0)>Pbc => ${left}kb, p=0.4ms (max 0.4), cycle 0.3ms END]`

test('what was allocated is the heap before each collection, less what the one before has left', () => {
  const allocations = newAllocations()
  for (const line of [collection(9_000, 1_000), collection(8_500, 2_000)]) allocations.takeLine(line)
  expect(allocations.kb()).toBe(7_500)
  // A concurrent collection logs its beginning and its end in two lines.
  allocations.takeLine('[GC<0x3f8>: START M 5000kb => EdenCollection, a=0kb p=0.9ms (max 10.1)...]')
  allocations.takeLine('[GC<0x3f8>: M a=1kb i#5:P<Cs>Pbc => 3000kb, p=0.8ms (max 10.1), cycle 2.5ms END]')
  allocations.takeLine(collection(4_000, 3_000))
  expect(allocations.kb()).toBe(11_500)
})

test('lines of the collector are kept back, and the program’s own are not', () => {
  const { takeLine } = newAllocations()
  const lines = [
    'GC END!',
    'Requesting GC because bytes allocated this cycle: 7',
    '[GC<0x3f8>: epilogue 0.04ms]',
  ]
  expect(lines.map(takeLine)).toEqual([true, true, true])
  expect(takeLine('{"level":"error","message":"a request failed"}')).toBe(false)
})
