// `kaunta doctor` on the built binary names each planted fault, and no other.
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newAuthority, newLeaf } from '../../src/lan/authority.ts'
import { freePort, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { newClosedPort } from '../kit/closed-port.ts'
import { readDoctor } from '../kit/doctor.ts'
import { owner } from '../kit/people.ts'
import { openPrinter } from '../kit/printer.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-fault-'))
const whole = join(root, 'whole')
const port = freePort()
const closedPort = await newClosedPort()
const dayMs = 86_400_000
const bucket = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 }),
})
let copies = 0

/** A folder with a till, its printer and a network, as a shop has it. */
const selcom = await openSelcom()
const printer = await openPrinter()
const { account } = await initBinary(whole)
const box = await startBinary({ data: whole })
const ask = async (path: string, method: string, json: object, token = '') => {
  const answer = await fetch(box.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()).data
}
const { token } = await ask('/api/v1/auth/token', 'POST', { ...owner, account: account.id })
const till = await ask('/api/v1/tills', 'POST', { name: 'Kaunta ya mbele' }, token)
const place = { host: '127.0.0.1', port: printer.port, paper: 80, auto: false }
await ask(`/api/v1/tills/${till.id}/printer`, 'PUT', place, token)
expect(await box.stop()).toBe(0)
const words = ['network', 'connect', 'selcom', '--credentials', '-', '--data', whole]
const env = { KAUNTA_SELCOM_URL: selcom.url }
expect((await runBinary(words, { env, input: JSON.stringify(selcomCredentials) })).code).toBe(0)
afterAll(async () => {
  selcom.close()
  await bucket.stop(true)
  await printer.off()
  rmSync(root, { recursive: true, force: true })
})

type Settings = Record<string, string>

/** Returns what is not good in a copy of the folder after `plant`, as `name state reason in words`. */
async function diagnose(plant: (data: string) => Settings | undefined | Promise<Settings>) {
  const data = join(root, `data${copies++}`)
  cpSync(whole, data, { recursive: true })
  const env = { KAUNTA_SELCOM_URL: selcom.url, KAUNTA_PORT: String(port), ...(await plant(data)) }
  const ended = await runBinary(['doctor', '--data', data, '--json'], { env })
  expect(ended.log).toBe('')
  const { code, checks } = readDoctor(ended)
  const wrong = checks.filter(({ state }) => state !== 'good')
  expect(wrong.every(({ cure }) => cure !== '')).toBe(true)
  return { code, wrong: wrong.map(({ name, state, message }) => `${name} ${state}: ${message}`) }
}

const none: Settings = {}

function sql(data: string, ...statements: string[]): Settings {
  using db = new Database(join(data, 'kaunta.db'))
  for (const [name] of db.query("select name from sqlite_master where type = 'trigger'").values())
    db.run(`drop trigger ${name}`)
  for (const statement of statements) expect(db.run(statement).changes).toBeGreaterThan(0)
  return none
}

/** Overwrites the middle of a file, as a failing disk does. */
function scratch(file: string): Settings {
  const handle = openSync(file, 'r+')
  const { size } = statSync(file)
  for (let at = 4_096; at < size; at += 4_096) writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, at)
  closeSync(handle)
  return none
}

async function oldCertificate(data: string): Promise<Settings> {
  const now = Date.now() - 500 * dayMs
  const serial = new Uint8Array(16)
  const authority = await newAuthority({ names: ['duka.local'], label: 'test', now, serial })
  const { certificate, key } = await newLeaf({ authority, names: ['duka.local'], addresses: [], now, serial })
  const [cert, keyFile] = [join(data, 'tls.crt'), join(data, 'tls.key')]
  writeFileSync(cert, certificate)
  writeFileSync(keyFile, key)
  const httpsPort = String(freePort())
  return { KAUNTA_HTTPS_PORT: httpsPort, KAUNTA_TLS_CERT: cert, KAUNTA_TLS_KEY: keyFile }
}

/** Starts a network with its own clock, which refuses all requests. */
const oddNetwork = (date: Date) =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => Response.json({}, { status: 401, headers: { date: date.toUTCString() } }),
  })

test('a folder of a shop is well', async () => {
  expect(await diagnose(() => none)).toEqual({ code: 0, wrong: [] })
})

interface Planted {
  readonly plant: (data: string) => Settings | undefined | Promise<Settings>
  readonly code: 1 | 2
  readonly found: RegExp // the first finding
  readonly count?: number // the number of findings; by default one
}

const planted: Record<string, Planted> = {
  'a key that others can read': {
    plant: data => void chmodSync(join(data, 'secret.key'), 0o644),
    code: 2,
    found: /^rights bad: .*secret\.key$/,
  },
  'no key': {
    plant: data => void rmSync(join(data, 'secret.key')),
    code: 2,
    found: /^secret_key bad: secret\.key is missing$/,
  },
  'the key of another folder': {
    plant: data => void writeFileSync(join(data, 'secret.key'), Buffer.alloc(32, 7)),
    code: 2,
    found: /^secret_key bad: .*another data folder/,
  },
  'damaged pages': {
    plant: data => scratch(join(data, 'kaunta.db')),
    code: 2,
    found: /^kaunta\.db bad: it is damaged/,
  },
  'a damaged staff.db': {
    plant: data => scratch(join(data, 'staff.db')),
    code: 2,
    found: /^staff\.db bad: it is damaged/,
  },
  'a balance without a posting': {
    plant: data => sql(data, "insert into balance select id, 'available', 5000 from account limit 1"),
    code: 2,
    found: /^ledger bad: balances are not the sums/,
  },
  'a changed audit entry': {
    plant: data =>
      sql(data, "update audit_entry set staff_id = 'x' where id = (select max(id) from audit_entry)"),
    code: 2,
    found: /^records bad: .*were changed/,
  },
  'an old back-up': {
    plant: data =>
      void mkdirSync(join(data, 'backups', '2026-01-02T000500Z'), { recursive: true, mode: 0o700 }),
    code: 1,
    found: /^backup warning: the last one is \d+ hours old$/,
  },
  'a back-up that failed': {
    plant: data => sql(data, "insert into setting values ('backup_failure', 'the disk is full')"),
    code: 2,
    found: /^backup bad: the last one failed: the disk is full$/,
  },
  'a second place that is not there': {
    plant: data => ({ KAUNTA_BACKUP_TO: join(data, 'usb') }),
    code: 2,
    found: /^second_place bad: .*usb is not there$/,
  },
  'a bucket that refuses its keys': {
    plant: () => ({
      KAUNTA_BACKUP_TO: 's3://duka/kaunta',
      KAUNTA_BUCKET_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
      KAUNTA_BUCKET_ACCESS_KEY_ID: 'duka',
      KAUNTA_BUCKET_SECRET_ACCESS_KEY: 'wrong',
    }),
    code: 2,
    found: /^second_place bad: .*s3:\/\/duka\/kaunta, refused: /,
  },
  'a certificate that ended': {
    plant: oldCertificate,
    code: 2,
    found: /^certificate bad: it ended on 20\d\d-\d\d-\d\d$/,
  },
  'a network that refuses': {
    plant: () => ({ KAUNTA_SELCOM_URL: `http://127.0.0.1:${closedPort}/v1` }),
    code: 2,
    found: /^network bad: Selcom, orders: the network cannot be reached/,
    count: 4,
  },
}

test.concurrent.each(Object.entries(planted))('%s is named', async (_, { plant, code, found, count = 1 }) => {
  const result = await diagnose(plant)
  expect(result.wrong).toHaveLength(count)
  expect(result.wrong[0]).toMatch(found)
  expect(result.code).toBe(code)
})

test('a printer that is off, and one without paper', async () => {
  printer.becomes('runs out')
  expect(await diagnose(() => none)).toMatchObject({
    code: 1,
    wrong: [expect.stringMatching(/^printer warning: .*Kaunta ya mbele.* has no paper$/)],
  })
  printer.becomes('prints')
  const off = await diagnose(data => sql(data, `update till set printer_port = ${closedPort}`))
  expect(off).toMatchObject({
    code: 2,
    wrong: [expect.stringMatching(/^printer bad: .*Kaunta ya mbele.* cannot be reached$/)],
  })
})

test('a port that another program has', async () => {
  using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Duka') })
  expect(await diagnose(() => ({ KAUNTA_PORT: String(other.port) }))).toEqual({
    code: 2,
    wrong: [`port bad: another program answers on port ${other.port}`],
  })
})

test('a clock that is an hour off, by the clock of the network', async () => {
  using network = oddNetwork(new Date(Date.now() + 3_600_000))
  const { code, wrong } = await diagnose(() => ({
    KAUNTA_SELCOM_URL: `http://127.0.0.1:${network.port}/v1`,
  }))
  expect(code).toBe(2)
  expect(wrong[0]).toMatch(/^clock bad: it differs by 3\d\d\d seconds from the clock of Selcom$/)
})
