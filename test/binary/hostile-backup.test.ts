// Crafted back-ups against `restore`, and the same folders against `doctor`: each gets a sentence, in little memory and
// time, and nothing is made, changed or removed beside them.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initBinary, runBinary } from '../kit/binary.ts'
import { craftBackup, hostileBackups } from '../kit/hostile-backup.ts'
import { reportTrials, sized } from '../kit/proof.ts'

setDefaultTimeout(60_000)
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
 * Runs within the limits, which end it; what it took shows afterwards. A small process is in between: Linux counts the
 * memory of the process that starts a program as that program's.
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
/** What lies in a folder, with sizes and times. */
const inside = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).sort().map(name => {
    const stat = lstatSync(join(folder, name))
    // Doctor times a small write in the folder, and removes it.
    return stat.isDirectory() ? [name, stat.mode] : [name, stat.mode, stat.size, stat.mtimeMs]
  })

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
    // Doctor finds nothing wrong with a few of them: it does not compare people with logins.
    expect([words[0], code >= (words[0] === 'restore' ? 1 : 0) && code < 3]).toEqual([words[0], true])
    expect([words[0], memory < memoryMax]).toEqual([words[0], true])
  }
  expect(existsSync(target)).toBe(false)
  expect(inside(place)).toEqual(before)
  rmSync(place, { recursive: true })
  reportTrials(2)
})
