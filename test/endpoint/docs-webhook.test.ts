// The webhooks of the API reference: every event that is really sent, in both versions, matches the document;
// so do the examples, and the headers.
import { afterAll, describe, expect, test } from 'bun:test'
import { apiVersions } from '../../src/domain/api-version.ts'
import { eventTypes } from '../../src/domain/event.ts'
import type { NetRequest } from '../../src/world.ts'
import { openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { earn, wallet } from '../kit/endpoint-money.ts'
import { newChecker, type OpenApi } from '../kit/openapi.ts'

const shop = await openEndpointShop()
const document = (await shop.request({ path: '/docs/json' })).json as OpenApi
const checker = newChecker(document)
afterAll(() => shop.close())

const webhook_url = 'https://shop.example.com/hook'

/** Makes every event happen in a version; returns what the merchant received. */
async function everything(version: string): Promise<NetRequest[]> {
  await earn(shop, 90_000)
  shop.dispatches.length = 0
  const request = (path: string, json?: object) =>
    shop.request({
      as: 'sandbox',
      path,
      method: 'POST',
      headers: { 'api-version': version },
      ...(json ? { json } : {}),
    })
  const sell = async (details = {}) => {
    const json = {
      ...qr,
      details: { ...qr.details, ...details },
      webhook_url,
      metadata: { order: 'A-1', gift: true, n: 1.5 },
    }
    return `payments/${textAt(await request('/v1/payments', json), 'data.reference')}`
  }
  const payOut = async () =>
    `payouts/${textAt(await request('/v1/payouts/send', { ...wallet, webhook_url, metadata: { week: 47 } }), 'data.reference')}`
  const refund = async () => {
    const sale = await sell()
    await decide(sale, 'completed')
    const json = { amount: 1_000, reason: 'One item was broken', metadata: { week: 47 } }
    return `refunds/${textAt(await request(`/v1/${sale}/refunds`, json), 'data.reference')}`
  }
  const refundUnmatched = async () => {
    const sale = await sell()
    await decide(sale, 'completed', { amount: 7_000 })
    const list = await shop.request({ as: 'owner', path: '/api/v1/unmatched' })
    const json = { unmatched_id: textAt(list, 'data.items.0.id'), reason: 'Paid another amount' }
    return `refunds/${textAt(await request(`/v1/${sale}/refunds`, json), 'data.reference')}`
  }
  const decide = async (what: string, outcome: string, more = {}) => {
    expect((await request(`/v1/sandbox/${what}`, { outcome, ...more })).status).toBe(200)
    await shop.work()
  }
  await decide(await sell(), 'completed')
  await decide(await refund(), 'completed')
  await decide(await refund(), 'failed')
  await decide(await refundUnmatched(), 'completed')
  await decide(await sell(), 'failed')
  expect((await request(`/v1/${await sell()}/void`)).status).toBe(200)
  const late = await sell({ expires_in: 60 })
  expect((await request(`/v1/sandbox/${late}`, { outcome: 'completed', delay_ms: 120_000 })).status).toBe(200)
  await sell({ expires_in: 60 })
  for (const ms of [61_000, 61_000]) {
    shop.advance(ms)
    await shop.work()
  }
  const meta = Buffer.from('{"table":7}').toString('base64')
  const opened = await request('/api/v1/sessions', {
    amount: 5_000,
    webhook_url,
    custom_fields: [{ key: 'who', label: 'Who?', type: 'text', required: true }],
  })
  const page = new URL(textAt(opened, 'data.checkout_url')).pathname
  expect(
    (
      await request(`${page}/pay?meta=${meta}`, {
        payment_method: 'mobile_money',
        customer_phone: '0754123789',
        custom_fields: { who: 'Neema' },
      })
    ).status,
  ).toBe(200)
  shop.advance(3_000)
  await shop.work()
  await decide(await payOut(), 'completed')
  await decide(await payOut(), 'failed')
  const returned = await payOut()
  await decide(returned, 'completed')
  await decide(returned, 'reversed')
  for (let day = 0; day < 2; day++) {
    shop.advance(86_400_000)
    await shop.work()
  }
  return [...shop.dispatches]
}

describe.each(apiVersions)('version %s', version => {
  test('every event is sent as documented', async () => {
    const heard = await everything(version)
    const seen = heard.map(({ headers }) => headers['X-Webhook-Event'])
    expect(new Set(seen)).toEqual(new Set(eventTypes))
    for (const { headers, body } of heard) {
      const type = String(headers['X-Webhook-Event'])
      expect({ type, body, wrong: checker.webhook(type, JSON.parse(body)) }).toEqual({
        type,
        body,
        wrong: [],
      })
      const told = checker.webhookHeaders(type)
      expect(told.toSorted()).toEqual(
        Object.keys(headers)
          .filter(name => name.startsWith('X-'))
          .toSorted(),
      )
    }
    expect(heard.some(({ body }) => body.includes('"late":true'))).toBe(true)
    const isOfUnmatched = ({ body }: NetRequest) => body.includes('"unmatched_id":"unm_')
    expect(heard.filter(isOfUnmatched).map(({ headers }) => headers['X-Webhook-Event'])).toEqual([
      'refund.completed',
    ])
    expect(
      heard.some(
        ({ body }) =>
          body.includes('"session_reference":"sess_') && body.includes('"url_metadata":{"table":7}'),
      ),
    ).toBe(true)
  })
})

test('the document has every event and no other, with an example of each version', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual([...eventTypes].toSorted())
  for (const type of eventTypes) {
    const examples = Object.entries(
      document.webhooks[type]?.post?.requestBody?.content['application/json']?.examples ?? {},
    )
    expect(examples.map(([name]) => name)).toEqual(apiVersions.map(version => `Version ${version}`))
    for (const [, { value }] of examples)
      expect({ value, wrong: checker.webhook(type, value) }).toEqual({ value, wrong: [] })
    const [current, legacy] = examples.map(([, { value }]) => value)
    expect(current).toMatchObject({ type, data: { status: type.split('.')[1] } })
    expect(legacy).toMatchObject({ event: type, status: type.split('.')[1] })
  }
})

test('a body that differs from the document is noticed', async () => {
  const example =
    document.webhooks['payment.completed']?.post?.requestBody?.content['application/json']?.examples
  const value = Object(Object.values(example ?? {})[0]?.value)
  expect(checker.webhook('payment.completed', value)).toEqual([])
  expect(checker.webhook('payment.completed', { ...value, more: 1 })).not.toEqual([])
  expect(checker.webhook('payment.completed', { ...value, data: { ...value.data, more: 1 } })).not.toEqual([])
  expect(checker.webhook('payment.failed', value)).not.toEqual([])
  expect(at(await shop.request({ path: '/docs/json' }), 'webhooks')).toBeObject()
})
