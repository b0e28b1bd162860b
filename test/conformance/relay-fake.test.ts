// The fake relay is faithful: its answers match the API document, and it refuses what our API refuses.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { hasDammDigit } from '../../src/domain/damm.ts'
import { readEmv } from '../../src/domain/emv.ts'
import { mobile, qr } from '../kit/endpoint.ts'
import { errorBody } from '../kit/endpoint-answer.ts'
import { bankAccount, wallet } from '../kit/endpoint-money.ts'
import { contractPath, newChecker } from '../kit/openapi.ts'
import { openRelay, relayKey } from '../kit/relay.ts'

const clock = { now: Date.parse('2026-11-22T08:00:00Z') }
const webhooks: { readonly url: string; readonly body: string }[] = []
const checker = newChecker(await Bun.file(contractPath).json())
const relay = await openRelay({
  now: () => clock.now,
  after: () => {},
  callBack: async (url, body) => void webhooks.push({ url, body }),
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.fake.set({})
  clock.now += 60_000
  webhooks.length = 0
})

/** Sends a request to the fake relay, and checks its answer against the OpenAPI document. */
async function ask(operationId: string, path: string, json?: object, headers: Record<string, string> = {}) {
  const method = checker.operation(operationId).method
  const response = await fetch(relay.origin + path, {
    method,
    headers: { authorization: `Bearer ${relayKey}`, 'content-type': 'application/json', ...headers },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
  const answer = { status: response.status, headers: response.headers, json: await response.json() }
  expect(checker.answer(operationId, answer)).toEqual([])
  return answer
}
const createPayment = (json: object = qr, headers = {}) => ask('createPayment', '/v1/payments', json, headers)
const sendPayout = (json: object = wallet, headers = {}) =>
  ask('sendPayout', '/v1/payouts/send', json, headers)
const referenceOf = ({ json }: Awaited<ReturnType<typeof ask>>): string => json.data.reference
const card = {
  payment_type: 'card',
  details: { ...qr.details, redirect_url: 'https://duka.example/a', cancel_url: 'https://duka.example/b' },
  customer: {
    firstname: 'Asha',
    lastname: 'Juma',
    email: 'asha@example.com',
    address: 'Uhuru 1',
    city: 'Dar',
    state: 'Dar',
    postcode: '11101',
    country: 'TZ',
  },
}

test.each([
  ['a QR code', qr],
  ['a push', mobile],
  ['a card', card],
])('%s: created, read, listed, paid', async (_, json) => {
  const reference = referenceOf(await createPayment(json))
  const read = async () => (await ask('getPayment', `/v1/payments/${reference}`)).json.data
  const { status, payment_qr_code: code, payment_token: token } = await read()
  expect(status).toBe('pending')
  expect(hasDammDigit(token)).toBe(true)
  if (code) expect(readEmv(code)?.get('26.02')).toBe(token)
  relay.fake.steer(reference, { answer: 'unknown' })
  expect(await read()).toMatchObject({ status: 'pending', outcome_unknown: true })
  relay.fake.steer(reference, { answer: 'completed' })
  expect(await read()).toMatchObject({ status: 'completed', outcome_unknown: false })
  const { items } = (await ask('listPayments', '/v1/payments?limit=1')).json.data
  expect(items).toEqual([await read()])
  await ask('getBalance', '/v1/payments/balance')
})

test('a payment that is pushed and voided, and one whose time is over', async () => {
  const reference = referenceOf(await createPayment())
  await ask('pushPayment', `/v1/payments/${reference}/push`, { phone: '0754123456' })
  expect(relay.fake.payments.get(reference)?.pushes).toEqual(['+255754123456'])
  await ask('voidPayment', `/v1/payments/${reference}/void`)
  const again = await ask('voidPayment', `/v1/payments/${reference}/void`)
  expect(again.json).toMatchObject(errorBody('invalid_state', 'payment_not_voidable'))
  const short = { ...qr, details: { ...qr.details, expires_in: 60 } }
  const expiring = referenceOf(await createPayment(short))
  clock.now += 60_000
  expect((await ask('getPayment', `/v1/payments/${expiring}`)).json.data.status).toBe('expired')
})

test.each([
  ['completed', 'payment.completed'],
  ['failed', 'payment.failed'],
  ['expired', 'payment.expired'],
])('a webhook of a payment that %s', async (answer, type) => {
  const webhook_url = 'https://duka.example/hook'
  const reference = referenceOf(await createPayment({ ...qr, webhook_url, metadata: { order: 'A1' } }))
  relay.fake.steer(reference, { answer })
  expect(webhooks.map(({ url }) => url)).toEqual([webhook_url])
  const body = JSON.parse(webhooks[0]?.body ?? '')
  expect(checker.webhook(type, body)).toEqual([])
  expect(body).toMatchObject({ type, data: { reference, metadata: { order: 'A1' } } })
})

test.each([
  ['a wallet', wallet],
  ['a bank account', bankAccount],
])('a payout to %s', async (_, json) => {
  for (const answer of ['completed', 'failed', 'pending', 'unknown', 'reversed']) {
    relay.fake.steer('next', { answer })
    const reference = referenceOf(await sendPayout(json))
    const { status, outcome_unknown } = (await ask('getPayout', `/v1/payouts/${reference}`)).json.data
    expect([status, outcome_unknown]).toEqual(answer === 'unknown' ? ['pending', true] : [answer, false])
  }
  await ask('listPayouts', '/v1/payouts?limit=5')
})

test('a key runs once in 24 hours', async () => {
  const headers = { 'idempotency-key': 'A1' }
  const first = await createPayment(qr, headers)
  expect((await createPayment(qr, headers)).json).toEqual(first.json)
  expect((await createPayment(mobile, headers)).json).toMatchObject(
    errorBody('validation_error', 'idempotency_key_reused'),
  )
  clock.now += 86_400_000
  expect(referenceOf(await createPayment(qr, headers))).not.toBe(referenceOf(first))
})

test('what our API refuses', async () => {
  const reasons = []
  for (const json of [
    {},
    { ...qr, details: { amount: 100, currency: 'TZS' } },
    { ...mobile, phone_number: undefined },
    { ...card, customer: {} },
  ])
    reasons.push((await createPayment(json)).status)
  for (const json of [{}, { ...wallet, recipient_phone: 'x' }, { ...bankAccount, recipient_bank: 'X' }])
    reasons.push((await sendPayout(json)).status)
  expect(reasons).toEqual([400, 400, 400, 400, 400, 400, 400])
  expect((await ask('getPayment', '/v1/payments/none')).status).toBe(404)
  expect((await createPayment(qr, { authorization: 'Bearer kn_live_other' })).status).toBe(401)
  relay.fake.set({ revoked: true })
  expect((await createPayment()).json).toMatchObject(errorBody('unauthorized', 'key_unknown'))
})

test('60 requests a minute', async () => {
  const statuses = []
  for (let count = 0; count < 62; count++)
    statuses.push((await ask('getBalance', '/v1/payments/balance')).status)
  expect(statuses.filter(status => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})

test('a line that breaks before or after an order was carried out', async () => {
  const headers = { 'idempotency-key': 'B1' }
  for (const drop of ['before', 'after'] as const) {
    relay.fake.steer('B1', { drop, call: 'payments' })
    await expect(createPayment(qr, headers)).rejects.toThrow()
    await createPayment(qr, { 'idempotency-key': 'B2' })
    expect(relay.fake.referenceOf('B1') !== '').toBe(drop === 'after')
  }
})
