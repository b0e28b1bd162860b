// Commands of root on a data folder of the service's user run with the rights of that user: links that this
// user planted lead nowhere, root's files stay root's, and what is made in the folder belongs to the user.
import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { needed } from '../kit/needed.ts'
import { owner } from '../kit/people.ts'
import { newTestFolder } from '../kit/test-folder.ts'

setDefaultTimeout(300_000)
/** Of the service; no account of this computer needs it. */
const user = 54_321
const isRoot = process.platform === 'linux' && process.getuid?.() === 0 && Bun.which('setpriv') !== null
const canRun = needed(isRoot, 'These tests become another user: run them as root on Linux, with setpriv.')
const root = newTestFolder('kaunta-rights-')
const path = join(root, 'kaunta')
const made = join(root, 'made')
/** Root's own: nothing may come out of it, or change in it. */
const roots = join(root, 'of-root')
const rootKey = join(roots, 'key')
let data = ''
let folders = 0

const env = { PATH: Bun.env.PATH ?? '', KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0' }
const run = (words: readonly string[], before: readonly string[] = []) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...before, path, ...words], { env, cwd: root })
  return { code: exitCode, output: stdout.toString(), log: stderr.toString() }
}
const asRoot = (...words: string[]) => run(words)
const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--']
/** Runs a line of shell with the rights of the service. */
function doAsUser(line: string): void {
  const { exitCode, stderr } = Bun.spawnSync([...asUser, 'sh', '-ec', line], { cwd: data })
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
}
const everyPath = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).map(name => join(folder, name))
/**
 * Expects that nothing in the data folder belongs to another user, and nothing of root's was read, changed or
 * added.
 */
function expectApart(): void {
  expect(everyPath(data).filter(name => lstatSync(name).uid !== user)).toEqual([])
  const secret = readFileSync(rootKey)
  const copied = everyPath(data).filter(name => lstatSync(name).isFile() && readFileSync(name).equals(secret))
  expect(copied).toEqual([])
  expect(readdirSync(roots)).toEqual(['key'])
  expect(statSync(rootKey)).toMatchObject({ uid: 0, mode: 0o100640 })
}

beforeAll(() => {
  if (!canRun) return
  chmodSync(root, 0o755)
  writeFileSync(path, readFileSync(join(import.meta.dir, '../../dist/kaunta')), { mode: 0o755 })
  mkdirSync(roots, { mode: 0o755 })
  writeFileSync(rootKey, 'k'.repeat(32))
  chmodSync(rootKey, 0o640)
  mkdirSync(made, { mode: 0o700 })
  chownSync(made, user, user)
  const words = ['init', '--data', made, '--store', 'Duka la Asha', '--email', owner.email]
  expect(run([...words, '--password', owner.password], asUser).code).toBe(0)
})
beforeEach(() => {
  if (!canRun) return
  data = join(root, `data${folders++}`)
  expect(Bun.spawnSync(['cp', '-a', made, data]).exitCode).toBe(0)
})

describe.skipIf(!canRun)('root on a folder of the service', () => {
  test.each([
    ['a link to a key of root', `ln -s ${rootKey} secret.key`, 'no plain file'],
    ['a pipe', 'mkfifo secret.key', 'no plain file'],
    ['a link to what has no end', 'ln -s /dev/zero secret.key', 'no plain file'],
    ['33 bytes', 'head -c 33 /dev/zero > secret.key', 'secret.key is damaged'],
  ])('backs nothing up when the key is %s', (_, line, why) => {
    doAsUser(`rm secret.key; ${line}`)
    const { code, log } = asRoot('backup', '--data', data)
    expect([code, log]).toEqual([1, expect.stringMatching(why)])
    expect(log).not.toContain('    at ')
    expectApart()
  })

  test('writes no back-up through a linked folder, and gives the folder that it makes to the user', () => {
    doAsUser(`ln -s ${roots} backups`)
    const linked = asRoot('backup', '--data', data)
    expect([linked.code, linked.log]).toEqual([1, expect.stringContaining('backups is a link or no folder')])
    doAsUser('rm backups')
    expect(asRoot('backup', '--data', data).code).toBe(0)
    expectApart()
    expect(run(['backup', '--data', data], asUser).code).toBe(0)
    expect(asRoot('backup', '--drill', '--data', data).code).toBe(0)
    expectApart()
  })

  test('copies to a disk of root, sealed with a passphrase of root, and the copy is the user’s', () => {
    const disk = join(root, 'disk')
    mkdirSync(disk, { mode: 0o755 })
    const words = join(root, 'words')
    writeFileSync(words, 'maji moto na chumvi\n', { mode: 0o600 })
    const plain = asRoot('backup', '--data', data, '--to', disk, '--json')
    expect([plain.code, plain.log]).toEqual([0, ''])
    const sealed = asRoot('backup', '--data', data, '--to', disk, '--json', '--passphrase-file', words)
    expect([sealed.code, sealed.log]).toEqual([0, ''])
    const { folder } = JSON.parse(plain.output)
    const { file } = JSON.parse(sealed.output)
    expect(readdirSync(folder).sort()).toEqual(['chain.head', 'kaunta.db', 'secret.key', 'staff.db'])
    expect([folder, file, ...everyPath(folder)].map(name => statSync(name).uid)).toEqual(Array(6).fill(user))
    expect(readdirSync(disk)).toHaveLength(2)
    expect(readdirSync(join(data, 'backups'))).toEqual([])
    doAsUser(`rm secret.key; ln -s ${rootKey} secret.key`)
    expect(asRoot('backup', '--data', data, '--to', disk).code).toBe(1)
    expect(readdirSync(disk)).toHaveLength(2)
    expectApart()
  })

  test.each([
    ['doctor', (folder: string) => ['doctor', '--data', folder, '--port', '1']],
    ['doctor --accept', (folder: string) => ['doctor', '--accept', '--data', folder]],
    [
      'support',
      (folder: string) => ['support', '--data', folder, '--port', '1', '--output', join(root, 'out')],
    ],
    ['owner reset', (folder: string) => ['owner', 'reset', '--data', folder]],
    ['staff reset', (folder: string) => ['staff', 'reset', 'asha@duka.co.tz', '--data', folder]],
    ['network list', (folder: string) => ['network', 'list', '--data', folder]],
    [
      'init',
      (folder: string) => [
        'init',
        '--data',
        folder,
        '--store',
        'X',
        '--email',
        'a@b.tz',
        '--password',
        'x'.repeat(9),
      ],
    ],
    ['backup --drill', (folder: string) => ['backup', '--drill', '--data', folder]],
  ] as const)('%s follows no link and leaves nothing of root behind', (name, words) => {
    expect(asRoot(...words(data)).log).not.toContain('    at ')
    expectApart()
    doAsUser(`mkdir -p backups/2026-11-21T000500Z; ln -s ${rootKey} backups/2026-11-21T000500Z/staff.db`)
    doAsUser(
      `rm secret.key; ln -s ${rootKey} secret.key; ln -s ${rootKey} lock.db-journal; rm -f chain.head; ln -s ${rootKey} chain.head`,
    )
    const { log, output } = asRoot(...words(data))
    expect(log + output).not.toContain('    at ')
    expect(log + output).not.toContain('kkkk')
    expectApart()
    if (name === 'support') expect(statSync(join(root, 'out'))).toMatchObject({ uid: 0, mode: 0o100600 })
    rmSync(join(root, 'out'), { force: true })
  })

  test('serves as the user', async () => {
    const child = Bun.spawn([path, 'serve', '--data', data, '--host', '127.0.0.1', '--port', '0'], {
      env,
      stdout: 'pipe',
      stderr: 'inherit',
    })
    for await (const _ of child.stdout) break
    expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toContain(
      `Uid:\t${user}\t${user}\t${user}\t${user}\n`,
    )
    child.kill()
    expect(await child.exited).toBe(0)
    expectApart()
  })
})

test.skipIf(!canRun)('a folder of root stays root’s', () => {
  const own = join(root, 'own')
  expect(
    asRoot('init', '--data', own, '--store', 'X', '--email', 'a@b.tz', '--password', 'x'.repeat(9)).code,
  ).toBe(0)
  expect(asRoot('backup', '--data', own).code).toBe(0)
  expect(everyPath(own).filter(name => statSync(name).uid !== 0)).toEqual([])
  expect(existsSync(join(own, 'backups'))).toBe(true)
})

describe.skipIf(!canRun)('a restore that root types', () => {
  const restoredTo = (folder: string) => {
    const backup = JSON.parse(asRoot('backup', '--data', data, '--json').output).folder
    return asRoot('restore', backup, '--data', folder)
  }
  test('fills a folder of the user as the user, and a new one for the owner of the back-up', () => {
    const own = join(root, 'restored-own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, user, user)
    const fresh = join(root, 'restored-new')
    for (const folder of [own, fresh]) {
      expect(restoredTo(folder)).toMatchObject({ code: 0, log: '' })
      expect([folder, ...everyPath(folder)].filter(name => statSync(name).uid !== user)).toEqual([])
    }
  })

  test('follows no link of the back-up', () => {
    doAsUser(`mkdir -p copy; cp kaunta.db staff.db chain.head copy; ln -s ${rootKey} copy/secret.key`)
    const { code, log } = asRoot('restore', join(data, 'copy'), '--data', join(root, 'never'))
    expect([code, log]).toEqual([1, expect.stringContaining('no plain file')])
    expectApart()
  })
})
