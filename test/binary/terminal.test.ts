// The executable at a person's terminal and in a script: progress and colours only on a terminal, one last
// line with the result, and a reader that leaves early ends a command quietly.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, initBinary, runBinary } from '../kit/binary.ts'
import { runTool, testWith } from '../kit/client-tool.ts'
import { newTestFolder } from '../kit/test-folder.ts'

setDefaultTimeout(300_000)
const root = join(import.meta.dir, '../..')
const kaunta = join(root, 'dist/kaunta')
const folder = newTestFolder('kaunta-terminal-')
const data = join(folder, 'data')
const passphrase = join(folder, 'passphrase')
const testOnTerminal = testWith('/usr/bin/python3')

/** Runs a command on a terminal and returns what is on it, its line ends as in a file. */
async function onTerminal(words: readonly string[], env: Record<string, string> = {}) {
  const script = join(root, 'test/kit/terminal.py')
  const quiet = { KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0', TERM: 'xterm' }
  const ran = await runTool(['/usr/bin/python3', script, kaunta, ...words], { env: { ...quiet, ...env } })
  return { code: ran.code, screen: ran.output.replaceAll('\r\n', '\n') }
}
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''
const stepsIn = (screen: string) => screen.split('\r\x1b[K').map(line => line.split('\n')[0])

beforeAll(async () => {
  await initBinary(data)
  writeFileSync(passphrase, 'five random words are good\n')
})
describe('progress', () => {
  const sealed = join(folder, 'copies')

  testOnTerminal('of a back-up shows its steps and what is left, and ends in one line', async () => {
    const words = ['backup', '--data', data, '--to', sealed, '--passphrase-file', passphrase]
    const { code, screen } = await onTerminal(words)
    expect(code).toBe(0)
    expect(stepsIn(screen)).toEqual(
      expect.arrayContaining([
        '[1/4] Copying payments…, 3 steps left',
        '[2/4] Copying staff…, 2 steps left',
        '[3/4] Checking the copy…, 1 step left',
        '[4/4] Sealing it…',
      ]),
    )
    expect(lastLine(screen)).toMatch(/\.kaunta\.age: sealed, 0 payments, \d MB, and its balances match/)
  })

  testOnTerminal('of a restore is shown too, and its line is cleared before an error', async () => {
    const [file = ''] = [...new Bun.Glob('*.kaunta.age').scanSync(sealed)]
    const restore = (to: string, by: string, typed: string) => {
      const words = ['restore', join(sealed, file), '--data', join(folder, to), '--passphrase-file', by]
      return onTerminal(words, { TYPED: typed })
    }
    const question =
      /This copy is as of \S+Z and has 0 payments\. Its record chain ends with link \d+, [0-9a-f]{64}\.\nRestore it\? \[y\/N\]/
    const refused = await restore('restored', passphrase, 'n')
    expect([refused.code, refused.screen]).toEqual([1, expect.stringMatching(question)])
    expect(refused.screen).toEndWith('kaunta: nothing was restored\n')
    expect(existsSync(join(folder, 'restored/kaunta.db'))).toBe(false)
    const { code, screen } = await restore('restored', passphrase, 'y')
    expect([code, screen]).toEqual([0, expect.stringMatching(question)])
    expect(stepsIn(screen)).toContain('[1/5] Opening the sealed back-up… 100 %, 4 steps left')
    expect(stepsIn(screen)).toContain('[5/5] Ending logins…')
    expect(lastLine(screen)).toMatch(
      /restored: restored to \S+Z, 0 payments, 1 MB, and its balances match its postings\.$/,
    )
    writeFileSync(join(folder, 'wrong'), 'another passphrase\n')
    const wrong = await restore('not', join(folder, 'wrong'), '')
    expect(wrong.code).toBe(1)
    expect(wrong.screen).toContain('\r\x1b[Kkaunta: ')
  })

  test('is not in a script, which gets the result alone', async () => {
    const plain = await runBinary(['backup', '--data', data, '--to', join(folder, 'plain')])
    expect(plain.log).toBe('')
    expect(plain.output).toMatch(/^\S+: 0 payments, 1 MB, and its balances match its postings\.\n$/)
    const json = await runBinary(['backup', '--data', data, '--to', join(folder, 'plain'), '--json'])
    expect(Object.keys(JSON.parse(json.output))).toEqual(['folder', 'bytes', 'payments'])
  })

  testOnTerminal('is not on a terminal either when it asks for JSON', async () => {
    const { screen } = await onTerminal(['backup', '--data', data, '--to', join(folder, 'plain'), '--json'])
    expect(Object.keys(JSON.parse(screen))).toEqual(['folder', 'bytes', 'payments'])
  })
})

describe('colours', () => {
  const doctor = ['doctor', '--data', data, '--port', String(freePort())]
  testOnTerminal('are on a terminal', async () => {
    expect((await onTerminal(doctor)).screen).toContain('\x1b[32mgood')
  })
  testOnTerminal.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('are not with %p', async env => {
    const { screen } = await onTerminal(doctor, env)
    expect(screen).toContain('good')
    expect(screen).not.toContain('\x1b[')
  })
  test('are not in a file', async () => {
    expect((await runBinary(doctor)).output).not.toContain('\x1b')
  })
})

describe('a reader that leaves', () => {
  test('ends a command quietly', async () => {
    const script = `set -o pipefail; ${kaunta} licenses | head -1`
    const { code, output, log } = await runTool(['/bin/bash', '-c', script])
    expect([code, output, log]).toEqual([141, 'Kaunta\n', ''])
  })

  test('does not end a server', async () => {
    const port = freePort()
    const url = `http://127.0.0.1:${port}`
    const child = Bun.spawn(
      [kaunta, 'serve', '--data', join(folder, 'unread'), '--host', '127.0.0.1', '--port', String(port)],
      {
        env: { KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0' },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
    await Promise.all([child.stdout.cancel(), child.stderr.cancel()])
    const isReady = () =>
      fetch(`${url}/ready`).then(
        answer => answer.ok,
        () => false,
      )
    while (child.exitCode === null && !(await isReady())) await Bun.sleep(20)
    // Refused logins are in the log.
    for (let at = 0; at < 3; at++) await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST' })
    expect(await isReady()).toBe(true)
    child.kill()
    expect(await child.exited).toBe(0)
  })
})

testOnTerminal('the first start shows its set-up link as a code', async () => {
  const serve = `${kaunta} serve --data ${join(folder, 'first')} --host 127.0.0.1 --port ${freePort()}`
  const script = join(root, 'test/kit/terminal.py')
  const quiet = { KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0', INTERRUPT_AT: 'Stop with Ctrl-C.' }
  const { output } = await runTool(['/usr/bin/python3', script, '/bin/sh', '-c', serve], { env: quiet })
  expect(output).toContain('/admin#claim=')
  expect(output).toContain('█▀▀▀▀▀█')
})
