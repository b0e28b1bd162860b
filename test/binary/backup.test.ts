// Back-ups and restores of an owner, on the built binary: taken while the server sells, complete, checked,
// pruned, cut off without a trace; and a server made from one has everything.
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { holdPostings } from '../../src/domain/payout.ts'
import { insertPostings } from '../../src/store/posting.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { type Binary, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-backup-')
let folders = 0
const newFolder = () => join(root, `data${folders++}`)
const owner = { email: 'asha@duka.co.tz', password: 'siri-kubwa-sana' }
const qr = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }

const ask = (box: Binary, credential: string, path: string, json?: object, method = json ? 'POST' : 'GET') =>
  fetch(box.url + path, {
    method,
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
const tokenOf = async (box: Binary, key: string): Promise<string> =>
  (await (await ask(box, key, '/api/v1/auth/token', owner)).json()).data.token
const backupsOf = async (box: Binary, token: string) =>
  (await (await ask(box, token, '/api/v1/backups')).json()).data
/** Opens a server that was set up, and logs its owner in for a token. */
async function openBox(env: Record<string, string> = {}) {
  const data = newFolder()
  const made = await initBinary(data)
  const box = await startBinary({ data, env: { KAUNTA_RATE_LIMIT: '0', ...env } })
  return { data, box, key: made.sandbox_api_key, token: await tokenOf(box, made.sandbox_api_key) }
}
const restore = (backup: string, data: string) => runBinary(['restore', backup, '--data', data])

describe('a back-up', () => {
  test('taken while the server sells holds every payment acknowledged before, and restores the server', async () => {
    const { data, box, key, token } = await openBox()
    const before: string[] = []
    const sell = async () => (await (await ask(box, key, '/v1/payments', qr)).json()).data.reference as string
    for (let sale = 0; sale < 40; sale++) before.push(await sell())
    let selling = true
    let meanwhile = 0
    const counter = (async () => {
      while (selling) {
        await sell()
        meanwhile++
      }
    })()
    const taken = await ask(box, token, '/api/v1/backups', {})
    selling = false
    await counter
    expect(meanwhile).toBeGreaterThan(0)
    expect(taken.status).toBe(201)
    const backup = (await taken.json()).data
    expect(backup).toEqual({
      name: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z$/),
      taken_at: expect.any(String),
      bytes: expect.any(Number),
    })
    expect(await backupsOf(box, token)).toEqual({
      items: [backup],
      state: {
        log: null,
        taken_at: backup.taken_at,
        late: false,
        failure: null,
        drill_late: false,
      },
      drill: { last: null, late: false },
      next_at: expect.any(String),
      second_place: null,
    })
    const entries = await (await ask(box, token, '/api/v1/audit-log?kind=backup.taken')).json()
    expect(entries.data.items).toMatchObject([{ subject: backup.name }])
    const secret = await (await ask(box, token, '/api/v1/settings/webhook-secret')).text()
    expect(await box.stop()).toBe(0)

    const drill = await runBinary(['backup', '--drill', '--data', data])
    expect(drill).toMatchObject({
      code: 0,
      log: '',
      output: expect.stringContaining(`${backup.name}: restored in a test, `),
    })
    const folder = join(data, 'backups', backup.name)
    expect(readdirSync(folder).sort()).toEqual(['chain.head', 'kaunta.db', 'secret.key', 'staff.db'])
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    const again = newFolder()
    const restored = await restore(folder, again)
    expect(restored).toMatchObject({ code: 0, log: '' })
    expect(restored.output.trimEnd().split('\n').at(-1)).toStartWith(`${again}: restored to `)
    expect(restored.output).toContain('its balances match its postings')
    const second = await startBinary({ data: again, env: { KAUNTA_RATE_LIMIT: '0' } })
    for (const reference of before)
      expect((await ask(second, key, `/v1/payments/${reference}`)).status).toBe(200)
    expect(
      await (await ask(second, await tokenOf(second, key), '/api/v1/settings/webhook-secret')).text(),
    ).toBe(secret)
    expect((await ask(second, key, '/v1/payments', qr)).status).toBe(201)
    expect(await second.stop()).toBe(0)
  })

  test('is kept for the set number of nights, and copied to a second place that is there', async () => {
    const usb = newFolder()
    mkdirSync(usb)
    const { data, box, token } = await openBox({ KAUNTA_BACKUP_KEEP: '2', KAUNTA_BACKUP_TO: usb })
    const place = join(data, 'backups')
    mkdirSync(place)
    // Older ones, one that was cut off, and foreign files, which stay.
    const older = [
      '2025-01-01T000000Z',
      '2025-01-02T000000Z',
      '2025-01-03T000000Z',
      '2025-01-04T000000Z.part',
    ]
    const others = ['2025-01-05T000000Z.command-part', 'photos', 'photos.part']
    for (const folder of [place, usb]) for (const name of [...older, ...others]) mkdirSync(join(folder, name))
    const { name } = (await (await ask(box, token, '/api/v1/backups', {})).json()).data
    const kept = ['2025-01-03T000000Z', name, ...others].sort()
    expect(readdirSync(place).sort()).toEqual(kept)
    expect(readdirSync(usb).sort()).toEqual([...kept, 'log'].sort())
    // Every few seconds a piece of the log is copied, and until it is whole its name ends in `.part`.
    const isPiece = (file: string) => /\.kaunta-log(\.part)?$/.test(file)
    expect(readdirSync(join(usb, 'log')).filter(file => !isPiece(file))).toEqual(['chain.head'])
    expect((await backupsOf(box, token)).second_place).toBe(usb)

    rmSync(usb, { recursive: true })
    const refused = await ask(box, token, '/api/v1/backups', {})
    const said = `the second place for back-ups, ${usb}, is not there: is its disk connected?`
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { reason: 'backup_failed', params: { cause: said } },
    ])
    expect(existsSync(usb)).toBe(false)
    const told = await backupsOf(box, token)
    expect(told.items).toHaveLength(2)
    expect(told.state).toMatchObject({ failure: said })
    mkdirSync(usb)
    expect((await ask(box, token, '/api/v1/backups', {})).status).toBe(201)
    expect((await backupsOf(box, token)).state.failure).toBeNull()
    expect(await box.stop()).toBe(0)
  })

  test('is taken from the command line, with a running server and with a stopped one', async () => {
    const { data, box, key } = await openBox()
    const { reference } = (await (await ask(box, key, '/v1/payments', qr)).json()).data
    const place = join(root, 'manual')
    // A running server may be copying there, too.
    const others = ['2025-01-01T000000Z.part', 'photos.command-part']
    for (const name of [...others, '2025-01-02T000000Z.command-part'])
      mkdirSync(join(place, name), { recursive: true })
    const running = await runBinary(['backup', '--data', data, '--to', place, '--json'])
    expect(running.log).toBe('')
    const made = JSON.parse(running.output)
    expect(made).toEqual({ folder: expect.stringContaining(place), bytes: expect.any(Number), payments: 1 })
    expect(readdirSync(place).sort()).toEqual([...others, basename(made.folder)].sort())
    expect((await ask(box, key, `/v1/payments/${reference}`)).status).toBe(200)
    expect((await ask(box, key, '/v1/payments', qr)).status).toBe(201)
    expect(await box.stop()).toBe(0)
    const stopped = await runBinary(['backup', '--data', data])
    expect([stopped.code, stopped.output]).toEqual([
      0,
      expect.stringMatching(/2 payments, .* its balances match its postings/),
    ])
  })

  test.each(['a stop', 'a power cut'])(
    'cut off by %s leaves nothing that the next start does not clear',
    async how => {
      const { data, box, token } = await openBox()
      const place = join(data, 'backups')
      // The copy takes long enough to be cut off in the middle of it.
      const staff = new Database(join(data, 'staff.db'), { readwrite: true })
      staff.run("insert into verification values ('x', 'x', hex(randomblob(40000000)), 0, 0, 0)")
      staff.close()
      const asked = ask(box, token, '/api/v1/backups', {}).catch(() => undefined) // cut off, too
      const half = () =>
        (existsSync(place) ? readdirSync(place) : []).filter(name =>
          existsSync(join(place, name, 'kaunta.db')),
        )
      while (half().length === 0) await Bun.sleep(1)
      if (how === 'a stop') expect(await box.stop()).toBe(0)
      else await box.kill9()
      await asked
      // A stop that comes late on a busy machine finds the copy complete: that one stays.
      const whole = half().filter(name => !name.endsWith('.part'))
      if (how === 'a power cut') expect(half()).toEqual([expect.stringMatching(/Z\.part$/)])

      const again = await startBinary({ data, env: { KAUNTA_RATE_LIMIT: '0' } })
      expect(readdirSync(place)).toEqual(whole)
      const taken = await ask(again, token, '/api/v1/backups', {})
      expect(taken.status).toBe(201)
      // One per day is kept: the newest.
      expect(readdirSync(place)).toEqual([(await taken.json()).data.name])
      expect(await again.stop()).toBe(0)
    },
  )
})

describe('a restore', () => {
  /** Creates a back-up with one payment, and does to it what a test wants. */
  async function backupOf(change: (money: Database) => void = () => {}): Promise<string> {
    const data = newFolder()
    const made = await initBinary(data)
    const box = await startBinary({ data })
    await ask(box, made.sandbox_api_key, '/v1/payments', qr)
    await box.stop()
    const { folder } = JSON.parse((await runBinary(['backup', '--data', data, '--json'])).output)
    const money = new Database(join(folder, 'kaunta.db'), { readwrite: true })
    change(money)
    money.close()
    return folder
  }
  /** Returns the message of a restore that fails; it also checks that nothing is left behind. */
  async function errorOf(backup: string, data = newFolder()): Promise<string> {
    const { code, output, log } = await restore(backup, data)
    expect([code, output, existsSync(`${data}.part`)]).toEqual([1, '', false])
    return log
  }

  test('does not touch a folder that holds something', async () => {
    const folder = await backupOf()
    const data = newFolder()
    cpSync(folder, data, { recursive: true })
    expect(await errorOf(folder, data)).toBe(
      `kaunta: ${data} is not empty: move it away first, or name another folder with --data\n`,
    )
  })
  test('needs a back-up', async () => {
    expect(await errorOf(root)).toBe(`kaunta: ${root} is no back-up: it has no kaunta.db\n`)
  })
  test('refuses books that do not add up', async () => {
    const folder = await backupOf(money => {
      money.run(
        "insert into balance select id, 'merchant', 5000 from account where mode = 'live' on conflict do update set amount = 5000",
      )
    })
    const data = newFolder()
    expect(await errorOf(folder, data)).toBe('kaunta: the books of the copy do not add up\n')
    expect(existsSync(data)).toBe(false)
  })
  test('marks a payout unknown that may have been sent since', async () => {
    const columns = {
      status: 'pending',
      amount: 5_000,
      fees: 0,
      connector: 'c',
      connection: 'c',
      payer: 'p',
      ran_at: 0,
      yes_count: 0,
      network_reference: 'n',
      api_version: 'v',
      key_id: 'k',
      created_at: 0,
    }
    const folder = await backupOf()
    const store = openSqlite(folder, Date.now(), cause => expect(cause).toBeUndefined())
    const waiting = { ...columns, approval: 'waiting' }
    for (const [state, row] of Object.entries({ planned: columns, sent: columns, waiting }))
      await store.write(async tx => {
        await tx.rows(
          `insert into payout (id, account_id, state, recipient, metadata, narration, ${Object.keys(row)})
           select '${state}', id, '${state}', '{}', '{}', '', ${Object.values({ ...row, network_reference: state }).map(value => (typeof value === 'string' ? `'${value}'` : value))} from account limit 1`,
          [],
          'once',
        )
        const [[accountId] = []] = await tx.rows('select id from account limit 1', [], 'once')
        const movement = { accountId: String(accountId), subject: state, postings: holdPostings(columns) }
        await insertPostings(tx, movement, 0)
      })
    await store.close()
    const data = newFolder()
    expect((await restore(folder, data)).code).toBe(0)
    const money = new Database(join(data, 'kaunta.db'), { readonly: true })
    const rows = 'select id, state, approval, network_reference, yes_count, memo from payout order by id'
    const marked = [1, '{"restored":"yes"}']
    expect(money.query(rows).values()).toEqual([
      ['planned', 'unknown', null, 'planned', ...marked],
      ['sent', 'sent', null, 'sent', 0, null],
      ['waiting', 'unknown', null, 'waiting', ...marked],
    ])
    money.close()
  })
})
