// Words for tests about checkout sessions: creating one, paying it as a customer, deciding the simulated
// network's answer, and the merchant's view afterwards.
import { expect } from 'bun:test'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { AttemptView, StatusView } from '../../src/wire/checkout.ts'
import { CheckoutView, SessionView } from '../../src/wire/session.ts'
import { reader } from '../../src/wire/shape.ts'
import type { EndpointShop, TestRequest, Who } from './endpoint.ts'
import { at, type TestResponse } from './endpoint-answer.ts'
import { fetchPayment } from './endpoint-money.ts'

export const sessionsPath = '/api/v1/sessions'
export const order = { amount: 5_000 }
/** The customer chooses between 1,000 and 9,000. */
export const ownAmount = { allow_custom_amount: true, min_amount: 1_000, max_amount: 9_000 }
/** A number that waits for a person to decide. */
export const byPush = { payment_method: 'mobile_money', customer_phone: '0754 123 456' }
export const allMethods = { allowed_methods: ['mobile_money', 'qr', 'card'] }
/** The rows of a new session: its expiry is the job. */
export const rowsOfNewSession = { session: 1, session_total: 1, job: 1 }

/** Reads the data of an answer, checked against its schema. */
function dataAs<T extends TSchema>(shape: T) {
  const read = reader(shape)
  return (answer: TestResponse): Static<T> => {
    try {
      return read(at(answer, 'data'))
    } catch (error) {
      throw new Error(`not ${shape.title}: ${error} in ${answer.status} ${answer.text}`)
    }
  }
}
export const sessionOf = dataAs(SessionView)
export const attemptOf = dataAs(AttemptView)
export const checkoutOf = dataAs(CheckoutView)
export const listOf = dataAs(Type.Array(SessionView, { title: 'Sessions' }))
const statusOf = dataAs(StatusView)

/** A session and its customer, who has nothing but the link. */
export type Customer = Awaited<ReturnType<typeof openSession>>

/** Creates a session, and returns it as its customer meets it. */
export async function openSession(
  shop: EndpointShop,
  json: object = order,
  as: Who = 'sandbox',
  headers: TestRequest['headers'] = {},
) {
  const made = sessionOf(await shop.request({ as, path: sessionsPath, json, headers }))
  const { pathname } = new URL(made.checkout_url)
  const get = async () => sessionOf(await shop.request({ as, path: `${sessionsPath}/${made.reference}` }))
  const decide = async (decision: object) => {
    const { payment_reference } = await get()
    const answer = await shop.request({
      as,
      path: `/v1/sandbox/payments/${payment_reference}`,
      json: decision,
    })
    expect(answer.status).toBe(200)
    await shop.work()
  }
  const pay = (json: object = byPush, query = '') => shop.request({ path: `${pathname}/pay${query}`, json })
  return {
    made,
    path: pathname,
    reference: made.reference,
    get,
    /** Returns the page's data. */
    load: (query = '') => shop.request({ path: pathname + query }),
    pay,
    tries: async (json: object = byPush, query = '') => attemptOf(await pay(json, query)),
    status: async () => statusOf(await shop.request({ path: `${pathname}/status` })),
    giveUp: (attemptId: string) => shop.request({ method: 'POST', path: `${pathname}/cancel/${attemptId}` }),
    cancel: () => shop.request({ as, method: 'POST', path: `${sessionsPath}/${made.reference}/cancel` }),
    /** What the simulated network answers to the newest open try. */
    decide,
    approves: () => decide({ outcome: 'completed' }),
    declines: (failure_reason = 'insufficient_balance') => decide({ outcome: 'failed', failure_reason }),
    payment: async () => fetchPayment(shop, (await get()).payment_reference, as),
  }
}

/** Returns the types of all events that were sent since the last call, in order. */
export const webhookTypes = (shop: EndpointShop): string[] =>
  shop.dispatches.splice(0).map(({ body }) => JSON.parse(body).type ?? JSON.parse(body).event)

/** Returns the number of sessions and payments in the lists, by status. */
export async function totalsOf(shop: EndpointShop, as: Who = 'sandbox') {
  const count = async (path: string, status: string, name: string): Promise<[string, number]> => [
    status,
    Number(at(await shop.request({ as, path: `${path}?limit=1&status=${status}` }), name)),
  ]
  const some = (counts: [string, number][]) => Object.fromEntries(counts.filter(([, many]) => many > 0))
  const sessionCounts = ['pending', 'active', 'completed', 'expired', 'cancelled'].map(one =>
    count(sessionsPath, one, 'meta.total'),
  )
  const statuses = ['pending', 'completed', 'failed', 'voided', 'expired']
  const paymentCounts = statuses.map(one => count('/v1/payments', one, 'data.total'))
  return {
    sessions: some(await Promise.all(sessionCounts)),
    payments: some(await Promise.all(paymentCounts)),
  }
}

/** Encodes a JSON object as a payment link carries it. */
export const metaOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** Posts a form, as the page does with scripts off. */
export const postForm = (
  shop: EndpointShop,
  path: string,
  fields: Record<string, string>,
  headers: TestRequest['headers'] = {},
) =>
  shop.send({
    method: 'POST',
    path,
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
