// Several nodes on one PostgreSQL database: numbers, books and the record chain as of one writer, each key
// and each job once, receivers in order, and what a node had under way goes to the others when it is gone.
// `bun run test:postgres` runs it; elsewhere it is skipped.
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { SQL } from 'bun'
import type { NetworkConnection } from '../../src/connector/connector.ts'
import { dayOf } from '../../src/domain/day.ts'
import { assert } from '../../src/domain/fault.ts'
import { timeOf } from '../../src/domain/id.ts'
import type { Job } from '../../src/domain/job.ts'
import type { Payment } from '../../src/domain/payment.ts'
import { createPayment, type PaymentRequest } from '../../src/flow/create-payment.ts'
import { type IdempotentRequest, insertKey } from '../../src/flow/idempotency.ts'
import { skipNumbers } from '../../src/flow/payment-number.ts'
import { paymentOfToken } from '../../src/flow/payment-token.ts'
import { isFirstPrint } from '../../src/flow/print.ts'
import { decidePayment } from '../../src/flow/sandbox.ts'
import { changeSettings } from '../../src/flow/setting.ts'
import { chainProblems } from '../../src/store/engine/chain-check.ts'
import { fillAnswer } from '../../src/store/idempotency.ts'
import { putJob } from '../../src/store/job.ts'
import { claimJobs, finishJob, moveJob, recoverJobsOfGone, renewJob } from '../../src/store/job-claim.ts'
import { locks } from '../../src/store/postgres/lock.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { Net } from '../../src/world.ts'
import { openNode, type TestNode } from '../kit/node.ts'
import { qrSale } from '../kit/row.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { after, outcome, until } from '../kit/wait.ts'

const sale: PaymentRequest = { ...qrSale, expiresInSeconds: 3_600 }

describe.skipIf(!testServer)('nodes on one database', () => {
  let url: string
  let nodes: TestNode[]
  /** Another program on the same database. */
  let other: SQL
  beforeEach(() => {
    assert(testServer, 'skipped without a server')
    url = newPostgresDatabase(testServer)
    nodes = []
    other = new SQL({ url, max: 1 })
  })
  afterEach(async () => {
    await Promise.all(nodes.map(node => node.close()))
    await other.close({ timeout: 0 })
  })
  async function open(parts: Omit<Parameters<typeof openNode>[0], 'url'> = {}): Promise<TestNode> {
    const node = await openNode({ url, ...parts })
    nodes.push(node)
    return node
  }
  const two = async (parts: Omit<Parameters<typeof openNode>[0], 'url'> = {}) =>
    [await open(parts), await open(parts)] as const
  const sell = ({ appliance, account }: TestNode, request: Partial<PaymentRequest> = {}) =>
    createPayment(appliance, account, { ...sale, ...request })
  const soldBy = async (node: TestNode, request: Partial<PaymentRequest> = {}): Promise<Payment> => {
    const sold = await sell(node, request)
    assert(!sold.replayed, 'it has no key')
    return sold.value
  }
  const numberOf = (node: TestNode) => {
    const { nodes: own } = node.appliance.store
    assert(own, 'PostgreSQL has nodes')
    return own.number
  }
  /** Ends the connection that shows that this node is alive, and takes the lock of the jobs. */
  const takeJobsFrom = (node: TestNode) =>
    other.unsafe(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 2
        and classid::bigint = ${locks.nodes} and objid::bigint = ${numberOf(node)};
      select pg_advisory_lock(${locks.space}, ${locks.jobs})`,
    )
  const problems = ({ appliance }: TestNode) => chainProblems(appliance.store.read, undefined, async () => {})
  const rows = (text: string) => other.unsafe(text).values() as Promise<unknown[][]>

  describe('write', () => {
    test('64 sales at once on both: numbers follow each other, in the order of ids and without a gap', async () => {
      const [one, next] = await two()
      const sold = await Promise.all(
        Array.from({ length: 64 }, (_, index) => soldBy(index % 2 === 0 ? one : next)),
      )
      const numbers = sold.map(({ number }) => number).toSorted((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
      expect(new Set(sold.map(({ token }) => token)).size).toBe(64)
      // One after the other, in turns: what each makes comes after what the other has made.
      for (let count = 0; count < 6; count++) await soldBy(count % 2 === 0 ? next : one)
      const ids = (await rows('select id from payment order by number')).flat()
      expect(ids).toEqual(ids.toSorted())
      expect(await rows('select sum(count), sum(amount) from total')).toEqual([['70', '350000']])
    })

    test('a later sale has the higher number, on whatever node', async () => {
      const [one, next] = await two()
      await Promise.all(Array.from({ length: 20 }, () => soldBy(one)))
      const numbers: number[] = []
      for (const node of [one, one, next, one, next, next, one]) numbers.push((await soldBy(node)).number)
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      expect(new Set([20, ...numbers]).size).toBe(numbers.length + 1)
      expect(numbers[0]).toBeGreaterThan(20)
    })

    test('a sale that waited for its turn is in the period that begins when it was created', async () => {
      const one = await open()
      const turn = `${locks.space}, ${locks.turn}`
      await other.unsafe(`select pg_advisory_lock(${turn})`) // as a group that writes something else
      const asked = Date.now()
      const selling = soldBy(one)
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted and objid = ${locks.turn}`
      await until(async () => (await other.unsafe(waiting)).length > 0 && Date.now() > asked + 200)
      await other.unsafe(`select pg_advisory_unlock(${turn})`)
      const { id, createdAt } = await selling
      expect(createdAt).toBeLessThanOrEqual(timeOf(id))
      expect(createdAt).toBeGreaterThan(asked + 200)
    })

    test('a sale counts by the time zone that the other node has just set', async () => {
      const [one, next] = await two()
      const by = { actor: { kind: 'server' }, address: null, may: () => true } as const
      const sold: Payment[] = []
      // The first is always a day ahead of the second.
      for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        await changeSettings(one.appliance, one.account.id, { timeZone }, by, () => {})
        sold.push(await soldBy(next), await soldBy(one))
        const counted = await rows('select day, sum(count)::int from total where count <> 0 group by day')
        const days = Map.groupBy(sold, ({ createdAt }) => dayOf(createdAt, timeZone))
        expect(counted.map(row => row.map(Number))).toEqual(
          [...days].map(([day, { length }]) => [day, length]),
        )
      }
    })

    test('money on both: the chain is whole and all books add up to zero', async () => {
      const [one, next] = await two()
      const sold = await Promise.all(
        Array.from({ length: 16 }, (_, index) => soldBy([one, next][index % 2] ?? one)),
      )
      await Promise.all([one.loop.start(), next.loop.start()])
      const left = new Set(sold.map(({ id }) => id))
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const node of [one, next])
        for (const id of left)
          node.appliance.notifier.onPayment(id, payment => {
            if (payment.status === 'completed' && left.delete(id) && left.size === 0) resolve()
          })
      await Promise.all(
        sold.map(({ id }, index) => {
          const { appliance, account } = [next, one][index % 2] ?? one
          return decidePayment(appliance, account, id, { outcome: 'completed' })
        }),
      )
      await promise
      expect(await problems(one)).toEqual([])
      expect(await rows('select sum(amount) from balance')).toEqual([['0']])
      expect(await rows('select count(*), max(number) from posting')).toEqual([
        [expect.anything(), (await rows('select count(*)::bigint from posting'))[0]?.[0]],
      ])
    })

    test('the code of a sale that the other node has just made is known', async () => {
      const [one, next] = await two()
      await soldBy(one)
      const { token, id } = await soldBy(next)
      expect(await paymentOfToken(one.appliance, token)).toMatchObject({ id })
    })

    test('numbers that one node skips after a restore are skipped by all', async () => {
      const [one, next] = await two()
      await soldBy(one)
      await soldBy(next)
      await one.appliance.store.write(tx => skipNumbers(tx, one.appliance))
      const floor = one.appliance.paymentNumbers.newest()
      expect(floor).toBeGreaterThan(1_000_000)
      expect((await soldBy(next)).number).toBe(floor + 1)
      expect((await soldBy(one)).number).toBe(floor + 2)
    })

    test('the running time goes on from the node that has run for the longest, and never back', async () => {
      const one = await open()
      await one.appliance.store.write(async tx => {
        await tx.rows("insert into setting values ('ran_ms', '7200000')")
      })
      const late = await open()
      expect(late.appliance.ranMs()).toBeGreaterThanOrEqual(7_200_000)
      expect(one.appliance.ranMs()).toBeLessThan(7_200_000)
      await soldBy(late)
      await soldBy(one)
      expect(one.appliance.ranMs()).toBeGreaterThanOrEqual(7_200_000)
    })
  })

  describe('a key', () => {
    const keyed: IdempotentRequest<Payment> = {
      accountId: '',
      key: 'order-1',
      fingerprint: 'same',
      render: ({ id }) => ({ status: 201, body: id }),
    }
    const sellWithKey = ({ appliance, account }: TestNode, key = keyed.key) =>
      createPayment(appliance, account, sale, { ...keyed, accountId: account.id, key })
    const bodyOf = (result: Awaited<ReturnType<typeof sellWithKey>>) => result.response?.body

    test('at the same moment on both makes one sale', async () => {
      const [one, next] = await two()
      const results = await Promise.all([one, next, one, next].map(node => sellWithKey(node)))
      expect(new Set(results.map(bodyOf)).size).toBe(1)
      expect(await rows('select count(*) from payment')).toEqual([['1']])
    })

    test('of 24 at once on both, in either order, each makes one sale', async () => {
      const [one, next] = await two()
      const keys = Array.from({ length: 24 }, (_, index) => `order-${index}`)
      const [sold, again] = await Promise.all([
        Promise.all(keys.map(key => sellWithKey(one, key))),
        Promise.all(keys.toReversed().map(key => sellWithKey(next, key))),
      ])
      expect(sold.map(bodyOf)).toEqual(again.map(bodyOf).toReversed())
      const counts = 'select count(*), (select sum(count) from total), sum(amount) from payment'
      expect(await rows(counts)).toEqual([['24', '24', '120000']])
    })

    test('that is running on another node is waited for: its network is called once', async () => {
      let calls = 0
      const called = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<void>()
      const [one, next] = await two({
        mode: 'live',
        network: networkOf(async () => {
          calls++
          called.resolve()
          await answer.promise
          return { kind: 'pending', qr: 'QR', token: null } as never
        }),
      })
      const first = sellWithKey(one)
      await called.promise
      const asked = asksTwice(next)
      const second = sellWithKey(next)
      await asked
      answer.resolve()
      const [sold, replayed] = await Promise.all([first, second])
      expect([sold.replayed, replayed.replayed]).toEqual([false, true])
      expect(bodyOf(replayed)).toBe(bodyOf(sold))
      expect(calls).toBe(1)
    })

    /** Claims a key for this node, which runs it, and creates the payment that it is for. */
    async function claimedBy(node: TestNode) {
      const { nodes: own, write } = node.appliance.store
      const key = { ...keyed, accountId: node.account.id }
      const name = `key ${key.accountId} ${key.key}`
      assert(await own?.hold(name), 'the key is free')
      const { id } = await soldBy(node)
      await write(tx => insertKey(tx, node.appliance, key, id, undefined))
      return { id, key, release: () => own?.release(name) }
    }

    /** Resolves once a node has asked twice for a key that another one has. */
    function asksTwice({ appliance }: TestNode): Promise<void> {
      const { nodes: own } = appliance.store
      assert(own, 'a node knows of the others')
      const { promise, resolve } = Promise.withResolvers<void>()
      const hold = own.hold.bind(own)
      let refused = 0
      spyOn(own, 'hold').mockImplementation(async name => {
        const isOurs = await hold(name)
        if (!isOurs && ++refused === 2) resolve()
        return isOurs
      })
      return promise
    }

    test('that goes on running on another node: after ten seconds it is 409, and usable afterwards', async () => {
      const [one, next] = await two()
      const { id, release } = await claimedBy(one)
      const from = performance.now()
      const refused = { error: expect.objectContaining({ reason: 'request_in_progress' }) }
      expect(await Promise.all([outcome(sellWithKey(next)), outcome(sellWithKey(next))])).toEqual([
        refused,
        refused,
      ])
      expect(performance.now() - from).toBeGreaterThan(9_900)
      release()
      const sold = await sellWithKey(next)
      expect(bodyOf(sold)).toBe(id)
      expect(await rows('select count(*) from payment')).toEqual([['1']])
    })

    test('that another node has claimed is waited for by a sale that needs no network, too', async () => {
      const [one, next] = await two()
      const { key, release } = await claimedBy(one)
      const asked = asksTwice(next)
      const second = sellWithKey(next)
      await asked
      await one.appliance.store.write(tx => fillAnswer(tx, { ...key, status: 201, body: 'the answer' }))
      release()
      expect(await second).toEqual({ replayed: true, response: { status: 201, body: 'the answer' } })
      expect(await rows('select count(*) from payment')).toEqual([['1']])
    })
  })

  test('an automatic receipt that tabs of a till ask for at two nodes is printed once', async () => {
    const [one, next] = await two()
    const ask = ({ appliance }: TestNode, page: string) => isFirstPrint(appliance, 'till_1', page)
    const answers = await Promise.all([one, next, one, next].map(node => ask(node, 'receipt 1')))
    expect(answers.filter(isFirst => isFirst)).toHaveLength(1)
    expect(await ask(next, 'receipt 2')).toBe(true)
    expect(await ask(one, 'receipt 2')).toBe(false)
  })

  describe('jobs', () => {
    const job = (subject: string, queue: string | null = null, dueAt = 0) => ({ subject, queue, dueAt })
    const put = ({ appliance }: TestNode, ...jobs: ReturnType<typeof job>[]) =>
      appliance.store.write(async tx => {
        for (const { subject, queue, dueAt } of jobs)
          await putJob(tx, queue === null ? 'attempt.check' : 'delivery.send', subject, dueAt, queue)
      })
    const all = { money: 100, expiry: 100, delivery: 100, upkeep: 100 }
    const claim = ({ appliance: { store } }: TestNode, now = 1_000, max = all): Promise<Job[]> =>
      store.write(tx => claimJobs(tx, now, max))
    const subjects = (jobs: readonly Job[]) => jobs.map(({ subject }) => subject)
    const stateOf = async (subject: string) =>
      (await rows(`select state from job where subject = '${subject}'`)).flat()[0]

    test('are claimed once, by either node', async () => {
      const [one, next] = await two()
      await put(
        one,
        ...Array.from({ length: 200 }, (_, index) =>
          job(`${String(index).padStart(3, '0')}`, null, 200 - index),
        ),
      )
      const claimed = await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          claim([one, next][index % 2] ?? one, 1_000, { ...all, money: 60 }),
        ),
      )
      expect(new Set(claimed.flatMap(subjects)).size).toBe(200)
    })

    test('that a living node has claimed are its own, whatever the clock of another says', async () => {
      const [one, next] = await two()
      await put(one, job('a'))
      const [mine] = await claim(one)
      expect(await claim(next, 999_999_999)).toEqual([])
      await next.appliance.store.write(tx => recoverJobsOfGone(tx, 2_000, [numberOf(one), numberOf(next)]))
      expect(await stateOf('a')).toBe('claimed')
      assert(mine, 'it was due')
      await one.appliance.store.write(tx => finishJob(tx, mine))
      expect(await stateOf('a')).toBeUndefined()
    })

    test('of a node that is gone go to the others, who hear of it', async () => {
      const [one, next] = await two()
      await put(one, job('a'))
      await claim(one)
      const heard = new Promise<unknown>(resolve => next.appliance.store.nodes?.onGone(resolve))
      await one.appliance.store.close()
      nodes = [next]
      await heard
      await next.appliance.store.write(tx => recoverJobsOfGone(tx, 1_000, [numberOf(next)]))
      expect(subjects(await claim(next))).toEqual(['a'])
    })

    test('of a node that was taken for gone: it can neither finish, move nor renew them, with the same lease either', async () => {
      const [one, next] = await two()
      await put(one, job('a'))
      const [lost] = await claim(one)
      assert(lost, 'it was due')
      await next.appliance.store.write(tx => recoverJobsOfGone(tx, 1_000, [numberOf(next)]))
      // The other node's clock agrees: its lease ends at the same millisecond.
      const [taken] = await claim(next)
      expect(taken?.dueAt).toBe(lost.dueAt)
      await one.appliance.store.write(async tx => {
        expect(await renewJob(tx, lost, lost.dueAt, 5_000)).toBe(false)
        await moveJob(tx, lost, { state: 'parked', dueAt: 0, tries: 9, lastError: 'late' })
        await finishJob(tx, lost)
      })
      expect(await rows('select state, node, tries from job')).toEqual([
        ['claimed', String(numberOf(next)), '2'],
      ])
    })

    test('that a moved shop had claimed are recovered, also when nobody listens in the first seconds', async () => {
      const one = await open()
      const gone = () => new Promise<unknown>(resolve => one.appliance.store.nodes?.onGone(resolve))
      await gone() // the report that each node makes once after its start
      await put(one, job('a'))
      await claim(one)
      await other.unsafe('update job set node = null') // SQLite has no nodes
      await gone()
      await one.appliance.store.write(tx => recoverJobsOfGone(tx, 1_000, [numberOf(one)]))
      expect(subjects(await claim(one))).toEqual(['a'])
    })

    test('are not for a process that only works beside the nodes', async () => {
      const visitor = await openPostgres({ url, isAlone: false, isVisitor: true }, 0, () => {}, after)
      const one = await open()
      await until(async () => one.appliance.store.nodes?.runsJobs() === true)
      expect(visitor.nodes?.runsJobs()).toBe(false)
      await visitor.close()
    })

    test('are run by one node, and by another one soon after it is gone', async () => {
      const [one, next] = await two()
      const runs = [one, next].map(({ appliance }) => appliance.store.nodes?.runsJobs())
      expect(runs).toEqual([true, false])
      const takesOver = new Promise<void>(resolve => next.appliance.store.nodes?.onRunsJobs(resolve))
      await one.appliance.store.close()
      nodes = [next]
      await takesOver
      expect(next.appliance.store.nodes?.runsJobs()).toBe(true)
    })

    test('are run by none that the server has cut off, until it holds them again', async () => {
      const one = await open()
      const again = new Promise<void>(resolve => one.appliance.store.nodes?.onRunsJobs(resolve))
      await takeJobsFrom(one)
      await until(async () => one.appliance.store.nodes?.runsJobs() === false)
      await other.unsafe(`select pg_advisory_unlock(${locks.space}, ${locks.jobs})`)
      await again
    })
  })

  describe('webhooks', () => {
    /** Creates a receiver that takes a little while, and records what it heard of each address. */
    function newReceiver() {
      const heard: { host: string; payment: string; type: string }[] = []
      let underWay = 0
      let mostUnderWay = 0
      const waiting: { count: number; resolve: () => void }[] = []
      const request: Net['request'] = async call => {
        underWay++
        mostUnderWay = Math.max(mostUnderWay, underWay)
        await Bun.sleep(2)
        underWay--
        const { type, data } = JSON.parse(call.body)
        heard.push({ host: new URL(call.url).host, payment: data.reference, type })
        for (const one of waiting) if (heard.length >= one.count) one.resolve()
        return { kind: 'answered', status: 200, headers: {}, body: '', tookMs: 2 }
      }
      const until = (count: number) =>
        new Promise<void>(resolve => {
          waiting.push({ count, resolve })
          if (heard.length >= count) resolve()
        })
      return { request, heard, until, mostUnderWay: () => mostUnderWay }
    }

    test('come once each, four at a time and no more, while both nodes sell and send', async () => {
      const receiver = newReceiver()
      const [one, next] = await two({ request: receiver.request })
      await Promise.all([one.loop.start(), next.loop.start()])
      const sold = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          soldBy([one, next][index % 2] ?? one, { webhookUrl: 'https://shop.example/hook' }),
        ),
      )
      await Promise.all(
        sold.map(({ id }, index) => {
          const { appliance, account } = [next, one][index % 2] ?? one
          return decidePayment(appliance, account, id, { outcome: 'completed' })
        }),
      )
      await receiver.until(40)
      await Promise.all([one.loop.stop(), next.loop.stop()])
      expect(receiver.heard.map(({ payment }) => payment).toSorted()).toEqual(
        sold.map(({ id }) => id).toSorted(),
      )
      expect(receiver.mostUnderWay()).toBeLessThanOrEqual(4)
      expect(await rows("select count(*) from job where kind = 'delivery.send'")).toEqual([['0']])
    })

    test('come once each also when another node begins to run the jobs meanwhile', async () => {
      const gate = Promise.withResolvers<void>()
      const heard: string[] = []
      let mayAnswer = 8
      const [one, next] = await two({
        async request({ body }) {
          heard.push(JSON.parse(body).data.reference)
          if (mayAnswer-- <= 0) await gate.promise
          return { kind: 'answered', status: 200, headers: {}, body: '', tookMs: 2 }
        },
      })
      await one.loop.start()
      const sold = await Promise.all(
        Array.from({ length: 20 }, () => soldBy(one, { webhookUrl: 'https://shop.example/hook' })),
      )
      for (const { id } of sold) await decidePayment(one.appliance, one.account, id, { outcome: 'completed' })
      await until(() => heard.length > 8)
      const [before, after] = [one, next].map(({ appliance }) => appliance.store.nodes)
      assert(before && after, 'PostgreSQL has nodes')
      spyOn(before, 'runsJobs').mockReturnValue(false)
      spyOn(after, 'runsJobs').mockReturnValue(true)
      gate.resolve()
      await one.loop.settled()
      await next.loop.start()
      await until(() => heard.length >= 20)
      await Promise.all([one.loop.stop(), next.loop.stop()])
      expect(heard.toSorted()).toEqual(sold.map(({ id }) => id).toSorted())
    })
  })

  test('a process that wants the database alone is refused while a node lives, and a node while one has it', async () => {
    const one = await open()
    const now = (_: number, call: () => void) => one.appliance.world.clock.after(1, call)
    const enter = (isAlone: boolean) => outcome(openPostgres({ url, isAlone }, 0, () => {}, now))
    const refused = { error: expect.objectContaining({ exitStatus: 3 }) }
    expect(await enter(true)).toEqual(refused)
    await one.close()
    nodes = []
    const alone = await openPostgres({ url, isAlone: true }, 0, () => {}, one.appliance.world.clock.after)
    expect(await enter(false)).toEqual(refused)
    await alone.close()
  }, 300_000)
})

/** Returns a network whose orders the test answers. */
const networkOf = (collect: NetworkConnection['collect']): NetworkConnection => ({
  id: 'net_test',
  connector: 'test',
  reach: 'network',
  facts: {
    methods: ['qr', 'push', 'card'],
    payouts: [],
    times: { callMs: 60_000, promptMs: 30_000, arrivesMs: 90_000, watchMs: 0 },
    checks: { firstMs: 60_000, mostMs: 60_000, deadlineMs: 3_600_000 },
    rate: { perMinute: 600, atOnce: 100 },
  },
  collect,
})
