// `kaunta backup --drill --dump FILE` tells whether a dump of the database can be restored, and stores the
// result for Health and the console while a node sells.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { type Binary, type Initial, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { qr } from '../kit/endpoint.ts'
import { owner } from '../kit/people.ts'
import {
  type ClusterPlace,
  dumpDatabase,
  hasPostgres,
  openCluster,
  programPath,
  restoreDump,
} from '../kit/postgres-cluster.ts'

const dropReferences = `do $$ declare one record; begin
  for one in select conrelid::regclass as its, conname from pg_constraint where contype = 'f' loop
    execute format('alter table %s drop constraint %I', one.its, one.conname); end loop; end $$`

describe.skipIf(!hasPostgres)('a restore drill of a dump', () => {
  let place: ClusterPlace
  let env: Record<string, string>
  let made: Initial
  let box: Binary
  let dump: string
  let token: string

  const ask = async (path: string, credential: string, json?: object) => {
    const answer = await fetch(`${box.url}${path}`, {
      method: json ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      ...(json ? { body: JSON.stringify(json) } : {}),
    })
    const body = Object(await answer.json())
    return { status: answer.status, reason: body.reason, data: body.data }
  }
  async function sell(): Promise<void> {
    const { data } = await ask('/v1/payments', made.sandbox_api_key, qr)
    await ask(`/v1/sandbox/payments/${data.reference}`, made.sandbox_api_key, { outcome: 'completed' })
    const path = `/v1/payments/${data.reference}`
    while ((await ask(path, made.sandbox_api_key)).data.status !== 'completed') await Bun.sleep(5)
  }
  const PATH = programPath('')
  const drill = (file: string, more: readonly string[] = [], settings: Record<string, string> = {}) =>
    runBinary(['backup', '--drill', '--dump', file, '--data', place.path('drill'), ...more], {
      env: { ...env, PATH, ...settings },
    })
  const drilled = async () => (await ask('/api/v1/backups', token)).data.drill
  const healthOf = async () => {
    const { checks } = (await ask('/api/v1/doctor', token)).data
    return checks.find(({ name }: { name: string }) => name === 'restore_drill')
  }
  const databases = async () =>
    (await place.cluster.sql('select datname from pg_database order by datname')).flat()

  /** Makes a dump of a copy of the database that something was done to. */
  async function dumpOf(name: string, change: (database: string) => Promise<unknown>): Promise<string> {
    await place.cluster.sql(`create database ${name}`)
    await restoreDump(dump, place.cluster.url(name))
    await change(name)
    const file = place.path(`${name}.dump`)
    await dumpDatabase(place.cluster.url(name), file)
    await place.cluster.sql(`drop database ${name} with (force)`)
    return file
  }
  const afterChange = (name: string, statement: string) =>
    dumpOf(name, database =>
      place.cluster.sql(`set session_replication_role = replica; ${statement}`, database),
    )

  beforeAll(async () => {
    place = await openCluster()
    const shop = await place.newShop()
    env = shop.env
    made = shop.made
    box = await startBinary({ data: place.path('node'), env })
    token = (await ask('/api/v1/auth/token', made.api_key, owner)).data.token
    // Two that no customer has paid: nothing is booked for them.
    for (let count = 0; count < 2; count++) await ask('/v1/payments', made.sandbox_api_key, qr)
    await sell()
    dump = place.path('kaunta.dump')
    await dumpDatabase(env.KAUNTA_DATABASE_URL ?? '', dump)
    await sell()
  }, 300_000)
  afterAll(async () => {
    await box?.stop()
    await place?.remove()
  })

  test('the console cannot run one, and stores nothing of it', async () => {
    expect(await ask('/api/v1/backups/drill', token, {})).toMatchObject({ reason: 'backup_without_disk' })
    expect(await drilled()).toEqual({ last: null, late: false })
    expect(await healthOf()).toMatchObject({ state: 'good', reason: 'drill_first' })
  })

  test('a good one passes during sales; Health and the console show it, and nothing is left of it', async () => {
    const before = await databases()
    let isDrilled = false
    const sales = (async () => {
      while (!isDrilled) await sell()
    })()
    const ended = await drill(dump)
    isDrilled = true
    await sales
    expect(ended).toEqual({
      code: 0,
      output:
        'kaunta.dump: restored in a test, 3 payments. Its balances match its postings, its records are unaltered, and the key works.\n',
      log: '',
    })
    expect(await databases()).toEqual(before)
    const passed = { at: expect.any(String), backup: 'kaunta.dump', payments: 3, failure: null }
    expect(await drilled()).toEqual({ last: passed, late: false })
    expect(await healthOf()).toMatchObject({ state: 'good', reason: 'drill_passed' })
    const entries = (await ask('/api/v1/audit-log?kind=backup.drilled', token)).data.items
    expect(entries).toMatchObject([{ subject: 'kaunta.dump', actor: { type: 'server' } }])
  }, 300_000)

  test('the copy of the key that is kept apart is tried with it', async () => {
    const kept = place.path('kept.key')
    copyFileSync(env.KAUNTA_SECRET_KEY_FILE ?? '', kept)
    chmodSync(kept, 0o600)
    const { code, output } = await drill(dump, ['--key', kept, '--json'])
    expect([code, JSON.parse(output)]).toEqual([0, { backup: 'kaunta.dump', payments: 3 }])
    const foreign = place.path('foreign.key')
    writeFileSync(foreign, new Uint8Array(32), { mode: 0o600 })
    expect((await drill(dump, ['--key', foreign])).log).toMatch(
      /^kaunta: .*kaunta\.dump failed the test: .*foreign\.key is not the key of this database: .*\n$/,
    )
    expect((await drilled()).last.failure).toContain('foreign.key is not the key')
  }, 300_000)

  const faults: readonly [string, () => Promise<string>, string][] = [
    [
      'whose balance was changed',
      () => afterChange('poorer', "update balance set amount = amount + 1 where book = 'merchant'"),
      'balances are not the sums of their postings',
    ],
    [
      'whose records were changed',
      () => afterChange('rewritten', "update audit_entry set staff_id = 'somebody' where rowid = 1"),
      'were changed: their hash is now',
    ],
    [
      'that has fewer sales than its totals',
      () => afterChange('fewer', 'update total set count = count + 1 where count = 2'),
      'it has 3 of 4 rows of the table payment',
    ],
    [
      'whose sealed values were changed',
      () => afterChange('unsealed', 'update account set previous_signing_key = signing_key || signing_key'),
      'the secret key does not open a signing key in it',
    ],
    [
      'of a Kaunta that went its own way',
      () =>
        dumpOf('apart', async database => {
          const settings = { ...env, KAUNTA_DATABASE_URL: place.cluster.url(database) }
          await (await startBinary({ data: place.path('apart'), env: settings })).stop()
        }),
      'are not those of the database of KAUNTA_DATABASE_URL',
    ],
    [
      'that lacks a sale',
      () =>
        afterChange(
          'poor',
          `${dropReferences}; delete from payment where number = 1; update total set count = 1 where count = 2`,
        ),
      'it has 2 of 3 rows of the table payment',
    ],
    [
      'that was cut off',
      async () => {
        const bytes = readFileSync(dump)
        const file = place.path('half.dump')
        writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * 0.8)))
        return file
      },
      'pg_restore cannot restore it: ',
    ],
    [
      'that is none',
      async () => {
        const file = place.path('text.dump')
        writeFileSync(file, 'nothing')
        return file
      },
      'pg_restore cannot restore it: ',
    ],
  ]
  test.each(faults)(
    'one %s is found',
    async (_, spoiled, words) => {
      const file = await spoiled()
      const before = await databases()
      const { code, output, log } = await drill(file)
      expect([code, output]).toEqual([1, ''])
      expect(log).toStartWith(`kaunta: ${file} failed the test: `)
      expect(log).toContain(words)
      expect(await databases()).toEqual(before)
      expect((await drilled()).last).toMatchObject({
        backup: null,
        payments: null,
        failure: expect.stringContaining(words),
      })
      expect(await healthOf()).toMatchObject({ state: 'bad', reason: 'dump_drill_failed' })
    },
    60_000,
  )

  test('what keeps it from beginning is printed, and proves nothing about the dump', async () => {
    expect((await drill(dump)).code).toBe(0)
    const { last } = await drilled()
    const missing = place.path('none.dump')
    expect((await drill(missing)).log).toBe(`kaunta: ${missing} is missing\n`)
    expect((await drill(dump, [], { PATH: place.root })).log).toContain('pg_restore is not on this computer')
    const full = ['--to', env.KAUNTA_DATABASE_URL ?? '']
    expect((await drill(dump, full)).log).toContain('the database of --to is not empty')
    expect((await drill(dump, ['--to', 'folder'])).log).toContain('--to must be an empty database')
    expect((await drilled()).last).toEqual(last)
  }, 300_000)

  test('a database that a drill was cut off in is dropped by the next one, and no other', async () => {
    const name = `${new URL(env.KAUNTA_DATABASE_URL ?? '').pathname.slice(1)}_restore_drill`
    await place.cluster.sql(`create database ${name}`)
    expect((await drill(dump)).log).toContain('no drill made it')
    expect(await databases()).toContain(name)
    const remark = 'made by kaunta backup --drill, which drops it again'
    await place.cluster.sql(`comment on database ${name} is '${remark}'`)
    expect(await drill(dump)).toMatchObject({ code: 0, log: '' })
    expect(await databases()).not.toContain(name)
  }, 300_000)

  test('a user who may make no database names one, on a server that wants a password as well', async () => {
    await place.cluster.sql("create role plain login password 'siri+ %kubwa'")
    for (const name of ['plain', 'empty']) await place.cluster.sql(`create database ${name} owner plain`)
    const urlOf = (name: string) =>
      place.cluster.url(name).replace('//kaunta@', `//plain:${encodeURIComponent('siri+ %kubwa')}@`)
    const key = { KAUNTA_SECRET_KEY_FILE: place.path('plain.key'), KAUNTA_DATABASE_URL: urlOf('plain') }
    await initBinary(place.path('plain-init'), { ...env, ...key })
    const file = place.path('plain.dump')
    await dumpDatabase(urlOf('plain'), file)
    expect((await drill(file, [], key)).log).toContain('may not create databases')
    const inEmpty = ['--to', urlOf('empty')]
    expect(await drill(file, inEmpty, key)).toMatchObject({ code: 0, log: '' })
    expect((await drill(file, inEmpty, key)).log).toContain('the database of --to is not empty')
  }, 300_000)
})
