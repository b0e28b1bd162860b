// Faults around a simulated shop, from the seed: a market day's storm, and a month's rare ones.

import type { ReceiverBehavior } from '../kit/merchant.ts'
import type { Listing } from '../kit/network.ts'
import type { Passage } from '../kit/passage.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'
import { type Chance, msOf } from '../kit/simulated-world.ts'
import { hosts } from './market-day-check.ts'

interface Faults {
  /** Makes everything work again. */
  ends(): void
}
type Count = (what: string) => void

interface Season {
  readonly spanMs: number
  readonly slowestMs: number // the longest time that a request or its answer is on its way
}

/** Returns the faults of a market day, rolled once. */
export function dayOfFaults(
  { chance, network, merchantAt, disk, time }: SimulatedShop,
  { spanMs, slowestMs }: Season,
  count: Count,
): Faults {
  const loss = chance.happens(0.7) ? chance.roll() * 0.5 : 0
  const failing = hosts.map(host => ({
    merchant: merchantAt(host),
    rate: chance.happens(0.7) ? chance.roll() : 0,
  }))
  network.passage = call => counted(call, chance.happens(loss) ? badPassage(chance, call) : 'arrives', count)
  network.listing = () =>
    chance.pick<Listing>('whole', 'in pages', 'in pages', 'too often', 'too long', 'lost')
  network.callbacks = () => Array.from({ length: chance.between(0, 3) }, () => chance.between(0, 90_000))
  for (const { merchant, rate } of failing) merchant.behavior = () => moodOf(chance, rate)
  if (chance.happens(0.7)) network.latency = () => (chance.happens(0.3) ? chance.between(1, slowestMs) : 0)
  const fails = chance.happens(0.2) ? 0.02 : 0
  const fullFrom = chance.happens(0.2) ? time.now() + chance.between(0, spanMs) : Number.POSITIVE_INFINITY
  const fullUntil = fullFrom + chance.between(1_000, 200_000)
  disk.isFull = () =>
    (fullFrom <= time.now() && time.now() < fullUntil) || (fails > 0 && chance.happens(fails))
  return {
    ends() {
      disk.isFull = () => false
      network.latency = () => 0
      network.passage = () => 'arrives'
      for (const { merchant } of failing) merchant.up()
    },
  }
}

/** Returns the faults of a month: seldom, but for hours on some days. */
export function monthOfFaults(shop: SimulatedShop, { spanMs, slowestMs }: Season, count: Count): Faults {
  const { chance, network, merchantAt, disk, time } = shop
  const times = (most: number, mostMs: number) => someTimes(chance, most, mostMs, [time.now(), spanMs])
  const silent = times(chance.between(0, 2), msOf({ hours: 6 }))
  const closed = hosts.map(host => ({ merchant: merchantAt(host), spans: times(2, msOf({ hours: 30 })) }))
  const isIn = (spans: readonly Stretch[]) =>
    spans.some(({ from, until }) => from <= time.now() && time.now() < until)
  network.passage = call => {
    const bad = isIn(silent) ? chance.pick<Passage>('reply lost', 'unreachable') : seldom(chance, call)
    return counted(call, bad, count)
  }
  network.callbacks = () => {
    const calls = chance.pick(0, 1, 1, 2, 3)
    count(calls === 0 ? 'callbacksLost' : calls === 1 ? 'callbacks' : 'callbacksRepeated')
    return Array.from({ length: calls }, () => chance.between(0, 90_000))
  }
  network.latency = () => (chance.happens(0.3) ? chance.between(1, slowestMs) : 0)
  for (const { merchant, spans } of closed) merchant.behavior = () => moodOf(chance, isIn(spans) ? 1 : 0.02)
  if (chance.happens(0.5)) {
    const full = times(2, 200_000)
    disk.isFull = () => isIn(full) || chance.happens(0.001)
  }
  if (chance.happens(0.7)) clockJumps(shop, spanMs, count)
  return {
    ends() {
      disk.isFull = () => false
      network.latency = () => 0
      network.passage = () => 'arrives'
      for (const { merchant } of closed) merchant.up()
    },
  }
}

interface Stretch {
  readonly from: number
  readonly until: number
}
/** Returns some spans of time within the whole. */
const someTimes = (
  chance: Chance,
  count: number,
  mostMs: number,
  [opens, spanMs]: readonly [number, number],
): readonly Stretch[] =>
  Array.from({ length: count }, () => {
    const from = opens + chance.between(0, spanMs)
    return { from, until: from + chance.between(1_000, mostMs) }
  })

const seldom = (chance: Chance, call: Call): Passage => {
  const roll = chance.roll()
  if (roll < 0.05) return isAsking(call) ? 'reply lost' : chance.pick('request lost', 'reply lost', 'late')
  if (roll < 0.07) return isAsking(call) ? 'unreachable' : chance.pick('unreachable', 'refused')
  return 'arrives'
}

/**
 * Sets the clock wrong twice for some hours or days, and then corrects it: at any moment, even during work.
 */
function clockJumps(shop: SimulatedShop, spanMs: number, count: Count): void {
  const { chance, time } = shop
  const jump = (ms: number): void => {
    shop.setClock({ ms })
    count('clockJumps')
    if (ms < 0) count('clockJumpsBack')
  }
  for (let half = 0; half < 2; half++) {
    const wrongMs = chance.pick(-1, 1) * chance.between(1_000, msOf({ hours: 12 }))
    const at = (half * spanMs) / 2 + chance.between(0, spanMs / 3)
    time.after(at, () => jump(wrongMs))
    time.after(at + chance.between(msOf({ minutes: 10 }), spanMs / 10), () => jump(-wrongMs))
  }
}

type Call = Parameters<SimulatedShop['network']['passage']>[0]
const isAsking = (call: Call) => call === 'check' || call === 'checkPayout'

const badPassage = (chance: Chance, call: Call): Passage =>
  isAsking(call)
    ? chance.pick('reply lost', 'unreachable', 'cut', 'hung')
    : chance.pick('request lost', 'reply lost', 'late', 'unreachable', 'refused', 'cut', 'hung')

function counted(call: Call, passage: Passage, count: Count): Passage {
  if (isAsking(call)) return passage
  count('sent')
  if (passage !== 'arrives' && passage !== 'unreachable' && passage !== 'refused') count('unknown')
  return passage
}

function moodOf(chance: Chance, rate: number): ReceiverBehavior {
  const afterMs = chance.happens(0.3) ? chance.between(1, 20_000) : 0
  if (!chance.happens(rate)) return { kind: 'answers', status: 200, afterMs }
  return chance.pick<ReceiverBehavior>(
    { kind: 'answers', status: 500, afterMs },
    { kind: 'answers', status: 200, afterMs: 31_000 },
    { kind: 'unreachable' },
    { kind: 'offline' },
    { kind: 'drops' },
  )
}
