// How many deliveries to one host are claimed, and how many of them may call it.
import { expect, test } from 'bun:test'
import { newHostPlaces } from '../../src/job/host-place.ts'

const host = 'acct_1 shop.example'
const turn = () => new Promise(resolve => setImmediate(resolve))

/** Returns places with a clock that the test moves. */
function placesOf() {
  const timers = new Set<{ readonly at: number; call(): void }>()
  const time = {
    ms: 0,
    /** Runs what was planned until then. */
    pass(ms: number) {
      time.ms += ms
      for (const timer of timers) if (timer.at <= time.ms && timers.delete(timer)) timer.call()
    },
  }
  const places = newHostPlaces({
    elapsed: () => time.ms,
    after(ms, call) {
      const timer = { at: time.ms + ms, call }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  /** Makes one delivery to a host, which answers at once. */
  async function answers(name: string): Promise<void> {
    places.claim(name)
    const answered = await places.takePlace(name)
    answered(true)
    places.end(name)
  }
  /** Asks the host for all claimed jobs. @returns what each that has a place is given to end it */
  const ask = (count: number) => {
    const asked: ((isHeard?: boolean) => void)[] = []
    for (let one = 0; one < count; one++) {
      places.claim(host)
      void places.takePlace(host).then(answered => asked.push(answered))
    }
    return asked
  }
  return { time, places, answers, ask }
}

test('four wait for an answer in parallel; the next one begins as soon as one is answered', async () => {
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
    const { time, places, answers, ask } = placesOf()
    await answers(host)
    const asked = ask(4)
    await turn()
    expect([places.free(host), places.replacements(host)]).toEqual([0, 1])
    time.ms = ms
    asked[0]?.(true)
    expect([places.free(host), places.replacements(host)]).toEqual([0, wanted])
  },
)

test('one that becomes late has too many claimed: none more until they are over', async () => {
  const { time, places, answers, ask } = placesOf()
  await answers(host)
  const asked = ask(4)
  await turn()
  asked[0]?.(true)
  for (let more = 0; more < 8; more++) places.claim(host)
  expect(places.replacements(host)).toBe(1)
  time.ms = 30_000
  asked[1]?.(true)
  expect(places.replacements(host)).toBe(0)
  for (let over = 0; over < 8; over++) places.end(host)
  expect(places.replacements(host)).toBe(1)
})

test('a host has two places until it has answered, then four; it is remembered', async () => {
  const { places, answers } = placesOf()
  expect(places.free(host)).toBe(2)
  places.claim(host)
  expect([places.hasClaims(host), places.free(host), places.silent()]).toEqual([true, 1, 1])
  places.end(host)
  await answers(host)
  expect([places.hasClaims(host), places.free(host), places.silent()]).toEqual([false, 4, 0])
})

test('a host that answered before and hangs now is silent after a second, with all that is claimed', async () => {
  const { time, places, answers, ask } = placesOf()
  await answers(host)
  const asked = ask(4)
  await turn()
  time.pass(999)
  expect([places.isSilent(host), places.silent()]).toEqual([false, 0])
  time.pass(1)
  expect([places.isSilent(host), places.silent(), places.free(host)]).toEqual([true, 4, -2])
  asked[0]?.(true)
  expect([places.isSilent(host), places.silent()]).toEqual([false, 0])
})

/** Claims dead hosts of an account until there is no place. @returns how many */
function claimDead(places: ReturnType<typeof placesOf>['places'], account: string): number {
  for (let count = 0; ; count++) {
    const name = `${account} dead-${count}.example`
    if (places.free(name) <= 0) return count
    places.claim(name)
  }
}

test('a thousand dead hosts of an account leave places for those that answer and for other accounts', async () => {
  const { places, answers } = placesOf()
  await answers(host)
  expect(claimDead(places, 'acct_1')).toBeGreaterThan(1_000)
  expect(places.free(host)).toBe(4)
  expect(places.free('acct_2 new.example')).toBe(2)
  expect(claimDead(places, 'acct_2')).toBeGreaterThan(200)
  expect(claimDead(places, 'acct_3')).toBeGreaterThan(50)
  expect(places.free('acct_4 new.example')).toBe(2)
  expect(places.free(host)).toBe(4)
})
