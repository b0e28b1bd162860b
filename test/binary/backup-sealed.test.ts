// Sealed back-ups on the built binary: one file that the tool age opens, restored by one command, refused
// with a sentence for the wrong passphrase, and cut off at each step without a half copy.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { proofTest } from '../kit/proof.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-sealed-')
const words = join(root, 'words')
writeFileSync(words, 'maji moto na chumvi\n')
const wrong = join(root, 'wrong')
writeFileSync(wrong, 'maji baridi na chumvi\n')
const hasAge = process.env.CI !== undefined || Bun.which('age') !== null
let folders = 0
const newFolder = () => join(root, `data${folders++}`)

/** Creates a data folder with one payment. */
async function soldData() {
  const data = newFolder()
  const made = await initBinary(data)
  const server = await startBinary({ data })
  const sold = await fetch(`${server.url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${made.sandbox_api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }),
  })
  expect(sold.status).toBe(201)
  const { reference } = (await sold.json()).data
  expect(await server.stop()).toBe(0)
  return { data, key: made.sandbox_api_key, reference }
}
const backUp = (data: string, to: string, ...flags: string[]) =>
  runBinary(['backup', '--data', data, '--to', to, '--json', ...flags])
const restore = (file: string, data: string, ...flags: string[]) =>
  runBinary(['restore', file, '--data', data, ...flags])

test('is one file without a readable name or number, and one command restores the server from it', async () => {
  const { data, key, reference } = await soldData()
  const place = newFolder()
  const sealed = await runBinary(
    ['backup', '--data', data, '--to', place, '--json', '--passphrase-file', '-'],
    { input: 'maji moto na chumvi\n' },
  )
  expect([sealed.code, sealed.log]).toEqual([0, ''])
  const { file, bytes, payments } = JSON.parse(sealed.output)
  expect(readdirSync(place)).toEqual([basename(file)])
  expect(basename(file)).toMatch(/^\d{4}-\d\d-\d\dT\d{6}Z\.kaunta\.age$/)
  expect([bytes, payments]).toEqual([statSync(file).size, 1])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const inside = readFileSync(file, 'latin1')
  for (const text of ['SQLite format 3', 'Duka la Asha', reference, 'ustar'])
    expect(inside).not.toContain(text)
  rmSync(data, { recursive: true })

  const again = newFolder()
  const restored = await restore(file, again, '--passphrase-file', words)
  expect([restored.code, restored.log]).toEqual([0, ''])
  expect(restored.output).toContain('1 payments')
  expect(existsSync(`${again}.opened`)).toBe(false)
  const server = await startBinary({ data: again })
  const found = await fetch(`${server.url}/v1/payments/${reference}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(found.status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('the wrong passphrase, a damaged file and a cut one are refused in words and leave nothing', async () => {
  const { data } = await soldData()
  const place = newFolder()
  const { file } = JSON.parse((await backUp(data, place, '--passphrase-file', words)).output)
  const to = newFolder()
  const refused = async (path: string, ...flags: string[]) => {
    const { code, output, log } = await restore(path, to, ...flags)
    expect([code, output, existsSync(to), existsSync(`${to}.opened`)]).toEqual([1, '', false, false])
    return log
  }
  expect(await refused(file, '--passphrase-file', wrong)).toBe(
    'kaunta: this passphrase does not open the back-up\n',
  )
  expect(await refused(file)).toBe(
    'kaunta: this back-up is sealed: give --passphrase-file FILE (- for standard input) or --identity-file FILE\n',
  )
  const bytes = readFileSync(file)
  const cut = join(root, 'cut.kaunta.age')
  for (const length of [0, 50, 300, bytes.length - 65_000, bytes.length - 1]) {
    writeFileSync(cut, bytes.subarray(0, length))
    expect(await refused(cut, '--passphrase-file', words)).toStartWith('kaunta: the back-up cannot be read: ')
  }
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 9_000) ^ 1, bytes.length - 9_000)
  writeFileSync(cut, bytes)
  expect(await refused(cut, '--passphrase-file', words)).toStartWith('kaunta: the back-up cannot be read: ')
  const header = Buffer.from(
    readFileSync(file, 'latin1').replace(/(-> scrypt \S+) 15\n/, '$1 19\n'),
    'latin1',
  )
  writeFileSync(cut, header)
  expect(await refused(cut, '--passphrase-file', words)).toBe(
    'kaunta: the back-up cannot be read: its passphrase takes a work factor of 19, more than 18\n',
  )
  expect((await backUp(data, place, '--passphrase-file', '/dev/null')).log).toBe(
    'kaunta: the passphrase of back-ups needs at least 12 characters\n',
  )
})

test.skipIf(!hasAge)('the tool age opens one, and Kaunta opens what it sealed to a key', async () => {
  const { data } = await soldData()
  const identity = join(root, 'identity')
  expect(Bun.spawnSync(['age-keygen', '-o', identity]).exitCode).toBe(0)
  const recipient = Bun.spawnSync(['age-keygen', '-y', identity]).stdout.toString().trim()
  const { file } = JSON.parse((await backUp(data, newFolder(), '--recipient', recipient)).output)
  const out = newFolder()
  mkdirSync(out)
  const tar = join(root, 'opened.tar')
  expect(Bun.spawnSync(['age', '-d', '-i', identity, '-o', tar, file]).exitCode).toBe(0)
  expect(Bun.spawnSync(['tar', '-xf', tar, '-C', out]).exitCode).toBe(0)
  const folder = join(out, basename(file, '.kaunta.age'))
  expect(readdirSync(folder).sort()).toEqual(['chain.head', 'kaunta.db', 'secret.key', 'staff.db'])
  expect((await restore(folder, newFolder())).code).toBe(0)
  expect((await restore(file, newFolder(), '--identity-file', identity)).code).toBe(0)
  expect((await restore(file, newFolder(), '--identity-file', words)).log).toBe(
    'kaunta: this key does not open the back-up\n',
  )
})

/** Types a passphrase like a person: age reads it only from a terminal. */
const typed = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execvp('age', ['age', '-d', '-o', sys.argv[2], sys.argv[1]])
seen = b''
while b'passphrase' not in seen: seen += os.read(terminal, 1024)
os.write(terminal, b'maji moto na chumvi\\n')
try:
    while os.read(terminal, 1024): pass
except OSError: pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`
test.skipIf(!hasAge)('the tool age opens one by its passphrase', async () => {
  const { data } = await soldData()
  const { file } = JSON.parse((await backUp(data, newFolder(), '--passphrase-file', words)).output)
  const tar = join(root, 'typed.tar')
  expect(Bun.spawnSync(['python3', '-c', typed, file, tar]).exitCode).toBe(0)
  const listed = Bun.spawnSync(['tar', '-tf', tar]).stdout.toString().split('\n')
  expect(listed).toContain(`${basename(file, '.kaunta.age')}/kaunta.db`)
})

proofTest(
  'killed at any step, a back-up and a restore leave no half copy that counts as one',
  async () => {
    const { data } = await soldData()
    const place = newFolder()
    const { file } = JSON.parse((await backUp(data, place, '--passphrase-file', words)).output)
    const whole = basename(file)
    const binary = join(import.meta.dir, '../../dist/kaunta')
    /** Ends it by force once a file appears. */
    async function killedAt(args: string[], seen: () => boolean) {
      const child = Bun.spawn([binary, ...args], { stdout: 'ignore', stderr: 'ignore', env: {} })
      while (!seen() && child.exitCode === null) await Bun.sleep(1)
      child.kill('SIGKILL')
      await child.exited
    }
    const inside = (folder: string) =>
      existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : []
    const steps = ['.command-part', 'kaunta.db', 'staff.db', 'secret.key', '.kaunta.age']
    for (const step of steps) {
      const args = ['backup', '--data', data, '--to', place, '--passphrase-file', words]
      const isNew = (name: string) => name.includes('.command-part') && name.endsWith(step)
      await killedAt(args, () => inside(place).some(isNew))
      for (const name of readdirSync(place).filter(name => name.endsWith('.kaunta.age')))
        expect((await restore(join(place, name), newFolder(), '--passphrase-file', words)).code).toBe(0)
    }
    expect((await backUp(data, place, '--passphrase-file', words)).code).toBe(0)
    expect(readdirSync(place).every(name => name.endsWith('Z.kaunta.age'))).toBe(true)
    expect(readdirSync(place)).toContain(whole)

    const to = newFolder()
    const work = join(to, 'restore')
    const reached = [
      () => existsSync(join(work, 'opened')),
      () => inside(join(work, 'opened')).length > 2,
      () => existsSync(join(work, 'data.copy')),
      () => existsSync(join(work, 'data')),
    ]
    for (const isReached of reached)
      await killedAt(['restore', file, '--data', to, '--passphrase-file', words], isReached)
    // The last kill may come after the end of its restore: then the folder is whole, and is not restored
    // again.
    const again = await restore(file, to, '--passphrase-file', words)
    if (again.code !== 0) expect(again.log).toContain('is not empty')
    expect((await restore(to, newFolder())).code).toBe(0)
    expect(readdirSync(root).filter(name => name.startsWith(`${basename(to)}.`))).toEqual([])
  },
  300_000,
)
