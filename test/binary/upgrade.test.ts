// `kaunta upgrade`, and an upgrade over the API: a release that is signed and starts replaces the executable
// while the shop's data stays; every other file changes nothing, and one that does not start is taken back.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '../../scripts/compile.ts'
import { type ReleaseKey, releaseKeyOf, signatureFile } from '../../scripts/release/sign.ts'
import { freePort, initBinary, startBinary } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { proofTest } from '../kit/proof.ts'
import { askAsOwner, signatureHeader, signatureOf } from '../kit/release.ts'
import { until } from '../kit/wait.ts'

setDefaultTimeout(300_000)
const root = mkdtempSync(join(tmpdir(), 'kaunta-upgrade-'))
const path = join(root, 'bin/kaunta')
const data = join(root, 'data')
const unitFolder = join(root, 'unit')
const port = freePort()
const env = {
  PATH: `${join(root, 'path')}:${Bun.env.PATH}`,
  UNIT_FOLDER: unitFolder,
  KAUNTA_PORT: String(port),
  KAUNTA_DATA: data,
}
const builtAt = 1_795_000_000_000
const target = 'linux-x64'

function newKey(name: string): ReleaseKey {
  const file = join(root, name)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const key = releaseKeyOf({ KAUNTA_RELEASE_KEY: file })
  if (!key) throw new Error('no key')
  return key
}
const key = newKey('key.pem')

const sha256 = (file: string) => new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex')
/** Returns what every write or replacement of a file changes, because hashing an executable takes long. */
const identityOf = (file: string) => {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return { ino, size, mtimeNs, ctimeNs }
}

function run(words: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([path, ...words], { env, stdin: 'ignore' })
  return { code: exitCode, output: stdout.toString(), log: stderr.toString() }
}

function sign(file: string, changes: { built_at?: number; target?: string; sha256?: string } = {}, by = key) {
  const hash = changes.sha256 ?? sha256(file)
  const release = { version, commit: 'newer00', built_at: builtAt + 1_000, target, ...changes, sha256: hash }
  writeFileSync(`${file}.sig`, signatureFile(by, release))
  return file
}

/** Makes an executable that runs a shell script when it should serve, and opens data like ours. */
function newScript(name: string, serve: string, rehearse = `exec "${path}" "$@"`): string {
  const file = join(root, name)
  writeFileSync(file, `#!/bin/sh\ncase "$1" in\nserve) ${serve};;\nupgrade) ${rehearse};;\nesac\n`, {
    mode: 0o755,
  })
  return sign(file)
}

const systemctl = (word: string) =>
  Bun.spawnSync([join(root, 'path/systemctl'), word, 'kaunta'], { env }).exitCode
const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status === 200
const payments = () => {
  const db = new Database(join(data, 'kaunta.db'), { readonly: true })
  const [row] = db.query('select count(*) from payment').values()
  db.close()
  return row?.[0]
}
const upgrade = (file: string) => run(['upgrade', file])

let apiKey = ''
async function sell(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }),
  })
  expect(answer.status).toBe(201)
}

let newer = ''
let newerHash = ''
let version = ''
beforeAll(async () => {
  for (const folder of ['bin', 'path', 'unit']) mkdirSync(join(root, folder))
  const stamp = { builtAt, releaseKey: key.publicKey, target }
  await compile({ outfile: path, stamp: { ...stamp, commit: 'before0' } })
  copyFileSync(path, join(root, 'before'))
  await compile({
    outfile: join(root, 'newer'),
    stamp: { ...stamp, commit: 'newer00', builtAt: builtAt + 1_000 },
  })
  version = run(['version']).output.trim()
  newer = join(root, 'newer')
  newerHash = sha256(newer)
  sign(newer, { sha256: newerHash })
  symlinkSync(join(import.meta.dir, '../kit/systemctl.py'), join(root, 'path/systemctl'))
  const made = run([
    'init',
    '--store',
    'Duka la Asha',
    '--email',
    owner.email,
    '--password',
    owner.password,
    '--json',
  ])
  apiKey = JSON.parse(made.output.trim().split('\n').at(-1) ?? '').sandbox_api_key
  const settings = {
    KAUNTA_MDNS: 'off',
    KAUNTA_HTTPS_PORT: '0',
    KAUNTA_HOST: '127.0.0.1',
    KAUNTA_PORT: String(port),
  }
  const lines = Object.entries(settings).map(([name, value]) => `Environment="${name}=${value}"\n`)
  writeFileSync(
    join(unitFolder, 'unit'),
    `${lines.join('')}ExecStart="${path}" serve --data "${data}"\nRestart=on-failure\nWatchdogSignal=SIGKILL\n`,
  )
  expect(systemctl('start')).toBe(0)
}, 900_000) // two executables are built: minutes on a computer with fifteen times its load
afterAll(() => {
  systemctl('stop')
  rmSync(root, { recursive: true, force: true })
})

describe('a file that is refused changes nothing', () => {
  test.each<[string, () => string, string]>([
    ['that is not there', () => join(root, 'absent'), 'there is no file'],
    ['without a signature', () => join(root, 'key.pem'), 'is missing'],
    [
      'with a signature of another key',
      () => signLink('stranger', {}, newKey('other.pem')),
      'not signed with the key',
    ],
    ['that was changed after it was signed', () => changed('changed'), 'not the file that was signed'],
    ['for other computers', () => signLink('arm', { target: 'linux-arm64' }), 'is for linux-arm64'],
    ['that is older', () => signLink('older', { built_at: builtAt - 1 }), 'older than this one'],
    ['that is this one', () => signLink('same', { built_at: builtAt }), 'already installed'],
    [
      'that cannot open the data',
      () => newScript('picky', 'exit 1', 'echo "a rule is broken"; exit 1'),
      'a rule is broken',
    ],
  ])('%s', async (_, make, words) => {
    const file = make()
    const [before, backups] = [identityOf(path), listBackups().length]
    const { code, log } = upgrade(file)
    expect([code, log]).toEqual([1, expect.stringContaining(words)])
    expect(log).toStartWith('kaunta: ')
    expect(identityOf(path)).toEqual(before)
    expect(await isReady()).toBe(true)
    if (!words.includes('rule')) expect(listBackups().length).toBe(backups)
    expect(readdirSync(data)).not.toContain('upgrade-rehearsal')
  })
})

const listBackups = () => (readdirSync(data).includes('backups') ? readdirSync(join(data, 'backups')) : [])

function copyOf(name: string): string {
  const file = join(root, name)
  copyFileSync(newer, file)
  return file
}

/** Links the newer release under another name, with a signature of its own. */
function signLink(name: string, changes: { built_at?: number; target?: string }, by = key): string {
  const file = join(root, name)
  linkSync(newer, file)
  return sign(file, { ...changes, sha256: newerHash }, by)
}

function changed(name: string): string {
  const file = sign(copyOf(name), { sha256: newerHash })
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(file, bytes)
  return file
}

test('a release that fails to start is taken back, and the shop sells again', async () => {
  await sell()
  const before = sha256(path)
  const { code, log } = upgrade(newScript('broken', 'exit 1'))
  expect([code, log]).toEqual([
    1,
    expect.stringContaining('The version before sells again; nothing was lost'),
  ])
  expect(sha256(path)).toBe(before)
  expect(await isReady()).toBe(true)
  expect(payments()).toBe(1)
  await sell()
})

proofTest('a file that is changed after it was checked is not what runs', async () => {
  const ran = join(root, 'changed-ran')
  const changed = join(root, 'changed')
  writeFileSync(changed, `#!/bin/sh\ntouch "${ran}"\nexit 3\n`, { mode: 0o755 })
  const file = newScript('swapped', 'exit 3', `cp "${changed}" "${root}/swapped"; exec "${path}" "$@"`)
  const { code, log } = upgrade(file)
  expect([code, log]).toEqual([1, expect.stringContaining('The version before sells again')])
  expect(readFileSync(file, 'utf8')).toContain('changed-ran')
  expect(existsSync(ran)).toBe(false)
  expect(existsSync(`${path}.new`)).toBe(false)
  await sell()
})

const newTables = "insert into migration values (99, 'newer', 0)"
const newEvent = `insert into event (id, account_id, subject, type, api_version, body, created_at)
  select 'evt_1', id, 'x', 'payment.completed', '2026-01-25', '{}', 0 from account limit 1`

/** Returns a line of shell that runs SQL on the database of a folder. */
function sqlOn(folder: string, ...statements: readonly string[]): string {
  const file = join(root, 'sql.js')
  const program = `const db = new (require('bun:sqlite').Database)(process.argv[2])\nfor (const one of process.argv.slice(3)) db.run(one)`
  writeFileSync(file, program)
  return [process.execPath, file, `${folder}/kaunta.db`, ...statements].map(word => `"${word}"`).join(' ')
}

test('one that changes the tables and then fails leaves the data of before', async () => {
  const file = newScript('migrates', `${sqlOn(data, newTables)}; exit 1`, sqlOn('$2', newTables))
  const count = payments()
  const { code, log } = upgrade(file)
  expect([code, log]).toEqual([
    1,
    expect.stringContaining('The version before sells again; nothing was lost'),
  ])
  expect(await isReady()).toBe(true)
  expect(payments()).toBe(count)
  expect(readdirSync(data).filter(name => name.startsWith('upgrade-failed-'))).toHaveLength(1)
  await sell()
})

/**
 * Expects that a version which changes the tables and more, and then fails, is not replaced by the version
 * before.
 */
async function keepsWhatItRecorded(name: string, statement: string): Promise<void> {
  const serve = `${sqlOn(data, newTables, statement)}; exit 1`
  const file = newScript(name, serve, sqlOn('$2', newTables))
  const { code, log } = upgrade(file)
  expect(code).toBe(1)
  expect(log).toContain('the version before was not put back, and the new one was started again')
  const copy = /in (\S+)\. Look/.exec(log)?.[1] ?? ''
  expect(readdirSync(copy)).toContain('kaunta.db')
  // As its message explains, the owner decides; here by the copy from just before. The new version is stopped
  // first: it is started again and again.
  systemctl('stop')
  for (const ending of ['', '-wal', '-shm']) rmSync(join(data, `kaunta.db${ending}`), { force: true })
  copyFileSync(join(copy, 'kaunta.db'), join(data, 'kaunta.db'))
  copyFileSync(`${path}.previous`, path)
  chmodSync(path, 0o755)
  expect(systemctl('start')).toBe(0)
}
proofTest('one that changes the tables, records something and then fails keeps what it recorded', () =>
  keepsWhatItRecorded('records', newEvent),
)
test('one that changes the tables, sends an order that waited and then fails keeps its state', async () => {
  await sell()
  await keepsWhatItRecorded('sends', "update attempt set network_reference = id || 'B' where state = 'sent'")
})

test('one that is killed after it stopped the service: the next one starts it', async () => {
  const killing = join(root, 'killing')
  mkdirSync(killing)
  const real = `"${join(root, 'path/systemctl')}" "$@"`
  const script = `#!/bin/sh\nif [ "$1" = stop ]; then ${real}; kill -9 $PPID; else exec ${real}; fi\n`
  writeFileSync(join(killing, 'systemctl'), script, { mode: 0o755 })
  const cut = Bun.spawnSync([path, 'upgrade', newer], { env: { ...env, PATH: `${killing}:${env.PATH}` } })
  expect(cut.signalCode).toBe('SIGKILL')
  await expect(isReady()).rejects.toThrow()
  const next = upgrade('/nowhere/kaunta')
  expect([next.code, next.output]).toEqual([1, expect.stringContaining('Kaunta runs again and is ready.')])
  expect(await isReady()).toBe(true)
  expect(readdirSync(join(root, 'bin')).filter(name => name.includes('installing'))).toEqual([])
  await sell()
})

test('a newer release takes the place of this one, with the data and a back-up of it', async () => {
  const count = payments()
  const { code, output, log } = upgrade(newer)
  expect([code, log]).toEqual([0, ''])
  expect(output).toContain(`Version ${version} runs and is ready. The data of before is in ${data}/backups/`)
  expect(sha256(path)).toBe(newerHash)
  expect(await isReady()).toBe(true)
  expect(payments()).toBe(count)
  await sell()
  expect(upgrade(newer).log).toContain('already installed')
})

test('over the API without a service manager one that fails changes nothing, and a newer one serves', async () => {
  const folder = join(root, 'alone')
  mkdirSync(folder)
  const executable = join(folder, 'kaunta')
  copyFileSync(join(root, 'before'), executable)
  const shopData = join(folder, 'data')
  const account = (await initBinary(shopData)).account.id
  const server = await startBinary({ data: shopData, executable })
  const ask = (method: string, route: string, raw?: Uint8Array<ArrayBuffer>, headers = {}) =>
    askAsOwner({ url: server.url, account }, { method, route, raw, headers })
  async function upgradeTo(bytes: Uint8Array<ArrayBuffer>, commit: string) {
    const signature = signatureOf(key, bytes, { commit, target, built_at: builtAt + 1_000 })
    await ask('PUT', '/api/v1/upgrade/file', bytes, signatureHeader(signature))
    await ask('POST', '/api/v1/upgrade')
    let state: Record<string, Record<string, unknown>> = {}
    await until(async () => {
      // While one version takes over from the other, there is no answer.
      state = (await ask('GET', '/api/v1/upgrade').catch(() => undefined))?.data ?? {}
      return state.last?.commit === commit && String(state.phase) === 'idle'
    })
    return state
  }
  const broken = `#!/bin/sh\ncase "$1" in\nserve) exit 3;;\nupgrade) exec "${executable}" "$@";;\nesac\n`
  const failed = await upgradeTo(new TextEncoder().encode(broken), 'broken0')
  expect(failed.last).toMatchObject({ outcome: 'failed', why: 'it ended with status 3' })
  expect(failed.running?.commit).toBe('before0')
  const installed = await upgradeTo(readFileSync(newer), 'newer00')
  expect(installed.last).toMatchObject({ outcome: 'installed', why: '' })
  expect(installed.running?.commit).toBe('newer00')
  expect(server.process.exitCode).toBeNull()
  expect(await server.stop()).toBe(0)
  expect(sha256(executable)).toBe(newerHash)
})

proofTest('an upgrade next to a Kaunta that is no service asks to stop it first', async () => {
  const { code, log } = run(['upgrade', signLink('third', { built_at: builtAt + 2_000 })])
  expect(code).toBe(0)
  expect(log).toBe('')
  systemctl('stop')
  const child = Bun.spawn([path, 'serve', '--data', data, '--host', '127.0.0.1'], {
    env: { ...env, KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  for await (const _ of child.stdout) if (await isReady().catch(() => false)) break
  const refused = run(['upgrade', signLink('fourth', { built_at: builtAt + 3_000 })])
  expect([refused.code, refused.log]).toEqual([1, expect.stringContaining('is no service: stop it first')])
  child.kill()
  await child.exited
  const { output } = run(['upgrade', join(root, 'fourth'), '--json'])
  expect(JSON.parse(output)).toMatchObject({
    version,
    restarted: false,
    previous: `${path}.previous`,
  })
})
