// How many deliveries to one host are claimed, and how many of them wait for its answer.
import { expect, test } from 'bun:test'
import { newHostPlaces } from '../../src/job/host-place.ts'

const host = 'shop.example'
const turn = () => new Promise(resolve => setImmediate(resolve))

/** Places with a clock that the test moves. */
function placesOf() {
  const time = { ms: 0 }
  const places = newHostPlaces({ elapsed: () => time.ms })
  /** Asks the host for all claimed jobs. @returns what each that has a place is given to end it */
  const ask = (count: number) => {
    const asked: (() => void)[] = []
    for (let one = 0; one < count; one++) {
      places.claim(host)
      void places.wait(host).then(answered => asked.push(answered))
    }
    return asked
  }
  return { time, places, ask }
}

test('four wait for an answer at once; the next one asks as soon as one is answered', async () => {
  const { ask } = placesOf()
  const asked = ask(6)
  await turn()
  expect(asked).toHaveLength(4)
  asked[0]?.()
  asked[0]?.()
  await turn()
  expect(asked).toHaveLength(5)
  asked[1]?.()
  await turn()
  expect(asked).toHaveLength(6)
})

test.each([
  ['answers soon', 999, 2],
  ['answers late', 1_000, 1],
] as const)(
  'instead of one that is over, of a host that %s (after %d ms) %d are claimed',
  async (_, ms, wanted) => {
    const { time, places, ask } = placesOf()
    const asked = ask(4)
    await turn()
    expect([places.free(host), places.wanted(host)]).toEqual([0, 1])
    time.ms = ms
    asked[0]?.()
    expect([places.free(host), places.wanted(host)]).toEqual([0, wanted])
  },
)

test('one that becomes late has too many claimed: none more until they are over', async () => {
  const { time, places, ask } = placesOf()
  const asked = ask(4)
  await turn()
  asked[0]?.()
  for (let more = 0; more < 8; more++) places.claim(host)
  expect(places.wanted(host)).toBe(1)
  time.ms = 30_000
  asked[1]?.()
  expect(places.wanted(host)).toBe(0)
  for (let over = 0; over < 8; over++) places.end(host)
  expect(places.wanted(host)).toBe(1)
})

test('once none is claimed the host is as new', async () => {
  const { places, ask } = placesOf()
  const asked = ask(1)
  await turn()
  asked[0]?.()
  expect([places.isUsed(host), places.free(host)]).toEqual([true, 3])
  places.end(host)
  expect([places.isUsed(host), places.free(host)]).toEqual([false, 4])
})
