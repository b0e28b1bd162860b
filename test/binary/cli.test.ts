// The executable as a shop starts and stops it: its output, its errors and their words, and what it leaves
// behind.
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { settings } from '../../src/config.ts'
import { messageOf } from '../../src/domain/fault.ts'
import { type Binary, freePort, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { newClosedPort } from '../kit/closed-port.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-cli-')
let folders = 0
const newFolder = () => join(root, `data${folders++}`)

const person = { email: 'asha@duka.co.tz', password: 'siri-kubwa-sana' }
/** Writes a password to a file, because on the command line it gives a warning. */
function passwordFile(password: string): string {
  const file = join(root, `password${folders++}`)
  writeFileSync(file, password, { mode: 0o600 })
  return file
}
const init = (data: string, { email, password } = person) =>
  runBinary([
    'init',
    '--data',
    data,
    '--store',
    'Duka la Asha',
    '--email',
    email,
    '--password-file',
    passwordFile(password),
    '--json',
  ])
const serve = (data: string, ...more: string[]) =>
  runBinary(['serve', '--data', data, '--host', '127.0.0.1', '--port', String(freePort()), ...more])
/** Starts the server, waits until it is up, runs `work`, stops the server and expects exit status 0. */
async function withBox<T>(
  options: Parameters<typeof startBinary>[0],
  work: (box: Binary) => Promise<T>,
): Promise<T> {
  const box = await startBinary(options)
  await box.printed('Stop with Ctrl-C')
  try {
    return await work(box)
  } finally {
    expect(await box.stop()).toBe(0)
  }
}
const ask = (box: Binary, key: string, path: string, json?: object) =>
  fetch(box.url + path, {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
const qr = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
const dataFiles = ['chain.head', 'kaunta.db', 'lock.db', 'secret.key', 'staff.db']
/** Matches one line for a person, without a stack. */
const sentence = (text: string) => expect.stringMatching(new RegExp(`^kaunta: ${text}.*\\n$`))
/** Matches a field's error: the command line prints the message of the table of reasons. */
const says = (field: string, message: string) => sentence(RegExp.escape(`${field} ${message}`))

describe('kaunta init', () => {
  test('prints two accounts and their keys, which work immediately', async () => {
    const data = newFolder()
    const { code, output, log } = await init(data)
    expect([code, log]).toEqual([0, ''])
    const made = JSON.parse(output.trim().split('\n').at(-1) ?? '')
    expect(made).toEqual({
      account: { id: expect.stringMatching(/^acct_/), name: 'Duka la Asha', mode: 'live' },
      sandbox_account: { id: expect.stringMatching(/^acct_/), name: 'Duka la Asha', mode: 'sandbox' },
      api_key: expect.stringMatching(/^kn_live_\w{32}$/),
      sandbox_api_key: expect.stringMatching(/^kn_test_\w{32}$/),
      webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      sandbox_webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    expect(readdirSync(data).sort()).toEqual(dataFiles)
    await withBox({ data }, async box => {
      expect((await ask(box, made.sandbox_api_key, '/v1/payments', qr)).status).toBe(201)
      expect((await ask(box, made.api_key, '/v1/payments')).status).toBe(200)
      const token = await ask(box, made.api_key, '/api/v1/auth/token', person)
      const login = await token.json()
      const secret = await ask(box, login.data.token, '/api/v1/settings/webhook-secret')
      expect(await secret.json()).toEqual({ code: 200, webhook_secret: made.webhook_secret })
      expect(box.output()).not.toContain('claim=')
    })
  })

  test('takes the customers’ language', async () => {
    const data = newFolder()
    const words = [
      'init',
      '--data',
      data,
      '--store',
      'Duka',
      '--email',
      person.email,
      '--password',
      person.password,
      '--json',
    ]
    const { output } = await runBinary([...words, '--locale', 'sw'])
    const made = JSON.parse(output)
    await withBox({ data }, async box => {
      for (const key of [made.api_key, made.sandbox_api_key]) {
        const profiles = await (await ask(box, key, '/api/v1/profiles')).json()
        expect(profiles.data).toMatchObject([{ is_default: true, locale: 'sw' }])
      }
    })
    expect(await runBinary([...words, '--locale', 'fr'])).toMatchObject({
      code: 1,
      log: expect.stringContaining('en, sw'),
    })
  })

  test('does nothing a second time', async () => {
    const data = newFolder()
    await init(data)
    expect(await init(data)).toEqual({
      code: 1,
      output: '',
      log: sentence('this data folder already has an owner: use kaunta serve'),
    })
  })

  test('refuses incomplete arguments, and can be run again', async () => {
    const data = newFolder()
    expect(await init(data, { ...person, password: 'short' })).toMatchObject({
      code: 1,
      log: says('password', messageOf('too_short', { min: 8 })),
    })
    expect(await init(data, { ...person, email: 'asha' })).toMatchObject({
      code: 1,
      log: says('email', messageOf('email_malformed')),
    })
    expect((await init(data)).code).toBe(0)
  })

  test('needs Kaunta stopped', async () => {
    const data = newFolder()
    await withBox({ data }, async () => {
      expect(await init(data)).toMatchObject({
        code: 3,
        log: sentence(`another Kaunta is already running on ${data}`),
      })
    })
  })

  test('prints plain sentences without --json', async () => {
    const words = [
      'init',
      '--data',
      newFolder(),
      '--store',
      'Duka',
      '--email',
      person.email,
      '--password',
      person.password,
    ]
    const { code, output } = await runBinary(words)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/live API key {6}kn_live_\w+\n[\s\S]*kaunta serve/),
    ])
  })
})

describe('kaunta owner reset', () => {
  const reset = (data: string, ...more: string[]) =>
    runBinary(['owner', 'reset', '--data', data, '--json', ...more])

  test('prints a new password once, and ends the logins, tokens and second factor of before', async () => {
    const data = newFolder()
    await init(data)
    const logIn = (box: Binary, password: string) =>
      ask(box, '', '/api/v1/auth/token', { ...person, password })
    const old = await withBox({ data }, async box => {
      const token = (await (await logIn(box, person.password)).json()).data.token
      expect((await ask(box, token, '/api/v1/me')).status).toBe(200)
      return token
    })
    const { code, output, log } = await reset(data)
    expect([code, log]).toEqual([0, ''])
    const made = JSON.parse(output)
    expect(made).toEqual({ name: 'asha', email: person.email, password: expect.stringMatching(/^\w{16}$/) })
    await withBox({ data }, async box => {
      expect((await logIn(box, person.password)).status).toBe(401)
      expect((await ask(box, old, '/api/v1/me')).status).toBe(401)
      const token = (await (await logIn(box, made.password)).json()).data.token
      const entries = await (await ask(box, token, '/api/v1/audit-log?kind=owner.reset')).json()
      expect(entries.data.items).toMatchObject([
        { actor: { type: 'server', id: null, till_id: null, name: null }, address: null, detail: {} },
      ])
      expect(JSON.stringify(entries) + box.log()).not.toContain(made.password)
    })
    const words = await runBinary(['owner', 'reset', '--data', data])
    expect([words.code, words.output]).toEqual([
      0,
      expect.stringMatching(/e-mail {5}asha@duka\.co\.tz\n {2}password {3}\w{16}\n/),
    ])
  })

  test('needs Kaunta stopped, and an owner with this address', async () => {
    const data = newFolder()
    expect(await reset(data)).toMatchObject({ code: 1, log: sentence('there is no owner yet') })
    await init(data)
    expect(await reset(data, '--email', 'juma@duka.co.tz')).toMatchObject({
      code: 1,
      log: sentence('juma@duka\\.co\\.tz is no owner: the owners are asha <asha@duka\\.co\\.tz>'),
    })
    expect((await reset(data, '--email', 'ASHA@duka.co.tz')).code).toBe(0)
    await withBox({ data }, async () => {
      expect(await reset(data)).toMatchObject({
        code: 3,
        log: sentence(`another Kaunta is already running on ${data}`),
      })
    })
  })
})

test('kaunta staff reset lets a person in again, and names an address without a login', async () => {
  const data = newFolder()
  await init(data)
  const reset = (email: string) => runBinary(['staff', 'reset', email, '--data', data, '--json'])
  expect(await reset('juma@duka.co.tz')).toMatchObject({
    code: 1,
    log: sentence('no login has the e-mail juma@duka\\.co\\.tz'),
  })
  const { code, output, log } = await reset('ASHA@duka.co.tz')
  expect([code, log]).toEqual([0, ''])
  const made = JSON.parse(output)
  expect(made).toEqual({ name: 'asha', email: person.email, password: expect.stringMatching(/^\w{16}$/) })
  await withBox({ data }, async box => {
    const tokenBy = (password: string) => ask(box, '', '/api/v1/auth/token', { ...person, password })
    expect((await tokenBy(person.password)).status).toBe(401)
    expect((await tokenBy(made.password)).status).toBe(200)
  })
})

describe('kaunta', () => {
  test('prints its version', async () => {
    expect(await runBinary(['version'])).toEqual({ code: 0, output: `${version}\n`, log: '' })
    expect(await runBinary(['--version'])).toEqual({ code: 0, output: `${version}\n`, log: '' })
  })

  test('has a help for every command that its help lists', async () => {
    const { output } = await runBinary(['--help'])
    const listed = [...output.slice(output.indexOf('Commands:')).matchAll(/^ {2}([a-z-]+)/gm)].map(
      ([, name = '']) => name,
    )
    const own = listed.filter(name => name !== 'help')
    expect(own).toContain('serve')
    const helps = await Promise.all(own.map(name => runBinary([name, '--help'])))
    expect(helps.map(({ output }) => output.split(/ [[<]|\n/, 1)[0])).toEqual(
      own.map(name => `Usage: kaunta ${name}`),
    )
  })

  test('lists every setting with its default in its help', async () => {
    const { code, output } = await runBinary(['serve', '--help'])
    expect(code).toBe(0)
    for (const { flag, environment, default: value } of Object.values(settings)) {
      expect(output).toContain(environment)
      if (flag) expect(output).toContain(flag)
      if (value) expect(output).toContain(`(default: ${value})`)
    }
    expect((await runBinary(['--help'])).output).toMatch(/serve [\s\S]*init [\s\S]*owner [\s\S]*version /)
  })

  test.each([[['sell']], [['serve', '--nonsense']], [['init']]])('%j is no command', async words => {
    const { code, log } = await runBinary(words)
    expect([code, log]).toEqual([1, expect.stringContaining('(see kaunta --help)')])
  })

  const wrong: [string[], Record<string, string>, string][] = [
    [['--port', '99999'], {}, '--port .* a whole number from 0 to 65535'],
    [[], { KAUNTA_RATE_LIMIT: 'off' }, 'KAUNTA_RATE_LIMIT .* a whole number'],
    [[], { KAUNTA_PUBLIC_URL: 'shop' }, 'KAUNTA_PUBLIC_URL .* an http or https address'],
    [[], { LOG_LEVEL: 'loud' }, 'LOG_LEVEL .* debug, info, warn or error'],
  ]
  test.each(wrong)('serve %j with %j is refused with a message', async (words, env, text) => {
    const data = newFolder()
    expect(await runBinary(['serve', '--data', data, ...words], { env })).toEqual({
      code: 1,
      output: '',
      log: sentence(text),
    })
    expect(existsSync(data)).toBe(false)
  })
})

/** As root alone: it becomes a user whom the system does not know. */
test.skipIf(process.getuid?.() !== 0)('runs under any number, as containers do', async () => {
  const kaunta = join(import.meta.dir, '../../dist/kaunta')
  const words = ['setpriv', '--reuid=54321', '--clear-groups', kaunta, 'version']
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { env: { PATH: Bun.env.PATH ?? '' } })
  expect([exitCode, stdout.toString(), stderr.toString()]).toEqual([0, `${version}\n`, ''])
})

describe('kaunta serve', () => {
  test('prints on its first start a link to claim it and a call that works, also after set-up', async () => {
    const data = newFolder()
    const code = await withBox({ data }, async box => {
      const printed = box.output()
      const key = /Bearer (kn_test_\w+)/.exec(printed)?.[1] ?? ''
      expect((await ask(box, key, '/v1/payments', qr)).status).toBe(201)
      const code = /\/admin#claim=(\w+)/.exec(printed)?.[1] ?? ''
      const claim = { code, store: 'Duka', name: 'Asha', ...person }
      expect((await ask(box, '', '/api/v1/setup/claim', { ...claim, code: 'wrong' })).status).toBe(403)
      expect((await ask(box, '', '/api/v1/setup/claim', claim)).status).toBe(201)
      // The printed key works until the owner revokes it.
      expect((await ask(box, key, '/v1/payments', qr)).status).toBe(201)
      expect(box.log()).not.toContain(code)
      return code
    })
    expect(code).toMatch(/^\w{12}$/)
    await withBox({ data }, async box => {
      expect(box.output()).toContain(`Kaunta ${version} is running.`)
      expect(box.output()).not.toMatch(/claim=|kn_test_/)
    })
  })

  test('ends its streams itself when it is stopped, and waits for no reader', async () => {
    const reader = await withBox({ data: newFolder() }, async box => {
      const key = /Bearer (kn_test_\w+)/.exec(box.output())?.[1] ?? ''
      const made = await ask(box, key, '/v1/payments', qr)
      const { data } = (await made.json()) as { data: { reference: string } }
      const stream = await fetch(`${box.url}/v1/payments/${data.reference}/events`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      expect((await reader?.read())?.value).toStartWith('retry: ')
      return reader
    })
    // A stream that is cut throws here.
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      expect(part.value).toBeString()
  })

  test('refuses a folder in use immediately, and goes on there', async () => {
    const data = newFolder()
    await withBox({ data }, async box => {
      const second = await serve(data)
      expect(second).toEqual({
        code: 3,
        output: '',
        log: sentence(`another Kaunta is already running on ${data}`),
      })
      expect((await fetch(`${box.url}/health`)).status).toBe(200)
    })
  })

  test('refuses a port that another Kaunta has, whichever folder it serves', async () => {
    const port = freePort()
    const first = await startBinary({ data: newFolder(), port, args: ['--host', '0.0.0.0'] })
    const refused = await serve(newFolder(), '--port', String(port), '--host', '0.0.0.0')
    await first.stop()
    expect(refused).toEqual({
      code: 1,
      output: '',
      log: sentence('the port is taken by another program: stop it, or choose'),
    })
  })

  test('refuses a taken port, and lets go of the folder', async () => {
    const data = newFolder()
    const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const refused = await serve(data, '--port', String(taken.port))
    taken.stop(true)
    expect(refused).toEqual({
      code: 1,
      output: '',
      log: sentence('the port is taken by another program: stop it, or choose'),
    })
    await withBox({ data }, async box => expect((await fetch(`${box.url}/health`)).status).toBe(200))
  })

  const ruined: Record<string, [(data: string) => void, number, string]> = {
    'a folder that cannot be made': [data => writeFileSync(data, ''), 1, 'cannot make the data folder'],
    'a folder that cannot be written': [
      data => mkdirSync(join(data, 'lock.db'), { recursive: true }),
      1,
      'cannot write to the data folder',
    ],
    'a file that is no database': [
      data => {
        mkdirSync(data)
        writeFileSync(join(data, 'kaunta.db'), 'notes '.repeat(2_000))
      },
      1,
      '.*kaunta\\.db is not a database',
    ],
    'a staff file that is no database': [
      data => {
        mkdirSync(data)
        writeFileSync(join(data, 'staff.db'), 'notes '.repeat(2_000))
      },
      1,
      '.*staff\\.db',
    ],
  }
  test.each(Object.entries(ruined))('refuses %s with a message', async (_, [ruin, code, text]) => {
    const data = newFolder()
    ruin(data)
    expect(await serve(data)).toEqual({ code, output: '', log: sentence(text) })
  })

  test('goes on where a first start was cut short', async () => {
    const data = newFolder()
    await init(data)
    const raw = new Database(join(data, 'kaunta.db'))
    for (const table of ['api_key', 'member', 'account']) raw.run(`delete from ${table}`)
    raw.close()
    rmSync(join(data, 'secret.key'))
    rmSync(join(data, 'staff.db'))
    await withBox({ data }, async box => expect(box.output()).toMatch(/claim=\w+/))
  })

  test('refuses a folder of a newer Kaunta, and one without its key', async () => {
    const data = newFolder()
    await init(data)
    rmSync(join(data, 'secret.key'))
    expect(await serve(data)).toMatchObject({ code: 1, log: sentence('.*secret\\.key is missing') })
    const raw = new Database(join(data, 'kaunta.db'))
    raw.run("insert into migration values (99, 'later', 0)")
    raw.close()
    expect(await serve(data)).toMatchObject({
      code: 4,
      log: sentence('this data folder was written by a newer Kaunta'),
    })
  })

  test('ends with a stream open, and leaves nothing open behind', async () => {
    const data = newFolder()
    const { sandbox_api_key: key } = await initBinary(data)
    const box = await startBinary({ data })
    const payment = await (await ask(box, key, '/v1/payments', qr)).json()
    const stream = await ask(box, key, `/v1/payments/${payment.data.reference}/events`)
    const reader = stream.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    expect(await box.stop()).toBe(0)
    expect(readdirSync(data).sort()).toEqual(dataFiles)
  })

  test('ends on Ctrl-C, too', async () => {
    const box = await startBinary({ data: newFolder() })
    box.process.kill('SIGINT')
    expect(await box.process.exited).toBe(0)
    await box.stop()
  })

  test.each([
    [{ BUN_BE_BUN: '1' }, ['-e', 'await Bun.write("MARKER", "x")']],
    [{ BUN_OPTIONS: '--preload EVIL' }, ['--version']],
    [{ BUN_OPTIONS: '-e "await Bun.write(`MARKER`, 1)"' }, ['--version']],
    [{ BUN_INSPECT_PRELOAD: 'EVIL' }, ['--version']],
    [{ NODE_OPTIONS: '--require EVIL' }, ['--version']],
  ] as [Record<string, string>, string[]][])('runs no foreign code for %j', async (given, words) => {
    const folder = newFolder()
    mkdirSync(folder)
    const [evil, marker] = [join(folder, 'evil.js'), join(folder, 'marker')]
    writeFileSync(evil, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'x')`)
    const filled = (text: string) => text.replace('EVIL', evil).replace('MARKER', marker)
    const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value)]))
    const { output, log } = await runBinary(words.map(filled), { env })
    expect(words.includes('--version') ? output : log).toMatch(/^\d+\.\d+\.\d+\n$|unknown option/)
    expect(existsSync(marker)).toBe(false)
  })

  test('opens no debugger for BUN_INSPECT', async () => {
    const port = freePort()
    const env = { BUN_INSPECT: `ws://127.0.0.1:${port}/x` }
    await withBox({ data: newFolder(), env }, async () => {
      const reached = await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
      expect(reached).toBe(false)
    })
  })

  test('listens on both families with --host ::, and one caller has one address', async () => {
    const data = newFolder()
    const { sandbox_api_key: key } = await initBinary(data)
    await withBox({ data, args: ['--host', '::'] }, async box => {
      const port = new URL(box.url).port
      for (const host of ['127.0.0.1', '[::1]', 'localhost'])
        expect([host, (await fetch(`http://${host}:${port}/health`)).status]).toEqual([host, 200])
      expect(box.output()).not.toContain('://:::')
      const { data: entry } = await (await ask(box, key, '/api/v1/auth/token', person)).json()
      const log = await (await ask(box, entry.token, '/api/v1/audit-log?kind=token.issued')).json()
      expect(log.data.items).toMatchObject([{ address: '127.0.0.1' }])
    })
  })

  test('keeps its folder and files from other users, whatever was there before', async () => {
    const data = newFolder()
    await initBinary(data)
    const taken = await runBinary(['backup', '--data', data])
    expect(taken.code).toBe(0)
    const everything = () => [
      data,
      ...readdirSync(data, { recursive: true }).map(name => join(data, String(name))),
    ]
    for (const path of everything()) chmodSync(path, 0o777)
    writeFileSync(join(data, 'note.txt'), 'not of Kaunta')
    chmodSync(join(data, 'note.txt'), 0o644)
    await withBox({ data }, async box => {
      expect(box.log()).toBe('')
      const open = everything().filter(path => (statSync(path).mode & 0o077) !== 0)
      expect(open).toEqual([join(data, 'note.txt')])
      expect(everything().map(path => basename(path))).toEqual(
        expect.arrayContaining([
          'kaunta.db-wal',
          'kaunta.db-shm',
          'staff.db-wal',
          'chain.head',
          'secret.key',
        ]),
      )
    })
  })

  test('reads no .env and no bunfig.toml where it is started', async () => {
    const hostile = join(root, 'hostile')
    mkdirSync(hostile)
    writeFileSync(join(hostile, '.env'), 'KAUNTA_RATE_LIMIT=7\nLOG_LEVEL=loud\n')
    writeFileSync(join(hostile, 'bunfig.toml'), 'preload = ["./evil.ts"]\n')
    writeFileSync(
      join(hostile, 'evil.ts'),
      `require('node:fs').writeFileSync('${join(hostile, 'marker')}', '')`,
    )
    const data = newFolder()
    const { sandbox_api_key: key } = await initBinary(data)
    await withBox({ data, cwd: hostile }, async box => {
      expect((await ask(box, key, '/v1/payments')).headers.get('x-ratelimit-limit')).toBe('60')
    })
    expect(readdirSync(hostile).sort()).toEqual(['.env', 'bunfig.toml', 'evil.ts'])
  })

  test('logs no key, no phone, no name and no password, whatever goes wrong', async () => {
    const data = newFolder()
    const { sandbox_api_key: key, sandbox_webhook_secret: secret } = await initBinary(data)
    const closed = await newClosedPort()
    const canary = {
      payment_type: 'mobile',
      details: { amount: 5_000, currency: 'TZS' },
      phone_number: '0754 987 789',
      webhook_url: `http://127.0.0.1:${closed}/hook?token=canary-token`,
      customer: { name: 'Canary Mtu', email: 'canary@example.co.tz' },
      metadata: { note: 'canary-note' },
    }
    const said = await withBox({ data, env: { LOG_LEVEL: 'debug' } }, async box => {
      const { data: payment } = await (await ask(box, key, '/v1/payments', canary)).json()
      const answers = await Promise.all([
        ask(box, key, '/v1/payments', { ...canary, phone_number: '+254 712 987 789' }),
        ask(box, `${key}x`, '/v1/payments'),
        ask(box, key, `/v1/sandbox/payments/${payment.reference}`, { outcome: 'completed' }),
        ask(box, '', '/api/v1/auth/token', { ...person, password: 'canary-password' }),
        ask(box, '', '/api/v1/handset/prompts?phone=0754987789'),
      ])
      expect(answers.map(({ status }) => status)).toEqual([400, 401, 200, 401, 200])
      return box
    })
    const text = said.output() + said.log()
    expect(text).toContain('is running')
    expect(text).not.toContain(key)
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/canary|987.?789|asha@|siri-/i)
  })
})
