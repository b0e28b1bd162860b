// The event log and its deliveries over HTTP: lists and their filters, one event with every try, resending,
// test events, paused addresses, the live stream, and permissions.
import { afterAll, describe, expect, test } from 'bun:test'
import { idWithPrefix } from '../../src/domain/id.ts'
import { pruneEvents } from '../../src/flow/prune.ts'
import { insertMember } from '../../src/store/account.ts'
import { insertEvent } from '../../src/store/event.ts'
import { verifyWebhook } from '../../src/wire/signature.ts'
import type { NetAnswer } from '../../src/world.ts'
import { openEndpointShop, type TestRequest, type Who } from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'

/** The answers to the next tries; 200 by default. */
let answers: Partial<Extract<NetAnswer, { kind: 'answered' }>>[] = []
const shop = await openEndpointShop()
const { net } = shop.appliance.world
const { request: usual } = net
net.request = async call => ({ ...(await usual(call)), ...answers.shift() }) as NetAnswer
await letIn('developer', 'developer')
afterAll(() => shop.close())

async function letIn(who: Who, role: 'developer') {
  const { login, accounts } = shop
  const staff = await login.createStaff({
    name: who,
    email: `${who}@duka.co.tz`,
    password: 'siri-kubwa-sana',
  })
  const member = { staffId: staff.id, accountId: accounts.sandbox.id, role, name: who, createdAt: 0 }
  await shop.appliance.store.write(tx => insertMember(tx, member))
  shop.credentials.set(who, async () => {
    const { token } = await login.mintToken({ ...member, removals: 0 }, shop.appliance.world.clock.now())
    return { authorization: `Bearer ${token}` }
  })
}

const hook = 'https://shop.example.com/kaunta'
const get = (path: string, as: Who = 'sandbox') => shop.request({ as, path: `/api/v1${path}` })
const post = (path: string, json?: object, as: Who = 'sandbox') =>
  shop.request({ as, path: `/api/v1${path}`, method: 'POST', ...(json ? { json } : {}) })
const items = (answer: TestResponse) => at(answer, 'data.items') as { id: string; [field: string]: unknown }[]

/** Creates a payment that ended, and whose webhook was sent. */
async function sold(
  outcome: 'completed' | 'failed' = 'completed',
  webhook_url: string | undefined = hook,
): Promise<string> {
  const json = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' }, webhook_url }
  const { reference } = await shop.make(json)
  await shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json: { outcome } })
  await shop.work()
  return reference
}
const deliveryOf = async (reference: string) =>
  items(await get(`/webhooks/deliveries?payment=${reference}`))[0]?.id ?? ''
const detailOf = async (id: string) =>
  at(await get(`/webhooks/deliveries/${id}`, 'developer'), 'data') as Record<string, unknown>
const triesOf = async (id: string) => (await detailOf(id)).tries as Record<string, unknown>[]

const names = (list: readonly { readonly [field: string]: unknown }[], field: string) =>
  list.map(one => one[field])

describe('the event log', () => {
  test('lists what happened, newest first, by type, payment and time', async () => {
    const first = await sold()
    shop.advance(60_000)
    const between = new Date(shop.appliance.world.clock.now()).toISOString()
    shop.advance(60_000)
    const second = await sold('failed')
    const both = items(await get('/events?limit=2'))
    expect(names(both, 'reference')).toEqual([second, first])
    expect(names(both, 'type')).toEqual(['payment.failed', 'payment.completed'])
    const listed = async (query: string) => names(items(await get(`/events?${query}`)), 'reference')
    expect(await listed('type=payment.failed&limit=1')).toEqual([second])
    expect(await listed(`payment=${first}`)).toEqual([first])
    expect(await listed(`payment=${first}&type=payment.failed`)).toEqual([])
    expect(await listed(`from=${between}`)).toEqual([second])
    expect(await listed(`to=${between}&limit=1`)).toEqual([first])
    expect(await listed('limit=1&offset=1')).toEqual([first])
    expect((await get('/events?limit=1')).json).toMatchObject({
      status: 'success',
      code: 200,
      data: { total: 2, limit: 1, offset: 0 },
    })
  })

  test('shows an event with its exact body and its deliveries', async () => {
    const reference = await sold()
    const id = items(await get(`/events?payment=${reference}`))[0]?.id
    const answer = await get(`/events/${id}`)
    const sent = shop.dispatches.at(-1)
    expect(at(answer, 'data')).toEqual({
      id,
      type: 'payment.completed',
      reference,
      api_version: '2026-01-25',
      created_at: expect.any(String),
      body: JSON.parse(sent?.body ?? ''),
      deliveries: [expect.objectContaining({ event_id: id, url: hook, status: 'success', attempts: 1 })],
    })
  })

  test('is closed to strangers', async () => {
    const reference = await sold()
    const id = items(await get(`/events?payment=${reference}`))[0]?.id
    for (const path of [`/events/${id}`, `/webhooks/deliveries/${await deliveryOf(reference)}`])
      expect((await get(path, 'stranger')).json).toMatchObject({ code: 404, error_code: 'not_found' })
    expect(items(await get(`/events?payment=${reference}`, 'stranger'))).toEqual([])
    expect(items(await get(`/webhooks/deliveries?payment=${reference}`, 'stranger'))).toEqual([])
  })

  test.each(['type=payment.lost', 'limit=0', 'offset=-1', 'from=yesterday'])('refuses %s', async query => {
    expect((await get(`/events?${query}`)).json).toMatchObject(errorBody('validation_error'))
  })
})

describe('deliveries', () => {
  test('are listed by status, type, payment, host and time', async () => {
    const reference = await sold()
    answers = [{ status: 503 }]
    const other = await sold('failed', 'https://other.example.com:8443/hook')
    const listed = async (query: string) =>
      names(items(await get(`/webhooks/deliveries?limit=1&${query}`)), 'reference')
    expect(await listed('')).toEqual([other])
    expect(await listed('status=success')).toEqual([reference])
    expect(await listed('status=failed')).toEqual([other])
    expect(await listed('event_type=payment.completed')).toEqual([reference])
    expect(await listed('host=other.example.com:8443')).toEqual([other])
    expect(await listed('host=shop.example.com&status=success&event_type=payment.completed')).toEqual([
      reference,
    ])
    expect(await listed(`payment=${reference}&status=failed`)).toEqual([])
    expect(await listed('from=2099-01-01')).toEqual([])
    expect(items(await get(`/webhooks/deliveries?payment=${other}`))[0]).toEqual({
      id: expect.stringMatching(/^del_/),
      event_id: expect.stringMatching(/^evt_/),
      event_type: 'payment.failed',
      reference: other,
      url: 'https://other.example.com:8443/hook',
      status: 'failed',
      attempts: 1,
      next_attempt_at: new Date(shop.appliance.world.clock.now() + 180_000).toISOString(),
      last_status: 503,
      last_error: 'the receiver answered 503',
      created_at: expect.any(String),
    })
    shop.advance(180_000)
    await shop.work()
  })

  test('show what each try sent and was answered', async () => {
    answers = [{ status: 500, headers: { server: 'x' }, body: `no${'!'.repeat(5_000)}`, tookMs: 12 }]
    const reference = await sold()
    const id = await deliveryOf(reference)
    const [tried] = await triesOf(id)
    const sent = shop.dispatches.at(-1)
    expect(tried).toEqual({
      attempt: 1,
      sent_at: expect.any(String),
      took_ms: 12,
      request: { headers: sent?.headers, body: sent?.body },
      response: { status: 500, headers: { server: 'x' }, body: `no${'!'.repeat(4_094)}` },
      error: 'the receiver answered 500',
    })
    expect(sent?.headers['X-Webhook-Signature']).toMatch(/^[0-9a-f]{64}$/)
    expect((await get(`/webhooks/deliveries/${id}`)).headers.get('cache-control')).toBe('no-store')
    shop.advance(180_000)
    await shop.work()
    expect(names(await triesOf(id), 'attempt')).toEqual([1, 2])
  })
})

describe('sending again', () => {
  test('one that succeeded: one more try, which does not count; two requests make one try', async () => {
    const id = await deliveryOf(await sold())
    const before = shop.dispatches.length
    const rows = await shop.rows()
    const asked = await post(`/webhooks/deliveries/${id}/retry`)
    expect([asked.status, at(asked, 'data.id'), at(asked, 'data.status')]).toEqual([202, id, 'success'])
    expect((await post(`/webhooks/deliveries/${id}/retry`)).status).toBe(202)
    expect(changesBetween(rows, await shop.rows())).toEqual({ job: 1 })
    await shop.work()
    expect(shop.dispatches.length).toBe(before + 1)
    expect(names(await triesOf(id), 'attempt')).toEqual([1, null])
    expect(await detailOf(id)).toMatchObject({ status: 'success', attempts: 1 })
  })

  test('one that failed: received at a manual try, it is done and not tried again', async () => {
    answers = [{ status: 500 }]
    const id = await deliveryOf(await sold())
    expect(await detailOf(id)).toMatchObject({ status: 'failed', attempts: 1 })
    await post(`/webhooks/deliveries/${id}/retry`)
    await shop.work()
    expect(await detailOf(id)).toMatchObject({ status: 'success', attempts: 1, next_attempt_at: null })
    const before = shop.dispatches.length
    shop.advance(3_600_000)
    await shop.work()
    expect(shop.dispatches.length).toBe(before)
  })

  test('one that fails again: its planned tries go on', async () => {
    answers = [{ status: 500 }, { status: 501 }]
    const id = await deliveryOf(await sold())
    const { next_attempt_at } = await detailOf(id)
    await post(`/webhooks/deliveries/${id}/retry`)
    await shop.work()
    expect(await detailOf(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      next_attempt_at,
      last_status: 501,
    })
    shop.advance(180_000)
    await shop.work()
    expect(await detailOf(id)).toMatchObject({ status: 'success', attempts: 2 })
    expect(names(await triesOf(id), 'attempt')).toEqual([1, null, 2])
  })

  test('of another account', async () => {
    const id = await deliveryOf(await sold())
    expect((await post(`/webhooks/deliveries/${id}/retry`, undefined, 'stranger')).status).toBe(404)
    expect((await post('/webhooks/deliveries/del_x/retry')).status).toBe(404)
  })

  test('everything since a time, of a status, once', async () => {
    const box = await openEndpointShop()
    const { make, request, work, dispatches, advance } = box
    const sell = async () => {
      const { reference } = await make({
        payment_type: 'dynamic-qr',
        details: { amount: 5_000, currency: 'TZS' },
        webhook_url: hook,
      })
      await request({
        as: 'sandbox',
        path: `/v1/sandbox/payments/${reference}`,
        json: { outcome: 'completed' },
      })
      await work()
      return reference
    }
    const retry = async (json: object) => {
      const answer = await request({ as: 'sandbox', path: '/api/v1/webhooks/deliveries/retry', json })
      return [answer.status, at(answer, 'data.deliveries')]
    }
    await sell()
    advance(60_000)
    const since = new Date(box.appliance.world.clock.now()).toISOString()
    const sent = [await sell(), await sell(), await sell()]
    expect(await retry({ since })).toEqual([202, 0])
    expect(await retry({ since, status: 'success' })).toEqual([202, 3])
    expect(await retry({ since, status: 'success' })).toEqual([202, 0])
    const before = dispatches.length
    advance(1_000)
    await work()
    expect(dispatches.slice(before).map(({ body }) => JSON.parse(body).data.reference)).toEqual(sent)
    expect(
      (await request({ as: 'sandbox', path: '/api/v1/webhooks/deliveries/retry', json: { since: 'then' } }))
        .json,
    ).toMatchObject({
      error_code: 'validation_error',
      errors: [{ field: 'since' }],
    })
    await box.close()
  })

  test('a body that was removed after 60 days cannot be sent, and its facts stay', async () => {
    const box = await openEndpointShop()
    const { reference } = await box.make({
      payment_type: 'dynamic-qr',
      details: { amount: 5_000, currency: 'TZS' },
      webhook_url: hook,
    })
    await box.request({
      as: 'sandbox',
      path: `/v1/sandbox/payments/${reference}`,
      json: { outcome: 'completed' },
    })
    await box.work()
    const read = async (path: string) =>
      at(await box.request({ as: 'sandbox', path: `/api/v1${path}` }), 'data') as Record<string, never>
    const id = textAt(
      await box.request({ as: 'sandbox', path: '/api/v1/webhooks/deliveries' }),
      'data.items.0.id',
    )
    const event = textAt(await box.request({ as: 'sandbox', path: '/api/v1/events' }), 'data.items.0.id')
    box.advance(59 * 86_400_000)
    await pruneEvents(box.appliance)
    expect((await read(`/events/${event}`)).body).not.toBeNull()
    box.advance(86_400_001)
    const before = await box.rows()
    await pruneEvents(box.appliance)
    expect(changesBetween(before, await box.rows())).toEqual({ event: 1, dispatch: 1, setting: 2 })
    await pruneEvents(box.appliance)
    expect(changesBetween(before, await box.rows())).toEqual({ event: 1, dispatch: 1, setting: 2 })
    expect(await read(`/events/${event}`)).toMatchObject({ type: 'payment.completed', reference, body: null })
    expect(await read(`/webhooks/deliveries/${id}`)).toMatchObject({
      status: 'success',
      tries: [
        {
          attempt: 1,
          request: { headers: {}, body: null },
          response: { status: 200, headers: {}, body: '' },
        },
      ],
    })
    const answer = await box.request({
      as: 'sandbox',
      method: 'POST',
      path: `/api/v1/webhooks/deliveries/${id}/retry`,
    })
    expect(answer.json).toMatchObject({
      code: 400,
      error_code: 'invalid_state',
      reason: 'event_body_removed',
      params: { days: 60 },
    })
    await box.close()
  })
})

describe('a test event', () => {
  const types = [
    ...['payment.completed', 'payment.failed', 'payment.voided', 'payment.expired'],
    ...['payout.completed', 'payout.failed', 'payout.reversed'],
  ]
  test.each(types)('%s is signed, sent immediately and not stored', async event_type => {
    answers = [{ status: 201, headers: { 'x-shop': 'duka' }, body: 'asante', tookMs: 7 }]
    const rows = await shop.rows()
    const answer = await post('/webhooks/test', { url: hook, event_type }, 'developer')
    expect(changesBetween(rows, await shop.rows())).toEqual({})
    const sent = shop.dispatches.at(-1)
    expect(answer.status).toBe(200)
    expect(at(answer, 'data')).toEqual({
      url: hook,
      event_type,
      took_ms: 7,
      request: { headers: sent?.headers, body: sent?.body },
      response: { status: 201, headers: { 'x-shop': 'duka' }, body: 'asante' },
      error: null,
    })
    const { headers = {}, body = '' } = sent ?? {}
    const stamp = Number(headers['X-Webhook-Timestamp'])
    expect(
      verifyWebhook(
        shop.made.sandbox_webhook_secret,
        stamp,
        body,
        headers['X-Webhook-Signature'] ?? '',
        stamp,
      ),
    ).toBe(true)
    expect(JSON.parse(body)).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: event_type,
      data: { metadata: { example: true } },
    })
    const verb = event_type.slice(event_type.indexOf('.') + 1)
    expect(JSON.parse(body).data).toMatchObject({ status: verb, [`${verb}_at`]: expect.any(String) })
  })

  test('goes to the account’s current address and is signed with its current key', async () => {
    const box = await openEndpointShop()
    const asked = () => box.request({ as: 'sandbox', path: '/api/v1/webhooks/test', json: {} })
    expect((await asked()).json).toMatchObject({ errors: [{ field: 'url' }] })
    const settings = '/api/v1/settings'
    await box.request({ as: 'owner', method: 'PATCH', path: settings, json: { webhook_url: hook } })
    const changed = await box.request({
      as: 'owner',
      method: 'POST',
      path: `${settings}/webhook-secret/regenerate`,
    })
    expect(at(await asked(), 'data.url')).toBe(hook)
    const { headers = {}, body = '' } = box.dispatches.at(-1) ?? {}
    const stamp = Number(headers['X-Webhook-Timestamp'])
    const signature = headers['X-Webhook-Signature'] ?? ''
    expect(verifyWebhook(textAt(changed, 'webhook_secret'), stamp, body, signature, stamp)).toBe(true)
    await box.close()
  })

  test('names what would keep a delivery from arriving', async () => {
    answers = [{ status: 404 }]
    expect(at(await post('/webhooks/test', { url: hook }), 'data.error')).toBe('the receiver answered 404')
    const policy = shop.dispatches.at(-1)?.mayReach
    expect(policy?.('169.254.169.254', 80)).toMatch(/link-local/)
    expect((await post('/webhooks/test', { url: 'ftp://shop.example' })).json).toMatchObject({
      errors: [{ field: 'url' }],
    })
    expect((await post('/webhooks/test', { url: 'http://shop.example/' }, 'live')).json).toMatchObject({
      errors: [{ field: 'url', reason: 'web_address_not_https' }],
    })
    expect((await post('/webhooks/test', {})).json).toMatchObject({ errors: [{ field: 'url' }] })
    expect((await post('/webhooks/test', { url: hook, event_type: 'payment.lost' })).status).toBe(400)
  })
})

describe('the live stream', () => {
  /** Reads messages off a stream until `count` of them have come. */
  async function open(path = '', headers: TestRequest['headers'] = {}) {
    const response = await shop.send({ as: 'sandbox', path: `/api/v1/events/stream${path}`, headers })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    return {
      async next(): Promise<Record<string, string>> {
        while (!text.includes('\n\n')) {
          const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
          if (done) return { end: 'yes' }
          text += decoder.decode(value, { stream: true })
        }
        const message = text.slice(0, text.indexOf('\n\n'))
        text = text.slice(message.length + 2)
        return Object.fromEntries(
          message
            .split('\n')
            .map(line => [line.split(': ')[0] || 'comment', line.slice(line.indexOf(': ') + 2)]),
        )
      },
      close: () => reader?.cancel(),
    }
  }
  const dataOf = (message: Record<string, string>) => JSON.parse(message.data ?? '')

  test('sends events as they happen, signed as webhooks; a resent event has no id to resume from', async () => {
    const stream = await open()
    const hello = await stream.next()
    expect(hello).toEqual({ retry: '1000', id: items(await get('/events?limit=1'))[0]?.id ?? '' })
    const reference = await sold()
    const message = await stream.next()
    const sent = shop.dispatches.at(-1)
    expect(message.event).toBe('event')
    expect(dataOf(message)).toMatchObject({
      id: message.id ?? '',
      type: 'payment.completed',
      reference,
      body: sent?.body,
    })
    expect(dataOf(message).headers).toEqual(sent?.headers)
    await post(`/webhooks/deliveries/${await deliveryOf(reference)}/retry`)
    await shop.work()
    const again = await stream.next()
    expect([again.event, again.id, dataOf(again).reference]).toEqual(['resent', undefined, reference])
    shop.advance(5_000)
    expect(await stream.next()).toEqual({ comment: 'ping' })
    await stream.close()
  })

  test('resumes after the last event received, however many came since', async () => {
    const start = items(await get('/events?limit=1'))[0]?.id ?? ''
    const { store, world } = shop.appliance
    const [row] = await store.read.rows('select body from event order by id desc limit 1', [], 'once')
    const now = world.clock.now()
    const made = Array.from({ length: 250 }, (_, index) => ({
      id: idWithPrefix('evt', world.ids.uuid(now)),
      accountId: shop.accounts.sandbox.id,
      subject: `subject ${index}`,
      type: 'payment.completed' as const,
      apiVersion: '2026-01-25' as const,
      body: String(row?.[0]),
      createdAt: now,
    }))
    await store.write(async tx => {
      for (const event of made) await insertEvent(tx, event)
    })
    const byHeader = await open('', { 'last-event-id': start })
    const byQuery = await open(`?after=${made[99]?.id}`)
    const heard: string[] = []
    expect((await byHeader.next()).id).toBe(start)
    while (heard.length < 250) heard.push((await byHeader.next()).id ?? '')
    expect(heard).toEqual(made.map(({ id }) => id))
    expect((await byQuery.next()).id).toBe(made[99]?.id ?? '')
    expect((await byQuery.next()).id).toBe(made[100]?.id ?? '')
    await byHeader.close()
    await byQuery.close()
  })

  test('sends no events of other accounts', async () => {
    const response = await shop.send({ as: 'stranger', path: '/api/v1/events/stream' })
    const reader = response.body?.getReader()
    const hello = new TextDecoder().decode((await reader?.read())?.value)
    expect(hello).toContain(`id: evt_${'0'.repeat(32)}`)
    await sold()
    shop.advance(5_000)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': ping\n\n')
    await reader?.cancel()
  })

  test('ends when its key is revoked', async () => {
    const made = await post('/keys', { name: 'Listener', scopes: ['collection:read'] }, 'owner')
    const headers = { authorization: `Bearer ${textAt(made, 'data.key')}` }
    const response = await shop.send({ path: '/api/v1/events/stream', headers })
    const reader = response.body?.getReader()
    await reader?.read()
    await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/keys/${textAt(made, 'data.id')}` })
    shop.advance(5_000)
    expect((await reader?.read())?.done).toBe(true)
  })

  test.each([['?after=5'], ['?after=evt_x']])('refuses %s', async path => {
    expect((await get(`/events/stream${path}`)).json).toMatchObject({
      error_code: 'validation_error',
      errors: [{ field: 'after' }],
    })
  })
})

describe('a paused address', () => {
  test('is listed and resumed by its account', async () => {
    const url = 'https://gone.example.com/hook'
    answers = Array.from({ length: 5 }, () => ({ status: 410 }))
    const reference = await sold('completed', url)
    for (let minutes = 0; minutes < 46; minutes++) {
      shop.advance(60_000)
      await shop.work()
    }
    const delivery_id = await deliveryOf(reference)
    expect(at(await get('/webhooks/paused'), 'data')).toEqual([
      { url, delivery_id, paused_at: expect.any(String) },
    ])
    expect(at(await get('/webhooks/paused', 'stranger'), 'data')).toEqual([])
    const waiting = await sold('completed', url)
    expect(await detailOf(await deliveryOf(waiting))).toMatchObject({
      status: 'pending',
      next_attempt_at: null,
    })
    expect((await post('/webhooks/paused/resume', { url }, 'stranger')).status).toBe(404)
    expect((await post('/webhooks/paused/resume', { url })).status).toBe(200)
    await shop.work()
    expect(await detailOf(await deliveryOf(waiting))).toMatchObject({ status: 'success' })
    expect(at(await get('/webhooks/paused'), 'data')).toEqual([])
    expect((await post('/webhooks/paused/resume', { url })).status).toBe(404)
  })
})
