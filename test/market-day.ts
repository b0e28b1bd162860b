// A market day from one seed: clients who ask and ask again, customers who pay, pay late, pay twice or not at all, networks that lose
// and repeat, receivers that fail, a disk that fills up, and power cuts at any point. After every step the books must be right.
import type { Order } from '../src/connector/connector.ts'
import type { Mode } from '../src/domain/account.ts'
import { Fault } from '../src/domain/fault.ts'
import type { PaymentView } from '../src/wire/payment.ts'
import { type Audit, hosts, newAudit } from './audit.ts'
import { type Ask, ConnectionLost } from './desk.ts'
import type { Mood } from './merchant.ts'
import type { Passage } from './network.ts'
import { opening, openShop, type Shop, type ShopOptions } from './shop.ts'
import { type Chance, msOf } from './simulated-world.ts'

export interface MarketDay {
  /** What was found wrong; the first of each kind, with the simulated time. */
  readonly complaints: readonly string[]
  /** The same seed gives the same. */
  readonly digest: string
  /** How often each kind of thing happened, so that a test can tell that it did. */
  readonly seen: Readonly<Record<string, number>>
}

/** The parts of a shop that a planted bug may change. */
export type Plant = Pick<ShopOptions, 'connectors' | 'store' | 'net'>

const tradingMs = msOf({ minutes: 50 })
/** By then all has settled: the longest payment takes 4 hours, the last callback, poll and webhook hardly one more. */
const calmMs = msOf({ hours: 7 })

/** Runs the day of a seed to its end: trade, then calm until everything has settled. */
export async function marketDay(seed: number, plant: Plant = {}): Promise<MarketDay> {
  const opens = opening + (seed % 24) * msOf({ hours: 1 })
  const shop = await openShop({ ...plant, seed, mode: 'live', opens })
  const audit = newAudit(shop)
  shop.afterStep = audit.step
  shop.network.accepted = order => customer(shop, order)
  const bad = weather(shop)
  const rush = shop.chance.happens(0.1)
  const count = rush ? shop.chance.between(15, 30) : shop.chance.between(4, 12)
  for (let index = 0; index < count; index++)
    shop.time.after(shop.chance.between(0, rush ? 60_000 : tradingMs), () => {
      sale(shop, audit, `key ${index}`).catch(error => audit.complain(`a sale ended with ${error}`))
    })
  const crashes = shop.chance.happens(0.6) ? shop.chance.between(1, 4) : 0
  for (let index = 0; index < crashes; index++) crash(shop)

  await shop.advance({ ms: tradingMs })
  bad.ends()
  do await shop.advance({ minutes: 5 })
  while (!audit.isSettled() && shop.time.now() < opens + calmMs)
  audit.end()
  const [seen = {}] = shop.look<Record<string, number>>(happenings)
  const day = {
    complaints: [...audit.complaints.values()],
    digest: audit.digest(),
    seen: { ...seen, crashes: shop.starts() - 1 },
  }
  shop.close()
  return day
}

const happenings = `
  select count(*) as payments, sum(late) as late,
    sum(status = 'completed') as completed, sum(status = 'failed') as failed, sum(status = 'voided') as voided, sum(status = 'expired') as expired,
    (select count(*) from posting where reason = 'payment.unmatched') as unmatched,
    (select count(*) from (select 1 from attempt where state = 'succeeded' group by payment_id having count(*) > 1)) as twice,
    (select count(*) from attempt where failure_reason = 'not_found') as lost,
    (select count(*) from delivery where status = 'success' and tries > 1) as retried,
    (select count(*) from delivery where status = 'abandoned') as abandoned
  from payment`

/** The faults of the day, rolled once; `ends` makes everything work again. */
function weather({ chance, network, merchantAt, disk, time }: Shop): { ends(): void } {
  const loss = chance.happens(0.7) ? chance.roll() * 0.5 : 0
  const failing = hosts.map(host => ({ merchant: merchantAt(host), rate: chance.happens(0.7) ? chance.roll() : 0 }))
  network.passage = call => (chance.happens(loss) ? badPassage(chance, call) : 'arrives')
  network.callbacks = () => Array.from({ length: chance.between(0, 3) }, () => chance.between(0, 90_000))
  for (const { merchant, rate } of failing) merchant.mood = () => moodOf(chance, rate)
  if (chance.happens(0.7)) network.latency = () => (chance.happens(0.3) ? chance.between(1, 9_500) : 0)
  const fails = chance.happens(0.2) ? 0.02 : 0
  const fullFrom = chance.happens(0.2) ? time.now() + chance.between(0, tradingMs) : Number.POSITIVE_INFINITY
  const fullUntil = fullFrom + chance.between(1_000, 200_000)
  disk.isFull = () => (fullFrom <= time.now() && time.now() < fullUntil) || (fails > 0 && chance.happens(fails))
  return {
    ends() {
      disk.isFull = () => false
      network.latency = () => 0
      network.passage = () => 'arrives'
      for (const { merchant } of failing) merchant.up()
    },
  }
}

const badPassage = (chance: Chance, call: Parameters<Shop['network']['passage']>[0]): Passage =>
  call === 'check' || call === 'checkPayout'
    ? chance.pick('reply lost', 'unreachable')
    : chance.pick('request lost', 'reply lost', 'late', 'unreachable', 'refused')

function moodOf(chance: Chance, rate: number): Mood {
  const afterMs = chance.happens(0.3) ? chance.between(1, 20_000) : 0
  if (!chance.happens(rate)) return { kind: 'answers', status: 200, afterMs }
  return chance.pick<Mood>(
    { kind: 'answers', status: 500, afterMs },
    { kind: 'answers', status: 200, afterMs: 31_000 },
    { kind: 'unreachable' },
    { kind: 'offline' },
    { kind: 'drops' },
  )
}

/** The n-th point after some moment: in the middle of whatever happens then. */
function crash({ chance, time, crashAt }: Shop): void {
  const downFor = { ms: chance.happens(0.5) ? 0 : chance.between(0, 900_000) }
  time.after(chance.between(0, tradingMs), () => crashAt(chance.between(1, 60), downFor))
}

/** One sale: a client asks until there is an answer, perhaps asks once more much later, and a customer comes, or nobody. */
async function sale(shop: Shop, audit: Audit, key: string): Promise<void> {
  const { chance } = shop
  const mode = chance.happens(0.7) ? 'live' : 'sandbox'
  const ask = randomAsk(chance, chance.happens(0.9) ? key : undefined)
  const client = newClient(shop, audit, mode)
  const body = await client.asksUntilAnswered(ask)
  if (body === undefined) return
  const { data: payment } = JSON.parse(body)
  if (ask.key !== undefined && chance.happens(0.3)) {
    await waits(shop, 0, 1_200_000)
    await client.asksAgain(ask, body)
  }
  if (mode === 'live' && ask.type === 'dynamic-qr' && chance.happens(0.25)) {
    await waits(shop, 0, 60_000)
    await shop.cashier.pushesToo(payment, '0754000000').catch(passes)
  }
  if (mode === 'sandbox' && chance.happens(0.8)) {
    await waits(shop, 0, 400_000)
    await decide(shop, payment)
  }
  if (chance.happens(0.25)) {
    await waits(shop, 0, 200_000)
    await shop.cashier.voids(payment).catch(passes)
  }
}

const waits = ({ time, chance }: Shop, least: number, most: number) =>
  new Promise<void>(resolve => time.after(chance.between(least, most), resolve))

/** What a client lives with: the box is down, the network or the disk is in trouble, or somebody was quicker. */
function passes(error: unknown): undefined {
  const kinds = ['network_unavailable', 'storage_full', 'conflict', 'invalid_state', 'invalid_request']
  if (error instanceof ConnectionLost || (error instanceof Fault && kinds.includes(error.kind))) return undefined
  throw error
}

function newClient(shop: Shop, audit: Audit, mode: Mode) {
  const { chance } = shop
  const hears = (ask: Ask) => shop.cashier.asks(ask, mode).then(({ body }) => body, passes)
  return {
    /** With the same key, sometimes several times at once. Every answer is the same. */
    async asksUntilAnswered(ask: Ask): Promise<string | undefined> {
      for (let tries = 0; tries < 10; tries++) {
        if (tries > 0) await waits(shop, 500, 60_000)
        const times = ask.key !== undefined && chance.happens(0.2) ? chance.between(2, 4) : 1
        const heard = await Promise.all(Array.from({ length: times }, () => hears(ask)))
        const bodies = new Set(heard.filter(body => body !== undefined))
        if (bodies.size > 1) audit.complain(`${ask.key} was answered in two ways`)
        for (const body of bodies) audit.acknowledged(body)
        const [body] = bodies
        if (body !== undefined || ask.key === undefined) return body
      }
      return undefined
    },
    async asksAgain(ask: Ask, body: string): Promise<void> {
      const again = await hears(ask)
      if (again !== undefined && again !== body) audit.complain(`${ask.key} was answered in two ways`)
      try {
        await shop.cashier.asks({ ...ask, amount: ask.amount + 1 }, mode)
        audit.complain(`${ask.key} was taken for another request too`)
      } catch (error) {
        if (!(error instanceof Fault && error.kind === 'idempotency_mismatch')) passes(error)
      }
    },
  }
}

function randomAsk(chance: Chance, key: string | undefined): Ask {
  const expiresIn = chance.happens(0.04) ? undefined : chance.pick(60, 120, 300, 900, 1_800, 1_800)
  const address = chance.pick(...hosts, hosts[0], undefined)
  return {
    amount: chance.between(500, 90_000),
    ...(chance.happens(0.5)
      ? { type: 'mobile', phone: chance.pick('0754123456', '0784000789', '0754000049', '0621000129') }
      : { type: 'dynamic-qr' }),
    ...(key === undefined ? {} : { key }),
    ...(expiresIn === undefined ? {} : { expiresIn }),
    webhookUrl: address === undefined ? null : `https://${address}/hook`,
  }
}

/** The sandbox call, or the pretend handset. */
async function decide({ chance, customer, sandbox }: Shop, payment: PaymentView): Promise<void> {
  if (payment.payment_qr_code && chance.happens(0.4)) {
    const { approves } = customer.scans(payment)
    await approves().catch(error => (error instanceof Fault ? undefined : passes(error)))
    return
  }
  const decision = {
    outcome: chance.pick('completed', 'completed', 'failed', 'expired', 'unknown'),
    delayMs: chance.happens(0.5) ? chance.between(0, 600_000) : 0,
    times: chance.between(0, 3),
    ...(chance.happens(0.1) ? { paidAmount: chance.between(1, 5_000) } : {}),
  } as const
  await sandbox.decides(payment, decision).catch(passes)
}

/** What a live customer does with an order that reached the network. */
function customer({ chance, network, time }: Shop, order: Order): void {
  const { networkReference, method, amount, expiresAt } = order
  const soon = chance.between(2_000, 400_000)
  const late = expiresAt - time.now() + chance.between(0, 590_000)
  const deed = chance.pick('pays', 'pays', 'pays', 'pays other', 'declines', 'ignores', 'pays late')
  if (deed === 'declines') {
    time.after(soon, () => network.declines(networkReference))
    if (chance.happens(0.2)) time.after(soon + chance.between(0, 600_000), () => network.paysAfterAll(networkReference))
  } else if (deed !== 'ignores') {
    const paid = deed === 'pays other' && method === 'qr' ? amount + chance.pick(-100, 100) : amount
    time.after(deed === 'pays late' ? late : soon, () => network.pays(networkReference, paid))
  }
}
