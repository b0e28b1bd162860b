// `kaunta doctor` on the built binary: well on a folder that only Kaunta touched, running or stopped, and
// unwell in words on one that was changed, until a person accepts it.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Binary, type Ended, freePort, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { readDoctor } from '../kit/doctor.ts'
import { owner } from '../kit/people.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-doctor-')
let folders = 0
const newFolder = () => join(root, `data${folders++}`)
/** A port that no other server of this machine is on. */
const port = String(freePort())
const doctor = (data: string, ...more: string[]) =>
  runBinary(['doctor', '--data', data, '--port', port, ...more])
/** Returns what is not good, as `name state`. */
const unwell = (ended: Ended) =>
  readDoctor(ended)
    .checks.filter(({ state }) => state !== 'good')
    .map(({ name, state }) => `${name} ${state}`)

const ask = async (box: Binary, credential: string, path: string, json?: object) => {
  const answer = await fetch(box.url + path, {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
  return (await answer.json()).data
}
/** A sale is looked at every few milliseconds. */
const env = { KAUNTA_RATE_LIMIT: '0' }
const qr = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }

/** Makes a completed payment, which has two postings. */
async function sell(box: Binary, key: string): Promise<void> {
  const { reference } = await ask(box, key, '/v1/payments', qr)
  await ask(box, key, `/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
  while ((await ask(box, key, `/v1/payments/${reference}`)).status !== 'completed') await Bun.sleep(5)
}

function tamper(data: string, ...statements: string[]): void {
  using db = new Database(join(data, 'kaunta.db'))
  for (const [name] of db.query("select name from sqlite_master where type = 'trigger'").values())
    db.run(`drop trigger ${name}`)
  for (const statement of statements) expect(db.run(statement).changes).toBeGreaterThan(0)
}

test('a folder that only Kaunta wrote is well: running, stopped, after kill -9, restored', async () => {
  const data = newFolder()
  const { sandbox_api_key: key } = await initBinary(data)
  const box = await startBinary({ data, env })
  await sell(box, key)
  const running = await doctor(data, '--port', new URL(box.url).port)
  const wrong = running.output.match(/^(WARNING|BAD)[^:]*/gm) ?? []
  // The disk of this computer may be slow.
  const isSlow = wrong.length > 0
  expect(wrong).toEqual(isSlow ? ['WARNING  Speed of the disk'] : [])
  expect(running).toMatchObject({ code: isSlow ? 1 : 0, log: '' })
  expect(running.output).toContain('Kaunta answers on port')
  expect(running.output).toEndWith(isSlow ? 'docs/trouble.md says more.\n' : 'Nothing is wrong.\n')
  await sell(box, key)
  await box.kill9()
  const stopped = await doctor(data, '--json')
  const { code, checks } = readDoctor(stopped)
  expect([code, stopped.log]).toEqual([0, ''])
  expect(checks.map(({ name, state }) => [name, state])).toEqual(
    [
      ...['disk', 'disk_speed', 'rights', 'secret_key', 'kaunta.db', 'ledger', 'records', 'staff.db'],
      ...['certificate', 'links', 'port', 'clock', 'backup', 'restore_drill', 'second_place'],
    ].map(name => [name, 'good']),
  )
  const place = join(root, 'copies')
  const { output } = await runBinary(['backup', '--data', data, '--to', place, '--json'])
  const restored = newFolder()
  expect((await runBinary(['restore', JSON.parse(output).folder, '--data', restored])).code).toBe(0)
  expect(readDoctor(await doctor(restored, '--json')).code).toBe(0)
  expect((await doctor(data, '--accept')).output).toBe('There is nothing to accept.\n')
})

test('an amount changed by somebody is reported by doctor, the log, the home page and /metrics, until accepted', async () => {
  const data = newFolder()
  const { sandbox_api_key: key } = await initBinary(data)
  const first = await startBinary({ data, env })
  await sell(first, key)
  expect(await first.stop()).toBe(0)
  const entry = "update audit_entry set staff_id = 'somebody' where id = (select max(id) from audit_entry)"
  tamper(data, entry, 'update payment set amount = 900')

  const found = await doctor(data)
  expect(found.code).toBe(2)
  expect(found.output).toMatch(/BAD {6}The records: postings or audit entries of link \d+ .* were changed/)
  expect(found.output).toMatch(
    /The records: payment \S+ has an amount of 900 and fees of 25, and 5000 \(payment.completed\) was booked for it/,
  )
  expect(unwell(await doctor(data, '--json'))).toEqual(['records bad', 'records bad'])

  const box = await startBinary({ data, env })
  const { token } = await ask(box, key, '/api/v1/auth/token', owner)
  expect((await ask(box, token, '/api/v1/overview')).server.records).toBe('changed')
  await sell(box, key)
  expect(await box.stop()).toBe(0)
  expect(box.log()).toContain('records were changed outside Kaunta: run kaunta doctor')

  expect((await doctor(data)).code).toBe(2)
  expect((await doctor(data, '--accept')).output).toMatch(/^Accepted 2 problems of the records/)
  expect(readDoctor(await doctor(data, '--json')).code).toBe(0)
  const again = await startBinary({ data, env })
  const known = (await ask(again, key, '/api/v1/auth/token', owner)).token
  expect((await ask(again, known, '/api/v1/overview')).server.records).toBe('ok')
  const accepted = await ask(again, known, '/api/v1/audit-log?kind=records.accepted')
  expect(accepted.items).toMatchObject([
    { actor: { type: 'server' }, detail: { problem: expect.stringMatching(/^payment /) } },
    { actor: { type: 'server' }, detail: { problem: expect.stringMatching(/^postings or audit entries/) } },
  ])
  expect(await again.stop()).toBe(0)
})

test('a lost -wal and a folder that is none', async () => {
  const data = newFolder()
  const { sandbox_api_key: key } = await initBinary(data)
  const box = await startBinary({ data, env })
  await sell(box, key)
  await box.kill9()
  renameSync(join(data, 'kaunta.db-wal'), join(root, 'lost'))
  rmSync(join(data, 'kaunta.db-shm'), { force: true })
  const found = await doctor(data)
  expect(found).toMatchObject({ code: 2 })
  expect(found.output).toContain('the last postings or audit entries are gone')
  expect(await doctor(newFolder())).toMatchObject({
    code: 2,
    log: expect.stringContaining('is no data folder'),
  })
  writeFileSync(join(data, 'moved'), 'it was moved to a database')
  expect(await doctor(data)).toMatchObject({
    code: 2,
    log: expect.stringContaining('is not to be used: it was moved to a database'),
  })
  rmSync(join(data, 'moved'))

  writeFileSync(join(data, 'kaunta.db'), 'not a database')
  expect((await doctor(data)).output).toMatch(/BAD {6}The file kaunta\.db: it is damaged/)
})
