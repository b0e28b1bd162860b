// Published clients of this API by other authors, against the binary: every method they have. Failures are
// those that the specification demands; docs/clients.md repeats the table.
import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { join } from 'node:path'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { clientFiles, python, runTool, rustCalls, testWith } from '../kit/client-tool.ts'

let shop: Awaited<ReturnType<typeof openBinaryShop>>
beforeAll(async () => {
  shop = await openBinaryShop({ env: { KAUNTA_RATE_LIMIT: '0' } })
  const details = { amount: 1_000_000, currency: 'TZS' }
  const { body } = await shop.asKey('POST', '/v1/payments', { payment_type: 'dynamic-qr', details })
  await shop.asKey('POST', `/v1/sandbox/payments/${body.data.reference}`, { outcome: 'completed' })
}, 300_000)
afterAll(() => shop.close())

interface Call {
  readonly method: string
  readonly error?: string
  readonly answer?: unknown
}

async function callsOf(words: readonly string[]) {
  const { code, output, log } = await runTool([...words, shop.url, shop.made.sandbox_api_key])
  expect({ code, log }).toEqual({ code: 0, log: '' })
  return output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Call)
}
const failuresOf = (calls: readonly Call[]) =>
  Object.fromEntries(calls.filter(call => call.error).map(({ method, error }) => [method, error]))
const answerOf = (calls: readonly Call[], method: string) =>
  calls.find(call => call.method === method)?.answer

describe('Python: snippe 0.1.5', () => {
  let calls: Call[]
  const script = join(clientFiles, 'snippe_calls.py')

  testWith(python)(
    'calls every method it has, and none fails',
    async () => {
      calls = await callsOf([python, script])
      const { methods } = Object(calls.pop()) as { methods: string[] }
      expect(calls.map(({ method }) => method).toSorted()).toEqual(methods.toSorted())
      expect(calls).toHaveLength(19)
      expect(failuresOf(calls)).toEqual({})
      expect(answerOf(calls, 'Snippe.create_mobile_payment')).toMatchObject({
        status: 'pending',
        amount: 5_000,
      })
      expect(answerOf(calls, 'Snippe.create_card_payment')).toMatchObject({
        payment_url: expect.stringContaining(shop.url),
      })
      expect(answerOf(calls, 'Snippe.calculate_payout_fee')).toMatchObject({ total_amount: 6_500 })
      expect(answerOf(calls, 'Snippe.list_payouts')).toMatchObject({ items: 2 })
    },
    60_000,
  )

  testWith(python)('reads lists and balances in another form than the specification has', () => {
    // It reads `data.payments` and whole numbers; the specification has `data.items` and money objects.
    expect(answerOf(calls, 'Snippe.list_payments')).toMatchObject({ payments: 0 })
    expect(answerOf(calls, 'Snippe.get_balance')).toMatchObject({ available_balance: 0 })
  })
})

describe('Rust: snippe 0.1.0', () => {
  testWith(rustCalls)(
    'calls every method it has; five read answers that the specification does not have',
    async () => {
      const calls = await callsOf([rustCalls])
      expect(calls).toHaveLength(18)
      const isList = 'failed to decode response: invalid type: map, expected a sequence at line 1 column 38'
      expect(failuresOf(calls)).toEqual({
        'payments.list': isList,
        'payments.list_with': isList,
        'payments.search': isList,
        'payouts.list': isList,
        'payments.trigger_push':
          'failed to decode response: invalid type: integer `200`, expected a string at line 1 column 13',
      })
    },
    60_000,
  )
})

describe('Python: webhooks', () => {
  testWith(python)(
    'standardwebhooks 1.1.0 and snippe 0.1.5 verify a delivery, and refuse a changed one',
    async () => {
      const received = Promise.withResolvers<{ body: string; headers: Record<string, string> }>()
      const receiver = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        async fetch(request) {
          received.resolve({ body: await request.text(), headers: Object.fromEntries(request.headers) })
          return new Response(null, { status: 204 })
        },
      })
      const url = `http://127.0.0.1:${receiver.port}/kaunta`
      const sent = await shop.asKey('POST', '/api/v1/webhooks/test', { url, event_type: 'payment.completed' })
      expect(sent.body.data).toMatchObject({ response: { status: 204 }, error: null })
      const input = JSON.stringify({ ...(await received.promise), secret: shop.made.sandbox_webhook_secret })
      await receiver.stop(true)
      const { output, log } = await runTool([python, join(clientFiles, 'webhook_check.py')], { input })
      expect(log).toBe('')
      expect(JSON.parse(output)).toEqual({
        snippe: 'payment.completed',
        snippe_changed: 'WebhookVerificationError',
        standardwebhooks: 'payment.completed',
        standardwebhooks_changed: 'WebhookVerificationError',
      })
    },
    30_000,
  )
})
