// The contract of checkout sessions: their states, the session API and the public checkout endpoints.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop } from '../kit/endpoint.ts'
import { errorBody, textAt } from '../kit/endpoint-answer.ts'
import {
  allMethods,
  byPush,
  listOf,
  metaOf,
  openSession,
  order,
  ownAmount,
  sessionOf,
  sessionsPath,
  webhookTypes,
} from '../kit/endpoint-session.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
// An hour: pushes to one number are counted as long.
beforeEach(() => shop.advance(3_600_000))

const create = (json: object) => shop.request({ as: 'owner', path: sessionsPath, json })
const make = (json: object = order) => openSession(shop, json, 'owner')
type Rows = Record<string, () => Promise<void>>
const rows = (table: Rows) => test.each(Object.entries(table))('%s', (_, proves) => proves())

describe('Session states', () => {
  rows({
    pending: async () => expect((await make()).made.status).toBe('pending'),
    active: async () => {
      const { tries, get } = await make()
      await tries()
      expect((await get()).status).toBe('active')
    },
    'completed: payment.completed is sent to webhook_url': async () => {
      shop.dispatches.splice(0)
      const { tries, approves, get } = await make({ ...order, webhook_url: 'http://192.168.1.20/hook' })
      await tries()
      await approves()
      expect((await get()).status).toBe('completed')
      expect(shop.dispatches.map(({ url }) => url)).toEqual(['http://192.168.1.20/hook'])
      expect(webhookTypes(shop)).toEqual(['payment.completed'])
    },
    expired: async () => {
      const { get } = await make({ ...order, expires_in: 60 })
      shop.advance(60_000)
      await shop.work()
      expect((await get()).status).toBe('expired')
    },
    'pending or active, cancel: cancelled, 200 with a message': async () => {
      const [pending, active] = [await make(), await make()]
      await active.tries()
      for (const { cancel, get } of [pending, active]) {
        expect((await cancel()).json).toMatchObject({ code: 200, message: expect.any(String) })
        expect((await get()).status).toBe('cancelled')
      }
    },
    'completed, expired, cancelled, cancel: unchanged, 400 invalid_state': async () => {
      const [completed, expired, cancelled] = [
        await make(),
        await make({ ...order, expires_in: 60 }),
        await make(),
      ]
      await completed.tries()
      await completed.approves()
      await cancelled.cancel()
      shop.advance(60_000)
      await shop.work()
      for (const { cancel, get } of [completed, expired, cancelled]) {
        const { status } = await get()
        expect((await cancel()).json).toMatchObject({ code: 400, ...errorBody('invalid_state') })
        expect((await get()).status).toBe(status)
      }
    },
    'any, cancel payment attempt: the session stays open for another try': async () => {
      const { tries, giveUp, get } = await make()
      const { attempt_id } = await tries()
      await giveUp(attempt_id)
      expect((await get()).status).toBe('active')
      shop.advance(10_000)
      expect((await tries()).status).toBe('pending')
    },
  })
})

describe('Session API', () => {
  rows({
    'POST /api/v1/sessions': async () => {
      const answer = await create(order)
      expect(answer.json).toMatchObject({ code: 201, data: sessionOf(answer) })
      expect((await create({})).json).toMatchObject({ code: 400, ...errorBody('validation_error') })
    },
    'GET /api/v1/sessions': async () => {
      const answer = await shop.request({ as: 'owner', path: sessionsPath })
      expect(answer.json).toMatchObject({
        code: 200,
        data: expect.any(Array),
        meta: { total: expect.any(Number), limit: 20, offset: 0 },
      })
      const list = (query: string) =>
        shop.request({ as: 'owner', path: sessionsPath + query }).then(({ status }) => status)
      expect([await list('?limit=100'), await list('?limit=101')]).toEqual([200, 400])
      for (const status of ['pending', 'active', 'completed', 'expired', 'cancelled']) {
        const found = listOf(await shop.request({ as: 'owner', path: `${sessionsPath}?status=${status}` }))
        expect(new Set(found.map(session => session.status))).toEqual(new Set([status]) as never)
      }
    },
    'GET /api/v1/sessions/:reference': async () => {
      const { made, get } = await make()
      expect(await get()).toEqual(made)
    },
    'POST /api/v1/sessions/:reference/cancel': async () => {
      const { cancel } = await make()
      expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 400])
      expect(
        (await shop.request({ as: 'owner', method: 'POST', path: `${sessionsPath}/none/cancel` })).status,
      ).toBe(404)
    },
  })
})

describe('Public checkout endpoints', () => {
  rows({
    'GET /checkout/:token': async () => {
      const { made, load } = await make()
      expect((await load()).json).toMatchObject({
        code: 200,
        data: { reference: made.reference, status: 'pending', amount: 5_000 },
      })
    },
    'POST /checkout/:token/pay': async () => {
      const { pay } = await make()
      const data = {
        attempt_id: expect.any(String),
        status: 'pending',
        payment_token: expect.stringMatching(/^\d+$/),
        expires_at: expect.any(String),
      }
      expect((await pay()).json).toMatchObject({ code: 200, data })
      expect((await pay()).json).toMatchObject({ code: 409, ...errorBody('conflict') })
    },
    'POST /checkout/:token/pay, payment_method: required': async () =>
      expect((await (await make()).pay({ ...byPush, payment_method: undefined })).json).toMatchObject({
        errors: [{ field: 'payment_method' }],
      }),
    'POST /checkout/:token/pay, amount: only when custom, between min and max': async () => {
      const { pay } = await make(ownAmount)
      for (const amount of [undefined, 999, 9_001])
        expect((await pay({ ...byPush, amount })).status).toBe(400)
      expect((await pay({ ...byPush, amount: 9_000 })).status).toBe(200)
    },
    'POST /checkout/:token/pay, customer_phone: required for mobile_money': async () => {
      const { pay } = await make({ ...order, ...allMethods })
      expect((await pay({ ...byPush, customer_phone: undefined })).json).toMatchObject({
        errors: [{ field: 'customer_phone' }],
      })
      expect((await pay({ payment_method: 'qr' })).status).toBe(200)
    },
    'POST /checkout/:token/pay, customer_name, customer_email: not required': async () => {
      const { pay, payment } = await make()
      expect((await pay({ ...byPush, customer_name: 'Neema', customer_email: 'n@example.com' })).status).toBe(
        200,
      )
      expect((await payment()).customer).toMatchObject({ first_name: 'Neema', email: 'n@example.com' })
    },
    'GET /checkout/:token/status': async () => {
      const { made, status } = await make({ ...order, redirect_url: 'https://a.example/thanks' })
      expect(await status()).toMatchObject({
        reference: made.reference,
        status: 'pending',
        redirect_url: 'https://a.example/thanks',
      })
    },
    'POST /checkout/:token/cancel/:attemptID': async () => {
      const { tries, giveUp } = await make()
      expect((await giveUp((await tries()).attempt_id)).json).toMatchObject({
        code: 200,
        message: expect.any(String),
      })
    },
    'GET /p/:code, with meta in data.metadata.url_metadata': async () => {
      shop.dispatches.splice(0)
      const { made, tries, approves } = await make({ ...order, webhook_url: 'http://192.168.1.20/hook' })
      const link = await shop.request({ path: `/p/${made.short_code}?meta=${metaOf({ seller: 'B' })}` })
      expect(link.status).toBe(302)
      await tries(byPush, new URL(link.headers.get('location') ?? '', shop.url).search)
      await approves()
      expect(shop.dispatches.splice(0).map(({ body }) => JSON.parse(body).data.metadata)).toEqual([
        { url_metadata: { seller: 'B' } },
      ])
    },
    'a token that is unknown: 404': async () => {
      const answer = await shop.request({ path: '/checkout/none' })
      expect([answer.status, textAt(answer, 'error_code')]).toEqual([404, 'not_found'])
    },
  })
})
