// How often a push can be requested: by the public with a checkout link, and for one payment by sellers.
// Kaunta counts in the database, so disabled request limits and a restart change nothing.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { readConfig } from '../../src/config.ts'
import { mobile, type Who } from '../kit/endpoint.ts'
import { textAt } from '../kit/endpoint-answer.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { byPush, openSession } from '../kit/endpoint-session.ts'
import { testServer } from '../kit/store-database.ts'

const hourMs = 3_600_000
/** From the settings. Each of two nodes counts its own. */
const phoneMax = readConfig({}, {}).phonePushes
const shop = await openShopOnNodes({ phonePushesMax: phoneMax })
afterAll(() => shop.close())
beforeEach(() => shop.advance(hourMs))

let count = 0
/** Returns a number that nothing has pushed to. */
const newPhone = () => `0754 ${String(count++).padStart(4, '0')}00`
const open = () => openSession(shop)
type Link = Awaited<ReturnType<typeof open>>
const pay = ({ pay }: Link, customer_phone: string) => pay({ ...byPush, customer_phone })
/** Asks for a push and gives it up at once. */
async function bomb(link: Link, phone: string) {
  const answer = await pay(link, phone)
  if (answer.status === 200) await link.giveUp(textAt(answer, 'data.attempt_id'))
  return answer
}
const tooMany = (reason: string, seconds: number) => ({
  code: 429,
  error_code: 'rate_limit_exceeded',
  reason,
  params: { seconds },
})

describe('with a checkout link', () => {
  test('pay and cancel in a loop, to 60 numbers: one push, and the others are refused', async () => {
    const link = await open()
    const answers = []
    for (let round = 0; round < 60; round++) answers.push(await bomb(link, newPhone()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [, second] = answers
    expect(second?.json).toMatchObject(tooMany('push_too_soon', 10))
    expect(second?.headers.get('retry-after')).toBe('10')
  })

  test('a customer who mistyped cancels, and asks again 10 seconds after the first push', async () => {
    const link = await open()
    await bomb(link, newPhone())
    shop.advance(4_500)
    expect((await pay(link, newPhone())).json).toMatchObject(tooMany('push_too_soon', 6))
    shop.advance(5_500)
    expect((await pay(link, newPhone())).status).toBe(200)
  })

  test('a push that the network declined needs no wait', async () => {
    const link = await open()
    await pay(link, newPhone())
    await link.declines()
    expect((await pay(link, newPhone())).status).toBe(200)
  })

  test('twelve pushes an hour by one link, then the first must be an hour old', async () => {
    const link = await open()
    for (let round = 0; round < 12; round++) {
      expect((await bomb(link, newPhone())).status).toBe(200)
      shop.advance(10_000)
    }
    const refused = await bomb(link, newPhone())
    expect(refused.json).toMatchObject(tooMany('link_pushes_used_up', 3_480))
    expect(refused.headers.get('retry-after')).toBe('3480')
    expect((await link.pay({ payment_method: 'mobile_money', customer_phone: 'x' })).status).toBe(400)
    shop.advance(3_480_000)
    expect((await bomb(await open(), newPhone())).status).toBe(200)
  })

  test('twenty pushes an hour to one number, by all links of all accounts', async () => {
    const phone = newPhone()
    for (let round = 0; round < 20; round++) {
      const link = await openSession(shop, undefined, round % 2 === 0 ? 'sandbox' : 'stranger')
      expect((await bomb(link, phone)).status).toBe(200)
    }
    const link = await open()
    expect((await bomb(link, phone)).json).toMatchObject(tooMany('phone_pushes_used_up', 3_600))
    expect((await bomb(link, newPhone())).status).toBe(200)
    shop.advance(hourMs)
    expect((await bomb(await open(), phone)).status).toBe(200)
  })

  test('pushes that were paid do not count against their number', async () => {
    const phone = newPhone()
    for (let round = 0; round < 21; round++) {
      const link = await open()
      expect((await pay(link, phone)).status).toBe(200)
      await link.approves()
    }
  })
})

describe('to one phone, by all ways', () => {
  const create = (phone_number: string, as: Who = 'creator') =>
    shop.request({ as, path: '/v1/payments', json: { ...mobile, phone_number } })

  test.skipIf(testServer !== undefined)(
    'forty an hour that nobody paid, by keys of all accounts',
    async () => {
      const phone = newPhone()
      for (let round = 0; round < phoneMax; round++)
        expect((await create(phone, round % 2 === 0 ? 'creator' : 'stranger')).status).toBe(201)
      const refused = await create(phone)
      expect(refused.json).toMatchObject({
        ...tooMany('phone_bound_reached', hourMs / 1_000),
        params: { max: phoneMax, seconds: hourMs / 1_000 },
      })
      expect(refused.headers.get('retry-after')).toBe('3600')
      expect((await create(phone, 'stranger')).status).toBe(429)
      expect((await bomb(await open(), phone)).status).toBe(429)
      const other = await shop.make(mobile)
      const path = `/v1/payments/${other.reference}/push`
      expect((await shop.request({ as: 'creator', path, json: { phone } })).status).toBe(429)
      expect((await create(newPhone())).status).toBe(201)
      shop.advance(hourMs)
      expect((await create(phone)).status).toBe(201)
    },
  )
})

describe('of one payment, with a key', () => {
  const push = (reference: string) =>
    shop.request({ as: 'creator', path: `/v1/payments/${reference}/push`, json: { phone: newPhone() } })

  test('keep 10 seconds between them; the one that came with the payment is free', async () => {
    const { reference } = await shop.make(mobile)
    expect((await push(reference)).status).toBe(200)
    shop.advance(9_001)
    const refused = await push(reference)
    expect(refused.json).toMatchObject(tooMany('push_too_soon', 1))
    expect(refused.headers.get('retry-after')).toBe('1')
    shop.advance(999)
    expect((await push(reference)).status).toBe(200)
    expect((await push(reference)).json).toMatchObject(tooMany('push_too_soon', 10))
  })

  test('nor right after the customer’s own, of a link', async () => {
    const link = await open()
    await pay(link, newPhone())
    const { payment_reference } = await link.get()
    expect((await push(payment_reference)).json).toMatchObject(tooMany('push_too_soon', 10))
  })

  test('have no limit of their own, and do not count for links', async () => {
    const payment = await shop.make(mobile)
    for (let round = 0; round < 30; round++) {
      shop.advance(10_000)
      const ask = { as: 'creator', path: `/v1/payments/${payment.reference}/push` } as const
      expect((await shop.request({ ...ask, method: 'POST' })).status).toBe(200)
    }
    expect((await pay(await open(), '0754 123 456')).status).toBe(200)
  })
})
