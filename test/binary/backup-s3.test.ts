// Sealed back-ups in an S3-compatible store (moto), on the built binary: carried there by the server, deleted
// here, restored on an empty folder by one command; never unsealed, and without the secret in any log.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from 'bun'
import { type Binary, freePort, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'

const moto = join(import.meta.dir, '../../dist/clients/python/bin/moto_server')
const hasMoto = process.env.CI !== undefined || existsSync(moto)
const root = mkdtempSync(join(tmpdir(), 'kaunta-s3-'))
const words = join(root, 'words')
writeFileSync(words, 'maji moto na chumvi\n')
const secret = 'the-secret-of-the-bucket'
const access = { accessKeyId: 'asha', secretAccessKey: secret, bucket: 'duka', region: 'us-east-1' }
let store: Bun.Subprocess | undefined
let endpoint = ''

beforeAll(async () => {
  if (!hasMoto) return
  const port = freePort()
  endpoint = `http://127.0.0.1:${port}`
  store = Bun.spawn([moto, '-H', '127.0.0.1', '-p', String(port)], { stdout: 'ignore', stderr: 'ignore' })
  while (!(await fetch(endpoint).catch(() => undefined))) await Bun.sleep(20)
  expect((await fetch(`${endpoint}/duka`, { method: 'PUT' })).status).toBe(200)
}, 60_000)
afterAll(() => {
  store?.kill()
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
  expect(await keysIn()).toEqual(['nakala/2025-01-03T000000Z.kaunta.age', there, 'nakala/photo.jpg'])
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

test.skipIf(!hasMoto)('a bucket that is not there is told, and one without a seal is refused', async () => {
  const data = join(root, 'lost')
  const made = await initBinary(data)
  const box = await startBinary({ data, env: { ...env(), KAUNTA_BACKUP_TO: 's3://lost/nakala' } })
  const token = (await (await ask(box, made.sandbox_api_key, '/api/v1/auth/token', owner)).json()).data.token
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
})
