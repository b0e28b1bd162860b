// Work that fails or never ends: status checks go on until the answer comes, a hanging job is begun once and
// takes one place, and a job that becomes due again while it runs comes after, never in parallel.
import { describe, expect, test } from 'bun:test'
import type { NetworkConnection } from '../../src/connector/connector.ts'
import { fault } from '../../src/domain/fault.ts'
import { isTryLogged } from '../../src/domain/job.ts'
import { putJob } from '../../src/store/job.ts'
import type { Store } from '../../src/store/store.ts'
import type { ScriptedConnection } from '../kit/network.ts'
import { openSimulatedShop, type SimulatedShop, type SimulatedShopOptions } from '../kit/simulated-shop.ts'

const never = <T>() => new Promise<T>(() => {})
const open = (options: SimulatedShopOptions = {}) => openSimulatedShop({ mode: 'live', ...options })
/** Changes the scripted network. */
const networked = (
  change: (network: ScriptedConnection) => Partial<NetworkConnection>,
): SimulatedShopOptions => ({
  connections: all =>
    all.map(connection =>
      connection.reach === 'network' ? { ...connection, ...change(connection) } : connection,
    ),
})
interface JobRow {
  readonly kind: string
  readonly subject: string
  readonly state: string
  readonly due_at: number
  readonly tries: number
}
const jobs = (shop: SimulatedShop, like: string) =>
  shop.query<JobRow>('select * from job where kind like ? order by kind', like)
const told = (shop: SimulatedShop, message: string) => shop.log.filter(line => line.message === message)

describe('a payment job that fails through our own fault', () => {
  const broken = () => {
    const state = { isBroken: true }
    /** The network's answer cannot be recorded. */
    const options: SimulatedShopOptions = {
      store: store => ({
        ...store,
        write: body =>
          store.write(tx =>
            body({
              ...tx,
              rows: async (text, values, ...rest) => {
                if (state.isBroken && text.includes('"status_check"')) throw new TypeError('no such column')
                return tx.rows(text, values, ...rest)
              },
            }),
          ),
      }),
    }
    return { state, options }
  }

  test('is tried every five minutes for days, and works once the fault is mended', async () => {
    const { state, options } = broken()
    const shop = await open(options)
    const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 300 })
    await shop.customer.scans(payment).approves()
    await shop.advance({ days: 2 })
    const kinds = jobs(shop, '%').filter(({ tries }) => tries > 8)
    expect(kinds.map(({ kind }) => kind)).toEqual(['attempt.check', 'attempt.recheck', 'payment.expire'])
    for (const { state, due_at } of kinds) {
      expect(state).toBe('waiting')
      expect(due_at - shop.serverNow()).toBeWithin(0, 300_001)
    }
    state.isBroken = false
    await shop.advance({ minutes: 5 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
    expect(jobs(shop, '%').filter(({ tries }) => tries > 0)).toEqual([])
    shop.close()
  })

  test('is reported each time at first, then less and less often', async () => {
    const { options } = broken()
    const shop = await open(options)
    shop.network.callbacks = () => []
    await shop.cashier.asksForQr(10_000, { expiresIn: 14_400 })
    await shop.advance({ hours: 12 })
    const lines = told(shop, 'a job failed and is tried again').filter(
      ({ facts }) => facts?.job === 'attempt.check',
    )
    expect(lines.map(({ facts }) => facts?.tries)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128])
    expect([9, 15, 17, 1_000, 1_024].map(isTryLogged)).toEqual([false, false, false, false, true])
    shop.close()
  })
})

test('an answer of the network that comes while the database is away is recorded once it is back', async () => {
  let isAway = false
  let isAsked = false
  const shop = await open({
    ...networked(({ check }) => ({
      async check(call) {
        const answer = await check(call)
        isAway = isAsked
        return answer
      },
    })),
    store: store => ({
      ...store,
      write: (body, kind) =>
        isAway ? Promise.reject(fault('database_unavailable')) : store.write(body, kind),
    }),
  })
  shop.network.callbacks = () => []
  const payment = await shop.cashier.asksForQr(10_000)
  await shop.customer.scans(payment).approves()
  isAsked = true
  await shop.advance({ minutes: 30 })
  expect(isAway).toBe(true)
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
  isAsked = false
  isAway = false
  await shop.advance({ seconds: 4 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  expect(told(shop, 'the result of a job could not be recorded')).toEqual([])
  shop.close()
})

test('a delivery that fails through our own fault is parked, and tried again at the next start', async () => {
  let isBroken = true
  const shop = await open({
    net: net => ({
      ...net,
      request: call => (isBroken ? Promise.reject(new TypeError('no')) : net.request(call)),
    }),
  })
  await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves()
  await shop.advance({ minutes: 30 })
  expect(jobs(shop, 'delivery%')).toMatchObject([{ state: 'parked', tries: 8 }])
  expect(told(shop, 'a job was parked')).toHaveLength(1)
  isBroken = false
  await shop.advance({ hours: 1 })
  expect(shop.merchant.received).toEqual([])
  await shop.crash()
  await shop.advance({ seconds: 1 })
  expect(shop.merchant.received).toHaveLength(1)
  expect(jobs(shop, 'delivery%')).toEqual([])
  shop.close()
})

describe('a job that never ends', () => {
  test('is started once, keeps one place and its lease, and delays no other job', async () => {
    let posts = 0
    const shop = await open({
      net: net => ({ ...net, request: call => (++posts === 1 ? never() : net.request(call)) }),
    })
    await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves()
    // 450 leases of two minutes.
    for (let hour = 0; hour < 15; hour++) {
      await shop.advance({ hours: 1 })
      const [job] = jobs(shop, 'delivery.send')
      expect(job).toMatchObject({ state: 'claimed', tries: 1 })
      expect((job?.due_at ?? 0) - shop.serverNow()).toBeWithin(1, 120_001)
    }
    expect(posts).toBe(1)
    const renewals = told(shop, 'a job does not end').map(({ facts }) => Number(facts?.renewals))
    expect(renewals.slice(0, 4)).toEqual([8, 16, 32, 64])
    await shop.customer.scans(await shop.cashier.asksForQr(20_000)).approves()
    await shop.advance({ seconds: 1 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
    // The next process does it.
    await shop.crash()
    await shop.advance({ seconds: 1 })
    expect(shop.merchant.received).toHaveLength(2)
    expect(jobs(shop, 'delivery.send')).toEqual([])
    shop.close()
  })

  test('keeps its lease while so many jobs are due that the loop is never idle', async () => {
    let posts = 0
    let isSlow = false
    let store: Store | undefined
    const shop: SimulatedShop = await open({
      net: net => ({ ...net, request: call => (++posts === 1 ? never() : net.request(call)) }),
      store: made => {
        store = made
        return {
          ...made,
          async write(body, priority) {
            if (isSlow && priority) await new Promise<void>(resolve => shop.time.after(2_000, resolve))
            return made.write(body, priority)
          },
        }
      },
    })
    await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves()
    await shop.advance({ seconds: 1 })
    await store?.write(async tx => {
      for (let number = 1; number <= 2_000; number++)
        await putJob(tx, 'attempt.recheck', `none:${number}`, shop.serverNow())
    })
    isSlow = true
    await shop.advance({ minutes: 5 })
    expect(jobs(shop, 'attempt.recheck').length).toBeGreaterThan(100)
    const [job] = jobs(shop, 'delivery.send')
    expect(job).toMatchObject({ state: 'claimed', tries: 1 })
    expect((job?.due_at ?? 0) - shop.serverNow()).toBeWithin(1, 120_001)
    shop.close()
  })

  test('holds its lease through a clock that is set back and forward', async () => {
    let posts = 0
    const shop = await open({
      net: net => ({ ...net, request: call => (++posts === 1 ? never() : net.request(call)) }),
    })
    await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves()
    for (const hours of [-3, 5, -48, 46]) {
      await shop.advance({ minutes: 10 })
      shop.setClock({ hours })
      await shop.advance({ minutes: 2 })
      const [job] = jobs(shop, 'delivery.send')
      expect((job?.due_at ?? 0) - shop.serverNow()).toBeWithin(1, 120_001)
    }
    expect(posts).toBe(1)
    shop.close()
  })
})

describe('a job that is made due again while it runs', () => {
  /**
   * Opens a shop whose network answers a status check on demand; counts running checks, and their maximum.
   */
  async function slowShop() {
    let store: Store | undefined
    const asked = { now: 0, most: 0, all: 0 }
    const letGo: (() => void)[] = []
    const shop = await open({
      store: made => {
        store = made
        return made
      },
      ...networked(({ facts, check }) => ({
        facts: { ...facts, times: { ...facts.times, callMs: 3_600_000 } },
        async check(call) {
          asked.all++
          asked.most = Math.max(asked.most, ++asked.now)
          await new Promise<void>(resolve => letGo.push(resolve))
          asked.now--
          return check(call)
        },
      })),
    })
    shop.network.callbacks = () => []
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.advance({ seconds: 10 })
    const [job] = jobs(shop, 'attempt.check')
    const recheck = async () => {
      await store?.write(tx => putJob(tx, 'attempt.check', job?.subject ?? '', shop.serverNow()))
      await shop.advance({ minutes: 1 })
    }
    const goes = async () => {
      letGo.shift()?.()
      await shop.advance({})
    }
    return { shop, payment, asked, recheck, goes }
  }

  test('runs once more when it has ended, never in parallel with itself', async () => {
    const { shop, asked, recheck, goes } = await slowShop()
    expect(asked).toEqual({ now: 1, most: 1, all: 1 })
    await recheck()
    await recheck()
    await shop.advance({ minutes: 5 })
    expect(asked).toEqual({ now: 1, most: 1, all: 1 })
    await goes()
    expect(asked).toEqual({ now: 1, most: 1, all: 2 })
    await goes()
    expect(asked).toEqual({ now: 0, most: 1, all: 2 })
    expect(jobs(shop, 'attempt.check')).toMatchObject([{ state: 'waiting', tries: 0 }])
    shop.close()
  })

  test('records in the end what the second run found', async () => {
    const { shop, payment, recheck, goes } = await slowShop()
    await recheck()
    await goes()
    await shop.customer.scans(payment).approves()
    await goes()
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
    expect(jobs(shop, 'attempt.check')).toEqual([])
    shop.close()
  })
})
