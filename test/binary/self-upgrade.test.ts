// An upgrade asked for over the API where no service manager runs: the process stays, and the version that got ready
// serves below it; a stop ends both. test/browser/admin-upgrade.proof.ts has the one under a supervisor.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '../../scripts/compile.ts'
import { freePort } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { askAsOwner, newReleaseKey, signatureHeader, signatureOf } from '../kit/release.ts'

setDefaultTimeout(120_000)
const root = mkdtempSync(join(tmpdir(), 'kaunta-self-upgrade-'))
const path = join(root, 'bin/kaunta')
const data = join(root, 'data')
const url = `http://127.0.0.1:${freePort()}`
const env = { KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0', KAUNTA_PORT: new URL(url).port, KAUNTA_DATA: data }
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
  // The one that was tried stops before the end is shown: an upgrade asked of it would go with it.
  const tried = join(data, 'upgrade/kaunta-release')
  expect(readFileSync(starts, 'utf8')).toBe(`${tried}\n${path}\n`)
  expect(new Uint8Array(readFileSync(path))).toEqual(third)
  child?.kill('SIGTERM')
  expect(await child?.exited).toBe(0)
  expect(await isReady()).toBe(false)
  await start()
  expect((await ask('GET', '/api/v1/upgrade')).data.running.commit).toBe('newer00')
})
