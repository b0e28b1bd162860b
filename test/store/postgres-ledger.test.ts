// The ledger check where three nodes run their jobs on one PostgreSQL database: one of them does it while all
// sell, and it finds what something else has changed. `bun run test:postgres` runs it; elsewhere it is
// skipped.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { assert } from '../../src/domain/fault.ts'
import { lastLedgerCheck } from '../../src/flow/ledger-check.ts'
import { decidePayment } from '../../src/flow/sandbox.ts'
import { putJob } from '../../src/store/job.ts'
import { openNode, soldOn, type TestNode } from '../kit/node.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { until } from '../kit/wait.ts'

describe.skipIf(!testServer)('the ledger check of three nodes', () => {
  let nodes: TestNode[]
  /** Another program on the same database. */
  let other: SQL
  beforeEach(async () => {
    assert(testServer, 'skipped without a server')
    const url = newPostgresDatabase(testServer)
    other = new SQL({ url, max: 1 })
    nodes = [await openNode({ url }), await openNode({ url }), await openNode({ url })]
    await other.unsafe(`create table result (value text);
      create function note_result() returns trigger language plpgsql as $$ begin
        insert into result values (new.value); return null; end $$;
      create trigger note_result after insert or update on setting for each row
        when (new.name = 'audit') execute function note_result()`)
    for (const { loop } of nodes) await loop.start()
  })
  afterEach(async () => {
    await Promise.all(nodes.map(node => node.close()))
    await other.close({ timeout: 0 })
  })
  const rows = (text: string) => other.unsafe(text).values() as Promise<unknown[][]>
  const nodeAt = (index: number): TestNode => {
    const node = nodes[index % nodes.length]
    assert(node, 'there are nodes')
    return node
  }

  /** Makes a sale on one node that is paid over the next one; whichever takes the job books its money. */
  async function sellAndPay(index: number): Promise<void> {
    const { id } = await soldOn(nodeAt(index))
    const { appliance, account } = nodeAt(index + 1)
    const paid = new Promise<void>(resolve => {
      appliance.notifier.onPayment(id, ({ status }) => status === 'completed' && resolve())
    })
    await decidePayment(appliance, account, id, { outcome: 'completed' })
    await paid
  }
  const sellAll = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => sellAndPay(index)))

  /** Makes the check due at all of them. @returns when it has ended */
  async function check({ appliance }: TestNode): Promise<void> {
    const before = await rows('select from result')
    await appliance.store.write(async tx => {
      await putJob(tx, 'ledger.check', 'all', 1)
      appliance.notifier.publishJob(tx, 1)
    })
    const isOver = `select from job where kind = 'ledger.check' and state = 'waiting' and due_at > 1`
    await until(
      async () =>
        (await rows('select from result')).length > before.length && (await rows(isOver)).length > 0,
    )
  }

  test('runs once, on one of them, while all sell, and finds no difference', async () => {
    await sellAll(9)
    await Promise.all([sellAll(30), check(nodeAt(0)), sellAll(30)])
    await Promise.all(nodes.map(({ loop }) => loop.stop()))
    expect(await rows("select value::json ->> 'differences' from result")).toEqual([['[]']])
    expect(await rows('select (select sum(amount)::int from balance), count(*) > 60 from posting')).toEqual([
      [0, true],
    ])
  }, 300_000)

  test('finds a balance that something else has changed, whichever node runs it', async () => {
    await sellAll(6)
    const { id } = nodeAt(0).account
    await rows(`update balance set amount = amount + 1 where account_id = '${id}' and book = 'merchant'`)
    await check(nodeAt(1))
    for (const { appliance } of nodes)
      expect(await lastLedgerCheck(appliance)).toMatchObject({
        differences: [
          `the balance of ${id} merchant is not the sum of its postings`,
          `the books of ${id} are not zero together`,
        ],
      })
  }, 300_000)
})
