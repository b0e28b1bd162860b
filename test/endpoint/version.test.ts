// API versions: how a request selects one, and the merchant's webhook for each kind of event, byte for byte.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiVersion, apiVersions } from '../../src/domain/api-version.ts'
import { type EventType, eventTypes } from '../../src/domain/event.ts'
import { mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { bankAccount, collect, earn, openOtherAccount, payoutOf, wallet } from '../kit/endpoint-money.ts'
import { runScenario } from '../kit/endpoint-scenario.ts'

const shop = await openEndpointShop()
await earn(shop, 1_000_000)
await earn(shop, 1_000_000, 'stranger')
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const hook = 'http://192.168.1.20/hook'
const legacy = '2026-01-01'

describe('a request picks its version', () => {
  const picks: [headers: Record<string, string>, version: string][] = [
    [{}, '2026-01-25'],
    [{ 'api-version': '2026-01-25' }, '2026-01-25'],
    [{ 'api-version': legacy }, legacy],
    [{ 'snippe-version': legacy }, legacy],
    [{ 'api-version': '2026-01-25', 'snippe-version': legacy }, '2026-01-25'],
  ]
  test.each(picks)('%j: %s', async (headers, version) => {
    const payment = paymentOf(await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr, headers }))
    expect(payment.api_version).toBe(version)
    const payout = payoutOf(
      await shop.request({ as: 'sandbox', path: '/v1/payouts/send', json: wallet, headers }),
    )
    expect(payout.api_version).toBe(version)
    const balance = await shop.request({ as: 'sandbox', path: '/v1/payments/balance', headers })
    expect(at(balance, 'data.api_version')).toBe(version)
    const later = await shop.request({
      as: 'sandbox',
      path: `/v1/payments/${payment.reference}`,
      headers: { 'api-version': '2026-01-25' },
    })
    expect(paymentOf(later).api_version).toBe(version)
  })

  const unknown = ['api-version', 'snippe-version'].flatMap(name =>
    ['', '2026-01-26', '1', 'latest', '2026-01-25, 2026-01-01'].map(version => [name, version] as const),
  )
  test.each(unknown)('%s: %j is unknown', async (name, version) => {
    const asks = [
      { path: '/v1/payments', json: qr },
      { path: '/v1/payouts/send', json: wallet },
      { path: '/v1/payments/balance' },
    ]
    for (const request of asks) {
      const scenario = {
        request: { as: 'sandbox', ...request, headers: { [name]: version } },
        status: 400,
      } as const
      const answer = await runScenario(shop, { ...scenario, body: errorBody('validation_error') })
      expect(textAt(answer, 'message')).toStartWith('Api-Version ')
    }
  })

  test('and without one takes the account’s', async () => {
    await openOtherAccount(shop, { apiVersion: legacy })
    expect(paymentOf(await shop.request({ as: 'other', path: '/v1/payments', json: qr })).api_version).toBe(
      legacy,
    )
    const headers = { 'api-version': '2026-01-25' }
    expect(
      paymentOf(await shop.request({ as: 'other', path: '/v1/payments', json: qr, headers })).api_version,
    ).toBe('2026-01-25')
  })
})

describe('the webhooks of a merchant', () => {
  const metadata = { order: 'A-17', table: 4, vip: true }
  const customer = { firstname: 'Amina', lastname: 'Salum', email: 'amina@example.co.tz' }
  const payment = { ...mobile, customer, metadata, webhook_url: hook }
  const payout = { ...bankAccount, metadata, narration: 'Mshahara', webhook_url: hook }

  async function pays(outcome: string, headers: Record<string, string>) {
    return collect(
      shop,
      payment,
      { outcome, ...(outcome === 'failed' ? { failure_reason: 'wrong_pin' } : {}) },
      'sandbox',
      headers,
    )
  }
  async function voids(headers: Record<string, string>) {
    const { reference } = paymentOf(
      await shop.request({ as: 'sandbox', path: '/v1/payments', json: payment, headers }),
    )
    await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` })
  }
  async function paysOut(json: object, outcomes: readonly string[], headers: Record<string, string>) {
    const { reference } = payoutOf(
      await shop.request({ as: 'sandbox', path: '/v1/payouts/send', json, headers }),
    )
    for (const outcome of outcomes) {
      await shop.request({ as: 'sandbox', path: `/v1/sandbox/payouts/${reference}`, json: { outcome } })
      await shop.work()
    }
  }
  async function refunds(outcome: string, headers: Record<string, string>) {
    const { reference } = await pays('completed', headers)
    const { data } = (
      await shop.request({
        as: 'sandbox',
        path: `/v1/payments/${reference}/refunds`,
        json: { amount: 1_000, reason: 'One item was broken', metadata: { order: 'A-1042' } },
      })
    ).json as { data: { id: string } }
    await shop.request({ as: 'sandbox', path: `/v1/sandbox/refunds/${data.id}`, json: { outcome } })
    await shop.work()
  }
  const happens: Record<EventType, (headers: Record<string, string>) => Promise<void>> = {
    'payment.completed': async headers => void (await pays('completed', headers)),
    'payment.failed': async headers => void (await pays('failed', headers)),
    'payment.voided': voids,
    'payment.expired': async headers => void (await pays('expired', headers)),
    'payout.completed': headers => paysOut(payout, ['completed'], headers),
    'payout.failed': headers => paysOut({ ...wallet, webhook_url: hook }, ['failed'], headers),
    'payout.reversed': headers => paysOut(payout, ['completed', 'reversed'], headers),
    'refund.completed': headers => refunds('completed', headers),
    'refund.failed': headers => refunds('failed', headers),
  }

  /** Returns the text with random parts replaced by their kind, and times by their distance from now. */
  function still(body: string): string {
    const now = shop.appliance.world.clock.now()
    const text = body
      .replace(/evt_[0-9a-f]{32}/g, 'evt_…')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<reference>')
      .replace(/SIM[A-Z0-9]{12}/g, 'SIM…')
      .replaceAll(new Date(now).toISOString(), '<now>')
      .replace(`"timestamp":${Math.floor(now / 1_000)}`, '"timestamp":"<now, seconds>"')
    return JSON.stringify(JSON.parse(text), null, 2)
  }

  async function heardOf(type: EventType, version: ApiVersion) {
    shop.dispatches.splice(0)
    await happens[type]({ 'api-version': version })
    await shop.work()
    const last = shop.dispatches.splice(0).at(-1)
    expect(last?.headers['X-Webhook-Event']).toBe(type)
    expect(last?.headers['X-Webhook-Signature']).toMatch(/^[0-9a-f]{64}$/)
    return last?.body ?? ''
  }

  test.each(apiVersions.flatMap(version => eventTypes.map(type => [version, type] as const)))(
    '%s %s',
    async (version, type) => {
      expect(still(await heardOf(type, version))).toMatchSnapshot()
    },
  )

  test('a payout that was reversed before we knew of its completion has both events, in order', async () => {
    shop.dispatches.splice(0)
    await paysOut(payout, ['reversed'], {})
    shop.advance(5_000) // the time that a delivery waits for an earlier one
    await shop.work()
    const told = shop.dispatches.splice(0).map(({ body }) => JSON.parse(body))
    expect(told.map(({ type, data }) => [type, data.status, data.failure_reason])).toEqual([
      ['payout.completed', 'completed', undefined],
      ['payout.reversed', 'reversed', 'recipient_returned'],
    ])
  })

  test('the legacy form has the fields of the specification, in its order', async () => {
    expect(Object.keys(JSON.parse(await heardOf('payment.completed', legacy)))).toEqual([
      ...[
        'event',
        'reference',
        'external_reference',
        'status',
        'amount',
        'payment_channel',
        'payment_fee',
        'customer',
        'metadata',
      ],
      ...['completed_at', 'created_at', 'timestamp'],
    ])
  })

  test('the current form has an envelope', async () => {
    for (const type of eventTypes)
      expect(Object.keys(JSON.parse(await heardOf(type, '2026-01-25')))).toEqual([
        'id',
        'type',
        'api_version',
        'created_at',
        'data',
      ])
  })
})
