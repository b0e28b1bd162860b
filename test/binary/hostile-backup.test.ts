// Crafted back-ups for `restore`, and their folders for `doctor`: each gets a sentence, in little memory and
// time, and nothing else is made, changed or removed.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { writePosition } from '../../src/store/backup/log-piece.ts'
import { initBinary, runBinary } from '../kit/binary.ts'
import { craftBackup, hostileBackups } from '../kit/hostile-backup.ts'
import { reportTrials, sized } from '../kit/proof.ts'

setDefaultTimeout(300_000)
const root = mkdtempSync(join(tmpdir(), 'kaunta-hostile-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const kaunta = join(import.meta.dir, '../../dist/kaunta')
const memoryMax = 300 * 1_024 * 1_024
const secondsMax = 20
let whole = ''

async function newBackup(name: string): Promise<string> {
  const data = join(root, name)
  await initBinary(data)
  return JSON.parse((await runBinary(['backup', '--data', data, '--json'])).output).folder
}
const foreign = () => join(root, 'foreign-copy')

beforeAll(async () => {
  whole = await newBackup('shop')
  Bun.spawnSync(['cp', '-a', await newBackup('foreign'), foreign()])
})

/**
 * Runs within the limits, which end it; what it took shows afterwards. A small process is in between: Linux
 * counts the memory of the process that starts a program as that program's.
 */
async function bounded(words: readonly string[]) {
  const command = ['timeout', '--signal=KILL', String(secondsMax), kaunta, ...words]
  const run = `const { stdout, stderr, exitCode, resourceUsage } = Bun.spawnSync(${JSON.stringify(command)})
    const text = stdout.toString() + stderr.toString()
    console.log(JSON.stringify({ code: exitCode, text, memory: resourceUsage.maxRSS }))`
  const between = Bun.spawn([process.execPath, '-e', run], {
    env: { PATH: Bun.env.PATH ?? '', KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0' },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return (await new Response(between.stdout).json()) as { code: number; text: string; memory: number }
}
/** Returns what lies in a folder, with sizes and times. */
const inside = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).sort().map(name => {
    const stat = lstatSync(join(folder, name))
    // Doctor times a small write in the folder, and removes it.
    return stat.isDirectory() ? [name, stat.mode] : [name, stat.mode, stat.size, stat.mtimeMs]
  })

/**
 * Expects that a restore refuses a sealed back-up, or a piece of a log, that is far longer than it should be.
 */
const refusedByRestore = async (words: readonly string[]) => {
  const target = mkdtempSync(join(root, 'target-'))
  const { code, text, memory } = await bounded(['restore', ...words, '--data', target])
  expect(text).not.toMatch(/\n\s+at |\$bunfs/)
  expect(memory).toBeLessThan(memoryMax)
  return { code, text, left: readdirSync(target) }
}

test('a sealed file whose header is 100 MB long', async () => {
  const [file, words] = [join(root, 'long.kaunta.age'), join(root, 'words')]
  writeFileSync(words, 'maji moto na chumvi\n')
  writeFileSync(file, 'age-encryption.org/v1\n-> scrypt ')
  truncateSync(file, 100_000_000)
  const { code, text, left } = await refusedByRestore([file, '--passphrase-file', words])
  expect([code, left]).toEqual([1, []])
  expect(text).toContain('its header is too long')
})

test('a piece of the log that unpacks to gigabytes', async () => {
  const second = mkdtempSync(join(root, 'second-'))
  const copy = join(second, basename(whole))
  Bun.spawnSync(['cp', '-a', whole, copy])
  const position = { generation: '0'.repeat(16), number: 0, hash: '' }
  writePosition(copy, position)
  mkdirSync(join(second, 'log'))
  writePiece(join(second, 'log', `${basename(whole)}-${position.generation}-00000001.kaunta-log`), {
    generation: position.generation,
    number: 1,
    before: '',
    ended_at: '2026-11-27T00:00:00.000Z',
    pages: 1,
    page_bytes: 4_096,
    total_pages: 1,
    staff_bytes: 0,
    head: null,
  })
  const { code, text } = await refusedByRestore([second])
  expect(code).toBe(0)
  expect(text).toContain(
    'The log goes no further: piece 1 cannot be used (it is longer than its first line says).',
  )
})

test('a piece of the log that is a folder', async () => {
  const second = mkdtempSync(join(root, 'second-'))
  const copy = join(second, basename(whole))
  Bun.spawnSync(['cp', '-a', whole, copy])
  const generation = '0'.repeat(16)
  writePosition(copy, { generation, number: 0, hash: '' })
  mkdirSync(join(second, 'log', `${basename(whole)}-${generation}-00000001.kaunta-log`), { recursive: true })
  const { code, text, left } = await refusedByRestore([second])
  expect([code, left]).toEqual([1, []])
  expect(text).toContain('piece 1 of the log cannot be restored')
})

/** Writes a piece of 2.5 GB without content, in 2.5 MB: the same compressed block, again and again. */
function writePiece(file: string, header: object): void {
  const zeros = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
  const block = deflateRawSync(Buffer.alloc(64 * 1_024 * 1_024), zeros)
  const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), gzipHead, ...Array(40).fill(block)]),
  )
}

const all = hostileBackups(foreign())
test('there are sixty of them', () => {
  expect(all.length).toBeGreaterThanOrEqual(60)
})
// The short suite takes each fifth, and begins with those that hung or took gigabytes.
const step = sized({ test: 5, proof: 1 })
const chosen = all.filter(([name], index) => index % step === 0 || /never ends|gigabyte|zero/.test(name))

test.each(chosen.map(([name, craft]) => [name, craft] as const))('%s', async (_, craft) => {
  const place = mkdtempSync(join(root, 'place-'))
  const backup = craftBackup(whole, place, craft)
  const target = join(place, 'target')
  for (const ending of ['.part', '.opened', '.part.copy', '.copy']) {
    mkdirSync(target + ending)
    writeFileSync(join(target + ending, 'photo'), 'of the family')
  }
  const before = inside(place)
  for (const words of [
    ['restore', backup, '--data', target],
    ['doctor', '--data', backup, '--port', '1'],
  ]) {
    const { code, text, memory } = await bounded(words)
    expect(text).not.toMatch(/\n\s+at |\$bunfs|KAUNTA_DATABASE_URL/)
    // Doctor accepts a few of them, because it does not compare people with logins.
    expect([words[0], code >= (words[0] === 'restore' ? 1 : 0) && code < 3]).toEqual([words[0], true])
    expect([words[0], memory < memoryMax]).toEqual([words[0], true])
  }
  expect(existsSync(target)).toBe(false)
  expect(inside(place)).toEqual(before)
  rmSync(place, { recursive: true })
  reportTrials(2)
})
