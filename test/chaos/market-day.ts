// A market day, or a whole month, from one seed: clients who repeat requests, customers who pay, pay late,
// pay twice or not at all, payouts and refunds that arrive, fail or come back, networks that lose and repeat,
// receivers that fail, a disk that fills up, a clock that jumps, and power cuts at any point. The books must
// always be right, and in the end match the networks to the shilling.

import { expect } from 'bun:test'
import {
  opening,
  openSimulatedShop,
  type SimulatedShop,
  type SimulatedShopOptions,
} from '../kit/simulated-shop.ts'
import { type Chance, msOf } from '../kit/simulated-world.ts'
import { type Audit, newAudit } from './market-day-check.ts'
import { dayOfFaults, monthOfFaults } from './market-day-faults.ts'
import { newPeople, type People } from './market-day-people.ts'
import type { Habits } from './market-day-scene.ts'

export interface Story {
  /** Errors that were found; the first of each kind, with the simulated time. */
  readonly complaints: readonly string[]
  readonly digest: string // equal for one seed, except on a server
  /** How often each kind of event happened, so that a test can check that it did. */
  readonly seen: Readonly<Record<string, number>>
}

/** The parts of a shop that a planted bug may change. */
export type Plant = Pick<SimulatedShopOptions, 'connections' | 'store' | 'net'>

/** The differences between a day and a month. */
interface Plan {
  readonly days: number
  readonly dayMs: number // the time between two openings, and the part of it in which people come
  readonly tradingMs: number
  /** How often the admin and the simulated recipients handle what waits for them. */
  readonly lookMs: number
  readonly habits: Habits
  readonly checkMaxMs: number
  readonly sales: (chance: Chance) => { readonly count: number; readonly withinMs: number }
  readonly payouts: (chance: Chance) => number
  readonly refunds: (chance: Chance) => number
  /** Returns the total number of crashes. */
  readonly crashes: (chance: Chance) => number
  /** Whether the books are checked after every step, or only after each crash and at each day's end. */
  readonly looksAlways: boolean
  readonly faultKinds: readonly string[] // what the network health counts
  readonly faults: typeof dayOfFaults
  /**
   * After this everything has settled: a payment takes 4 hours at most, a payout is checked for a week after
   * it arrived, and may come back until then.
   */
  readonly calmMs: number
}

const dayMs = msOf({ days: 1 })
/** Runs 50 busy minutes of faults; every step is checked. */
export const marketDay = (seed: number, plant?: Plant): Promise<Story> => run(seed, day, plant)
/** Runs 30 days of a few sales and payouts each; one outcome in twenty is unknown. */
export const month = (seed: number, plant?: Plant): Promise<Story> => run(seed, thirtyDays, plant)

/** Expects stories to depend on their seed alone. @param known stories of their seeds that ran already */
export async function expectSeeded(
  tell: typeof marketDay,
  seed: number,
  known: ReadonlyMap<number, Story> = new Map(),
): Promise<void> {
  const story = known.get(seed) ?? (await tell(seed))
  expect(await tell(seed)).toEqual(story)
  const other = known.get(seed + 1) ?? (await tell(seed + 1))
  expect(other.digest).not.toBe(story.digest)
}

const day: Plan = {
  days: 1,
  dayMs: msOf({ minutes: 50 }),
  tradingMs: msOf({ minutes: 50 }),
  lookMs: msOf({ minutes: 10 }),
  habits: {
    unknown: 0.2,
    sendsBack: 0.05,
    deliversWithinMs: msOf({ minutes: 20 }),
    returnsWithinMs: msOf({ minutes: 40 }),
    refunds: true,
  },
  checkMaxMs: msOf({ minutes: 5 }),
  sales: chance =>
    chance.happens(0.1)
      ? { count: chance.between(15, 30), withinMs: 60_000 }
      : { count: chance.between(4, 12), withinMs: msOf({ minutes: 50 }) },
  payouts: chance => chance.between(0, 4),
  refunds: chance => chance.between(0, 4),
  crashes: chance => (chance.happens(0.6) ? chance.between(1, 4) : 0),
  looksAlways: true,
  faultKinds: ['sent', 'unknown'],
  faults: dayOfFaults,
  calmMs: msOf({ days: 10 }),
}

const thirtyDays: Plan = {
  days: 30,
  dayMs,
  tradingMs: msOf({ hours: 12 }),
  lookMs: msOf({ hours: 8 }),
  habits: {
    unknown: 0.05,
    sendsBack: 0.003,
    deliversWithinMs: msOf({ hours: 20 }),
    returnsWithinMs: msOf({ days: 9 }),
    refunds: false,
  },
  checkMaxMs: msOf({ hours: 1 }),
  sales: chance => ({ count: chance.between(0, 2), withinMs: msOf({ hours: 12 }) }),
  payouts: chance => chance.pick(0, 0, 1),
  refunds: () => 0,
  crashes: chance => chance.between(1, 6),
  looksAlways: false,
  faultKinds: [
    'sent',
    'unknown',
    'callbacks',
    'callbacksLost',
    'callbacksRepeated',
    'clockJumps',
    'clockJumpsBack',
  ],
  faults: monthOfFaults,
  calmMs: msOf({ days: 20 }),
}

/**
 * Runs the story of a seed to its end: trade, then calm until everything has settled. With a planted bug it
 * ends with the day that reveals it.
 */
async function run(seed: number, plan: Plan, plant?: Plant): Promise<Story> {
  const opens = opening + (seed % 24) * msOf({ hours: 1 })
  const shop = await openSimulatedShop({
    ...plant,
    seed,
    mode: 'live',
    opens,
    checkMaxMs: plan.checkMaxMs,
  })
  const audit = newAudit(shop)
  const people = newPeople(shop, audit, plan.habits)
  const seen = new Map(plan.faultKinds.map(what => [what, 0]))
  // In every other seed, a call to the network takes up to a minute, and answers overtake each other.
  const season = { spanMs: plan.days * plan.dayMs, slowestMs: seed % 2 === 0 ? 9_500 : 29_000 }
  const faults = plan.faults(shop, season, what => seen.set(what, (seen.get(what) ?? 0) + 1))
  shop.afterStep = plan.looksAlways ? audit.step : whenPowerChanges(shop, audit.step)
  for (let crashes = plan.crashes(shop.chance); crashes > 0; crashes--) crash(shop, plan)

  const isCaught = () => plant !== undefined && audit.complaints.size > 0
  for (let day = 0; day < plan.days && !isCaught(); day++) {
    trade(shop, people, plan, day)
    await shop.advance({ ms: plan.dayMs })
    audit.step()
  }
  faults.ends()
  if (!isCaught()) await calm(shop, audit, people, plan.calmMs)
  if (!isCaught()) audit.end()
  const [refunded = {}] = plan.habits.refunds ? shop.query<Record<string, number>>(refundsSeen) : []
  const [happened = {}] = shop.query<Record<string, number>>(happenings)
  const story = {
    complaints: [...audit.complaints.values()],
    digest: audit.digest(),
    seen: { ...happened, ...refunded, ...Object.fromEntries(seen), crashes: shop.starts() - 1 },
  }
  shop.close()
  return story
}

/** Schedules who comes on a day, and when. */
function trade({ chance, time }: SimulatedShop, people: People, plan: Plan, day: number): void {
  const { count, withinMs } = plan.sales(chance)
  for (let index = 0; index < count; index++)
    time.after(chance.between(0, withinMs), () => people.sells(`key ${day}.${index}`))
  for (let index = plan.payouts(chance); index > 0; index--)
    time.after(chance.between(0, plan.tradingMs), () => people.paysOut(`payout ${day}.${index}`))
  for (let index = plan.refunds(chance); index > 0; index--)
    time.after(chance.between(0, plan.tradingMs), () => people.refunds(`refund ${day}.${index}`))
  for (let ms = plan.lookMs; ms < plan.dayMs; ms += plan.lookMs) time.after(ms, () => people.look(false))
}

/** Lets hours, and then days, pass in which everything works: until nothing is left to do. */
async function calm(shop: SimulatedShop, audit: Audit, people: People, mostMs: number): Promise<void> {
  const from = shop.time.now()
  /** Returns how long to be patient: what is wrong already need not be watched for weeks. */
  const patienceMs = () => (audit.complaints.size > 0 ? dayMs : mostMs)
  do {
    const hours = (shop.time.now() - from) / 3_600_000
    await shop.advance(hours < 2 ? { minutes: 10 } : { hours: 6 })
    people.look(true)
    await shop.advance({ seconds: 1 })
    audit.step()
  } while (!(audit.isSettled() && people.areDone()) && shop.time.now() < from + patienceMs())
}

/** Checks when the server has died, and when it has started again. */
function whenPowerChanges(shop: SimulatedShop, look: () => void): () => void {
  let was = true
  return () => {
    if (shop.isUp() === was) return
    was = shop.isUp()
    look()
  }
}

const happenings = `
  select count(*) as payments, sum(late) as late,
    sum(status = 'completed') as completed, sum(status = 'failed') as failed, sum(status = 'voided') as voided, sum(status = 'expired') as expired,
    sum(type = 'card' and status = 'completed') as cards,
    (select count(*) from unmatched where resolution = 'kept') as kept, (select count(*) from unmatched where resolution = 'returned') as returned,
    (select count(*) from (select 1 from attempt where state = 'succeeded' group by payment_id having count(*) > 1)) as twice,
    (select count(*) from attempt where failure_reason = 'not_found') as lost,
    (select count(*) from delivery where status = 'success' and tries > 1) as retried,
    (select count(*) from delivery where status = 'abandoned') as abandoned,
    (select count(*) from payout) as payouts, (select count(*) from payout where status = 'completed') as paidOut,
    (select count(*) from payout where status = 'reversed') as reversed,
    (select count(*) from payout where status = 'failed') as notPaidOut,
    (select count(*) from payout where failure_reason = 'not_found') as payoutsLost,
    (select count(*) from payout where failure_reason = 'not_sent') as payoutsNotSent,
    (select sum(amount) from posting where from_book = 'network') as shillingsIn,
    (select sum(amount) from posting where to_book = 'network') as shillingsOut
  from payment`

const refundsSeen = `
  select count(*) as refunds, sum(way = 'network') as refundsByNetwork, sum(way = 'payout') as refundsByPayout,
    sum(way = 'cash') as refundsInCash, sum(cash_sale_id is not null) as cashSalesRefunded,
    sum(unmatched_id is not null) as unmatchedRefunded, sum(status = 'completed') as refunded,
    sum(status = 'failed') as notRefunded, sum(status = 'reversed') as refundsReversed,
    sum(failure_reason = 'withdrawn') as refundsWithdrawn, sum(failure_reason = 'not_found') as refundsLost,
    (select count(*) from payment where refunded > 0 and refunded < amount) as refundedInPart
  from refund`

/** Plans a crash at the n-th point after some moment: in the middle of whatever happens then. */
function crash({ chance, time, crashAt }: SimulatedShop, { days, dayMs, tradingMs }: Plan): void {
  const downFor = { ms: chance.happens(0.5) ? 0 : chance.between(0, 900_000) }
  const at = chance.between(0, days - 1) * dayMs + chance.between(0, tradingMs)
  time.after(at, () => crashAt(chance.between(1, 60), downFor))
}
