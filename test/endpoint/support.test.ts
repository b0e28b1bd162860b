// The file for support contains no canary: one is planted in every column of every table of both databases,
// in every setting, in every parameter of every health check, and in log lines. Future columns and settings
// are covered, because the lists come from the tables and config.ts.
import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { settings } from '../../src/config.ts'
import type { HealthCheck } from '../../src/domain/health.ts'
import { type HealthReason, healthReasons } from '../../src/domain/health-reason.ts'
import { logMessages } from '../../src/domain/log-message.ts'
import { supportArchive, supportFiles, supportName } from '../../src/flow/support.ts'
import { extractTar } from '../../src/store/backup/tar.ts'
import * as checkoutTables from '../../src/store/checkout-table.ts'
import { describeTables } from '../../src/store/folder/table-fact.ts'
import * as smsTables from '../../src/store/sms-table.ts'
import * as staffTables from '../../src/store/staff-table.ts'
import * as tables from '../../src/store/table.ts'
import * as tillTables from '../../src/store/till-table.ts'
import * as totalTables from '../../src/store/total-table.ts'
import * as webhookTables from '../../src/store/webhook-table.ts'
import { newClosedPort } from '../kit/closed-port.ts'
import { openEndpointShop } from '../kit/endpoint.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-support-'))
let count = 0
/** Returns a name, a phone number, an address and a secret in one, never the same twice. */
function canary(): string {
  const number = String(100_000_000 + ++count)
  return `Kanari ${number} +255${number} kanari${number}@duka.example 10.11.${count % 250}.7 kn_live_kanari${number}`
}
const found = /kanari|duka\.example|\+2551\d{8}|\b1000\d{5}\b|10\.11\.\d+\.7/i

const box = await openEndpointShop()
afterAll(async () => {
  await box.close()
  rmSync(root, { recursive: true, force: true })
})

/** Puts a row of canaries into each table of a database. @returns `table.column` of each */
function plant(file: string): string[] {
  using db = new Database(file)
  db.run('pragma busy_timeout = 5000')
  db.run('pragma foreign_keys = off')
  db.run('pragma ignore_check_constraints = on')
  for (const [name] of db.query("select name from sqlite_master where type = 'trigger'").values())
    db.run(`drop trigger "${name}"`)
  const names = db
    .query("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .values()
    .flat()
    .map(String)
  return names.flatMap(table => {
    const columns = db.query(`pragma table_info("${table}")`).all() as { name: string; type: string }[]
    const values = columns.map(({ type }) =>
      /int|real/i.test(type) ? 900_000_000 + ++count : JSON.stringify({ note: canary() }),
    )
    const list = columns.map(({ name }) => `"${name}"`).join(', ')
    db.run(`insert into "${table}" (${list}) values (${columns.map(() => '?').join(', ')})`, values)
    return columns.map(({ name }) => `${table}.${name}`)
  })
}

const params = ['free', 'ms', 'percent', 'port', 'seconds', 'hours', 'paths', 'problem', 'why', 'name', 'day']
const planted = [...params, 'time', 'network', 'product', 'result', 'till', 'place']
const checks = (Object.keys(healthReasons) as HealthReason[]).map(
  (reason): HealthCheck => ({
    ...healthReasons[reason],
    name: 'disk',
    reason,
    params: Object.fromEntries(planted.map(name => [name, canary()])),
    message: canary(),
    cure: canary(),
  }),
)
const time = '2026-11-21T09:00:00.000Z'
const logLines = [
  canary(),
  JSON.stringify(canary()),
  JSON.stringify({ time, level: 'error', message: canary(), error: canary() }),
  JSON.stringify({ time: canary(), level: 'error', message: logMessages[0] }),
  ...logMessages.map(message =>
    JSON.stringify({
      time,
      level: 'error',
      message,
      [canary()]: canary(),
      error: `${canary()} ECONNREFUSED`,
      ...Object.fromEntries(
        [...['ms', 'status', 'tries', 'count', 'method', 'request'], ...planted].map(name => [
          name,
          canary(),
        ]),
      ),
    }),
  ),
]

describe('with canaries everywhere', () => {
  test('every column of the tables in the code is planted, and none is in the file', async () => {
    const columns = [...plant(join(box.folder, 'kaunta.db')), ...plant(join(box.folder, 'staff.db'))]
    const declared = [tables, checkoutTables, smsTables, staffTables, tillTables, totalTables, webhookTables]
      .flatMap(all => Object.values(all) as unknown[])
      .filter(one => is(one, PgTable))
      .flatMap(table =>
        Object.keys(getTableColumns(table)).map(
          column =>
            `${getTableName(table)}.${column.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`,
        ),
      )
    expect(declared.length).toBeGreaterThan(200)
    expect(declared.filter(column => !columns.includes(column))).toEqual([])
    const files = supportFiles({
      now: Date.parse(time),
      about: { version: '0.1.0', commit: 'abc', builtAt: 0, target: 'linux-x64', ranMs: 1 },
      settings: Object.fromEntries(Object.keys(settings).map(name => [name, canary()])),
      settingNames: Object.keys(settings),
      checks,
      logLines,
      databases: describeTables(box.folder),
    })
    const text = files.map(({ name, text }) => `${name}\n${text}`).join('\n')
    expect(text.split('\n').filter(line => found.test(line))).toEqual([])
    expect(text.split('\n').filter(line => /\b9000\d{5}\b/.test(line))).toEqual([])
  })

  test('what helps is in it', () => {
    const [about, health, open, counts, log, schema] = supportFiles({
      now: Date.parse(time),
      about: { version: '0.1.0', commit: 'abc', builtAt: 0, target: 'linux-x64', ranMs: 180_000 },
      settings: { port: 8080, mdns: true, logLevel: 'info', backupTo: '/mnt/usb', s3Region: '' },
      settingNames: ['port', 'mdns', 'logLevel', 'backupTo', 's3Region'],
      checks: [
        {
          ...{
            name: 'disk',
            state: 'bad',
            reason: 'disk_refuses',
            params: { why: 'x' },
            message: '',
            cure: '',
          },
        },
        {
          name: 'disk',
          state: 'good',
          reason: 'disk_free',
          params: { free: 5 },
          message: '',
          cure: '',
        },
      ],
      logLines: [
        `{"time":"${time}","level":"error","message":"a back-up failed","error":"EACCES: permission denied, open '/home/asha/x'"}`,
      ],
      databases: describeTables(box.folder),
    }).map(({ text }) => text)
    expect(JSON.parse(about ?? '')).toMatchObject({ version: '0.1.0', ranMinutes: 3, madeAt: time })
    expect(JSON.parse(health ?? '').map(({ message }: { message: string }) => message)).toEqual([
      'nothing can be written: (hidden)',
      '5 MB are free',
    ])
    expect(JSON.parse(open ?? '')).toEqual({
      port: 8080,
      mdns: true,
      logLevel: 'info',
      backupTo: 'set',
      s3Region: 'not set',
    })
    expect(JSON.parse(counts ?? '')[0]).toMatchObject({
      name: 'kaunta.db',
      rows: { audit_entry: expect.any(Number) },
    })
    expect(JSON.parse(log ?? '')).toEqual({
      time,
      level: 'error',
      message: 'a back-up failed',
      error: 'EACCES',
    })
    expect(schema).toContain('CREATE TABLE payment')
  })

  test('the archive has the files that are shown', async () => {
    const files = [
      { name: 'about.json', text: '{}\n' },
      { name: 'log.jsonl', text: 'Habari za mchana — ✓\n' },
    ]
    const bytes = Bun.gunzipSync(Buffer.from(supportArchive(files, 1)))
    async function* chunks() {
      yield new Uint8Array(bytes)
    }
    await extractTar(chunks(), name => join(root, name))
    for (const { name, text } of files) expect(await Bun.file(join(root, name)).text()).toBe(text)
    expect(supportName(Date.parse(time))).toBe('kaunta-support-20261121T090000Z.tar.gz')
  })
})

test('the endpoint answers what a shop with names and printers may send', async () => {
  const shop = await openEndpointShop()
  try {
    const name = 'Kanari wa mbele'
    const { json } = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name } })
    const { id } = Object(json).data
    const printer = { host: '127.0.0.1', port: await newClosedPort(), paper: 80, auto: false }
    const set = { as: 'owner', path: `/api/v1/tills/${id}/printer`, method: 'PUT', json: printer } as const
    expect((await shop.request(set)).status).toBe(200)
    const answer = await shop.request({ as: 'owner', path: '/api/v1/support' })
    expect(answer.status).toBe(200)
    const { files, archive } = Object(answer.json).data as {
      files: { name: string; text: string }[]
      archive: string
    }
    expect(answer.text).not.toMatch(/kanari|asha|duka/i)
    expect(files.map(file => file.name)).toEqual([
      ...['about.json', 'health.json', 'settings.json', 'counts.json', 'log.jsonl'],
      ...['kaunta.db.sql', 'staff.db.sql'],
    ])
    expect(files[1]?.text).toContain('"reason": "printer_off"')
    const bytes = Buffer.from(Bun.gunzipSync(Buffer.from(archive, 'base64')))
    expect(bytes.toString()).not.toMatch(/kanari|asha|duka/i)
    for (const { text } of files) expect(bytes.includes(text)).toBe(true)
  } finally {
    await shop.close()
  }
})
