// A slow but healthy database: far away, or with commits that take seconds. Sales are answered late, nothing
// is refused, and all is as fast as before when the database is.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { newBalancer } from '../../scripts/postgres/balancer.ts'
import { startBinary } from '../kit/binary.ts'
import { expectKept, tillOf } from '../kit/node-till.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'

const slowMs = 150

/** Sleeps once in each commit that has new payments. */
const slowCommits = `
create function slow_commit() returns trigger language plpgsql as $$ begin
  if coalesce(current_setting('slow.commit', true), '') <> pg_current_xact_id()::text then
    perform set_config('slow.commit', pg_current_xact_id()::text, true), pg_sleep(2);
  end if;
  return null;
end $$;
create constraint trigger slow_commit after insert on payment deferrable initially deferred
  for each row execute function slow_commit()`

describe.skipIf(!hasPostgres)('a slow database', () => {
  let place: ClusterPlace
  beforeAll(async () => {
    place = await openCluster()
  }, 300_000)
  afterAll(() => place?.remove())

  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }

  test('150 ms away in each direction: a node sells, reads and is ready, and heals', async () => {
    const door = await newBalancer([place.cluster.port])
    const { env, made, database } = await place.newShop()
    const url = new URL(env.KAUNTA_DATABASE_URL ?? '')
    url.port = String(door.port)
    const near = await startBinary({ data: place.path('near'), env })
    const box = await startBinary({ data: place.path('far'), env: { ...env, KAUNTA_DATABASE_URL: url.href } })
    const till = tillOf(box, made.sandbox_api_key)
    door.slow(slowMs)
    const first = await timed(async () => expect(await till.sell()).toBe('201'))
    expect(first).toBeGreaterThan(2 * slowMs)
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all([
        ...Array.from({ length: 20 }, () => till.sell()),
        ...Array.from({ length: 20 }, () => till.read()),
        till.ready(),
      ])
      expect(answers).toEqual([...Array(20).fill('201'), ...Array(20).fill('200'), '200'])
    }
    // A near node does not wait long for a turn of the far one.
    const nearTill = tillOf(near, made.sandbox_api_key)
    const both = await Promise.all([
      ...Array.from({ length: 10 }, nearTill.sell),
      ...Array.from({ length: 10 }, till.sell),
    ])
    expect(new Set(both)).toEqual(new Set(['201']))

    door.slow(0)
    await till.until('201')
    expect(await till.sell()).toBe('201')
    for (const one of [till, nearTill]) await expectKept(place.cluster, database, one.acknowledged)
    for (const one of [box, near]) {
      expect(one.log()).not.toMatch(/"level":"(error|warn)"/)
      await one.stop()
    }
    door.stop()
  }, 300_000)

  test('whose commits take two seconds: sales wait for them, reads do not, and it heals', async () => {
    const { env, made, database } = await place.newShop()
    const box = await startBinary({ data: place.path(`${database}-node`), env })
    const till = tillOf(box, made.sandbox_api_key)
    expect(await till.sell()).toBe('201')
    await place.cluster.sql(slowCommits, database)
    let sold = 0
    const sales = Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await till.sell()
        sold++
        return answer
      }),
    )
    expect(await till.read()).toBe('200')
    expect(sold).toBe(0)
    expect(new Set(await sales)).toEqual(new Set(['201']))
    expect(await till.ready()).toBe('200')
    for (let round = 0; round < 3; round++)
      expect([await till.sell(), await till.ready()]).toEqual(['201', '200'])
    await place.cluster.sql('drop trigger slow_commit on payment', database)
    expect(await till.sell()).toBe('201')
    await expectKept(place.cluster, database, till.acknowledged)
    expect(box.log()).not.toMatch(/"level":"(error|warn)"/)
    await box.stop()
  }, 300_000)
})
