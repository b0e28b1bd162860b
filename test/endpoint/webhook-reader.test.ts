// Sandbox webhooks may go to the shop's own network, for a receiver under development. So the response is for
// people with a login: a key, a cashier or the trial key must not look around there.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { newClaimCode } from '../../src/flow/account.ts'
import { createTrialKey } from '../../src/flow/key.ts'
import { listAccounts } from '../../src/store/account.ts'
import { mobile, openEndpointShop, openUnclaimedServer, qr, type Who } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'

const router = 'http://192.168.1.1/admin'
/** The answer of the shop's router to a POST. */
const secret = {
  status: 401,
  headers: { server: 'RouterOS', 'www-authenticate': 'Basic' },
  body: 'admin panel',
}
const shop = await openEndpointShop()
const { net } = shop.appliance.world
net.request = async call => {
  shop.dispatches.push(call)
  return call.url.includes('192.168.1.1/')
    ? { kind: 'answered', ...secret, tookMs: 3 }
    : { kind: 'unreachable', error: '192.168.1.2 refused the connection', tookMs: 1 }
}
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const sendTest = (as: Who, url = router) => shop.request({ as, path: '/api/v1/webhooks/test', json: { url } })

describe('a test webhook', () => {
  test('answers a key with status and time only', async () => {
    const answer = await sendTest('sandbox')
    expect(at(answer, 'data')).toMatchObject({
      took_ms: 3,
      response: { status: 401, headers: {}, body: '' },
      error: 'the receiver answered 401',
    })
    expect(answer.text).not.toMatch(/RouterOS|Basic|admin panel/)
  })

  test('hides from a key why there was no answer', async () => {
    const answer = await sendTest('sandbox', 'http://192.168.1.2:22/')
    expect(at(answer, 'data')).toMatchObject({ response: null, error: 'the receiver did not answer' })
  })

  test('shows a person all of it', async () => {
    expect(at(await sendTest('owner'), 'data')).toMatchObject({ response: secret })
    expect(at(await sendTest('owner', 'http://192.168.1.2:22/'), 'data.error')).toContain('refused')
  })
})

test('a delivery shows a key status and time of its tries only, and a person all', async () => {
  const payment = await shop.make({ ...qr, webhook_url: router })
  const decided = { as: 'sandbox', path: `/v1/sandbox/payments/${payment.reference}` } as const
  await shop.request({ ...decided, json: { outcome: 'completed' } })
  await shop.work()
  const list = await shop.request({
    as: 'sandbox',
    path: `/api/v1/webhooks/deliveries?payment=${payment.reference}`,
  })
  const path = `/api/v1/webhooks/deliveries/${textAt(list, 'data.items.0.id')}`
  const forKey = await shop.request({ as: 'sandbox', path })
  expect(at(forKey, 'data.tries.0')).toMatchObject({
    took_ms: 3,
    response: { status: 401, headers: {}, body: '' },
  })
  expect(forKey.text).not.toMatch(/RouterOS|Basic|admin panel/)
  expect(at(await shop.request({ as: 'owner', path }), 'data.tries.0.response')).toEqual(secret)
})

describe('webhook_url', () => {
  let neema = ''
  beforeAll(async () => {
    neema = (await addCashiers(shop)).neema
  })
  const wanted: [string, object][] = [
    ['/v1/payments', qr],
    ['/v1/payments', mobile],
    ['/api/v1/sessions', { amount: 5_000 }],
  ]
  test.each(wanted)('of %s is refused from a till and from a cashier', async (path, json) => {
    const till = await pairTill(shop, 'Mbele', { staffId: neema, pin: pins.neema })
    const asCashier = (more: object) => shop.request({ as: 'cashier', path, json: { ...json, ...more } })
    const asTill = (more: object) =>
      till.request({ path: path.replace(/^\/v1/, '/api/v1'), json: { ...json, ...more } })
    for (const ask of [asCashier, asTill]) {
      const answer = await ask({ webhook_url: router })
      expect(answer.json).toMatchObject({
        code: 403,
        reason: 'webhook_url_not_allowed',
        errors: [{ field: 'webhook_url' }],
      })
      expect((await ask({})).status).toBe(201)
    }
    expect((await shop.request({ as: 'creator', path, json: { ...json, webhook_url: router } })).status).toBe(
      201,
    )
  })
})

describe('the key that the first start prints', () => {
  const open = async () => {
    const box = await openUnclaimedServer()
    const [account] = await listAccounts(box.appliance.store.read)
    if (!account) throw new Error('the first start made the sandbox account')
    const key = await createTrialKey(box.appliance, account)
    const ask = (path: string, json?: object, method?: string) =>
      box.request({
        path,
        headers: { authorization: `Bearer ${key}` },
        ...(json ? { json } : {}),
        ...(method ? { method } : {}),
      })
    const claim = async () => {
      const code = await newClaimCode(box.appliance)
      const json = {
        code,
        store: 'Duka',
        name: 'Asha',
        email: 'asha@duka.co.tz',
        password: 'siri-kubwa-sana',
      }
      return box.request({ path: '/api/v1/setup/claim', json })
    }
    return { box, ask, claim }
  }

  test('creates, simulates and reads sandbox payments, and does nothing else', async () => {
    const { box, ask } = await open()
    const made = await ask('/v1/payments', qr)
    expect(made.status).toBe(201)
    const reference = textAt(made, 'data.reference')
    expect((await ask(`/v1/sandbox/payments/${reference}`, { outcome: 'completed' })).status).toBe(200)
    expect((await ask(`/v1/payments/${reference}`)).status).toBe(200)
    const refused = [
      await ask('/v1/payments', { ...qr, webhook_url: router }),
      await ask('/api/v1/webhooks/test', { url: router }),
      await ask('/api/v1/webhooks/deliveries'),
      await ask('/api/v1/events'),
      await ask('/api/v1/sessions', { amount: 5_000 }),
      await ask('/api/v1/keys'),
      await ask('/v1/payments/balance'),
      await ask('/api/v1/payouts'),
      await ask(`/v1/payments/${reference}/push`, { phone: '0754123456' }),
      await ask(`/v1/payments/${reference}/void`, undefined, 'POST'),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    await box.close()
  })

  test('outlives the claim, until the owner revokes it', async () => {
    const { box, claim, ask } = await open()
    expect((await claim()).status).toBe(201)
    expect((await ask('/v1/payments', qr)).status).toBe(201)
    expect((await ask('/v1/payments')).status).toBe(200)
    await box.close()
  })
})
