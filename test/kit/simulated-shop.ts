// A whole shop on simulated time: the real appliance, job loop and flows over a store in memory, with a
// cashier, customers, a simulated and a scripted payment network, and merchants who receive webhooks. Only
// `advance` moves time; a seed decides all chance.
import type { SQLQueryBindings } from 'bun:sqlite'
import { onTestFinished } from 'bun:test'
import { newAppliance } from '../../src/appliance.ts'
import type { Connection, Connections, LocalConnection } from '../../src/connector/connector.ts'
import { simulator } from '../../src/connector/simulator.ts'
import type { Account, Mode } from '../../src/domain/account.ts'
import { assert } from '../../src/domain/fault.ts'
import { idWithPrefix } from '../../src/domain/id.ts'
import type { Payment } from '../../src/domain/payment.ts'
import type { Book, FeeSchedule } from '../../src/domain/posting.ts'
import { claimServer, firstStart, isClaimed } from '../../src/flow/account.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { newJobLoop } from '../../src/job/loop.ts'
import { listAccounts } from '../../src/store/account.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import { newSeal } from '../../src/store/folder/seal.ts'
import { findSimulation, insertSimulation } from '../../src/store/simulation.ts'
import type { Store } from '../../src/store/store.ts'
import { type LogFacts, type LogLevel, newClockTrust, newOrderedIds, type World } from '../../src/world.ts'
import { type Merchant, newMerchant } from './merchant.ts'
import { newNetwork, type ScriptedConnection, type ScriptedNetwork } from './network.ts'
import {
  counted,
  type Disk,
  mortalConnection,
  mortalStore,
  mortalWorld,
  newProcessLife,
  type ProcessLife,
} from './process-life.ts'
import { newShopPeople, type ShopPeople } from './simulated-people.ts'
import { type Chance, msOf, newChance, newTimeline, type Span, type Timeline } from './simulated-world.ts'
import { newStoreDatabase, testServer } from './store-database.ts'

export interface SimulatedShopOptions {
  readonly seed?: number
  readonly opens?: number // when the shop opens, milliseconds since 1970
  /** The account the cashier sells for; a live one speaks to the scripted network. */
  readonly mode?: Mode
  /**
   * Skips idle minutes, by default. Stories that set the server's clock turn it off: they test that the loop
   * looks every minute.
   */
  readonly skipsIdle?: boolean
  readonly checkMaxMs?: number // the longest time between two status checks of the scripted network
  /** Changes the parts of the appliance: for own connections, and for planted bugs. */
  readonly connections?: (own: readonly (LocalConnection | ScriptedConnection)[]) => readonly Connection[]
  readonly store?: (store: Store) => Store
  readonly net?: (net: World['net']) => World['net']
}

export interface SimulatedShop extends ShopPeople {
  readonly time: Timeline
  readonly chance: Chance
  readonly network: ScriptedNetwork
  readonly merchant: Merchant
  readonly log: readonly {
    readonly level: LogLevel
    readonly message: string
    readonly facts: LogFacts | undefined
  }[]
  readonly published: readonly Payment[] // committed changes as a till receives them
  readonly disk: Disk
  merchantAt(host: string): Merchant
  isUp(): boolean
  /** Returns how often it was started. */
  starts(): number
  /** Lets time pass. Each timer is called at its time, and all its consequences happen before the next. */
  advance(span: Span): Promise<void>
  /** Returns what the server's clock shows. */
  serverNow(): number
  /** Sets the server's clock forward (or, below zero, back); the world is unaffected. */
  setClock(span: Span): void
  /** Called when all is quiet after each step. */
  afterStep: () => void
  /** Cuts the power now, and switches it on again after a while. */
  crash(downFor?: Span): Promise<void>
  /** Cuts the power at the n-th point from now (process-life.ts defines points). */
  crashAt(points: number, downFor: Span): void
  /** Returns the stored balances; invariant.ts compares them with the postings. */
  books(mode?: Mode): Record<Book, number>
  /** Returns rows of the tables, by SQL. */
  query<Row>(sql: string, ...values: SQLQueryBindings[]): Row[]
  /** Drops the triggers that refuse changes of records, as anyone with a database tool can. */
  dropTriggers(): void
  /** Removes the shop. */
  close(): void
}

interface Server {
  readonly life: ProcessLife
  /** Undefined until it has started. */
  running?: { readonly appliance: Appliance; readonly accounts: ReadonlyMap<Mode, Account> }
}

/** A Monday, eight o'clock in Dar es Salaam. */
export const opening = Date.UTC(2026, 2, 2, 5)
/** The live account's fees, so that gross, fees and net differ. */
const collectionFee = { basisPoints: 100, fixed: 50 }
const liveFees: FeeSchedule = {
  'dynamic-qr': collectionFee,
  mobile: collectionFee,
  card: collectionFee,
  payout: { basisPoints: 0, fixed: 300 },
}
const lookMs = 60_000
/** Deleting old keys is not worth waking for. */
const nextDue =
  "select min(due_at) as at from job where state in ('waiting', 'claimed') and kind <> 'idempotency.prune'"
/** Returns the connections of accounts: sandbox accounts have the simulator, live ones the others. */
const connectionsIn = (all: readonly Connection[]): Connections => ({
  connectionsOf: ({ mode }) => all.filter(({ reach }) => (reach === 'local') === (mode === 'sandbox')),
  find: id => all.find(connection => connection.id === id),
})
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

export async function openSimulatedShop(options: SimulatedShopOptions = {}): Promise<SimulatedShop> {
  const { seed = 1, mode = 'sandbox', opens = opening } = options
  const time = newTimeline(opens)
  const worldChance = newChance(seed * 2 + 1)
  const seal = newSeal(worldChance.bytes(32))
  const database = newStoreDatabase()
  const { query } = database
  // Otherwise its connections would stay with the server until the last test of the file.
  if (testServer) onTestFinished(database.close)
  const disk: Disk = { pending: 0, isFull: () => false }
  const log: { level: LogLevel; message: string; facts: LogFacts | undefined }[] = []
  const told: Payment[] = []
  const merchants = new Map<string, Merchant>()
  let downMs = 0
  let skewMs = 0
  let starts = 0

  const serverNow = () => time.now() + skewMs
  const keyOf = (reference: string) => {
    const sealed = `select signing_key from account where id in (
      select account_id from payment where id = ?1 union all select account_id from payout where id = ?1
      union all select account_id from refund where id = ?1)`
    const [row] = query<{ signing_key: string }>(sealed, reference)
    assert(row, 'a webhook is about a payment, a payout or a refund')
    return seal.open(row.signing_key)
  }
  const merchantAt = (host: string) => {
    const merchant = merchants.get(host) ?? newMerchant(host, time, keyOf, serverNow)
    merchants.set(host, merchant)
    return merchant
  }
  const network = newNetwork(time, reference => people.callsBack(reference))

  /**
   * The loop looks at its queue every minute. Looks that would find nothing, because nothing is due or
   * happens, are skipped.
   */
  function scheduleLook(call: () => void): () => void {
    let cancel = time.after(lookMs, () => {
      const due = query<{ at: number | null }>(nextDue)[0]?.at
      const dueMs = (due ?? Number.POSITIVE_INFINITY) - serverNow()
      const quietMs = time.quietUntil() - time.now()
      const waitMs = dueMs <= quietMs ? dueMs : Math.floor(quietMs / lookMs) * lookMs
      if (waitMs > 0) cancel = time.after(waitMs, call)
      else call()
    })
    return () => cancel()
  }

  const net: World['net'] = {
    async request(call) {
      const allowed = call.mayReach('41.59.0.10', 443)
      if (allowed !== true) return { kind: 'refused', error: allowed, tookMs: 0 }
      return merchantAt(new URL(call.url).host).receive(call)
    },
    print: async () => ({ kind: 'unreachable', error: 'this shop has no printer' }),
  }
  const newWorld = (): World => ({
    clock: {
      now: serverNow,
      elapsed: () => time.now() - opens,
      ...newClockTrust(serverNow, () => time.now() - opens),
      after: (ms, call) =>
        options.skipsIdle !== false && ms === lookMs ? scheduleLook(call) : time.after(ms, call),
    },
    random: worldChance,
    ids: newOrderedIds(worldChance),
    net: options.net?.(net) ?? net,
    log: (level, message, facts) => log.push({ level, message, facts }),
  })

  async function start(life: ProcessLife): Promise<NonNullable<Server['running']>> {
    const store = mortalStore(await counted(disk, () => database.open(serverNow())), life, disk)
    const own: (LocalConnection | ScriptedConnection)[] = [
      simulator(
        {
          insert: insertSimulation,
          find: reference => findSimulation(store.readInOrder ?? store.read, reference),
        },
        serverNow,
      ),
      mortalConnection(network.connect(options.checkMaxMs), life),
    ]
    const wired = await newAppliance({
      world: mortalWorld(newWorld(), life),
      store: options.store?.(store) ?? store,
      seal,
      connections: connectionsIn(options.connections?.(own) ?? own),
      own: { addresses: ['192.168.1.10'], ports: [8080] },
      publicUrl: 'http://192.168.1.10:8080',
    })
    const publishPayment = (tx: Tx, payment: Payment) => {
      tx.afterCommit(() => {
        if (database.inTransaction())
          log.push({ level: 'error', message: 'told before the commit', facts: { payment: payment.id } })
        told.push(payment)
      })
      wired.notifier.publishPayment(tx, payment)
    }
    const appliance = { ...wired, notifier: { ...wired.notifier, publishPayment } }
    const loop = newJobLoop(appliance, cause =>
      log.push({ level: 'error', message: `broken: ${cause}`, facts: undefined }),
    )
    await firstStart(appliance)
    if (!(await isClaimed(appliance)))
      await claimServer(
        appliance,
        { name: 'Duka la Asha', city: 'Dar es Salaam' },
        { staffId: 'asha', name: 'Asha' },
      )
    database.run("update account set fees = ? where mode = 'live'", JSON.stringify(liveFees))
    await loop.start()
    const accounts = await listAccounts(appliance.store.read)
    return { appliance, accounts: new Map(accounts.map(account => [account.mode, account])) }
  }

  function boot(): Server {
    starts++
    const fresh: Server = { life: newProcessLife() }
    void fresh.life.ended.then(() =>
      time.after(downMs, () => {
        box = boot()
      }),
    )
    void start(fresh.life).then(
      running => {
        fresh.running = running
      },
      // A full disk refuses the start: someone, or systemd, tries again.
      () => {
        downMs = 10_000
        fresh.life.end()
      },
    )
    return fresh
  }

  /** Returns when nothing moves: no pending write and no microtask. */
  async function settle(): Promise<void> {
    for (;;) {
      await turn()
      if (disk.pending === 0) return
      if (!testServer) continue
      await new Promise<void>(resolve => {
        disk.onIdle = resolve
      })
    }
  }

  async function advance(span: Span): Promise<void> {
    const until = time.now() + msOf(span)
    await settle()
    shop.afterStep()
    while (time.next(until)) {
      await settle()
      shop.afterStep()
    }
  }

  const people = newShopPeople({
    mode,
    network,
    query,
    merchantUrl: () => merchantAt('shop.example').url,
    box: () => (box.running && box.life.isAlive() ? { ...box.running, ended: box.life.ended } : undefined),
    callbackId: () => idWithPrefix('evt', Buffer.from(worldChance.bytes(8)).toString('hex')),
  })

  const shop: SimulatedShop = {
    ...people,
    time,
    chance: newChance(seed * 2),
    network,
    merchant: merchantAt('shop.example'),
    log,
    published: told,
    disk,
    merchantAt,
    isUp: () => box.running !== undefined && box.life.isAlive(),
    starts: () => starts,
    advance,
    serverNow,
    setClock(span) {
      skewMs += msOf(span)
    },
    afterStep: () => {},
    async crash(downFor = {}) {
      downMs = msOf(downFor)
      box.life.end()
      await advance({})
    },
    crashAt(points, downFor) {
      downMs = msOf(downFor)
      box.life.diesAt(points)
    },
    books(of = mode) {
      const kept = query<{ book: Book; amount: number }>(
        'select book, amount from balance join account on account_id = account.id where mode = ?',
        of,
      )
      const balances = { network: 0, merchant: 0, held: 0, fees: 0, suspense: 0 }
      for (const { book, amount } of kept) balances[book] = amount
      return balances
    },
    query,
    dropTriggers: database.dropTriggers,
    close: database.close,
  }
  let box = boot()
  await settle()
  assert(box.running, 'a shop opens without waiting for anything')
  return shop
}
