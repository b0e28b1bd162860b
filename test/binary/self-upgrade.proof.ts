// An upgrade over the API without a service manager, killed at each of its steps. upgrade.test.ts has one of
// each kind; test/browser/admin-upgrade.proof.ts has one with a supervisor.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '../../scripts/compile.ts'
import { freePort } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { reportTrials } from '../kit/proof.ts'
import { askAsOwner, newReleaseKey, signatureHeader, signatureOf } from '../kit/release.ts'

setDefaultTimeout(300_000)
const root = mkdtempSync(join(tmpdir(), 'kaunta-self-upgrade-'))
const path = join(root, 'bin/kaunta')
const data = join(root, 'data')
const url = `http://127.0.0.1:${freePort()}`
const env = {
  KAUNTA_RATE_LIMIT: '0',
  KAUNTA_MDNS: 'off',
  KAUNTA_HTTPS_PORT: '0',
  KAUNTA_PORT: new URL(url).port,
  KAUNTA_DATA: data,
}
const key = newReleaseKey()
const builtAt = 1_795_000_000_000
const target = 'linux-x64'
let account = ''
let child: Bun.Subprocess | undefined

const isReady = () =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
const start = async () => {
  child = Bun.spawn([path, 'serve', '--host', '127.0.0.1'], {
    env,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  while (!(await isReady())) await Bun.sleep(20)
}
const ask = (method: string, route: string, raw?: Uint8Array<ArrayBuffer>, headers = {}) =>
  askAsOwner({ url, account }, { method, route, raw, headers })
async function begin(bytes: Uint8Array<ArrayBuffer>, commit: string, built_at = builtAt + 1_000) {
  const signature = signatureOf(key, bytes, { commit, target, built_at })
  expect((await ask('PUT', '/api/v1/upgrade/file', bytes, signatureHeader(signature))).code).toBe(200)
  expect((await ask('POST', '/api/v1/upgrade')).code).toBe(200)
}
async function upgrade(bytes: Uint8Array<ArrayBuffer>, commit: string, built_at = builtAt + 1_000) {
  await begin(bytes, commit, built_at)
  for (;;) {
    const state = await ask('GET', '/api/v1/upgrade').catch(() => undefined)
    if (state?.data?.last?.commit === commit && state.data.phase === 'idle') return state.data
    await Bun.sleep(50)
  }
}

beforeAll(async () => {
  mkdirSync(join(root, 'bin'))
  const stamp = { builtAt, releaseKey: key.publicKey, target }
  await compile({ outfile: path, stamp: { ...stamp, commit: 'before0' } })
  linkSync(path, join(root, 'before'))
  const newer = { ...stamp, commit: 'newer00', builtAt: builtAt + 1_000 }
  await compile({ outfile: join(root, 'newer'), stamp: newer })
  const words = ['--store', 'Duka la Asha', '--email', owner.email, '--password', owner.password, '--json']
  const init = Bun.spawnSync([path, 'init', ...words], { env })
  account = JSON.parse(init.stdout.toString().trim().split('\n').at(-1) ?? '').account.id
  await start()
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await child?.exited
  rmSync(root, { recursive: true, force: true })
})

test('a version that fails to start leaves this one serving', async () => {
  const broken = `#!/bin/sh\ncase "$1" in\nserve) exit 3;;\nupgrade) exec "${path}" "$@";;\nesac\n`
  const { last, running } = await upgrade(new TextEncoder().encode(broken), 'broken0')
  expect(last).toMatchObject({ outcome: 'failed', why: 'it ended with status 3' })
  expect(running.commit).toBe('before0')
  expect(child?.exitCode).toBeNull()
})

test('stopped while a version is tried: nothing goes on, and the next start is the version before', async () => {
  const tried = join(root, 'tried')
  const slow = `#!/bin/sh\ncase "$1" in\nserve) echo > "${tried}"; exec sleep 60;;\nupgrade) exec "${path}" "$@";;\nesac\n`
  await begin(new TextEncoder().encode(slow), 'slow000')
  while (!existsSync(tried)) await Bun.sleep(20)
  child?.kill('SIGTERM')
  expect(await child?.exited).toBe(0)
  expect(await isReady()).toBe(false)
  await start()
  const { last, running } = (await ask('GET', '/api/v1/upgrade')).data
  expect(last).toMatchObject({
    commit: 'slow000',
    outcome: 'failed',
    why: 'the server was stopped before it was ready',
  })
  expect(running.commit).toBe('before0')
})

test('a newer one serves, and is the one that starts next', async () => {
  const { last, running } = await upgrade(readFileSync(join(root, 'newer')), 'newer00')
  expect(last).toMatchObject({ outcome: 'installed', why: '' })
  expect(running.commit).toBe('newer00')
  expect(child?.exitCode).toBeNull()
  const starts = join(root, 'starts')
  const third = new TextEncoder().encode(
    `#!/bin/sh\n[ "$1" = serve ] && echo "$0" >> "${starts}"\nexec "${join(root, 'newer')}" "$@"\n`,
  )
  expect((await upgrade(third, 'third00', builtAt + 2_000)).last).toMatchObject({ outcome: 'installed' })
  // The version on trial stops before the end is shown: an upgrade requested from it would be lost.
  expect(readFileSync(starts, 'utf8')).toBe(`${path}.new\n${path}\n`)
  expect(new Uint8Array(readFileSync(path))).toEqual(third)
  child?.kill('SIGTERM')
  expect(await child?.exited).toBe(0)
  expect(await isReady()).toBe(false)
  await start()
  expect((await ask('GET', '/api/v1/upgrade')).data.running.commit).toBe('newer00')
})

/** Where an upgrade is cut off, by what shows that it has come so far. */
const steps: readonly (readonly [name: string, isReached: (old: number) => boolean | Promise<boolean>])[] = [
  ['the uploads', () => existsSync(staged)],
  ['the copy of the release', () => existsSync(`${path}.new`)],
  ['the rehearsal', () => existsSync(join(data, 'upgrade-rehearsal'))],
  ['the stop', () => readText(join(data, 'upgrade/trial.json')).includes('backups')],
  ['the start of the new one', () => existsSync(join(root, 'begun'))],
  ['the end of the swap', old => existsSync(path) && statSync(path).ino !== old],
  ['its readiness', async () => existsSync(join(root, 'begun')) && (await isReady())],
  ['the beginning', () => existsSync(join(data, 'upgrade/trial.json'))],
  ['its last step', () => existsSync(join(root, 'begun')) && readText(result).includes('installed')],
]
const staged = join(data, 'upgrade/kaunta-release')
const result = join(data, 'upgrade/result.json')
const readText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const before = join(root, 'before')

/** Installs the previous version again. */
async function startBefore(): Promise<void> {
  child?.kill('SIGTERM')
  await child?.exited
  for (const file of [path, `${path}.previous`, join(root, 'begun'), staged, `${staged}.sig`, result])
    rmSync(file, { force: true })
  linkSync(before, path)
  await start()
}
const tokenOf = async (): Promise<string> => {
  const json = JSON.stringify({ ...owner, account })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/auth/token`, { method: 'POST', headers, body: json })
  return Object(await answer.json()).data.token
}
const statusOf = async (answer: Promise<Response>): Promise<number> =>
  answer.then(
    ({ status }) => status,
    () => 0, // no server for a moment
  )

const rounds = 100
test(`killed at each step of ${rounds} upgrades with two parallel uploaders, one signed version serves`, async () => {
  const begun = join(root, 'begun')
  const script = `#!/bin/sh\n[ "$1" = serve ] && echo > "${begun}"\nexec "${join(root, 'newer')}" "$@"\n`
  const bytes = new TextEncoder().encode(script)
  const signature = signatureOf(key, bytes, { commit: 'newer00', target, built_at: builtAt + 1_000 })
  for (let round = 0; round < rounds; round++) {
    const [name, isReached] = steps[(round + 3) % steps.length] ?? ['', () => true]
    await startBefore()
    const old = statSync(path).ino
    const authorization = `Bearer ${await tokenOf()}`
    const statuses = new Set<number>()
    let isOver = false
    const uploader = async () => {
      const headers = { authorization, ...signatureHeader(signature) }
      while (!isOver) {
        statuses.add(
          await statusOf(fetch(`${url}/api/v1/upgrade/file`, { method: 'PUT', headers, body: bytes })),
        )
        await Bun.sleep(5)
      }
    }
    const uploaders = [uploader(), uploader()]
    const startIt = () => fetch(`${url}/api/v1/upgrade`, { method: 'POST', headers: { authorization } })
    // If the moment passed between two checks, the upgrade is over, and there is nothing to wait for.
    while (!(await isReached(old)) && !readText(result).includes('installed')) {
      if (readText(join(data, 'upgrade/trial.json')) === '' && readText(result) === '')
        await statusOf(startIt())
      // A failed upgrade never comes to the step: on a busy computer this waited for an hour.
      expect([name, readText(result)]).toEqual([name, expect.not.stringContaining('failed')])
      await Bun.sleep(1)
    }
    child?.kill('SIGKILL')
    await child?.exited
    isOver = true
    await Promise.all(uploaders)
    // Once the upgrade is over, the installed version serves as a child that outlives the killed process.
    if (readText(result).includes('installed')) Bun.spawnSync(['pkill', '-KILL', '-f', `${root}.* serve`])
    // The version on trial ends with the process that started it, but not immediately: it may answer until
    // then.
    while (Bun.spawnSync(['pgrep', '-f', `${root}.* serve`]).exitCode === 0) await Bun.sleep(20)
    expect([name, [...statuses].filter(status => ![0, 200, 401, 409].includes(status))]).toEqual([name, []])

    await start()
    const state = (await ask('GET', '/api/v1/upgrade')).data
    expect([name, state.phase]).toEqual([name, 'idle'])
    const isNew = readFileSync(path).equals(bytes)
    expect([name, isNew || readFileSync(path).equals(readFileSync(before))]).toEqual([name, true])
    expect([name, state.running.commit]).toEqual([name, isNew ? 'newer00' : 'before0'])
    const left = [...readdirSync(join(data, 'upgrade')), ...readdirSync(join(root, 'bin'))]
    // Of an installed script the executable that it runs removes no `.new.sig`: it lies elsewhere.
    expect([name, left.filter(file => /part$|trial|\.new$|upgrading/.test(file))]).toEqual([name, []])
    if (existsSync(staged)) expect(readFileSync(staged).equals(bytes)).toBe(true)
  }
  reportTrials(rounds)
}, 3_600_000)

test('killed after the new version has changed the tables, the next start puts the data back', async () => {
  await startBefore()
  const program = join(root, 'sql.js')
  writeFileSync(
    program,
    `new (require('bun:sqlite').Database)(process.argv[2]).run("insert into migration values (99, 'newer', 0)")`,
  )
  const migrate = (folder: string) => `"${process.execPath}" "${program}" "${folder}/kaunta.db"`
  const begun = join(root, 'begun')
  const script = `#!/bin/sh\ncase "$1" in\nserve) ${migrate(data)}; echo > "${begun}"; exec cat;;\nupgrade) ${migrate('$2')};;\nesac\n`
  await begin(new TextEncoder().encode(script), 'tables0')
  while (!existsSync(begun)) await Bun.sleep(5)
  child?.kill('SIGKILL')
  await child?.exited
  await start()
  const { last, running } = (await ask('GET', '/api/v1/upgrade')).data
  expect(last).toMatchObject({ commit: 'tables0', outcome: 'failed' })
  expect(last.why).toContain('was ended during the upgrade')
  expect(running.commit).toBe('before0')
})
