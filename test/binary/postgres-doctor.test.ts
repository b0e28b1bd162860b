// `kaunta doctor` on a PostgreSQL database, and the commands that are for data folders alone.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { freePort, type Initial, runBinary, startBinary } from '../kit/binary.ts'
import { newClosedPort } from '../kit/closed-port.ts'
import { type ClusterPlace, hasPostgresSuite, openCluster } from '../kit/postgres-cluster.ts'

describe.skipIf(!hasPostgresSuite)('on a database', () => {
  let place: ClusterPlace
  let env: Record<string, string>
  let made: Initial
  let database: string
  beforeAll(async () => {
    place = await openCluster()
    const shop = await place.newShop()
    env = shop.env
    made = shop.made
    database = shop.database
  }, 300_000)
  afterAll(() => place?.remove())

  const port = String(freePort())
  const doctor = (more: Record<string, string> = {}, at = port) =>
    runBinary(['doctor', '--data', place.path('node'), '--port', at, '--json'], { env: { ...env, ...more } })
  const checksOf = ({ output }: { readonly output: string }) =>
    JSON.parse(output).checks as { name: string; state: string; message: string; cure: string }[]
  const unwell = (ended: { readonly output: string }) =>
    checksOf(ended)
      .filter(({ state }) => state !== 'good')
      .map(({ name, state, message }) => `${name} ${state}: ${message}`)

  test('one that only Kaunta wrote is well, with a running node and without one', async () => {
    const stopped = await doctor()
    expect(stopped).toMatchObject({ code: 0, log: '' })
    expect(checksOf(stopped).map(({ name }) => name)).toEqual([
      ...['database', 'rights', 'secret_key', 'ledger', 'records'],
      ...['certificate', 'links', 'port', 'clock', 'backup', 'restore_drill'],
    ])
    const box = await startBinary({ data: place.path('node'), env })
    const headers = { authorization: `Bearer ${made.sandbox_api_key}`, 'content-type': 'application/json' }
    const sale = JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } })
    const sold = await fetch(`${box.url}/v1/payments`, { method: 'POST', headers, body: sale })
    expect(sold.status).toBe(201)
    const running = await doctor({}, new URL(box.url).port)
    expect(unwell(running)).toEqual([])
    expect(running.output).toContain('Kaunta answers on port')
    await box.stop()
  })

  test('problems of the server, the key and the records have a cure', async () => {
    const { cluster } = place
    await cluster.sql(`alter database ${database} set synchronous_commit = off`)
    expect(unwell(await doctor())).toEqual([
      expect.stringMatching(/^database warning: synchronous_commit is off/),
    ])
    await cluster.sql(`alter database ${database} reset synchronous_commit`)
    await cluster.sql(`alter database ${database} set default_transaction_read_only = on`)
    expect(unwell(await doctor())).toEqual([expect.stringMatching(/^database bad: it takes no writes/)])
    const reset = `begin read write; alter database ${database} reset default_transaction_read_only; commit`
    await cluster.sql(reset)
    expect(unwell(await doctor({ KAUNTA_SECRET_KEY_FILE: place.path('none.key') }))).toEqual([
      expect.stringMatching(/^secret_key bad: .*none\.key is missing$/),
    ])
    chmodSync(place.path(`${database}.key`), 0o644)
    expect(unwell(await doctor())).toEqual([expect.stringMatching(/^rights bad: /)])
    chmodSync(place.path(`${database}.key`), 0o600)
    const change = "set session_replication_role = replica; update audit_entry set staff_id = 'somebody'"
    await cluster.sql(`${change} where rowid = 1`, database)
    expect(unwell(await doctor())).toContainEqual(expect.stringMatching(/^records bad: .* were changed/))
  })

  test('the file for support has its counts and tables, and nothing of the shop, also where it is away', async () => {
    const support = (more: Record<string, string> = {}) =>
      runBinary(['support', '--data', place.path('node'), '--port', port, '--show'], {
        env: { ...env, ...more },
      })
    const { code, output } = await support()
    expect(code).toBe(0)
    const counts = JSON.parse(output.split('=== counts.json\n')[1]?.split('\n===')[0] ?? '')
    expect(counts).toMatchObject([
      { name: 'payments', version: expect.any(Number), rows: { account: 2, payment: expect.any(Number) } },
      { name: 'staff', rows: { user: 1 } },
    ])
    for (const part of ['table payment column amount bigint', 'CREATE TRIGGER refuse_change'])
      expect(output).toContain(part)
    expect(output).not.toMatch(/asha|duka|postgres:\/\//i)
    const away = await support({
      KAUNTA_DATABASE_URL: `postgres://kaunta@127.0.0.1:${await newClosedPort()}/none`,
    })
    expect(away.output).toContain('"problem": "unreadable"')
  })

  test('a server that is away, and a user without rights', async () => {
    const url = `postgres://kaunta@127.0.0.1:${await newClosedPort()}/${database}`
    const away = await doctor({ KAUNTA_DATABASE_URL: url })
    expect(away).toMatchObject({ code: 2, log: '' })
    expect(checksOf(away)[0]).toMatchObject({ name: 'database', state: 'bad' })
    await place.cluster.sql('create role guest login')
    await place.cluster.sql('grant select on all tables in schema public to guest', database)
    const guest = (env.KAUNTA_DATABASE_URL ?? '').replace('//kaunta@', '//guest@')
    expect(unwell(await doctor({ KAUNTA_DATABASE_URL: guest }))).toContainEqual(
      expect.stringMatching(/^database bad: its user may not change the table public\./),
    )
  })

  test('a database that goes away while Kaunta starts is reported', async () => {
    // The first connection is carried, all later ones are ended.
    const { promise, resolve } = Promise.withResolvers<number>()
    let count = 0
    const door = createServer(socket => {
      socket.on('error', () => {})
      if (count++ > 0) socket.destroy()
      else socket.pipe(connect({ host: '127.0.0.1', port: place.cluster.port })).pipe(socket)
    })
    door.listen(0, '127.0.0.1', () => resolve(Object(door.address()).port))
    const url = place.cluster.url(database).replace(String(place.cluster.port), String(await promise))
    const ended = await runBinary(['serve', '--data', place.path('node'), '--port', port], {
      env: { ...env, KAUNTA_DATABASE_URL: url },
    })
    door.close()
    expect(ended).toEqual({
      code: 1,
      output: '',
      log: expect.stringMatching(/^kaunta: cannot use the database of KAUNTA_DATABASE_URL: .*\n$/),
    })
  }, 300_000)

  test.each([
    [['backup'], 'pg_dump'],
    [['backup', '--drill'], 'kaunta backup --drill --dump FILE'],
    [['restore', 'copy'], 'pg_restore'],
    [['upgrade', 'kaunta-2'], 'replace the executable'],
  ])('%p fails with the command to use instead', async (words, instead) => {
    const ended = await runBinary([...words, '--data', place.path('node')], { env })
    expect(ended).toMatchObject({ code: 1, output: '' })
    expect(ended.log).toContain(instead)
    expect(ended.log).toMatch(/^kaunta: payments and logins are in the database.*\n$/)
  })
})
