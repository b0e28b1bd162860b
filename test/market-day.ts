// A market day from one seed: clients who ask and ask again, customers who pay, pay late, pay twice or not at all, networks that lose
// and repeat, receivers that fail, a disk that fills up, and power cuts at any point. After every step the books must be right.

import type { Order } from '../src/connector/connector.ts'
import { Fault } from '../src/domain/fault.ts'
import { sha256 } from '../src/store/hash.ts'
import { type Ask, ConnectionLost } from './desk.ts'
import { complaintsAbout } from './invariant.ts'
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
const hosts = ['shop.example', 'office.example', 'cousin.example'] as const

/** Runs the day of a seed to its end: trade, then calm until everything has settled. */
export async function marketDay(seed: number, plant: Plant = {}): Promise<MarketDay> {
  const opens = opening + (seed % 24) * msOf({ hours: 1 })
  const shop = await openShop({ ...plant, seed, mode: 'live', opens })
  const audit = newAudit(shop)
  shop.afterStep = audit.step
  const bad = weather(shop)
  const rush = shop.chance.happens(0.1)
  const count = rush ? shop.chance.between(15, 30) : shop.chance.between(4, 12)
  for (let index = 0; index < count; index++)
    shop.time.after(shop.chance.between(0, rush ? 60_000 : tradingMs), () => void client(shop, audit, `key ${index}`))
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
    { kind: 'drops' },
  )
}

/** The n-th point after some moment: in the middle of whatever happens then. */
function crash({ chance, time, crashAt }: Shop): void {
  const downFor = { ms: chance.happens(0.5) ? 0 : chance.between(0, 900_000) }
  time.after(chance.between(0, tradingMs), () => crashAt(chance.between(1, 60), downFor))
}

/** One sale: asks, with the same key again until there is an answer, and lets a customer come. */
async function client(shop: Shop, audit: Audit, key: string): Promise<void> {
  const { chance } = shop
  const wait = (least: number, most: number) =>
    new Promise<void>(resolve => shop.time.after(chance.between(least, most), resolve))
  const mode = chance.happens(0.7) ? 'live' : 'sandbox'
  const ask = randomAsk(chance, chance.happens(0.9) ? key : undefined)
  const answers = async (asked: Ask) => {
    try {
      return (await shop.cashier.asks(asked, mode)).body
    } catch (error) {
      if (error instanceof ConnectionLost || (error instanceof Fault && passing.includes(error.kind))) return undefined
      if (error instanceof Fault && error.kind === 'idempotency_mismatch' && asked !== ask) return 'refused'
      audit.complain(`a client heard ${error}`)
      return undefined
    }
  }
  let body: string | undefined
  for (let tries = 0; tries < 10 && body === undefined; tries++) {
    if (tries > 0) await wait(500, 60_000)
    const heard = await Promise.all(Array.from({ length: chance.happens(0.2) ? chance.between(2, 4) : 1 }, () => answers(ask)))
    for (const one of heard) {
      if (one === undefined) continue
      if (ask.key !== undefined && body !== undefined && one !== body) audit.complain(`${key} was answered in two ways`)
      body ??= one
      audit.acknowledged(one)
    }
    if (ask.key === undefined) break
  }
  if (body === undefined) return
  const { data: payment } = JSON.parse(body)
  if (ask.key !== undefined && chance.happens(0.3)) {
    await wait(0, 1_200_000)
    const again = await answers(ask)
    if (again !== undefined && again !== body) audit.complain(`${key} was answered in two ways`)
    const other = await answers({ ...ask, amount: ask.amount + 1 })
    if (other !== undefined && other !== 'refused') audit.complain(`${key} was taken for another request too`)
  }
  if (mode === 'live' && ask.type === 'dynamic-qr' && chance.happens(0.25)) {
    await wait(0, 60_000)
    await shop.cashier.pushesToo(payment, '0754000000').catch(ignoreLost)
  }
  if (mode === 'sandbox' && chance.happens(0.8)) {
    await wait(0, 400_000)
    await decide(shop, payment)
  }
  if (chance.happens(0.25)) {
    await wait(0, 200_000)
    await shop.cashier.voids(payment).catch(ignoreLost)
  }
}

/** A client tries again later. */
const passing = ['network_unavailable', 'storage_full', 'conflict']

const ignoreLost = (error: unknown) => {
  const isExpected =
    error instanceof ConnectionLost || (error instanceof Fault && ['invalid_state', 'invalid_request', 'conflict', 'storage_full'].includes(error.kind))
  if (!isExpected) throw error
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
async function decide(shop: Shop, payment: Parameters<Shop['customer']['scans']>[0]): Promise<void> {
  const { chance } = shop
  if (payment.payment_qr_code && chance.happens(0.4)) {
    const scanned = await shop.customer
      .scans(payment)
      .approves()
      .catch(error => error)
    if (scanned instanceof Error && !(scanned instanceof ConnectionLost || scanned instanceof Fault)) throw scanned
    return
  }
  await shop.sandbox
    .decides(payment, {
      outcome: chance.pick('completed', 'completed', 'failed', 'expired', 'unknown'),
      delayMs: chance.happens(0.5) ? chance.between(0, 600_000) : 0,
      times: chance.between(0, 3),
      ...(chance.happens(0.1) ? { paidAmount: chance.between(1, 5_000) } : {}),
    })
    .catch(ignoreLost)
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

type Audit = ReturnType<typeof newAudit>

/** Looks at the books after every step, and remembers what clients were told. */
function newAudit(shop: Shop) {
  const complaints = new Map<string, string>()
  const statuses = new Map<string, string>()
  const acknowledged = new Set<string>()
  let changes = 0
  shop.network.accepted = order => customer(shop, order)

  const complain = (sentence: string) => {
    if (!complaints.has(sentence)) complaints.set(sentence, `${new Date(shop.time.now()).toISOString()} ${sentence}`)
  }
  const finds = (says: string, sql: string) => {
    const [found] = shop.look(sql)
    if (found) complain(`${says}: ${JSON.stringify(found)}`)
  }

  function statusesMove(): void {
    for (const { id, status, late } of shop.look<{ id: string; status: string; late: number }>(
      'select id, status, late from payment',
    )) {
      const before = statuses.get(id)
      statuses.set(id, status)
      if (before === undefined || before === 'pending' || before === status) continue
      if (before === 'completed' || status !== 'completed' || !late) complain(`a payment went from ${before} to ${status}`)
    }
  }

  /** Whatever we hold, the network took; and it was asked once. */
  function networkAgrees(): void {
    for (const [reference, times] of shop.network.sent) if (times > 1) complain(`${reference} was sent ${times} times`)
    for (const { network_reference, paid_amount } of shop.look<{ network_reference: string; paid_amount: number }>(
      "select network_reference, paid_amount from attempt where state = 'succeeded' and connector = 'scripted'",
    ))
      if (shop.network.orders.get(network_reference)?.took !== paid_amount)
        complain(`the books hold ${paid_amount} that the network did not take`)
  }

  function step(): void {
    const [now] = shop.look<{ changes: number }>('select total_changes() as changes')
    if (now?.changes === changes) return
    changes = now?.changes ?? 0
    for (const complaint of complaintsAbout(shop)) complain(complaint)
    statusesMove()
    networkAgrees()
  }

  /** Nothing is pending and nothing is left to do, but to ask the pretend network about what it never will say. */
  function isSettled(): boolean {
    const open = shop.look(`
      select id from payment where status = 'pending'
      union all select id from delivery where status not in ('success', 'abandoned')
      union all select attempt.id from attempt left join simulation using (network_reference)
        where attempt.state not in ('succeeded', 'failed') and outcome is not 'unknown'
      union all select job.id from job left join attempt on job.id = 'attempt.check:' || attempt.id
        where kind not in ('idempotency.forget', 'audit.run') and attempt.state is not 'unknown'`)
    return open.length === 0 && shop.isUp()
  }

  function everythingTakenIsBooked(): void {
    for (const { order, took } of shop.network.orders.values()) {
      const [attempt] = shop.look<{ paid_amount: number | null }>(
        'select paid_amount from attempt where network_reference = ? and payment_id = ? and amount = ?',
        order.networkReference,
        order.paymentId,
        order.amount,
      )
      if (!attempt) complain(`the network has an order that the books do not know: ${order.networkReference}`)
      else if ((attempt.paid_amount ?? 0) !== took)
        complain(`the network took ${took}, the books have ${attempt.paid_amount} (${order.paymentId})`)
    }
    finds(
      'what the pretend network took is booked',
      `select network_reference from attempt join simulation using (network_reference)
       where coalesce(attempt.paid_amount, 0) <> iif(outcome = 'completed', coalesce(simulation.paid_amount, simulation.amount), 0)`,
    )
  }

  function everythingToldWasHeard(): void {
    const heard = new Map<string, Set<string>>()
    for (const host of hosts)
      for (const { event, body, signed } of shop.merchantAt(host).heard) {
        if (!signed) complain(`${host} heard an event with a wrong signature or an old stamp`)
        const bodies = heard.get(event.id) ?? new Set()
        heard.set(event.id, bodies.add(body))
      }
    for (const { id, body, status } of shop.look<{ id: string; body: string; status: string }>(
      'select event.id, body, status from event join delivery on event_id = event.id',
    )) {
      const bodies = [...(heard.get(id) ?? [])]
      heard.delete(id)
      if (bodies.length === 0 ? status === 'success' : bodies.length > 1 || bodies[0] !== body)
        complain(`event ${id} (${status}) was heard as ${bodies}`)
    }
    if (heard.size > 0) complain('a merchant heard of an event that the books do not know')
  }

  function end(): void {
    if (!isSettled()) complain('something never settles')
    for (const reference of acknowledged) if (!statuses.has(reference)) complain(`${reference} was acknowledged and is gone`)
    everythingTakenIsBooked()
    everythingToldWasHeard()
    for (const { level, message, facts } of shop.log)
      if ((level === 'warn' || level === 'error') && !String(facts?.error).includes('disk is full'))
        complain(`log: ${message} ${JSON.stringify(facts)}`)
  }

  return {
    complaints,
    complain,
    step,
    isSettled,
    end,
    acknowledged(body: string): void {
      acknowledged.add(JSON.parse(body).data.reference)
    },
    /** Every row and everything heard. */
    digest(): string {
      const tables = shop.look<{ name: string }>("select name from sqlite_schema where type = 'table' order by name")
      const rows = tables.map(({ name }) => shop.look(`select * from ${name} order by 1, 2`))
      const heard = hosts.map(host => shop.merchantAt(host).heard)
      return sha256(JSON.stringify([rows, heard, shop.log]))
    },
  }
}
