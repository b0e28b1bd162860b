// Sealed back-ups in an S3-compatible store (moto), on the built binary: carried and deleted by the server,
// restored on an empty folder by one command; never unsealed, and without the secret in any log.

import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from 'bun'
import { type Binary, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { hasMoto, openStoreLine, startMoto } from '../kit/moto.ts'
import { owner } from '../kit/people.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-s3-'))
const words = join(root, 'words')
writeFileSync(words, 'maji moto na chumvi\n')
const secret = 'the-secret-of-the-bucket'
const access = { accessKeyId: 'asha', secretAccessKey: secret, bucket: 'duka', region: 'us-east-1' }
let store: Awaited<ReturnType<typeof startMoto>> | undefined
let endpoint = ''

beforeAll(async () => {
  if (!hasMoto) return
  store = await startMoto()
  endpoint = store.endpoint
}, 300_000)
afterAll(() => {
  store?.stop()
  rmSync(root, { recursive: true, force: true })
})

const s3Env = () => ({
  KAUNTA_BUCKET_ENDPOINT: endpoint,
  KAUNTA_BUCKET_ACCESS_KEY_ID: access.accessKeyId,
  KAUNTA_BUCKET_SECRET_ACCESS_KEY: secret,
})
const env = () => ({
  ...s3Env(),
  KAUNTA_BACKUP_TO: 's3://duka/nakala',
  KAUNTA_BACKUP_PASSPHRASE_FILE: words,
  KAUNTA_BACKUP_KEEP: '2',
})
const ask = (box: Binary, credential: string, path: string, json?: object) =>
  fetch(box.url + path, {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
const keysIn = async () =>
  ((await new S3Client({ ...access, endpoint }).list()).contents ?? []).map(({ key }) => key)

test.skipIf(!hasMoto)('carried, deleted here, and restored on an empty folder by one command', async () => {
  const client = new S3Client({ ...access, endpoint })
  const older = ['2025-01-01', '2025-01-02', '2025-01-03'].map(day => `nakala/${day}T000000Z.kaunta.age`)
  for (const key of [...older, 'nakala/photo.jpg']) await client.write(key, 'x')
  const data = join(root, 'data')
  const made = await initBinary(data)
  const box = await startBinary({ data, env: env() })
  const key = made.sandbox_api_key
  const qr = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
  const { reference } = (await (await ask(box, key, '/v1/payments', qr)).json()).data
  const token = (await (await ask(box, key, '/api/v1/auth/token', owner)).json()).data.token
  const taken = await ask(box, token, '/api/v1/backups', {})
  expect(taken.status).toBe(201)
  const { name } = (await taken.json()).data
  expect((await (await ask(box, token, '/api/v1/backups')).json()).data).toMatchObject({
    second_place: 's3://duka/nakala',
    state: { failure: null },
  })
  const there = `nakala/${name}.kaunta.age`
  expect(await keysIn()).toEqual([
    'nakala/2025-01-03T000000Z.kaunta.age',
    there,
    'nakala/log/chain.head',
    'nakala/photo.jpg',
  ])
  const stored = Buffer.from(await client.file(there).bytes()).toString('latin1')
  expect(stored).toStartWith('age-encryption.org/v1\n')
  expect(stored).not.toContain('SQLite format 3')
  expect(await box.stop()).toBe(0)
  expect(box.log() + box.output()).not.toContain(secret)
  rmSync(data, { recursive: true })

  const again = join(root, 'again')
  const flags = ['--data', again, '--passphrase-file', words]
  const restored = await runBinary(['restore', 's3://duka/nakala', ...flags], { env: s3Env() })
  expect([restored.code, restored.log]).toEqual([0, ''])
  const next = await startBinary({ data: again })
  expect((await ask(next, key, `/v1/payments/${reference}`)).status).toBe(200)
  expect(await next.stop()).toBe(0)
  const named = ['restore', `s3://duka/${there}`, '--data', join(root, 'named'), '--passphrase-file', words]
  expect((await runBinary(named, { env: s3Env() })).code).toBe(0)
  const wrong = await runBinary(
    ['restore', 's3://duka/none', '--data', join(root, 'none'), ...flags.slice(2)],
    {
      env: s3Env(),
    },
  )
  expect(wrong.log).toBe('kaunta: there is no back-up at s3://duka/none\n')
})

test.skipIf(!hasMoto)(
  'a bucket that does not exist is reported, and one without a seal is refused',
  async () => {
    const data = join(root, 'lost')
    const made = await initBinary(data)
    const box = await startBinary({ data, env: { ...env(), KAUNTA_BACKUP_TO: 's3://lost/nakala' } })
    const token = (await (await ask(box, made.sandbox_api_key, '/api/v1/auth/token', owner)).json()).data
      .token
    const taken = await ask(box, token, '/api/v1/backups', {})
    const fault = await taken.json()
    expect([taken.status, fault.reason]).toEqual([409, 'backup_failed'])
    expect(fault.params.cause).toStartWith('the second place for back-ups, s3://lost/nakala, refused: ')
    expect(readdirSync(join(data, 'backups'))).toHaveLength(1)
    expect(await box.stop()).toBe(0)
    const unsealed = await runBinary(['serve', '--data', data, '--port', '0'], {
      env: { ...s3Env(), KAUNTA_BACKUP_TO: 's3://duka/nakala' },
    })
    expect([unsealed.code, unsealed.log]).toEqual([
      1,
      expect.stringContaining('KAUNTA_BACKUP_RECIPIENT must be'),
    ])
  },
)

test.skipIf(!hasMoto)(
  'a server killed while it uploads leaves no half copy there, and the next one is whole',
  async () => {
    const client = new S3Client({ ...access, endpoint })
    const stalled = openStoreLine(endpoint)
    stalled.hangs = request => request.startsWith('PUT')
    const data = join(root, 'killed')
    const made = await initBinary(data)
    const place = { ...env(), KAUNTA_BACKUP_TO: 's3://duka/cut' }
    const box = await startBinary({ data, env: { ...place, KAUNTA_BUCKET_ENDPOINT: stalled.url } })
    const token = (await (await ask(box, made.sandbox_api_key, '/api/v1/auth/token', owner)).json()).data
      .token
    const cut = ask(box, token, '/api/v1/backups', {}).catch(() => undefined)
    await stalled.hung
    await box.kill9()
    await cut
    stalled.stop()
    const cutKeys = async () => (await keysIn()).filter(key => /^cut\/[^/]+$/.test(key))
    expect(await cutKeys()).toEqual([])
    const next = await startBinary({ data, env: place })
    const { name } = (await (await ask(next, token, '/api/v1/backups', {})).json()).data
    expect(await next.stop()).toBe(0)
    expect(await cutKeys()).toEqual([`cut/${name}.kaunta.age`])
    const flags = ['--data', join(root, 'after'), '--passphrase-file']
    const wrong = join(root, 'wrong')
    writeFileSync(wrong, 'maji baridi na chumvi\n')
    const refused = await runBinary(['restore', 's3://duka/cut', ...flags, wrong], { env: s3Env() })
    expect([refused.code, refused.log]).toEqual([1, 'kaunta: this passphrase does not open the back-up\n'])
    expect((await runBinary(['restore', 's3://duka/cut', ...flags, words], { env: s3Env() })).code).toBe(0)
    expect(await client.exists(`cut/${name}.kaunta.age`)).toBe(true)
  },
)

/** Makes the back-up due that follows a start by five minutes; a sale wakes the queue. */
async function hurryBackup(data: string, box: Binary, key: string): Promise<void> {
  const hurried = new Database(join(data, 'kaunta.db'))
  hurried.run('pragma busy_timeout = 5000')
  hurried.run("update job set due_at = 0 where kind = 'backup.take'")
  hurried.close()
  const push = {
    payment_type: 'mobile',
    phone_number: '0754 000 789',
    details: { amount: 5_000, currency: 'TZS' },
  }
  const sold = await ask(box, key, '/v1/payments', push)
  expect(sold.status).toBe(201)
}

test.skipIf(!hasMoto)(
  'an upload of several parts that a kill cuts goes on with the missing ones',
  async () => {
    const data = join(root, 'slow')
    const made = await initBinary(data)
    const filled = new Database(join(data, 'kaunta.db'))
    filled.run("insert into setting values ('filler', hex(randomblob(9000000)))")
    filled.close()
    const line = openStoreLine(endpoint)
    line.hangs = request => request === 'PUT ?partNumber=3'
    const place = {
      ...env(),
      KAUNTA_BACKUP_TO: 's3://duka/slow',
      KAUNTA_BACKUP_LOG: 'off',
      KAUNTA_BUCKET_ENDPOINT: line.url,
    }
    const box = await startBinary({ data, env: place })
    const token = (await (await ask(box, made.sandbox_api_key, '/api/v1/auth/token', owner)).json()).data
      .token
    const cut = ask(box, token, '/api/v1/backups', {}).catch(() => undefined)
    await line.hung
    await box.kill9()
    await cut
    const keys = async () => (await keysIn()).filter(key => /^slow\/[^/]+$/.test(key))
    expect(await keys()).toEqual([])
    const [name = '', ...kept] = readdirSync(join(data, 'backups')).sort()
    expect(kept).toEqual([expect.stringMatching(/^[-\dT]+Z\.[0-9a-f]{16}\.upload$/)])
    for (const key of ['slow/2025-01-01T000000Z.kaunta.age', 'slow/photo.jpg'])
      await fetch(`${endpoint}/duka/${key}?uploads=`, { method: 'POST' })

    line.hangs = () => false
    const first = line.passed.splice(0).filter(request => request.startsWith('PUT'))
    const next = await startBinary({ data, env: place })
    await hurryBackup(data, next, made.sandbox_api_key)
    while ((await keys()).length === 0) await Bun.sleep(50)
    expect(await next.stop()).toBe(0)
    line.stop()
    const second = line.passed.filter(request => request.startsWith('PUT ?'))
    expect([first, second]).toEqual([
      ['PUT ?partNumber=1', 'PUT ?partNumber=2'],
      ['PUT ?partNumber=3', 'PUT ?partNumber=4'],
    ])
    expect(await keys()).toEqual([`slow/${name}.kaunta.age`])
    expect(readdirSync(join(data, 'backups'))).toEqual([name])
    const open = await (await fetch(`${endpoint}/duka?uploads=`)).text()
    expect([...open.matchAll(/<Key>(.*?)<.Key>/g)].map(([, key]) => key)).toEqual(['slow/photo.jpg'])
    const flags = ['--data', join(root, 'after-slow'), '--passphrase-file', words]
    expect((await runBinary(['restore', 's3://duka/slow', ...flags], { env: s3Env() })).code).toBe(0)
  },
)
