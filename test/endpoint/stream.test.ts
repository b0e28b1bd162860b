// A stream lasts no longer than the right to read it: before each message and at every ping, the server
// checks the reader again. The tests of payments, events and displays have the content of streams.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { putWatch, watchNotes } from '../../src/flow/watch.ts'
import { streamOf } from '../../src/http/server/stream.ts'
import { insertEvent } from '../../src/store/event.ts'
import { mobile, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { messagesOf, textAt } from '../kit/endpoint-answer.ts'
import { displayIds, openDisplay, setDisplayContent } from '../kit/endpoint-display.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

import { serverOf } from '../kit/route-request.ts'

const shop = await openEndpointShop()
const crew = await addCashiers(shop)
afterAll(() => shop.close())
/** A minute passes between tests, so that no limit spans two. */
beforeEach(() => shop.advance(60_000))

const watching = async (request: TestRequest) => messagesOf(await shop.send(request))

const made = async (request: TestRequest, name = 'data.reference') =>
  textAt(await shop.request(request), name)
/** Requests a payment, and opens its stream, received as far as it is now. */
async function follow(request: Omit<TestRequest, 'path'>) {
  const reference = await made({ ...request, path: '/v1/payments', json: mobile })
  const stream = await watching({ ...request, path: `/v1/payments/${reference}/events` })
  expect(await stream.next()).toBe('retry: 1000')
  expect(await stream.next()).toContain('"status":"pending"')
  return { reference, stream }
}
async function isPaid(reference: string): Promise<void> {
  await shop.request({
    as: 'sandbox',
    path: `/v1/sandbox/payments/${reference}`,
    json: { outcome: 'completed' },
  })
  await shop.work()
}

/** Each lets someone in, and returns their request and what ends it. */
type LetIn = () => Promise<{ readonly request: Omit<TestRequest, 'path'>; end(): Promise<unknown> }>

async function newPerson(role: string) {
  const email = `${crypto.randomUUID()}@duka.co.tz`
  const password = 'siri-ndogo-sana'
  const invited = await made(
    { as: 'owner', path: '/api/v1/invitations', json: { name: 'Zawadi', role } },
    'data.url',
  )
  const code = new URL(invited).searchParams.get('code')
  const joined = await shop.request({ path: '/api/v1/join', json: { code, name: 'Zawadi', email, password } })
  const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const headers = { cookie, 'kaunta-account': shop.accounts.sandbox.id }
  const id = textAt(await shop.request({ path: '/api/v1/me', headers }), 'data.staff.id')
  return { id, email, password, headers, path: `/api/v1/staff/${id}` }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const aTill = () => pairTill(shop, 'Door', { staffId: crew.neema, pin: pins.neema })
const asTill = ({ cookie }: PairedTill) => ({ headers: { cookie, 'kaunta-till': '1' } })

const readers: Record<string, LetIn> = {
  'a cashier who is removed': async () => {
    const { headers, path } = await newPerson('cashier')
    return { request: { headers }, end: () => shop.request({ as: 'owner', method: 'DELETE', path }) }
  },
  'a cashier with a token who is removed': async () => {
    const { email, password, path } = await newPerson('cashier')
    const json = { email, password, account_id: shop.accounts.sandbox.id }
    const token = await made({ path: '/api/v1/auth/token', json }, 'data.token')
    return {
      request: { headers: bearer(token) },
      end: () => shop.request({ as: 'owner', method: 'DELETE', path }),
    }
  },
  'a person who logs out everywhere else': async () => {
    const { email, password, headers } = await newPerson('admin')
    const [cookie = ''] = await shop.login.cookiesFor({ email, password }, new Request(shop.url), 'test')
    const other = { ...headers, cookie: cookie.split(';')[0] ?? '' }
    return {
      request: { headers },
      end: () => shop.request({ method: 'DELETE', path: '/api/v1/logins', headers: other }),
    }
  },
  'a key that is revoked': async () => {
    const json = { name: 'Listener', scopes: ['collection:create', 'collection:read'] }
    const answer = await shop.request({ as: 'owner', path: '/api/v1/keys', json })
    const end = () =>
      shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/keys/${textAt(answer, 'data.id')}` })
    return { request: { headers: bearer(textAt(answer, 'data.key')) }, end }
  },
  'a till that is revoked': async () => {
    const till = await aTill()
    return {
      request: asTill(till),
      end: () => shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${till.id}` }),
    }
  },
  'a till that its cashier has left': async () => {
    const till = await aTill()
    return { request: asTill(till), end: () => till.request({ method: 'POST', path: '/api/v1/till/logout' }) }
  },
  'a till whose cashier is removed': async () => {
    const { id, path } = await newPerson('cashier')
    await shop.request({ as: 'owner', method: 'PUT', path: `${path}/pin`, json: { pin: '4071' } })
    const till = await pairTill(shop, 'Bar', { staffId: id, pin: '4071' })
    return { request: asTill(till), end: () => shop.request({ as: 'owner', method: 'DELETE', path }) }
  },
}

describe('the stream of a payment', () => {
  test.each(Object.entries(readers))('sends %s nothing more', async (_, letIn) => {
    const { request, end } = await letIn()
    const { reference, stream } = await follow(request)
    await end()
    await isPaid(reference)
    expect(await stream.next()).toBe('end')
  })

  test.each(Object.entries(readers))('ends for %s at the next ping', async (_, letIn) => {
    const { request, end } = await letIn()
    const { stream } = await follow(request)
    await end()
    shop.advance(5_000)
    expect(await stream.next()).toBe('end')
  })

  test('ends for a developer who became a cashier, where the sale is not their own', async () => {
    const { headers, path } = await newPerson('developer')
    const theirs = await follow({ headers })
    const { reference } = await shop.make(mobile)
    const others = await watching({ headers, path: `/v1/payments/${reference}/events` })
    await others.next()
    await others.next()
    await shop.request({ as: 'owner', method: 'PATCH', path, json: { role: 'cashier' } })
    shop.advance(5_000)
    expect(await others.next()).toBe('end')
    expect(await theirs.stream.next()).toBe('event: ping\ndata: {}')
    await isPaid(theirs.reference)
    expect(await theirs.stream.next()).toContain('"status":"completed"')
    await theirs.stream.close()
  })

  test('goes on for the next cashier of the till, without the customer’s number', async () => {
    const till = await aTill()
    const { reference, stream } = await follow(asTill(till))
    await till.signIn(crew.juma, pins.juma)
    await isPaid(reference)
    const told = await stream.next()
    expect(told).toContain('"status":"completed"')
    expect(told).not.toContain('754123456')
    await stream.close()
  })
})

describe('a stream leaves nothing behind', () => {
  /** Publishes to a request; counts its listeners. */
  function tell(request: Request) {
    let listening = 0
    let asked = 0
    let publish = (_: string) => {}
    const response = streamOf<string, string>(serverOf(shop), request, {
      caller: 'test',
      merchant: 'shop',
      first: 'first',
      subscribe(listener) {
        listening += 1
        publish = listener
        return () => {
          listening -= 1
        }
      },
      async reader() {
        asked += 1
        return asked > 2 ? undefined : 'somebody'
      },
      text: async (_, news) => `data: ${news}\n\n`,
      last: 'data: gone\n\n',
    })
    return { response, publish: (news: string) => publish(news), state: () => ({ listening, asked }) }
  }

  test('where the request ended before it began', async () => {
    const told = tell(new Request(shop.url, { signal: AbortSignal.abort() }))
    expect(await told.response.text()).toBe('retry: 1000\n\n')
    expect(told.state()).toEqual({ listening: 0, asked: 0 })
  })

  test('when the request is abandoned', async () => {
    const request = new AbortController()
    const told = tell(new Request(shop.url, { signal: request.signal }))
    request.abort()
    expect(await told.response.text()).toBe('retry: 1000\n\n')
    expect(told.state()).toEqual({ listening: 0, asked: 0 })
  })

  test('when its reader closes it', async () => {
    const told = tell(new Request(shop.url))
    const reader = told.response.body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    told.publish('late')
    shop.advance(60_000)
    expect(told.state()).toEqual({ listening: 0, asked: 1 })
  })

  test('when its reader loses access; changes published twice before are sent once', async () => {
    const told = tell(new Request(shop.url))
    for (const news of ['second', 'second', 'third']) told.publish(news)
    expect(await told.response.text()).toBe('retry: 1000\n\ndata: first\n\ndata: second\n\ndata: gone\n\n')
    expect(told.state()).toEqual({ listening: 0, asked: 3 })
  })
})

test('what another node watches is forgotten soon after its last note, also where no status checks run', () => {
  const { appliance } = shop
  putWatch(appliance, 'pay_1', 'selcom')
  shop.advance(14_999)
  watchNotes(appliance)
  expect([...appliance.watchedElsewhere.keys()]).toEqual(['pay_1'])
  shop.advance(1)
  watchNotes(appliance)
  expect(appliance.watchedElsewhere.size).toBe(0)
})

test('a reader who is a thousand news behind gets no more, and may reconnect', async () => {
  const news: ((name: string) => void)[] = []
  const left: string[] = []
  const { body } = streamOf<string, string>(serverOf(shop), new Request(shop.url), {
    caller: 'test',
    merchant: 'shop',
    first: 'first',
    subscribe(listener) {
      news.push(listener)
      return () => void left.push('left')
    },
    reader: async () => 'somebody',
    text: async (_, name) => `data: ${name}\n\n`,
  })
  for (let count = 0; count < 1_000; count++) news[0]?.(`news ${count}`)
  expect(left).toEqual(['left'])
  expect(await new Response(body).text()).toBe('retry: 1000\n\n')
})

test('a reader who takes nothing from its socket is cut', async () => {
  const own = await openEndpointShop({ streamStallSeconds: 1 })
  const path = `/api/v1/events/stream?after=evt_${'0'.repeat(32)}`
  // More than the buffers of both sockets can take.
  await own.appliance.store.write(async tx => {
    for (let count = 0; count < 40; count++)
      await insertEvent(tx, {
        accountId: own.accounts.sandbox.id,
        type: 'payment.completed',
        apiVersion: '2026-01-25',
        createdAt: own.appliance.world.clock.now(),
        id: `evt_${count.toString(16).padStart(32, 'f')}`,
        subject: `filler ${count}`,
        body: JSON.stringify({ filler: 'x'.repeat(400_000) }),
      })
  })
  const cut = Promise.withResolvers<void>()
  const { notifier } = own.appliance
  const { onEvents } = notifier
  Object.assign(notifier, {
    onEvents(...call: Parameters<typeof onEvents>) {
      const leave = onEvents(...call)
      return () => {
        leave()
        cut.resolve()
      }
    },
  })
  const { authorization = '' } = (await own.credentials.get('sandbox')?.()) ?? {}
  const socket = connect(Number(new URL(own.url).port), '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\n\r\n`),
  )
  socket.on('error', () => {})
  socket.pause()
  await cut.promise
  socket.destroy()
  await own.close()
}, 300_000)

describe('the stream of events', () => {
  test('sends nothing more to a key that was revoked', async () => {
    const answer = await shop.request({
      as: 'owner',
      path: '/api/v1/keys',
      json: { name: 'L', scopes: ['collection:read'] },
    })
    const stream = await watching({
      path: '/api/v1/events/stream',
      headers: bearer(textAt(answer, 'data.key')),
    })
    await stream.next()
    await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/keys/${textAt(answer, 'data.id')}` })
    await isPaid((await shop.make()).reference)
    expect(await stream.next()).toBe('end')
  })

  test('sends nothing more to a person who became a cashier', async () => {
    const { headers, path } = await newPerson('developer')
    const stream = await watching({ path: '/api/v1/events/stream', headers })
    await stream.next()
    await shop.request({ as: 'owner', method: 'PATCH', path, json: { role: 'cashier' } })
    await isPaid((await shop.make()).reference)
    expect(await stream.next()).toBe('end')
  })
})

describe('the stream of a display', () => {
  const ends: Record<string, (till: PairedTill) => Promise<unknown>> = {
    'is taken away': async till =>
      till.request({ method: 'DELETE', path: `/api/v1/till/displays/${(await displayIds(till))[0]}` }),
    'has its till revoked': till =>
      shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${till.id}` }),
  }
  test.each(Object.entries(ends))(
    'sends that the display is gone where it %s, and nothing more',
    async (_, end) => {
      const till = await aTill()
      const { cookie } = await openDisplay(shop, till)
      const reference = await made({ ...asTill(till), path: '/v1/payments', json: qr })
      await setDisplayContent(till, { reference })
      const stream = await watching({ path: '/api/v1/display/stream', headers: { cookie } })
      expect(await stream.next()).toBe('retry: 1000')
      expect(await stream.next()).toContain('"phase":"scan"')
      await end(till)
      await isPaid(reference)
      expect(await stream.next()).toStartWith('event: gone')
      expect(await stream.next()).toBe('end')
    },
  )

  test('pings, and sends changes that were not published', async () => {
    const till = await aTill()
    const { cookie } = await openDisplay(shop, till)
    const stream = await watching({ path: '/api/v1/display/stream', headers: { cookie } })
    expect(await stream.next()).toBe('retry: 1000')
    expect(await stream.next()).toContain('"sale":null')
    await shop.request({
      as: 'owner',
      method: 'PATCH',
      path: '/api/v1/settings',
      json: { name: 'Duka jipya' },
    })
    shop.advance(5_000)
    expect(await stream.next()).toBe('event: ping\ndata: {}')
    expect(await stream.next()).toContain('Duka jipya')
    shop.advance(5_000)
    expect(await stream.next()).toBe('event: ping\ndata: {}')
    await stream.close()
  })
})
