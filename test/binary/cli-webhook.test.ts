// The developer's two commands on the real binary, with no internet: `kaunta trigger` and `kaunta listen`
// against a running server and a receiver in this process.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventTypes } from '../../src/domain/event.ts'
import { messageOf } from '../../src/domain/fault.ts'
import { verifyWebhook } from '../../src/wire/signature.ts'
import {
  type Binary,
  freePort,
  type Initial,
  initBinary,
  runBinary,
  startBinary,
  startCommand,
} from '../kit/binary.ts'
import { newClosedPort } from '../kit/closed-port.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-cli-webhook-'))
const data = join(root, 'data')
const port = freePort()
const closedPort = await newClosedPort()
let made: Initial
let box: Binary

/** What the receiver received, and its answer. */
const received: { readonly headers: Headers; readonly body: string }[] = []
let answer = () => new Response('asante', { status: 200 })
let onWebhook = () => {}
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    received.push({ headers: request.headers, body: await request.text() })
    onWebhook()
    return answer()
  },
})
const to = `http://127.0.0.1:${receiver.port}/hook`
/** Matches what the command line prints of an error: its message, from the table of reasons. */
const says = (message: string) => new RegExp(`^kaunta: ${RegExp.escape(message)}`)

/** Resolves once the receiver has received this many. */
async function receives(count: number): Promise<void> {
  while (received.length < count)
    await new Promise<void>(resolve => {
      onWebhook = resolve
    })
}

const start = () => startBinary({ data, port, env: { KAUNTA_RATE_LIMIT: '0' } })
beforeAll(async () => {
  made = await initBinary(data)
  box = await start()
})
afterAll(async () => {
  await box.stop()
  await receiver.stop(true)
  rmSync(root, { recursive: true, force: true })
})

const ask = async (path: string, json?: object) => {
  const response = await fetch(box.url + path, {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${made.sandbox_api_key}`, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
  return response.json()
}
async function sells(webhook_url?: string): Promise<string> {
  const json = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' }, webhook_url }
  const { reference } = (await ask('/v1/payments', json)).data
  await ask(`/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
  return reference
}
const isSigned = ({ headers, body }: (typeof received)[number]) => {
  const stamp = Number(headers.get('x-webhook-timestamp'))
  const signature = headers.get('x-webhook-signature') ?? ''
  return verifyWebhook(made.sandbox_webhook_secret, stamp, body, signature, Math.floor(Date.now() / 1_000))
}
const trigger = (...words: string[]) => runBinary(['trigger', ...words, '--url', box.url])

describe('kaunta trigger', () => {
  test.each([...eventTypes])('%s reaches the receiver, signed', async type => {
    const before = received.length
    const { code, output, log } = await trigger(type, '--to', to, '--key', made.sandbox_api_key)
    expect([code, log]).toEqual([0, ''])
    expect(received.length).toBe(before + 1)
    const got = received.at(-1)
    expect(got && isSigned(got)).toBe(true)
    expect(JSON.parse(got?.body ?? '')).toMatchObject({ type, data: { metadata: { example: true } } })
    expect(output).toStartWith(`${type} → ${to}\n`)
    expect(output).toContain(`X-Webhook-Signature: ${got?.headers.get('x-webhook-signature')}\n`)
    // A key gets only the status of the receiver's answer, because it must not read the shop's network.
    expect(output).toMatch(/\n← 200 in \d+ ms\n$/)
  })

  test('ends with 2 when the receiver does not take it, with the reason', async () => {
    answer = () => new Response('no', { status: 422 })
    const refused = await trigger('payment.failed', '--to', to, '--key', made.sandbox_api_key)
    answer = () => new Response('asante')
    expect([refused.code, refused.output]).toEqual([
      2,
      expect.stringMatching(/← 422[\s\S]*not delivered: the receiver answered 422\n$/),
    ])
    const silent = await trigger(
      'payment.failed',
      '--to',
      `http://127.0.0.1:${closedPort}/`,
      '--key',
      made.sandbox_api_key,
    )
    expect([silent.code, silent.output]).toEqual([
      2,
      expect.stringMatching(/← no response after \d+ ms\n\nnot delivered: .+\n$/),
    ])
  })

  test.each([
    [
      'without a key',
      () => trigger('payment.completed', '--to', to),
      /^kaunta: an API key is needed: .*--key or KAUNTA_KEY/,
    ],
    [
      'with a wrong key',
      () => trigger('payment.completed', '--to', to, '--key', 'kn_test_x'),
      says(messageOf('key_unknown')),
    ],
    [
      'of an event there is not',
      () => trigger('payment.lost', '--to', to),
      /payment\.lost.*\n?.*payment\.completed/,
    ],
    [
      'to an address that may not be called',
      () => trigger('payment.completed', '--to', 'http://169.254.169.254/', '--key', made.sandbox_api_key),
      says(`url ${messageOf('web_address_reserved')}`),
    ],
    [
      'to nowhere',
      () => trigger('payment.completed', '--key', made.sandbox_api_key),
      says(`url ${messageOf('webhook_url_required')}`),
    ],
    [
      'while the server is off',
      () =>
        runBinary(['trigger', 'payment.completed', '--key', 'x', '--url', `http://127.0.0.1:${closedPort}`]),
      /^kaunta: cannot reach Kaunta at http/,
    ],
  ])('%s: one sentence and 1', async (_, run, text) => {
    expect(await run()).toEqual({ code: 1, output: '', log: expect.stringMatching(text) })
  })

  test('takes its key and address from the environment', async () => {
    const env = { KAUNTA_KEY: made.sandbox_api_key, KAUNTA_URL: box.url }
    expect((await runBinary(['trigger', 'payment.expired', '--to', to], { env })).code).toBe(0)
    const help = await runBinary(['trigger', '--help'])
    expect(help.output).toMatch(/KAUNTA_URL[\s\S]*KAUNTA_KEY[\s\S]*collection:create/)
  })
})

describe('kaunta listen', () => {
  test('forwards events, also resent ones, and continues where it was after a restart of the server', async () => {
    received.length = 0
    const words = ['listen', '--forward-to', to, '--url', box.url, '--key', made.sandbox_api_key]
    const listener = startCommand(words)
    await listener.printed('listening to')
    const first = await sells()
    await receives(1)
    expect(received.map(one => [JSON.parse(one.body).data.reference, isSigned(one)])).toEqual([[first, true]])
    const stored = await ask(`/api/v1/events/${JSON.parse(received[0]?.body ?? '').id}`)
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(stored.data.body)
    expect(received[0]?.headers.get('x-webhook-event')).toBe('payment.completed')

    await box.kill9()
    box = await start()
    // Sold before the listener is back: it continues after its last event.
    const second = await sells(`http://127.0.0.1:${closedPort}/`)
    await receives(2)
    const third = await sells()
    await receives(3)
    expect(received.map(one => JSON.parse(one.body).data.reference)).toEqual([first, second, third])

    const delivery = (await ask(`/api/v1/webhooks/deliveries?payment=${second}`)).data.items[0]
    await ask(`/api/v1/webhooks/deliveries/${delivery.id}/retry`, {})
    await receives(4)
    expect(received[3]?.body).toBe(received[1]?.body)
    expect(received[3] && isSigned(received[3])).toBe(true)
    await listener.printed('(sent again)')

    expect(await box.stop()).toBe(0)
    box = await start()
    const fourth = await sells()
    await receives(5)
    expect(JSON.parse(received[4]?.body ?? '').data.reference).toBe(fourth)
    expect(await listener.stop()).toBe(0)
    const lines = listener.output().split('\n')
    expect(lines[0]).toBe(`listening to ${box.url}, forwarding to ${to}`)
    expect(lines[1]).toMatch(
      new RegExp(`^\\d{4}-.*Z payment\\.completed ${first} evt_\\w{32} → 200 in \\d+ ms$`),
    )
    expect(listener.log()).toMatch(/trying again/)
  }, 300_000)

  test('a receiver that is off stops no event', async () => {
    const off = `http://127.0.0.1:${closedPort}/`
    const listener = startCommand([
      'listen',
      '--forward-to',
      off,
      '--url',
      box.url,
      '--key',
      made.sandbox_api_key,
    ])
    await listener.printed('listening to')
    const [one, two] = [await sells(), await sells()]
    await listener.printed(two)
    expect(listener.output()).toMatch(new RegExp(`${one} .*failed: .*\\n.*${two} .*failed: `))
    await listener.stop()
  })

  test('refused: one sentence and 1', async () => {
    const refused = await runBinary(['listen', '--url', box.url, '--key', 'kn_test_x'])
    expect(refused).toEqual({
      code: 1,
      output: '',
      log: `kaunta: ${messageOf('key_unknown')}\n`,
    })
  })
})
