// An upgrade from the console of a service that may not write its own executable: the units that `kaunta
// service install` prints, and the service as a user without rights. What this user plants in the data folder
// is refused, and root neither writes nor reads anything for it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
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
import { freePort } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { askAsOwner, newReleaseKey, signatureHeader, signatureOf } from '../kit/release.ts'

setDefaultTimeout(300_000)
/** The user of the service, which owns no other file. */
const user = 65_534
const canBecome = process.platform === 'linux' && process.getuid?.() === 0 && Bun.which('setpriv') !== null
const root = mkdtempSync(join(tmpdir(), 'kaunta-uploaded-'))
const path = join(root, 'bin/kaunta')
const data = join(root, "Asha's data 100%")
const unitFolder = join(root, 'unit')
const url = `http://127.0.0.1:${freePort()}`
const env = {
  PATH: `${join(root, 'path')}:${Bun.env.PATH}`,
  UNIT_FOLDER: unitFolder,
  UNIT_USER: String(user),
  KAUNTA_PORT: new URL(url).port,
}
const key = newReleaseKey()
const builtAt = 1_795_000_000_000
const target = 'linux-x64'
const staged = join(data, 'upgrade/kaunta-release')
const request = join(data, 'upgrade/install')
let account = ''

const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--']
const sha256 = (file: string) => new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex')
const systemctl = (word: string) =>
  Bun.spawnSync([join(root, 'path/systemctl'), word, 'kaunta'], { env }).exitCode

/** Runs a line of shell with the rights of the service. */
function doAsUser(line: string): void {
  const { exitCode, stderr } = Bun.spawnSync([...asUser, 'sh', '-ec', line])
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
}

const ask = (method: string, route: string, raw?: Uint8Array<ArrayBuffer>, headers = {}) =>
  askAsOwner({ url, account }, { method, route, raw, headers })
const state = async () => (await ask('GET', '/api/v1/upgrade')).data

/** Replaces systemd for the two units. */
let watcher: Bun.Subprocess<'ignore', 'pipe', 'inherit'> | undefined
let events: AsyncIterator<{ event: string; pid?: number; status?: number; output?: string }> | undefined
async function* linesOf(stream: ReadableStream<Uint8Array>) {
  let text = ''
  for await (const piece of stream) {
    text += new TextDecoder().decode(piece)
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield JSON.parse(text.slice(0, end))
      text = text.slice(end + 1)
    }
  }
}
/** Waits for the next run of the unit that ends. */
async function nextRun() {
  for (;;) {
    const { value } = (await events?.next()) ?? {}
    if (value === undefined || value.event === 'ended') return value
  }
}

function signed(bytes: Uint8Array, commit: string, changes = {}, by = key) {
  return signatureOf(by, bytes, { commit, target, built_at: builtAt + 1_000, ...changes })
}
const script = (serve: string, rehearse: string) =>
  Uint8Array.from(Buffer.from(`#!/bin/sh\ncase "$1" in\nserve) ${serve};;\nupgrade) ${rehearse};;\nesac\n`))
async function upload(bytes: Uint8Array<ArrayBuffer>, commit: string): Promise<void> {
  const answer = await ask('PUT', '/api/v1/upgrade/file', bytes, signatureHeader(signed(bytes, commit)))
  expect(answer.code).toBe(200)
  expect((await ask('POST', '/api/v1/upgrade')).data.phase).toBe('preparing')
}
/** Uploads and starts, and waits until the unit has ended. */
async function upgrade(bytes: Uint8Array<ArrayBuffer>, commit: string) {
  await upload(bytes, commit)
  const run = await nextRun()
  return { run, ...(await state()) }
}

/** Expects that nothing was swapped, nothing is left, and the shop sells. */
async function expectUnchanged(before: string): Promise<void> {
  expect(sha256(path)).toBe(before)
  expect(readdirSync(join(root, 'bin'))).toEqual(['kaunta'])
  expect([existsSync(request), existsSync(join(data, 'upgrade/installing'))]).toEqual([false, false])
  expect((await fetch(`${url}/ready`)).status).toBe(200)
}

async function installUnits(): Promise<void> {
  const words = ['--data', data, '--host', '127.0.0.1', '--port', env.KAUNTA_PORT]
  const settings = { KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0' }
  const printed = Bun.spawnSync([path, 'service', 'install', '--dry-run', ...words], {
    env: { ...env, ...settings },
  }).stdout.toString()
  const folder = '/etc/systemd/system'
  for (const part of printed.split('# /etc/systemd/system/').slice(1)) {
    const [name = '', ...lines] = (part.split('\n$ ')[0] ?? '').split('\n')
    const file = name === 'kaunta.service' ? 'unit' : name
    writeFileSync(join(unitFolder, file), lines.join('\n').replaceAll(folder, unitFolder))
  }
}

beforeAll(async () => {
  if (!canBecome) return
  chmodSync(root, 0o755)
  for (const folder of ['bin', 'path', 'unit']) mkdirSync(join(root, folder), { mode: 0o755 })
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, user, user)
  const stamp = { builtAt, releaseKey: key.publicKey, target }
  await compile({ outfile: path, stamp: { ...stamp, commit: 'before0' } })
  const newer = { ...stamp, commit: 'newer00', builtAt: builtAt + 1_000 }
  await compile({ outfile: join(root, 'newer'), stamp: newer })
  chmodSync(path, 0o755)
  symlinkSync(join(import.meta.dir, '../kit/systemctl.py'), join(root, 'path/systemctl'))
  const words = ['--store', 'Duka la Asha', '--email', owner.email, '--password', owner.password, '--json']
  const init = Bun.spawnSync([...asUser, path, 'init', '--data', data, ...words], { env })
  account = JSON.parse(init.stdout.toString().trim().split('\n').at(-1) ?? '').account.id
  await installUnits()
  const unit = join(import.meta.dir, '../kit/path-unit.py')
  watcher = Bun.spawn(['python3', unit, unitFolder, 'kaunta-upgrade'], {
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  events = linesOf(watcher.stdout)
  expect(systemctl('start')).toBe(0)
})
afterAll(async () => {
  watcher?.kill()
  await watcher?.exited
  if (canBecome) systemctl('stop')
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!canBecome)('an upgrade by the root units', () => {
  test('is offered, because the unit waits for requests of this folder', async () => {
    expect(await state()).toMatchObject({ may_install: true, phase: 'idle', waiting: null })
    const unit = join(unitFolder, 'kaunta-upgrade.path')
    const text = readFileSync(unit, 'utf8')
    writeFileSync(unit, text.replace('PathExists=', 'PathExists=/elsewhere'))
    expect((await state()).may_install).toBe(false)
    writeFileSync(unit, text)
  })

  test('a version that fails to start is taken back, and the API has the reason', async () => {
    const before = sha256(path)
    const bytes = script('exit 3', `exec "${path}" "$@"`)
    const { run, last, running } = await upgrade(bytes, 'broken0')
    expect(last).toMatchObject({ version: '0.1.0', commit: 'broken0', outcome: 'failed' })
    expect(last.why).toContain('Job for kaunta.service failed')
    expect(running.commit).toBe('before0')
    expect(run?.status).toBe(1)
    await expectUnchanged(before)
  })

  test('one that cannot use the data is not started, and what it did was done as the user of the service', async () => {
    const before = sha256(path)
    const rehearse = `id -u >"${data}/who"; id -G >>"${data}/who"; echo "a rule is broken"; exit 1`
    const { last } = await upgrade(script('exit 3', rehearse), 'picky00')
    expect([last.outcome, last.why]).toEqual(['failed', expect.stringContaining('a rule is broken')])
    expect(readFileSync(join(data, 'who'), 'utf8')).toBe(`${user}\n${user}\n`)
    const [copy = ''] = readdirSync(join(data, 'backups'))
    expect(statSync(join(data, 'backups', copy, 'kaunta.db')).uid).toBe(user)
    await expectUnchanged(before)
  })

  test('one that changes the tables and fails leaves the data of before, which the service may still write', async () => {
    const before = sha256(path)
    const program = join(root, 'sql.js')
    writeFileSync(
      program,
      `new (require('bun:sqlite').Database)(process.argv[2]).run("insert into migration values (99, 'newer', 0)")`,
    )
    const bun = join(root, 'bun')
    if (!existsSync(bun)) writeFileSync(bun, readFileSync(process.execPath), { mode: 0o755 })
    const migrate = (folder: string) => `"${bun}" "${program}" "${folder}/kaunta.db"`
    const { last } = await upgrade(script(`${migrate(data)}; exit 3`, migrate('$2')), 'tables0')
    expect(last).toMatchObject({ commit: 'tables0', outcome: 'failed' })
    expect(statSync(join(data, 'kaunta.db')).uid).toBe(user)
    expect(readdirSync(data).filter(name => name.startsWith('upgrade-failed-'))).toHaveLength(1)
    await expectUnchanged(before)
  })

  test('an interrupted run ends, and the API reports it', async () => {
    const before = sha256(path)
    const begun = join(data, 'begun')
    doAsUser(`mkfifo "${data}/wait"`)
    await upload(script('exit 3', `touch "${begun}"; cat "${data}/wait"`), 'killed0')
    const { value } = (await events?.next()) ?? {}
    while (!existsSync(begun)) await Bun.sleep(20)
    process.kill(value?.pid ?? 0, 'SIGKILL')
    expect((await nextRun())?.status).toBe(-9)
    const { last, phase } = await state()
    expect([last.outcome, last.why, phase]).toEqual([
      'failed',
      expect.stringContaining('interrupted'),
      'idle',
    ])
    await expectUnchanged(before)
  })

  const newer = () => script('exit 3', 'exit 1')
  const secret = join(root, 'secret')
  /** Puts both files there as the service could, without the server. */
  function plant(bytes: Uint8Array, signature: string): void {
    writeFileSync(join(root, 'planted'), bytes, { mode: 0o644 })
    writeFileSync(join(root, 'planted.sig'), signature, { mode: 0o644 })
    doAsUser(
      `rm -rf "${staged}" "${staged}.sig"; cp "${root}/planted" "${staged}"; cp "${root}/planted.sig" "${staged}.sig"`,
    )
  }
  const changedBytes = () => {
    const bytes = newer()
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    return bytes
  }
  test.each<[string, () => void, string]>([
    ['nothing', () => doAsUser(`rm -rf "${staged}" "${staged}.sig"`), 'cannot be read'],
    ['a file without a signature', () => plant(newer(), 'what'), 'no signature of a release'],
    [
      'a file that another key signed',
      () => plant(newer(), signed(newer(), 'other00', {}, newReleaseKey())),
      'not signed with the key',
    ],
    [
      'a file that was changed',
      () => plant(changedBytes(), signed(newer(), 'newer00')),
      'not the file that was signed',
    ],
    [
      'an older release',
      () => plant(newer(), signed(newer(), 'older00', { built_at: builtAt - 1 })),
      'older than this one',
    ],
    [
      'the release that runs',
      () => plant(newer(), signed(newer(), 'before0', { built_at: builtAt })),
      'already installed',
    ],
    [
      'a link to a good release',
      () => {
        plant(newer(), signed(newer(), 'newer00'))
        doAsUser(`mv "${staged}" "${data}/real"; ln -s "${data}/real" "${staged}"`)
      },
      'cannot be read',
    ],
    [
      'a link to what only root may read',
      () => {
        writeFileSync(secret, 'the secret of root', { mode: 0o600 })
        plant(newer(), '')
        doAsUser(`rm "${staged}.sig"; ln -s "${secret}" "${staged}.sig"`)
      },
      'cannot be read',
    ],
    [
      'a pipe that never ends',
      () => {
        plant(newer(), signed(newer(), 'newer00'))
        doAsUser(`rm "${staged}"; mkfifo "${staged}"`)
      },
      'cannot be read',
    ],
  ])('%s, planted by the service, is refused', async (_, make, why) => {
    const before = sha256(path)
    make()
    doAsUser(`: > "${request}"`)
    const run = await nextRun()
    expect([run?.status, run?.output]).toEqual([1, expect.stringContaining(why)])
    const { last } = await state()
    expect(last).toMatchObject({ version: '', commit: '', outcome: 'refused' })
    expect(last.why).toContain(why)
    expect(JSON.stringify([run, last])).not.toContain('the secret of root')
    await expectUnchanged(before)
  })

  test.each([
    ['a folder', `mkdir -p "${request}/full/of"; touch "${request}/full/of/files"`],
    ['a link', `ln -s "${data}/kaunta.db" "${request}"`],
  ])('%s as the request runs the unit once', async (_, line) => {
    const before = sha256(path)
    doAsUser(line)
    expect((await nextRun())?.status).toBe(1)
    await expectUnchanged(before)
    expect(existsSync(join(data, 'kaunta.db'))).toBe(true)
  })

  test('a link in the place of the back-ups leads root nowhere', async () => {
    const before = sha256(path)
    const roots = join(root, 'of-root')
    mkdirSync(roots, { mode: 0o755 })
    doAsUser(`mv "${data}/backups" "${data}/moved"; ln -s "${roots}" "${data}/backups"`)
    const { last } = await upgrade(newer(), 'newer00')
    expect(last).toMatchObject({ commit: 'newer00', outcome: 'failed' })
    expect(last.why).toContain('backups is a link or no folder')
    expect(readdirSync(roots)).toEqual([])
    doAsUser(`rm "${data}/backups"; mv "${data}/moved" "${data}/backups"`)
    await expectUnchanged(before)
  })

  test('a newer one is installed, and runs as the user of the service', async () => {
    const before = sha256(path)
    const bytes = Uint8Array.from(readFileSync(join(root, 'newer')))
    const { run, last, running, waiting } = await upgrade(bytes, 'newer00')
    expect(run?.output).toBe('Version 0.1.0 is installed. It runs and is ready.\n')
    expect(last).toMatchObject({ version: '0.1.0', commit: 'newer00', outcome: 'installed', why: '' })
    expect([running.commit, waiting]).toEqual(['newer00', null])
    expect(sha256(path)).toBe(sha256(join(root, 'newer')))
    expect(statSync(path)).toMatchObject({ uid: 0, gid: 0 })
    expect(statSync(path).mode & 0o777).toBe(0o755)
    expect(sha256(`${path}.previous`)).toBe(before)
    expect(readdirSync(join(root, 'bin')).sort()).toEqual(['kaunta', 'kaunta.previous'])
    expect(existsSync(request)).toBe(false)
    const entries = await ask('GET', '/api/v1/audit-log?kind=server.upgraded')
    expect(entries.data.items.length).toBeGreaterThan(0)
  })

  test('typed by root, an upgrade works on the data as the user of the service, too', async () => {
    const file = join(root, 'typed')
    const bytes = script('exit 3', `id -u >"${data}/typed"; exec "${path}" "$@"`)
    writeFileSync(file, bytes, { mode: 0o755 })
    writeFileSync(`${file}.sig`, signed(bytes, 'typed00', { built_at: builtAt + 2_000 }))
    const before = sha256(path)
    const { exitCode, stderr } = Bun.spawnSync([path, 'upgrade', file, '--data', data], { env })
    expect([exitCode, stderr.toString()]).toEqual([1, expect.stringContaining('sells again')])
    expect(readFileSync(join(data, 'typed'), 'utf8')).toBe(`${user}\n`)
    expect(sha256(path)).toBe(before)
    expect(readdirSync(join(root, 'bin'))).toEqual(['kaunta'])
    const copies = readdirSync(join(data, 'backups')).map(name => statSync(join(data, 'backups', name)).uid)
    expect(new Set(copies)).toEqual(new Set([user]))
  })
})
