// The fake Selcom is faithful: Selcom's published client works with it, with only its base address changed,
// and it refuses what the real one refuses.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { parse } from 'promptparse'
import { selcomDigest } from '../../src/connector/selcom/signature.ts'
import { hasDammDigit } from '../../src/domain/damm.ts'
import { readEmv } from '../../src/domain/emv.ts'
import { officialClient, openSelcom, selcomCredentials, selcomRequest } from '../kit/selcom.ts'

const { vendor, pin, api_secret } = selcomCredentials
const selcom = await openSelcom()
afterAll(() => selcom.close())

let number = 0
let orderId = ''
beforeEach(() => {
  orderId = `ORDER${++number}`
  selcom.fake.set({})
})

const order = (more: object = {}) => ({
  vendor,
  order_id: orderId,
  buyer_email: 'asha@example.com',
  buyer_name: 'Asha Juma',
  buyer_phone: '255754000111',
  amount: 5000,
  currency: 'TZS',
  no_of_items: 1,
  ...more,
})
const create = (more: object = {}) =>
  selcomRequest(selcom.url, ['POST', '/checkout/create-order-minimal'], order(more) as never)
const push = (transid = `T${orderId}`) =>
  selcomRequest(selcom.url, ['POST', '/checkout/wallet-payment'], {
    transid,
    order_id: orderId,
    msisdn: '255754000111',
  })
const status = () => selcomRequest(selcom.url, ['GET', '/checkout/order-status'], { order_id: orderId })
const first = ({ body }: { body: Record<string, unknown> }) =>
  (body.data as Record<string, string>[])[0] ?? {}
const payOut = (more: object = {}) =>
  selcomRequest(selcom.url, ['POST', '/walletcashin/process'], {
    transid: `T${orderId}`,
    utilitycode: 'CASHIN',
    utilityref: '255754000111',
    amount: 20_000,
    vendor,
    pin,
    ...more,
  })

describe('the published client', () => {
  test('orders, pushes, asks for the status and cancels', async () => {
    const card = { ...order(), order_id: `${orderId}B` }
    const before = await officialClient(selcom.url, [
      { method: 'post', path: '/checkout/create-order-minimal', fields: order() },
      {
        method: 'post',
        path: '/checkout/wallet-payment',
        fields: { transid: 'OFFICIAL1', order_id: orderId, msisdn: '255754000111' },
      },
      { method: 'get', path: '/checkout/order-status', fields: { order_id: orderId } },
      { method: 'post', path: '/checkout/create-order-minimal', fields: card },
      { method: 'delete', path: '/checkout/cancel-order', fields: { order_id: card.order_id } },
      { method: 'get', path: '/checkout/order-status', fields: { order_id: card.order_id } },
    ])
    expect(before.map(({ resultcode }) => resultcode)).toEqual(['000', '111', '000', '000', '000', '000'])
    expect(before[2]).toMatchObject({ data: [{ order_id: orderId, payment_status: 'INPROGRESS' }] })
    expect(before[5]).toMatchObject({ data: [{ payment_status: 'CANCELLED' }] })
    selcom.fake.steer(orderId, { answer: 'COMPLETED' })
    const [after] = await officialClient(selcom.url, [
      { method: 'get', path: '/checkout/order-status', fields: { order_id: orderId } },
    ])
    expect(after).toMatchObject({
      result: 'SUCCESS',
      data: [{ payment_status: 'COMPLETED', amount: '5000', channel: 'MPESA-TZ', transid: 'OFFICIAL1' }],
    })
  })

  test('signs as we do', async () => {
    const fields = order({ 'billing.city': 'Dar es Salaam', webhook: 'aHR0cHM6Ly94Lw==' })
    const [signed] = await officialClient(selcom.url, [{ method: 'sign', path: '', fields }])
    const [, timestamp = '', digest, names] = signed as unknown as readonly string[]
    expect(timestamp).toEndWith('+03:00')
    expect(digest).toBe(selcomDigest(api_secret, timestamp, fields as never))
    expect(names).toBe(Object.keys(fields).join(','))
  })
})

describe('what is not let in', () => {
  const swapped = (names: string) => names.split(',').reverse().join(',')
  test.each<[string, (headers: Record<string, string>) => object]>([
    ['a wrong key', () => ({ authorization: 'SELCOM eHh4' })],
    ['a wrong digest', () => ({ digest: 'TFHAyQ1k1d601bVfimp+GJsgiBPzMmmV0QJl0bX1c1Q=' })],
    ['other fields than the body has', () => ({ 'signed-fields': 'vendor,amount' })],
    [
      'the fields in another order',
      headers => ({ 'signed-fields': swapped(headers['signed-fields'] ?? '') }),
    ],
    ['a time in UTC', () => ({ timestamp: '2026-11-22T12:00:00Z' })],
    ['another time than was signed', () => ({ timestamp: '2026-11-22T12:00:00+03:00' })],
  ])('%s: 401', async (_, change) => {
    const answer = await selcomRequest(
      selcom.url,
      ['GET', '/checkout/order-status'],
      { order_id: 'A', b: 1 },
      change,
    )
    expect(answer).toMatchObject({ status: 401, body: { result: 'FAIL' } })
  })

  test('a product that is off: 403 with 4035', async () => {
    selcom.fake.set({ off: ['walletcashin'] })
    expect(await payOut()).toMatchObject({ status: 403, body: { message: expect.stringContaining('4035') } })
    expect(await create()).toMatchObject({ status: 200 })
  })

  test('revoked credentials: 401', async () => {
    selcom.fake.set({ revoked: true })
    expect(await create()).toMatchObject({ status: 401 })
  })

  test.each(['vendor', 'order_id', 'buyer_email', 'no_of_items'])('an order without %s: 412', async name => {
    expect((await create({ [name]: '' })).body).toMatchObject({ resultcode: '412', result: 'FAIL' })
  })
})

describe('orders', () => {
  test('have a QR code of their own, with a right CRC and a check digit', async () => {
    const { qr = '', payment_token: token = '', payment_gateway_url: page = '' } = first(await create())
    expect(hasDammDigit(token)).toBe(true)
    expect(readEmv(qr)?.get('26.02')).toBe(token)
    expect(readEmv(qr)?.get('54')).toBe('5000')
    expect(parse(qr, true)).not.toBeNull()
    expect(Buffer.from(page, 'base64').toString()).toBe(`${new URL(selcom.url).origin}/_fake/pay/${orderId}`)
  })

  test('an order twice is refused, and so is a transid twice', async () => {
    await create()
    expect((await create()).body).toMatchObject({ result: 'FAIL' })
    await push('TWICE')
    expect((await push('TWICE')).body).toMatchObject({ result: 'FAIL', message: 'Duplicate transid' })
    expect(selcom.fake.orders.get(orderId)?.pushes).toHaveLength(1)
  })

  test.each(['COMPLETED', 'USERCANCELLED', 'REJECTED'])('a push: 111, then %s', async answer => {
    await create()
    expect((await push()).body).toMatchObject({ resultcode: '111' })
    selcom.fake.steer(orderId, { answer })
    expect(first(await status())).toMatchObject({ payment_status: answer })
  })

  test('a push without an answer stays in progress', async () => {
    await create()
    await push()
    selcom.fake.steer(orderId, { answer: 'silence' })
    expect(first(await status())).toMatchObject({ payment_status: 'INPROGRESS' })
  })

  test('an ambiguous status: 999', async () => {
    await create()
    selcom.fake.steer(orderId, { answer: '999' })
    expect((await status()).body).toMatchObject({ resultcode: '999', result: 'AMBIGUOUS' })
  })

  test('the list has the orders of the days', async () => {
    const today = () => new Date(Date.now() + 10_800_000).toISOString().slice(0, 10)
    // Midnight may come while the order is created.
    const days = [today(), await create().then(today)] as const
    const list = (fromdate: string, todate: string) =>
      selcomRequest(selcom.url, ['GET', '/checkout/list-orders'], { fromdate, todate })
    expect((await list(...days)).body.data).toContainEqual(expect.objectContaining({ order_id: orderId }))
    expect((await list('2026-01-01', '2026-01-02')).body.data).toEqual([])
  })

  test('a line that drops before the order leaves none; after it, the order is there', async () => {
    selcom.fake.steer('next', { drop: 'before' })
    await expect(create()).rejects.toThrow()
    expect(selcom.fake.orders.has(orderId)).toBe(false)
    selcom.fake.steer('next', { drop: 'after' })
    await expect(create()).rejects.toThrow()
    expect(selcom.fake.orders.has(orderId)).toBe(true)
  })

  test('the callback is not signed', async () => {
    const heard = Promise.withResolvers<{ headers: Headers; body: unknown }>()
    const shop = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        heard.resolve({ headers: request.headers, body: await request.json() })
        return new Response()
      },
    })
    await create({ webhook: Buffer.from(shop.url.href).toString('base64') })
    selcom.fake.steer(orderId, { answer: 'COMPLETED' })
    const { headers, body } = await heard.promise
    expect(headers.get('user-agent')).toBe('SelcomPay 1.0')
    expect(headers.get('digest')).toBeNull()
    expect(body).toMatchObject({ order_id: orderId, payment_status: 'COMPLETED', resultcode: '000' })
    await shop.stop(true)
  })
})

describe('payouts', () => {
  test('are paid immediately, known on their own rail only, and leave the balance', async () => {
    const balance = async () =>
      Number(
        first(
          await selcomRequest(selcom.url, ['POST', '/vendor/balance'], {
            vendor,
            pin,
            transid: `B${number}`,
          }),
        ).balance,
      )
    const before = await balance()
    expect((await payOut()).body).toMatchObject({ resultcode: '000' })
    expect(await balance()).toBe(before - 20_000)
    const transid = `T${orderId}`
    expect((await selcomRequest(selcom.url, ['GET', '/walletcashin/query'], { transid })).body).toMatchObject(
      {
        resultcode: '000',
        data: [{ receipt: expect.any(String) }],
      },
    )
    expect((await selcomRequest(selcom.url, ['GET', '/qwiksend/query'], { transid })).body).toMatchObject({
      result: 'FAIL',
      message: 'Unknown transaction',
    })
    expect((await payOut()).body).toMatchObject({ result: 'FAIL', message: 'Duplicate transid' })
  })

  test.each([
    ['a number that is none', { utilityref: '255554000111' }, '010'],
    ['less than 1,000', { amount: 999 }, '013'],
    ['more than the balance', { amount: 900_000_000 }, '990'],
    ['no pin', { pin: '' }, '412'],
  ])('%s', async (_, more, resultcode) => {
    expect((await payOut(more)).body).toMatchObject({ resultcode, result: 'FAIL' })
  })

  test('one in progress completes later', async () => {
    const transid = `T${orderId}`
    selcom.fake.steer(transid, { answer: 'INPROGRESS' })
    expect((await payOut()).body).toMatchObject({ resultcode: '111' })
    selcom.fake.steer(transid, { answer: 'COMPLETED' })
    expect((await selcomRequest(selcom.url, ['GET', '/walletcashin/query'], { transid })).body).toMatchObject(
      {
        resultcode: '000',
      },
    )
  })

  test('names are looked up on both rails', async () => {
    const wallet = { utilitycode: 'CASHIN', utilityref: '255754000111', transid: 'N1' }
    const bank = { bank: 'CRDBBANK', account: '0150000001', transid: 'N2' }
    expect(first(await selcomRequest(selcom.url, ['GET', '/walletcashin/namelookup'], wallet))).toEqual({
      name: 'ASHA JUMA',
    })
    expect(first(await selcomRequest(selcom.url, ['GET', '/qwiksend/lookup'], bank))).toEqual({
      name: 'DUKA LA ASHA',
    })
  })
})
