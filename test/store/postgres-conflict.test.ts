// Another program's transactions are in the way on a real PostgreSQL: a group that ends with a deadlock or a
// serialisation failure runs again, once in the end, and its callers never see it. `bun run test:postgres`
// runs it; elsewhere it is skipped.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { lastLedgerCheck, runLedgerCheck } from '../../src/flow/ledger-check.ts'
import { decidePayment } from '../../src/flow/sandbox.ts'
import { newHostQueues } from '../../src/job/host-queue.ts'
import { type JobRun, newJobRuns } from '../../src/job/run.ts'
import { chainProblems } from '../../src/store/engine/chain-check.ts'
import type { WriteKind } from '../../src/store/engine/group-body.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import { putJob } from '../../src/store/job.ts'
import { claimJobs, finishJob, moveJob } from '../../src/store/job-claim.ts'
import { runsMax } from '../../src/store/postgres/error.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { changeOf } from '../kit/change.ts'
import { openNode, soldOn, type TestNode } from '../kit/node.ts'
import {
  type ConflictingProgram,
  conflictCases,
  conflictPlaces,
  openConflicting,
} from '../kit/postgres-conflict.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { after, outcome } from '../kit/wait.ts'

const unavailable = {
  error: expect.objectContaining({
    reason: 'database_unavailable',
    message: expect.stringContaining('nothing was saved'),
  }),
}
const kinds = ['in a savepoint', 'repeatable', 'upkeep'] as const
const kindOf = (kind: (typeof kinds)[number]): WriteKind | undefined =>
  kind === 'in a savepoint' ? undefined : kind

describe.skipIf(!testServer)('a transaction of another program is in the way', () => {
  let url: string
  let other: ConflictingProgram
  beforeEach(async () => {
    assert(testServer, 'skipped without a server')
    url = newPostgresDatabase(testServer)
    other = await openConflicting(url)
  })
  afterEach(() => other.close())

  describe('of a group', () => {
    let store: Store
    let failures: unknown[]
    beforeEach(async () => {
      failures = []
      store = await openPostgres({ url, isAlone: true }, 0, cause => failures.push(cause), after)
    })
    afterEach(async () => {
      await store.close()
      expect(failures).toEqual([])
    })
    const kept = () => other.rows('select name, value from setting order by name')
    const add = (tx: Tx, name: string) =>
      tx.rows('insert into setting values ($1, $2)', [name, 'ours'], 'kept', changeOf('setting'))
    const update = (tx: Tx, name: string) =>
      tx.rows(
        "update setting set value = value || ' ours' where name = $1",
        [name],
        'kept',
        changeOf('setting'),
      )

    /** Waits until another transaction waits for what this one has. */
    async function untilOtherWaits(tx: Tx): Promise<void> {
      const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
      while ((await tx.rows(waiting)).length === 0);
    }

    /**
     * Lets two transactions wait for each other: the other one has `b` and wants `a`; ours has `a` and wants
     * `b`.
     * @param beside begins in the same group
     * @returns how ours ended
     */
    async function deadlock(
      kind: WriteKind | undefined,
      beside: () => readonly Promise<unknown>[] = () => [],
    ) {
      await other.rows("insert into setting values ('a', ''), ('b', '')")
      await other.run('begin')
      await other.run("update setting set value = 'other' where name = 'b'")
      const asked = Promise.withResolvers<Promise<unknown>>()
      let runs = 0
      let isOver = false
      const called: number[] = []
      const ours = store.write(async tx => {
        await tx.rows('select 1') // what reads has a turn of its own
        const run = ++runs
        // Else ours may take `a` again before the other one, which has waited for it.
        while (run > 1 && !isOver) await tx.rows('select 1')
        tx.afterCommit(() => called.push(run))
        await add(tx, 'new')
        await update(tx, 'a')
        if (run === 1) {
          await tx.rows("select from setting where name = 'a'") // so the change has arrived
          const others = other.run("update setting set value = 'other' where name = 'a'")
          const committed = others.then(() => other.run('commit'))
          asked.resolve(
            committed.then(() => {
              isOver = true
            }),
          )
          await untilOtherWaits(tx)
        }
        await update(tx, 'b')
        return run
      }, kind)
      const [result] = await Promise.all([outcome(Promise.all([ours, ...beside()])), asked.promise])
      await Promise.resolve()
      return { result, runs, called }
    }

    test.each(kinds)(
      'two that wait for each other: ours runs again when the other is done (%s)',
      async kind => {
        expect(await deadlock(kindOf(kind))).toEqual({ result: { value: [2] }, runs: 2, called: [2] })
        expect(await kept()).toEqual([
          ['a', 'other ours'],
          ['b', 'other ours'],
          ['new', 'ours'],
        ])
      },
    )

    test('its other bodies run again with it, once in the end, and one that failed fails again', async () => {
      const ran: string[] = []
      const body = (name: string, kind?: WriteKind) =>
        store.write(async tx => {
          ran.push(name)
          await add(tx, name)
          return name
        }, kind)
      const beside = () => [body('first'), outcome(body('first')), body('bare', 'repeatable')]
      const { result, runs } = await deadlock(undefined, beside)
      const refused = { error: expect.objectContaining({ errno: '23505' }) }
      expect(result).toEqual({ value: [2, 'first', refused, 'bare'] })
      expect([runs, ran.filter(name => name === 'bare').length]).toEqual([2, 2])
      expect((await kept()).map(([name]) => name)).toEqual(['a', 'b', 'bare', 'first', 'new'])
    })

    const cases = kinds.flatMap(kind => conflictCases.map(conflictCase => [...conflictCase, kind] as const))
    test.each(cases)('a %s at %s is not seen (%s)', async (conflict, place, kind) => {
      await other.fail(['setting', 'insert'], 1, [conflict, place])
      const write = (name: string) => store.write(tx => add(tx, name).then(() => name), kindOf(kind))
      expect(await Promise.all([write('one'), write('two')])).toEqual(['one', 'two'])
      expect(await kept()).toEqual([
        ['one', 'ours'],
        ['two', 'ours'],
      ])
    })

    test.each(kinds)(
      'one that does not end is reported after some runs, and the next write works (%s)',
      async kind => {
        await other.fail(['setting', 'insert'], 1_000)
        const heard: unknown[] = []
        const write = () =>
          store.write(async tx => {
            tx.afterCommit(() => heard.push('after'))
            await add(tx, 'ours')
          }, kindOf(kind))
        expect(await outcome(write())).toEqual(unavailable)
        expect([await other.tries(), await kept(), heard]).toEqual([runsMax, [], []])
        await other.rows('drop trigger fail on setting')
        await write()
        expect(await kept()).toEqual([['ours', 'ours']])
      },
    )

    test('a read runs again', async () => {
      await other.run(`create sequence tries;
        create function shaky() returns bigint language plpgsql as $$ begin
          if nextval('tries') <= 1 then raise exception 'in the way' using errcode = 'serialization_failure'; end if;
          return 7; end $$`)
      expect(await store.read.rows('select shaky()')).toEqual([[7]])
    })
  })

  describe('of a node', () => {
    let node: TestNode
    beforeEach(async () => {
      node = await openNode({ url })
    })
    afterEach(() => node.close())

    test.each(conflictPlaces)(
      'at %s of a sale: it is sold and counted once, and the chain is whole',
      async place => {
        const { appliance } = node
        await other.fail(['payment', 'insert'], 1, ['deadlock', place])
        const sold = await Promise.all([soldOn(node), soldOn(node), soldOn(node)])
        expect(new Set(sold.map(({ id }) => id)).size).toBe(3)
        expect(await other.tries()).toBeGreaterThan(3)
        const counts = 'select (select count(*) from payment), sum(count), sum(amount) from total'
        expect(await other.rows(counts)).toEqual([['3', '3', '15000']])
        expect(await chainProblems(appliance.store.read, undefined, async () => {})).toEqual([])
      },
    )

    test('at the ledger check: it adds nothing up twice', async () => {
      const { appliance, account, loop } = node
      const { id } = await soldOn(node)
      const paid = new Promise<void>(resolve => {
        appliance.notifier.onPayment(id, ({ status }) => status === 'completed' && resolve())
      })
      await loop.start()
      await decidePayment(appliance, account, id, { outcome: 'completed' })
      await paid
      await loop.stop()
      await other.fail(['setting', 'insert'], 1, ['serialisation failure', 'the commit'])
      await runLedgerCheck(appliance)
      expect(await other.tries()).toBe(2)
      expect(await lastLedgerCheck(appliance)).toMatchObject({ differences: [] })
    })

    /** Claims jobs for this node, whose changes fail once when they are committed. */
    async function claimed(...subjects: string[]) {
      const { store } = node.appliance
      const jobs = await store.write(async tx => {
        for (const [at, subject] of subjects.entries())
          await putJob(tx, 'delivery.send', subject, at, 'shop.example')
        return claimJobs(tx, 1_000, { money: 0, expiry: 0, delivery: 9, upkeep: 0 })
      })
      return { store, jobs, failOnce: () => other.fail(['job', 'update'], 1, ['deadlock', 'the commit']) }
    }

    test('at the renewal of a lease: the job knows the lease that it has, and can end', async () => {
      const { store, jobs, failOnce } = await claimed('a')
      const [job] = jobs
      assert(job, 'it was due')
      const runs = newJobRuns(node.appliance)
      const ended = Promise.withResolvers<void>()
      let run: JobRun | undefined
      runs.begin(job, jobRun => {
        run = jobRun
        return ended.promise
      })
      await failOnce()
      await runs.keepLeases()
      const lease = run?.lease ?? 0
      expect(lease).toBeGreaterThan(job.dueAt)
      expect(await other.rows('select due_at from job')).toEqual([[String(lease)]])
      await store.write(tx => finishJob(tx, { ...job, dueAt: lease }))
      expect(await other.rows('select * from job')).toEqual([])
      ended.resolve()
    })

    test('at the claim of a held job: the one that is held the longest is claimed all the same', async () => {
      const { store, jobs, failOnce } = await claimed('a', 'b', 'c')
      await store.write(async tx => {
        for (const [dueAt, job] of jobs.entries())
          await moveJob(tx, job, { state: 'held', dueAt, tries: 0, lastError: null })
      })
      await failOnce()
      const queues = newHostQueues(node.appliance, () => {})
      const claim = () => store.write(tx => queues.claimNextHeld(tx, 'shop.example'))
      const all = [await claim(), ...(await Promise.all([claim(), claim(), claim()]))]
      expect(all.map(jobs => jobs.map(({ subject }) => subject))).toEqual([['a', 'b'], ['c'], [], []])
    })
  })
})
