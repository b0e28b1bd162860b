// Payouts in the API, as data: valid requests, answers, their effect on the balance, and permissions.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Value } from '@sinclair/typebox/value'
import { banks } from '../../src/domain/bank.ts'
import { PayoutView } from '../../src/wire/payout.ts'
import { qr, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import {
  addRoles,
  balanceOf,
  bankAccount,
  earn,
  payoutFee,
  payoutOf,
  rowsOfNewPayout,
  wallet,
} from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { runScenario, type Scenario, testScenarios } from '../kit/endpoint-scenario.ts'

const shop = await openShopOnNodes()
await addRoles(shop)
await earn(shop, 5_000_000)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const path = '/v1/payouts/send'
const run = (scenario: Scenario) => runScenario(shop, scenario)
const scenarios = (table: Record<string, Scenario>) => testScenarios(shop, table)
const send = (json: object = wallet, more: Partial<TestRequest> = {}) =>
  shop.request({ as: 'sandbox', path, json, ...more })
const see = async (reference: string) =>
  payoutOf(await shop.request({ as: 'payout reader', path: `/v1/payouts/${reference}` }))
const decide = (reference: string, json: object) =>
  shop.request({ as: 'payer', path: `/v1/sandbox/payouts/${reference}`, json })
async function decided(json: object, body: object = wallet) {
  const { reference } = payoutOf(await send(body))
  expect((await decide(reference, json)).status).toBe(200)
  await shop.work()
  return see(reference)
}

describe('sending', () => {
  const total = wallet.amount + payoutFee

  test('to a wallet', async () => {
    const json = { ...wallet, narration: 'Mshahara', metadata: { month: 11 }, unknown: [1] }
    const answer = await run({
      request: { as: 'payer', path, json },
      status: 201,
      body: { status: 'success', code: 201 },
      changes: rowsOfNewPayout,
    })
    const { id, reference, created_at, ...payout } = payoutOf(answer)
    expect(reference).toBe(id)
    expect(payout).toEqual({
      external_reference: '',
      object: 'payout',
      api_version: '2026-01-25',
      status: 'pending',
      amount: { value: 5_000, currency: 'TZS' },
      fees: { value: payoutFee, currency: 'TZS' },
      total: { value: total, currency: 'TZS' },
      channel: { type: 'mobile_money', provider: 'mixx' },
      recipient: { name: 'Juma Ally', phone: '+255713000111', bank: '', account: '' },
      narration: 'Mshahara',
      approval: null,
      manual_outcome: null,
      metadata: { month: 11 },
      failure_reason: null,
      outcome_unknown: false,
      completed_at: null,
    })
    expect(payoutOf(await shop.request({ as: 'payout reader', path: `/v1/payouts/${id}` }))).toMatchObject({
      id,
      created_at,
      ...payout,
    })
  })

  test('to a bank, on /api/v1 too', async () => {
    const answer = await run({
      request: {
        as: 'payer',
        path: '/api/v1/payouts/send',
        json: { ...bankAccount, recipient_bank: ' gt bank ' },
      },
      status: 201,
      changes: rowsOfNewPayout,
    })
    expect(payoutOf(answer)).toMatchObject({
      channel: { type: 'bank', provider: 'gt bank' },
      recipient: { name: 'Juma Ally', phone: '', bank: 'GT BANK', account: '0150-123456789' },
    })
  })

  const codes =
    `ABSA ACCESS AKIBA AMANA AZANIA BANCABC BARODA BOA BOI CANARA CITI CRDB DASHENG DCB DTB ECOBANK EQUITY EXIM FNB HABIB ICB IMBANK
    KCB KILIMANJARO MAENDELEO MKOMBOZI MWALIMU MWANGA NBC NCBA NMB PBZ SCB SELCOMPESA STANBIC TCB UBA UCHUMI YETU`.split(
      /\s+/,
    )
  test.each([...codes, 'GT BANK'])('to a bank called %s', async recipient_bank => {
    expect(payoutOf(await send({ ...bankAccount, recipient_bank })).recipient.bank).toBe(recipient_bank)
  })

  test('and to no other', () => expect([...banks].sort()).toEqual([...codes, 'GT BANK'].sort()))

  scenarios({
    'by a person who owns the shop': {
      request: { as: 'owner', path, json: wallet },
      status: 201,
      changes: rowsOfNewPayout,
    },
    'on a live account without a network': {
      request: { as: 'live', path, json: wallet },
      status: 400,
      body: errorBody('method_unavailable', 'network_for_payout_missing', {
        mode: 'live',
        channel: 'mobile',
      }),
    },
    'more than there is': {
      request: { as: 'stranger', path, json: wallet },
      status: 400,
      body: errorBody('insufficient_balance', 'payout_balance_too_low', {
        total,
        fee: payoutFee,
        available: 0,
      }),
    },
    'the most a payout can be': {
      request: { as: 'payer', path, json: { ...wallet, amount: 999_999_999_999 } },
      status: 400,
      body: errorBody('insufficient_balance'),
    },
    'as a form': {
      request: {
        as: 'payer',
        path,
        raw: 'amount=5000',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      status: 415,
      body: errorBody('unsupported_media_type'),
    },
  })
})

describe('bad input', () => {
  const without = (field: string, body: object) => JSON.parse(JSON.stringify({ ...body, [field]: undefined }))
  const amounts = [null, '5000', true, [5_000], { value: 5_000 }, 5_000.5, 4_999, 0, -5_000, 1e12, 2 ** 63]
  const keys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))
  const inWallet: Record<string, readonly unknown[]> = {
    amount: amounts,
    channel: [null, '', 'cash', 'MOBILE', 1, ['mobile']],
    recipient_name: [null, 1, '', '   ', 'n'.repeat(201)],
    recipient_phone: [
      null,
      255713000111,
      '',
      ' ',
      '+254712345678',
      '071300011',
      '07130001111',
      '0'.repeat(31),
    ],
    narration: [1, 'n'.repeat(201)],
    webhook_url: [1, 'ftp://example.com/', 'example.com', `https://example.com/${'x'.repeat(481)}`],
    metadata: ['a', ['a'], keys],
  }
  const inBank: Record<string, readonly unknown[]> = {
    recipient_bank: [null, 1, '', 'NOBANK', 'GTBANK', 'B'.repeat(31)],
    recipient_account: [
      null,
      150123456789,
      '',
      '123',
      '1'.repeat(35),
      '0150 123456',
      '0150/123456',
      '<script>',
    ],
  }
  const cases = [
    ...Object.entries(inWallet).flatMap(([field, values]) =>
      values.map(value => [field, value, wallet] as const),
    ),
    ...Object.entries(inBank).flatMap(([field, values]) =>
      values.map(value => [field, value, bankAccount] as const),
    ),
    ...['amount', 'channel', 'recipient_name', 'recipient_phone'].map(
      field => [field, undefined, wallet] as const,
    ),
    ...['recipient_bank', 'recipient_account'].map(field => [field, undefined, bankAccount] as const),
  ]
  test.each(cases)('%s %j', async (field, value, body) => {
    const json = value === undefined ? without(field, body) : { ...body, [field]: value }
    const answer = await run({
      request: { as: 'payer', path, json },
      status: 400,
      body: errorBody('validation_error'),
    })
    expect(textAt(answer, 'message')).toStartWith(field)
    expect(textAt(answer, 'errors.0.field')).toStartWith(field)
  })

  const bodies = ['', '{', 'null', '[]', '"x"', '{"amount":5000,"amount":6000}', '{"__proto__":{}}']
  test.each(bodies)('the body %s', async raw => {
    const headers = { 'content-type': 'application/json' }
    const answer = await run({
      request: { as: 'payer', path, raw, headers },
      status: 400,
      body: errorBody('validation_error'),
    })
    expect(at(answer, 'errors.0.field')).toBe('body')
  })

  const good: [string, object][] = [
    ['a name of one character', { ...wallet, recipient_name: 'J' }],
    ['a name of 200', { ...wallet, recipient_name: 'J'.repeat(200) }],
    ['a number without a plus', { ...wallet, recipient_phone: '255713000111' }],
    ['a narration of 200', { ...wallet, narration: 'n'.repeat(200) }],
    ['an empty narration', { ...wallet, narration: '' }],
    ['optional fields that are empty', { ...wallet, narration: null, webhook_url: '', metadata: [] }],
    [
      'optional fields that are null',
      { ...bankAccount, recipient_phone: null, webhook_url: null, metadata: null },
    ],
    ['an account of four digits', { ...bankAccount, recipient_account: '1234' }],
    ['an account of 34 characters', { ...bankAccount, recipient_account: 'A'.repeat(34) }],
    ['a webhook of 500 characters', { ...wallet, webhook_url: `https://example.com/${'x'.repeat(480)}` }],
    ['fields it does not know', { ...wallet, currency: 'KES', recipient: { name: 1 } }],
  ]
  test.each(good)('but not %s', async (_, json) => {
    await run({ request: { as: 'payer', path, json }, status: 201, changes: rowsOfNewPayout })
  })
})

describe('reading', () => {
  test('the fee', async () => {
    const answer = await shop.request({ as: 'payout reader', path: '/v1/payouts/fee?amount=20000' })
    expect(answer.json).toEqual({
      status: 'success',
      code: 200,
      data: { amount: 20_000, fee_amount: payoutFee, total_amount: 21_500, currency: 'TZS' },
    })
  })

  test.each([
    '',
    '?amount=',
    '?amount=4999',
    '?amount=x',
    '?amount=5000.5',
    '?amount=-5000',
    '?amount=1000000000000',
  ])('the fee of nothing that can be sent: %s', async query => {
    const answer = await shop.request({ as: 'payout reader', path: `/v1/payouts/fee${query}` })
    expect(answer.json).toMatchObject({
      code: 400,
      error_code: 'validation_error',
      errors: [{ field: 'amount' }],
    })
  })

  test('the list: newest first, in pages, by status and time', async () => {
    shop.advance(86_400_000)
    const from = new Date(shop.appliance.world.clock.now()).toISOString()
    const made: string[] = []
    for (let count = 0; count < 3; count++) made.unshift(payoutOf(await send()).reference)
    const failed = await decided({ outcome: 'failed' })
    const list = (query: string) =>
      shop.request({ as: 'payout reader', path: `/v1/payouts?from=${from}&${query}` })
    const references = (answer: TestResponse) =>
      [at(answer, 'data.items')].flat().map(item => Reflect.get(Object(item), 'reference'))
    const cases: [string, string[], number][] = [
      ['', [failed.reference, ...made], 4],
      ['limit=2', [failed.reference, made[0] ?? ''], 4],
      ['limit=2&offset=3', made.slice(2), 4],
      ['status=failed', [failed.reference], 1],
      ['status=pending', made, 3],
      ['status=reversed', [], 0],
      ['channel=bank', [], 0],
      ['channel=mobile&status=failed', [failed.reference], 1],
      [`to=${from}`, [], 0],
      ['utm_source=1', [failed.reference, ...made], 4],
    ]
    for (const [query, wanted, total] of cases) {
      const answer = await list(query)
      expect([query, references(answer), at(answer, 'data.total')]).toEqual([query, wanted, total])
      for (const item of [at(answer, 'data.items')].flat()) expect(Value.Check(PayoutView, item)).toBe(true)
    }
    expect((await list('')).json).toMatchObject({
      status: 'success',
      code: 200,
      data: { limit: 20, offset: 0 },
    })
  })

  const bad: [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
    ['status=voided', 'status'],
    ['channel=card', 'channel'],
    ['from=yesterday', 'from'],
  ]
  test.each(bad)('the list with %s', async (query, field) => {
    const answer = await shop.request({ as: 'payout reader', path: `/v1/payouts?${query}` })
    expect(answer.json).toMatchObject({ code: 400, error_code: 'validation_error', errors: [{ field }] })
  })

  test.each([
    ['stranger', 'payout_not_found', 'payout_not_found'],
    ['live', 'sandbox_account_needed', 'sandbox_only'],
  ] as const)("another account's is not read, listed or decided: %s", async (as, onRead, onDecision) => {
    const { reference } = payoutOf(await send())
    const path = `/v1/payouts/${reference}`
    expect((await shop.request({ as, path })).json).toMatchObject({ reason: onRead })
    expect((await shop.request({ as, path: '/v1/payouts' })).json).toMatchObject({
      data: { items: [], total: 0 },
    })
    const decision = { as, path: `/v1/sandbox/payouts/${reference}`, json: { outcome: 'completed' } }
    expect((await shop.request(decision)).json).toMatchObject({ reason: onDecision })
  })

  scenarios({
    'one that does not exist': {
      request: { as: 'payout reader', path: '/v1/payouts/nothing' },
      status: 404,
      body: errorBody('not_found'),
    },
    'on /api/v1': { request: { as: 'payout reader', path: '/api/v1/payouts/fee?amount=5000' }, status: 200 },
    'one called send': { request: { as: 'payout reader', path }, status: 404 },
  })
})

describe('the simulated network', () => {
  const outcomes = [
    [
      { outcome: 'completed' },
      { status: 'completed', failure_reason: null, external_reference: expect.stringMatching(/^SIM/) },
    ],
    [{ outcome: 'failed' }, { status: 'failed', failure_reason: 'unspecified_failure', completed_at: null }],
    [
      { outcome: 'failed', failure_reason: 'recipient_not_found' },
      { status: 'failed', failure_reason: 'recipient_not_found' },
    ],
    [{ outcome: 'unknown' }, { status: 'pending', outcome_unknown: true, failure_reason: null }],
    [
      { outcome: 'completed', delay_ms: 10_000 },
      { status: 'pending', outcome_unknown: false },
    ],
  ] as const
  test.each(outcomes)('%j leads to %j', async (decision, wanted) => {
    expect(await decided(decision)).toMatchObject(wanted)
  })

  test('an unknown outcome is checked until it is known', async () => {
    const { reference } = await decided({ outcome: 'unknown' })
    shop.advance(86_400_000)
    await shop.work()
    expect(await see(reference)).toMatchObject({ status: 'pending', outcome_unknown: true })
    await decide(reference, { outcome: 'completed', times: 0 })
    shop.advance(20_000)
    await shop.work()
    expect(await see(reference)).toMatchObject({ status: 'completed', outcome_unknown: false })
  })

  test('completed, and later reversed: the final state stays', async () => {
    const { reference } = await decided({ outcome: 'completed' })
    for (const outcome of ['failed', 'unknown', 'completed']) {
      expect((await decide(reference, { outcome })).status).toBe(200)
      await shop.work()
      expect((await see(reference)).status).toBe('completed')
    }
    await decide(reference, { outcome: 'reversed', failure_reason: 'recipient_returned' })
    await shop.work()
    expect(await see(reference)).toMatchObject({
      status: 'reversed',
      failure_reason: 'recipient_returned',
      completed_at: expect.any(String),
    })
    await run({
      request: { as: 'payer', path: `/v1/sandbox/payouts/${reference}`, json: { outcome: 'completed' } },
      status: 200,
    })
  })

  test.each([
    ['0713 000 789', { status: 'completed' }],
    ['0713 000 089', { status: 'failed', failure_reason: 'recipient_not_found' }],
    ['0713 000 129', { status: 'pending', outcome_unknown: true }],
    ['0713 000 111', { status: 'pending', outcome_unknown: false }],
  ])('%s decides by itself', async (recipient_phone, wanted) => {
    const { reference } = payoutOf(await send({ ...wallet, recipient_phone }))
    await shop.work()
    expect((await see(reference)).status).toBe('pending')
    shop.advance(2_000)
    await shop.work()
    expect(await see(reference)).toMatchObject(wanted)
  })

  test.each([
    { outcome: 'expired' },
    { outcome: 'paid' },
    {},
    { outcome: 'failed', delay_ms: -1 },
    { outcome: 'failed', times: 101 },
  ])('%j is refused', async json => {
    const { reference } = payoutOf(await send())
    const request = { as: 'payer', path: `/v1/sandbox/payouts/${reference}`, json } as const
    await run({ request: request, status: 400, body: errorBody('validation_error') })
  })
})

describe('the balance', () => {
  const total = wallet.amount + payoutFee
  const table = [
    [{ outcome: 'completed' }, { available: -total, balance: -total }],
    [{ outcome: 'failed' }, { available: 0, balance: 0 }],
    [{ outcome: 'unknown' }, { available: -total, balance: 0 }],
    [{ outcome: 'reversed' }, { available: 0, balance: 0 }],
  ] as const
  test.each(table)('is held at creation; %j: %j', async (decision, wanted) => {
    const before = await balanceOf(shop)
    const { reference } = payoutOf(await send())
    expect(await balanceOf(shop)).toEqual({ available: before.available - total, balance: before.balance })
    if (decision.outcome === 'reversed') await decide(reference, { outcome: 'completed' })
    await shop.work()
    await decide(reference, decision)
    await shop.work()
    const after = await balanceOf(shop)
    expect({
      available: after.available - before.available,
      balance: after.balance - before.balance,
    }).toEqual(wanted)
  })

  test('of 50 in parallel, with money for ten, exactly ten are sent', async () => {
    await earn(shop, 71_000, 'stranger')
    expect((await balanceOf(shop, 'stranger')).available).toBeWithin(10 * total, 11 * total)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(wallet, {
          as: 'stranger',
          ...(index % 2 ? { headers: { 'idempotency-key': `parallel-${index}` } } : {}),
        }),
      ),
    )
    const statuses = answers.map(answer => answer.status)
    expect(statuses.filter(status => status === 201)).toHaveLength(10)
    expect(answers.filter(answer => at(answer, 'error_code') === 'insufficient_balance')).toHaveLength(40)
    const left = await balanceOf(shop, 'stranger')
    expect(left.available).toBe(left.balance - 10 * total)
    expect(left.available).toBeWithin(0, total)
  })
})

describe('the same Idempotency-Key', () => {
  const once = (key: string, json: object = wallet): TestRequest => ({
    as: 'sandbox',
    path,
    json,
    headers: { 'idempotency-key': key },
  })

  test('sends once, and answers with equal bytes, marked', async () => {
    const first = await run({
      request: once('salary-1'),
      status: 201,
      changes: { ...rowsOfNewPayout, idempotency: 1 },
    })
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    await decide(textAt(first, 'data.reference'), { outcome: 'completed' })
    await shop.work()
    const again = await run({
      request: once('salary-1'),
      status: 201,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(again.text).toBe(first.text)
    const elsewhere = await run({
      request: { ...once('salary-1'), path: '/api/v1/payouts/send' },
      status: 201,
    })
    expect(elsewhere.text).toBe(first.text)
  })

  test('fifty parallel requests send once', async () => {
    let open = 50
    const send = () => shop.request(once('salary-2')).finally(() => open--)
    const sent = Promise.all(Array.from({ length: open }, send))
    // Time goes on, for another node asks again after a while whether the key is free.
    while (open > 0) {
      shop.advance(100)
      await shop.rows()
      await turn()
    }
    const answers = await sent
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect(answers.filter(answer => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1)
  })

  test('with another body, or for a payment, is refused', async () => {
    await shop.request(once('salary-3'))
    const other = await run({
      request: once('salary-3', { ...wallet, amount: 6_000 }),
      status: 422,
      body: errorBody('validation_error'),
    })
    expect(at(other, 'errors.0.field')).toBe('Idempotency-Key')
    await run({
      request: { ...once('salary-3', qr), path: '/v1/payments' },
      status: 422,
      body: errorBody('validation_error'),
    })
  })

  test('after an error is free again', async () => {
    const request = { ...once('salary-4'), as: 'stranger', json: { ...wallet, amount: 900_000 } } as const
    await run({ request: request, status: 400, body: errorBody('insufficient_balance') })
    await earn(shop, 1_000_000, 'stranger')
    await run({ request: request, status: 201, changes: { ...rowsOfNewPayout, idempotency: 1 } })
  })

  scenarios({
    'of 31 characters': { request: once('k'.repeat(31)), status: 500, body: errorBody('PAY_001') },
    'of 30 characters': {
      request: once('k'.repeat(30)),
      status: 201,
      changes: { ...rowsOfNewPayout, idempotency: 1 },
    },
    'that is empty': { request: once(''), status: 400, body: errorBody('validation_error') },
  })
})
