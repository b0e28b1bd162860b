// /metrics: the status of the server and an account, in the text format of Prometheus, for a key that may do
// nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { build } from '../../src/build.ts'
import { metricsText } from '../../src/wire/metrics.ts'
import { type EndpointShop, mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import { errorBody, type TestResponse } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn } from '../kit/endpoint-money.ts'
import { testServer } from '../kit/store-database.ts'

interface Sample {
  readonly type: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Reads the text line by line, as its specification requires; anything else is an error. */
function readMetrics(text: string): Map<string, Sample> {
  expect(text).toEndWith('\n')
  const samples = new Map<string, Sample>()
  let head: RegExpExecArray | null = null
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('# HELP ')) expect(line).toMatch(/^# HELP [a-z_]+ \S.*$/)
    else if (line.startsWith('# TYPE ')) head = /^# TYPE ([a-z_]+) (gauge|counter)$/.exec(line)
    else {
      const [, name = '', labels = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? (-?[0-9.e+-]+)$/.exec(line) ?? [
        line,
      ]
      expect([line, head?.[1]]).toEqual([line, name])
      expect(samples.has(line)).toBe(false)
      const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
        key,
        text,
      ])
      samples.set(name, { type: head?.[2] ?? '', labels: Object.fromEntries(pairs), value: Number(value) })
    }
  }
  return samples
}

const valuesIn = (answer: TestResponse) =>
  Object.fromEntries(
    [...readMetrics(answer.text)].map(([name, { value }]) => [name.replace('kaunta_', ''), value]),
  )

/** A database server has its own back-ups and disk. */
const ofDataFolder = {
  backup_late: 0,
  backup_failed: 0,
  database_bytes: expect.any(Number),
  disk_free_bytes: expect.any(Number),
}

describe('metrics', () => {
  let shop: EndpointShop
  let watcher: Record<string, string>
  beforeAll(async () => {
    shop = await openEndpointShop()
    await addRoles(shop)
    const made = await shop.request({
      as: 'owner',
      path: '/api/v1/keys',
      json: { name: 'Prometheus', scopes: ['metrics:read'] },
    })
    watcher = { authorization: `Bearer ${/"key":"(\w+)"/.exec(made.text)?.[1]}` }
  })
  afterAll(() => shop.close())
  const run = (text: string) => shop.appliance.store.write(tx => tx.rows(text, [], 'once'))
  const look = async () => valuesIn(await shop.request({ path: '/metrics', headers: watcher }))

  test('of a new server', async () => {
    const answer = await shop.request({ path: '/metrics', headers: watcher })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(readMetrics(answer.text).get('kaunta_build')?.labels).toEqual({
      version: build.version,
      commit: build.commit,
    })
    expect(valuesIn(answer)).toEqual({
      build: 1,
      up_seconds: expect.any(Number),
      jobs_running: 1,
      clock_unreliable: 0,
      unknown_payments: 0,
      unmatched_payments: 0,
      deliveries_open: 0,
      deliveries_oldest_seconds: 0,
      deliveries_abandoned: 0,
      addresses_paused: 0,
      jobs_due: 0,
      jobs_oldest_seconds: 0,
      jobs_parked: 0,
      records_ok: 1,
      // Without a check or a back-up there are no gauges for them.
      ...(testServer ? {} : ofDataFolder),
      memory_bytes: expect.any(Number),
      cpu_seconds: expect.any(Number),
    })
  })

  test('show what waits and for how long, and nothing of other accounts', async () => {
    await collect(shop, mobile, { outcome: 'unknown' })
    await collect(shop, qr, { outcome: 'completed', amount: 4_000 })
    await earn(shop, 5_000)
    const now = shop.appliance.world.clock.now()
    await run("update delivery set status = 'failed', next_at = null")
    await run(
      `insert into job (id, kind, subject, state, due_at, tries) values ('x', 'prune', 'y', 'waiting', ${now}, 0)`,
    )
    shop.advance(90_000)
    const told = await look()
    expect(told).toMatchObject({ unknown_payments: 1, unmatched_payments: 1, jobs_oldest_seconds: 90 })
    expect(told.jobs_due).toBeGreaterThanOrEqual(1)
    const others = valuesIn(await shop.request({ as: 'stranger', path: '/metrics' }))
    expect(others).toMatchObject({
      unknown_payments: 0,
      unmatched_payments: 0,
      deliveries_open: 0,
    })
    expect(others).not.toHaveProperty('jobs_oldest_seconds')
  })

  test('count open deliveries and those abandoned', async () => {
    const made = shop.appliance.world.clock.now()
    await run(
      `insert into delivery (id, event_id, account_id, subject, url, host, status, tries, stalls, created_at, type)
       select replace(event.id, 'evt_', 'del_'), event.id, account_id, subject, 'http://x', 'x', 'pending', 0, 0, ${made}, type
       from event where account_id = '${shop.accounts.sandbox.id}' limit 1`,
    )
    const before = await look()
    expect(before).toMatchObject({ deliveries_open: 1, deliveries_abandoned: 0 })
    shop.advance(60_000)
    const after = await look()
    expect(Number(after.deliveries_oldest_seconds) - Number(before.deliveries_oldest_seconds)).toBeCloseTo(
      60,
      3,
    )
    await run("update delivery set status = 'abandoned'")
    expect(await look()).toMatchObject({
      deliveries_open: 0,
      deliveries_oldest_seconds: 0,
      deliveries_abandoned: 1,
    })
  })

  test.skipIf(testServer !== undefined)('show the age of the back-up', async () => {
    expect((await shop.request({ as: 'owner', method: 'POST', path: '/api/v1/backups' })).status).toBe(201)
    shop.advance(37 * 3_600_000)
    const told = await look()
    expect(told).toMatchObject({ backup_late: 1, backup_failed: 0 })
    expect(told.backup_age_seconds).toBeCloseTo(37 * 3_600, 0)
  })

  test('show that the jobs are stuck', async () => {
    shop.flags.ready = false
    expect(await look()).toMatchObject({ jobs_running: 0 })
    shop.flags.ready = true
  })

  test('give their key access to nothing else', async () => {
    for (const path of [
      '/v1/payments',
      '/v1/payments/balance',
      '/v1/payouts',
      '/api/v1/events',
      '/api/v1/overview',
    ])
      expect((await shop.request({ path, headers: watcher })).json).toMatchObject(
        errorBody('insufficient_scope'),
      )
  })
})

describe('the text', () => {
  test('leaves out gauges without a value, and names each once', () => {
    const up = (name: string, value: number | boolean | undefined) => ({
      name: 'up',
      help: 'Whether\nit is \\ there',
      value,
      labels: { name },
    })
    expect(
      metricsText([up('a "b"\\\n', true), up('c', false), { name: 'age', help: 'x', value: undefined }]),
    ).toBe(
      '# HELP up Whether\\nit is \\\\ there\n# TYPE up gauge\nup{name="a \\"b\\"\\\\\\n"} 1\nup{name="c"} 0\n',
    )
  })
})
