// Several executables on one PostgreSQL database: the running work of a node goes to another when it is
// killed or hangs, and one that comes back records only its own work (a lease would last for two minutes).
// `bun run test:postgres` runs it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { assert } from '../../src/domain/fault.ts'
import { type Binary, type Initial, initBinary, startBinary } from '../kit/binary.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { until } from '../kit/wait.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-many-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Creates a receiver that delays its first answer. */
function newReceiver() {
  const heard: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const first = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      heard.push(Object(await request.json()).data.reference)
      for (const one of waiting) if (heard.length >= one.count) one.resolve()
      if (heard.length === 1) await first.promise
      return new Response()
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    heard,
    until: (count: number) =>
      new Promise<void>(resolve => {
        waiting.push({ count, resolve })
        if (heard.length >= count) resolve()
      }),
    answerFirst: first.resolve,
    stop: () => server.stop(true),
  }
}

describe.skipIf(!testServer)('executables on one database', () => {
  let env: Record<string, string>
  let made: Initial
  let database: SQL
  beforeAll(async () => {
    assert(testServer, 'skipped without a server')
    const url = newPostgresDatabase(testServer)
    env = { KAUNTA_DATABASE_URL: url, KAUNTA_SECRET_KEY_FILE: join(root, 'shared.key') }
    made = await initBinary(join(root, 'init'), env)
    database = new SQL({ url, max: 1 })
  })
  afterAll(() => database?.close())

  const start = (name: string) => startBinary({ data: join(root, name), env })
  const post = async ({ url }: Binary, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${made.sandbox_api_key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return Object(await answer.json()).data
  }
  const sell = (node: Binary, webhookUrl: string) =>
    post(node, '/v1/payments', {
      payment_type: 'dynamic-qr',
      details: { amount: 5_000, currency: 'TZS' },
      webhook_url: webhookUrl,
    })
  const pay = (node: Binary, { reference }: { reference: string }) =>
    post(node, `/v1/sandbox/payments/${reference}`, { outcome: 'completed' })

  test('a node that is killed during the ledger check: another one does it, and finds no difference', async () => {
    const receiver = newReceiver()
    receiver.answerFirst()
    const one = await start('check one')
    await pay(one, await sell(one, receiver.url))
    await receiver.until(1)
    const blocker = new SQL({ url: env.KAUNTA_DATABASE_URL ?? '', max: 1 })
    const rows = async (text: string) => (await database.unsafe(text).values()) as unknown[][]
    const check = "from job where kind = 'ledger.check'"
    await blocker.unsafe('begin')
    await blocker.unsafe('lock table posting in access exclusive mode')
    await rows("update job set due_at = 1 where kind = 'ledger.check'")
    await rows("select pg_notify('kaunta', E'test\\njob 1')")
    const reads = "select from pg_locks where relation = 'posting'::regclass and not granted"
    await until(async () => (await rows(reads)).length > 0)
    const [claimed] = await rows(`select state, node ${check}`)
    const other = await start('check other')
    expect(await rows("select from setting where name = 'audit'")).toEqual([])
    await one.kill9()
    await blocker.unsafe('commit')
    const result = "select value::json ->> 'differences' from setting where name = 'audit'"
    await until(async () => (await rows(result)).length > 0)
    expect(await rows(result)).toEqual([['[]']])
    await until(async () => (await rows(`select ${check} and state = 'waiting'`)).length > 0)
    const [ended] = await rows(`select node, due_at > extract(epoch from now()) * 1000 + 82800000 ${check}`)
    expect(claimed?.[0]).toBe('claimed')
    expect(ended).toEqual([expect.not.stringMatching(new RegExp(`^${claimed?.[1]}$`)), true])
    expect(await other.stop()).toBe(0)
    await blocker.close()
    receiver.stop()
  }, 300_000)

  test.each([
    ['is killed', (node: Binary) => node.kill9()],
    ['hangs', async (node: Binary) => void node.process.kill('SIGSTOP')],
  ])(
    'a node that %s: the other sends its webhook and what came after',
    async (word, stop) => {
      const receiver = newReceiver()
      const one = await start(`${word} one`)
      const first = await sell(one, receiver.url)
      await pay(one, first)
      await receiver.until(1)
      const other = await start(`${word} other`)
      const second = await sell(other, receiver.url)
      await pay(other, second)
      await stop(one)
      await receiver.until(3)
      expect(receiver.heard[0]).toBe(first.reference)
      expect(receiver.heard.slice(1).toSorted()).toEqual([first.reference, second.reference].toSorted())
      const state = () => database.unsafe('select id, state, tries from job where queue is not null').values()
      while ((await state()).length > 0) await Bun.sleep(20)
      if (word === 'hangs') {
        // It comes back with the answer to a call whose job now belongs to another.
        receiver.answerFirst()
        one.process.kill('SIGCONT')
        expect((await sell(one, receiver.url)).status).toBe('pending')
        expect(await state()).toEqual([])
        expect(await one.stop()).toBe(0)
      }
      await other.stop()
      receiver.stop()
    },
    60_000,
  )
})
