// Days of payouts with faults from one seed each: lost requests and replies, silent networks, power cuts, clients who ask again. The
// books hold after every step, nothing is sent twice, and in the end we and the network agree on where the money is.
import { expect, test } from 'bun:test'
import { Fault } from '../src/domain/fault.ts'
import { ConnectionLost, type PayoutAsk } from './desk.ts'
import { complaintsAbout } from './invariant.ts'
import type { Passage } from './network.ts'
import { openShop, type Shop, type ShopOptions } from './shop.ts'

const seeds = Array.from({ length: 12 }, (_, index) => index + 1)
const dayMs = 3_600_000
const refusals = ['insufficient_balance', 'conflict']

/** Asks, and asks again with the same key while the box is down. */
async function client(shop: Shop, key: string): Promise<void> {
  const { chance, time } = shop
  const wait = (least: number, most: number) => new Promise<void>(resolve => time.after(chance.between(least, most), resolve))
  const phone = { phone: '0713000111' }
  const ask: PayoutAsk = { amount: chance.between(5_000, 60_000), key, ...(chance.happens(0.5) ? phone : {}) }
  await wait(0, dayMs)
  for (let tries = 0; tries < 5; tries++) {
    try {
      await shop.owner.paysOut(ask)
      if (chance.happens(0.8)) return
    } catch (error) {
      if (error instanceof Fault && refusals.includes(error.kind)) return
      if (!(error instanceof ConnectionLost)) throw error
    }
    await wait(0, 120_000)
  }
}

/** The recipient's end: it decides what is open, and sometimes sends back what arrived. */
function decide({ chance, network }: Shop): void {
  for (const [reference, { state }] of network.payouts) {
    if (state === 'open' && chance.happens(0.5)) {
      if (chance.happens(0.7)) network.delivers(reference)
      else network.refuses(reference)
    } else if (state === 'delivered' && chance.happens(0.1)) network.returns(reference)
  }
}

async function day(seed: number, options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop({ mode: 'live', seed, ...options })
  const { chance, network, time } = shop
  shop.afterStep = () => expect({ seed, complaints: complaintsAbout(shop) }).toEqual({ seed, complaints: [] })
  await shop.customer.scans(await shop.cashier.asksForQr(400_000)).approves()
  await shop.advance({})
  const loss = chance.roll() * 0.6
  const bad = (): Passage => chance.pick('request lost', 'reply lost', 'late', 'unreachable', 'refused')
  network.passage = () => (chance.happens(loss) ? bad() : 'arrives')
  network.latency = () => (chance.happens(0.3) ? chance.between(1, 9_000) : 0)
  network.callbacks = () => Array.from({ length: chance.between(0, 2) }, () => chance.between(0, 90_000))
  const clients = Promise.all(Array.from({ length: 15 }, (_, index) => client(shop, `payout-${index}`)))
  for (let crash = chance.between(0, 3); crash > 0; crash--)
    time.after(chance.between(0, dayMs), () => shop.crashAt(chance.between(1, 30), { ms: chance.between(0, 300_000) }))
  for (let minutes = 0; minutes < 90; minutes += 10) {
    await shop.advance({ minutes: 10 })
    decide(shop)
  }
  await clients
  network.passage = () => 'arrives'
  for (const [reference, { state }] of network.payouts) if (state === 'open') network.delivers(reference)
  await shop.advance({ days: 2, hours: 1 })
  return shop
}

const words = { open: 'pending', delivered: 'completed', refused: 'failed', returned: 'reversed' } as const

/** What we and the network disagree about when the day is over. */
function disagreements({ look, network, log }: Shop): string[] {
  const payouts = look<{ network_reference: string; status: string }>('select network_reference, status from payout')
  const ours = new Map(payouts.map(payout => [payout.network_reference, payout.status]))
  return [
    ...payouts.flatMap(({ network_reference, status }) => {
      const known = network.payouts.get(network_reference)
      const wanted = known ? words[known.state] : 'failed'
      return status === wanted ? [] : [`${network_reference} is ${status}, the network says ${known?.state}`]
    }),
    ...[...network.payoutsSent].flatMap(([reference, times]) => (times > 1 ? [`${reference} was sent ${times} times`] : [])),
    ...[...network.payouts.keys()].filter(reference => !ours.has(reference)).map(reference => `${reference} is not in the books`),
    ...log.flatMap(({ level, message }) => (level === 'error' || level === 'warn' ? [message] : [])),
  ]
}

test(`${seeds.length} days of payouts, from seed 1`, async () => {
  const seen = new Map<string, number>()
  const count = (word: string, times = 1) => seen.set(word, (seen.get(word) ?? 0) + times)
  for (const seed of seeds) {
    const shop = await day(seed)
    expect({ seed, disagreements: disagreements(shop) }).toEqual({ seed, disagreements: [] })
    const ends = shop.look<{ status: string; reason: string | null }>('select status, failure_reason as reason from payout')
    for (const { status, reason } of ends) count(status === 'failed' ? `failed: ${reason}` : status)
    count('crash', shop.starts() - 1)
    shop.close()
  }
  const happened = ['completed', 'reversed', 'failed: not_found', 'failed: network_unreachable', 'crash']
  expect(happened.filter(word => !seen.get(word))).toEqual([])
}, 60_000)

test('a planted bug is caught: a time-out is taken for a no', async () => {
  const certain = <T extends { readonly kind: string }>(outcome: T) =>
    outcome.kind === 'unknown' ? ({ kind: 'failed', reason: 'timeout' } as const) : outcome
  const hasty: ShopOptions['connectors'] = ([pretend, network]) => {
    if (!pretend || network?.reach !== 'network') throw new Error('the scripted network comes second')
    const payOut: typeof network.payOut = async order => certain(await network.payOut(order))
    return [pretend, { ...network, payOut }]
  }
  const shop = await day(1, { connectors: hasty })
  expect(disagreements(shop)).not.toEqual([])
}, 60_000)
