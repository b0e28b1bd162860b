// Market days from seeds: whatever goes wrong, the books are right after every step. A failing seed is
// printed; `SEED=17 SEEDS=1 bun test test/chaos/market-day.test.ts` repeats it, `SEEDS=5000` runs more. On
// PostgreSQL they are fewer, as each look at the books copies them; test/binary/postgres-fault.proof.ts and
// test/binary/postgres-nodes-killed.proof.ts test the failures of its server and connections in real time.
import { describe, expect, test } from 'bun:test'
import { isProof, reportTrials, sized } from '../kit/proof.ts'
import { testServer } from '../kit/store-database.ts'
import { expectSeeded, marketDay } from './market-day.ts'
import { callBugs, paymentBugs, refundBugs } from './market-day-bugs.ts'

const first = Number(Bun.env.SEED ?? 1)
const count = Number(Bun.env.SEEDS ?? sized(testServer ? { test: 3, proof: 10 } : { test: 6, proof: 500 }))
const seeds = Array.from({ length: count }, (_, index) => first + index)
const days = new Map<number, Awaited<ReturnType<typeof marketDay>>>()

test(
  `${count} market days, from seed ${first}`,
  async () => {
    const seen = new Map<string, number>()
    for (const seed of seeds) {
      const day = await marketDay(seed)
      days.set(seed, day)
      expect({ seed, complaints: day.complaints }).toEqual({ seed, complaints: [] })
      for (const [what, times] of Object.entries(day.seen)) seen.set(what, (seen.get(what) ?? 0) + times)
    }
    reportTrials(count)
    // Every kind of failure must have happened at least this often, or the days prove nothing.
    const often = ['crashes', 'sent', 'unknown'].filter(what => (seen.get(what) ?? 0) > 0)
    if (count >= 6) expect(often).toEqual(['crashes', 'sent', 'unknown'])
    if (count >= 100) expect([...seen].filter(([, times]) => times === 0)).toEqual([])
  },
  { timeout: 300_000 + count * (testServer ? 120_000 : 10_000) },
)

test('day 195: a payment whose method changes after a refund takes the refund along in the totals', async () =>
  expect((await marketDay(195)).complaints).toEqual([]))

// A server answers requests of one simulated moment in real-time order, which no seed decides.
test.skipIf(testServer !== undefined)(
  'the same seed is the same day, byte for byte; another seed is another day',
  () => expectSeeded(marketDay, first, days),
)

/** The seed at which the short suite starts to look for a bug: a short day that shows it. */
const shownFrom: Readonly<Record<string, number>> = {
  'a time-out is taken for a no': 3,
  'a network that does not know an order yet is believed': 18,
  'what is not known is sent again': 3,
  'the amount asked is taken for the amount paid': 9,
  'events are written after the commit': 26,
  'keys are written after the commit': 54,
  'what a customer took back still counts as paid': 13,
  'a receiver that cannot be reached is taken for a yes': 14,
  'the stamp of the event is sent at every try': 8,
  'a refund of which nothing is known is sent again': 15,
  'refunds asked for at once do not see each other': 23,
  'money held for a refund is not returned when it fails': 7,
}

// The bugs are above the store, whichever it is.
describe.skipIf(testServer !== undefined)('a planted bug is caught', () => {
  const most = 150
  test.each(Object.entries({ ...paymentBugs, ...callBugs, ...refundBugs }))(
    '%s',
    async (name, plant) => {
      const from = isProof ? 1 : (shownFrom[name] ?? 1)
      for (let seed = from; seed < from + most; seed++) {
        if ((await marketDay(seed, plant())).complaints.length === 0) continue
        if (isProof) console.log(`first shown by the market day of seed ${seed}: ${name}`)
        return
      }
      expect.unreachable(`no complaint in ${most} market days`)
    },
    // One that never settles takes ten simulated days.
    { timeout: isProof ? 900_000 : 180_000 },
  )
})
