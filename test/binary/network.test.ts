// `kaunta network` on the real binary, against the fakes of the networks: its output, its exit status, and
// that no credential is ever printed.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../src/domain/fault.ts'
import { networkTestMessage } from '../../src/domain/network-test.ts'
import { initBinary, runBinary } from '../kit/binary.ts'
import { openRelay, relayKey } from '../kit/relay.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-network-'))
const data = join(root, 'data')
const selcom = await openSelcom()
const relay = await openRelay()
await initBinary(data)
afterAll(() => {
  selcom.close()
  relay.close()
  rmSync(root, { recursive: true, force: true })
})

const run = (words: readonly string[], input?: string) =>
  runBinary(['network', ...words, '--data', data], {
    env: { KAUNTA_SELCOM_URL: selcom.url, KAUNTA_RELAY_HOSTS: '127.0.0.1' },
    ...(input === undefined ? {} : { input }),
  })
const connect = (name: string, credentials: object, ...words: string[]) =>
  run(['connect', name, '--credentials', '-', ...words], JSON.stringify(credentials))
const stateOf = async (name: string, ...words: string[]) =>
  (await run(['list', ...words])).output.split('\n').find(line => line.startsWith(name))
const failed = (name: string, result: Parameters<typeof networkTestMessage>[0]['result']) =>
  `FAILED  ${name}: ${networkTestMessage({ name, result })}\n`

const networks = () => ({
  selcom: {
    credentials: selcomCredentials as Record<string, string>,
    wrong: { ...selcomCredentials, api_secret: 'wrong' },
    tests: ['orders', 'payouts_mobile', 'payouts_bank', 'balance'],
    fields: 'vendor, api_key, api_secret, pin, refunds',
  },
  relay: {
    credentials: { url: relay.origin, api_key: relayKey } as Record<string, string>,
    wrong: { url: relay.origin, api_key: 'kn_live_wrong' },
    tests: ['orders', 'order_status', 'payouts', 'payout_status', 'balance'],
    fields: 'url, api_key',
  },
})

describe.each(['selcom', 'relay'])('%s', name => {
  test('listed, connected from a file and from standard input, tested, disconnected', async () => {
    const { credentials, wrong, tests, fields } = networks()[name as 'selcom' | 'relay']
    const said: string[] = []
    const note = <T extends { output: string; log: string }>(ended: T): T => {
      said.push(ended.output, ended.log)
      return ended
    }
    expect(await stateOf(name)).toMatch(new RegExp(`not connected +${fields}$`))
    expect(note(await run(['test', name]))).toMatchObject({
      code: 1,
      log: `kaunta: ${messageOf('network_not_connected', { name })}\n`,
    })
    const file = join(root, `${name}.json`)
    writeFileSync(file, JSON.stringify(wrong))
    const refused = note(await run(['connect', name, '--credentials', file]))
    expect(refused.code).toBe(2)
    expect(refused.output).toContain(failed(tests[0] ?? '', 'credentials_wrong'))
    const connected = note(await connect(name, credentials))
    expect(connected).toMatchObject({ code: 0, log: '' })
    expect(connected.output).toBe(
      `${name} is connected to Duka la Asha.\n${tests.map(one => `ok  ${one}: works\n`).join('')}`,
    )
    expect(await stateOf(name)).toMatch(/^\w+ +connected/)
    expect(note(await run(['test', name])).code).toBe(0)
    expect(note(await run(['disconnect', name])).code).toBe(0)
    expect(await stateOf(name)).toContain('not connected')
    for (const [key, secret] of Object.entries({ ...credentials, ...wrong }))
      if (key !== 'url' && key !== 'vendor') expect(said.join('')).not.toContain(secret)
  })
})

test('problems are printed in words', async () => {
  const gone = await connect('relay', { url: 'http://127.0.0.1:9', api_key: relayKey })
  expect(gone.code).toBe(2)
  expect(gone.output).toContain(failed('orders', 'unreachable'))
  const page = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<h1>Karibu</h1>') })
  const other = await connect('relay', { url: page.url.origin, api_key: relayKey })
  expect(other.output).toContain(failed('orders', 'not_this_api'))
  await page.stop(true)
  selcom.fake.set({ off: ['qwiksend'] })
  const off = await connect('selcom', { ...selcomCredentials, pin: '0000' })
  expect(off.output).toContain(failed('payouts_bank', 'product_off'))
  expect(off.output).toContain(failed('balance', 'pin_wrong'))
  selcom.fake.set({})
})

test('what cannot be connected', async () => {
  const logOf = async (name: string, credentials: object, ...words: string[]) => {
    const { code, log } = await connect(name, credentials, ...words)
    expect(code).toBe(1)
    return log
  }
  expect(await logOf('relay', { url: 'http://pay.example.com', api_key: relayKey })).toContain('https://')
  expect(await logOf('relay', { url: relay.origin, api_key: 'kn_test_1' })).toContain('test key')
  expect(await logOf('relay', { url: relay.origin, api_key: relayKey }, '--sandbox')).toContain('kn_test_')
  expect(await logOf('relay', {})).toContain('JSON')
  expect(await logOf('relay', { url: relay.origin })).toContain('credentials.api_key')
  expect(await logOf('mpesa', { key: 'a' })).toBe(
    `kaunta: ${messageOf('network_not_found', { name: 'mpesa' })}\n`,
  )
})
