// Faults of the database under a selling node: each is reported, ends without a restart, and nothing that was
// acknowledged is lost. Each test has its own shop on one server.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { appendFileSync, rmSync } from 'node:fs'
import { newBalancer } from '../../scripts/postgres/balancer.ts'
import { freePort, runBinary, startBinary } from '../kit/binary.ts'
import { expectKept, tillOf } from '../kit/node-till.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'
import { newSmallDisk } from '../kit/small-disk.ts'

/** Returns what the doctor finds, in words. */
async function unwell(env: Record<string, string>): Promise<string[]> {
  const words = ['doctor', '--data', '/var/tmp/kaunta-none', '--port', String(freePort()), '--json']
  const { checks }: { checks: { name: string; state: string; message: string }[] } = JSON.parse(
    (await runBinary(words, { env })).output,
  )
  return checks
    .filter(({ state }) => state !== 'good')
    .map(({ name, state, message }) => `${name} ${state}: ${message}`)
}

describe.skipIf(!hasPostgres)('a database', () => {
  let place: ClusterPlace
  beforeAll(async () => {
    place = await openCluster({ max_connections: 60 })
  }, 300_000)
  afterAll(() => place?.remove())

  /** @param through where the node finds the server */
  async function openShop(through?: number) {
    const shop = await place.newShop()
    const { env, made, database } = shop
    const url = new URL(env.KAUNTA_DATABASE_URL ?? '')
    if (through !== undefined) url.port = String(through)
    const box = await startBinary({
      data: place.path(`${database}-node`),
      env: { ...env, KAUNTA_DATABASE_URL: url.href },
    })
    return { box, shop, database, till: tillOf(box, made.sandbox_api_key) }
  }

  test('whose connections are all taken: open ones go on, and cut ones are reported', async () => {
    const { box, shop, database, till } = await openShop()
    expect(await till.sell()).toBe('201')
    // 500 come at once; the server takes as many as it has places.
    const url = place.cluster.url(database)
    const storm = Array.from({ length: 500 }, () => new Bun.SQL({ url, max: 1, connectionTimeout: 5 }))
    const came = await Promise.allSettled(storm.map(sql => sql.connect()))
    expect(came.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(400)
    expect([await till.sell(), await till.read(), await till.ready()]).toEqual(['201', '200', '200'])
    // A node has no place, and it and the doctor report that.
    const { env } = shop
    const words =
      /^kaunta: cannot open the database of KAUNTA_DATABASE_URL: .*too many clients.*max_connections.*\n$/
    const late = { data: place.path(`${database}-late`), env }
    expect(await runBinary(['serve', '--data', late.data, '--port', String(freePort())], { env })).toEqual({
      code: 1,
      output: '',
      log: expect.stringMatching(words),
    })
    expect(await unwell(env)).toEqual([expect.stringMatching(/^database bad: .*too many clients/)])

    const own = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kaunta'"
    const [first] = storm.filter((_, index) => came[index]?.status === 'fulfilled')
    await first?.unsafe(own)
    const more = Array.from({ length: 60 }, () => new Bun.SQL({ url, max: 1, connectionTimeout: 5 }))
    await Promise.allSettled(more.map(sql => sql.connect()))
    await till.until('503 database_unavailable')
    await till.until('503 database_unavailable', till.ready)
    await Promise.all([...storm, ...more].map(sql => sql.close({ timeout: 0 })))
    await till.until('201')
    await till.until('200', () => till.read())
    await till.until('200', till.ready)
    const started = await startBinary(late)
    expect(await tillOf(started, shop.made.sandbox_api_key).sell()).toBe('201')
    await started.stop()
    await expectKept(place.cluster, database, till.acknowledged)
    await box.stop()
  }, 300_000)

  test('whose rows are locked by another program: 503 after ten seconds, and sales once it lets go', async () => {
    const { box, database, till } = await openShop()
    expect(await till.sell()).toBe('201')
    const other = new Bun.SQL({ url: place.cluster.url(database), max: 1 })
    await other.unsafe('begin')
    await other.unsafe('lock table payment in access exclusive mode')
    expect(await till.sell()).toBe('503 database_unavailable')
    await other.unsafe('rollback')
    await other.close()
    await till.until('201')
    await expectKept(place.cluster, database, till.acknowledged)
    await box.stop()
  }, 300_000)

  test('that stops: the server stays alive, and each sale is answered once it goes on', async () => {
    const { box, database, till } = await openShop()
    expect(await till.sell()).toBe('201')
    place.cluster.freeze()
    const sales = Array.from({ length: 5 }, () => till.sell())
    const alive = await fetch(`${box.url}/health`)
    place.cluster.thaw()
    expect(alive.status).toBe(200)
    expect(await Promise.all(sales)).toEqual(Array(5).fill('201'))
    await expectKept(place.cluster, database, till.acknowledged)
    await box.stop()
  }, 300_000)

  test('that hangs: each request is answered 503 with words, and all goes on when it does', async () => {
    const { box, database, till } = await openShop()
    expect(await till.sell()).toBe('201')
    const logIn = async () => {
      const body = JSON.stringify({ email: 'owner@shop.example', password: 'wrong password' })
      const headers = { 'content-type': 'application/json', origin: box.url }
      const answer = await fetch(`${box.url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
      return answer.status === 401 ? '401' : `${answer.status} ${Object(await answer.json()).reason}`
    }
    expect(await logIn()).toBe('401')
    place.cluster.freeze()
    try {
      // Those that were open, and then those that must be opened.
      for (let time = 0; time < 2; time++) {
        const answers = await Promise.all([
          till.read(),
          till.sell(),
          logIn(),
          ...Array.from({ length: 20 }, till.read),
        ])
        expect(new Set(answers)).toEqual(new Set(['503 database_unavailable']))
      }
    } finally {
      place.cluster.thaw()
    }
    await till.until('200', () => till.read())
    await till.until('201')
    await till.until('401', logIn)
    await expectKept(place.cluster, database, till.acknowledged)
    await box.stop()
  }, 300_000)

  test('that is read-only for a while: 503 for sales, and reads go on', async () => {
    const { box, shop, database, till } = await openShop()
    expect(await till.sell()).toBe('201')
    const set = async (value: string) => {
      await place.cluster.sql(`alter system set default_transaction_read_only = ${value}`)
      await place.cluster.sql('select pg_reload_conf()')
    }
    await set('on')
    await till.until('503 database_unavailable')
    expect(await till.read()).toBe('200')
    await till.until('503 database_unavailable', till.ready)
    expect(await unwell(shop.env)).toEqual([expect.stringMatching(/^database bad: it takes no writes/)])
    const undo = new Bun.SQL({ url: place.cluster.url(), max: 1 })
    await undo.unsafe('set default_transaction_read_only = off')
    await undo.unsafe('alter system reset default_transaction_read_only')
    await undo.unsafe('select pg_reload_conf()')
    await undo.close()
    await till.until('201')
    await till.until('200', till.ready)
    await expectKept(place.cluster, database, till.acknowledged)
    await box.stop()
  }, 300_000)

  test('whose address leads to a standby: 503 until that is promoted, then sales with all that was before', async () => {
    const standby = await place.cluster.newStandby(place.path('standby'), 'standby')
    await place.cluster.sql("alter system set synchronous_standby_names = 'standby'")
    await place.cluster.sql('select pg_reload_conf()')
    const door = await newBalancer([place.cluster.port])
    const { box, database, till } = await openShop(door.port)
    expect(await till.sell()).toBe('201')
    door.routeTo([standby.port])
    door.cutConnections()
    await till.until('503 database_unavailable')
    expect(await till.read()).toBe('200')
    place.cluster.kill()
    await standby.promote()
    await till.until('201')
    await expectKept(standby, database, till.acknowledged)
    await box.stop()
    door.stop()
    await standby.stop('immediate')
  }, 300_000)
})

/** Writes until nothing more fits. The server writes too, so the free space is not known in advance. */
function fillDisk(file: string): void {
  for (const bytes of [1_048_576, 4_096])
    try {
      for (;;) appendFileSync(file, new Uint8Array(bytes))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
}

const disk = hasPostgres ? newSmallDisk('disk', '160m') : undefined
afterAll(() => disk?.remove())

test.skipIf(!disk)(
  'a database whose disk is full: 507 for sales, and all goes on once there is room',
  async () => {
    const place = await openCluster({ max_connections: 60 }, { disk: `${disk?.folder}/server` })
    const { env, made, database } = await place.newShop()
    const box = await startBinary({ data: place.path('node'), env })
    const till = tillOf(box, made.sandbox_api_key)
    expect(await till.sell()).toBe('201')
    const filler = `${disk?.folder}/filler`
    fillDisk(filler)
    const answers = new Set<string>()
    await till.until('507 disk_full', async () => {
      const answer = await till.sell()
      answers.add(answer)
      return answer
    })
    expect(answers.difference(new Set(['201', '507 disk_full']))).toEqual(new Set())
    expect(await till.read()).toBe('200')
    await till.until('503 disk_full', till.ready)
    expect(await unwell(env)).toEqual(['database bad: its disk is full'])
    rmSync(filler)
    await till.until('201')
    await till.until('200', till.ready)
    expect(await unwell(env)).toEqual([])
    await expectKept(place.cluster, database, till.acknowledged)
    await box.stop()
    await place.remove()
  },
  300_000,
)
