// Money without an open payment: it is listed until a person with the right settles it, once, and the books
// follow.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Book } from '../../src/domain/posting.ts'
import { findBalance } from '../../src/store/posting.ts'
import { countUnmatchedUpTo, listUnmatched } from '../../src/store/unmatched.ts'
import { qr, type TestRequest, type Who } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect } from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'

const shop = await openShopOnNodes()
await addRoles(shop)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const run = (scenario: Scenario) => runScenario(shop, scenario)
const path = '/api/v1/unmatched'
const list = (as: Who = 'owner') => shop.request({ as, path })
const settle = (id: string, json: object, as: Who = 'owner'): TestRequest => ({
  as,
  path: `${path}/${id}/settle`,
  json,
})
const books: readonly Book[] = ['network', 'merchant', 'held', 'fees', 'suspense']
async function balances(): Promise<Record<string, number>> {
  const { store } = shop.appliance
  const amounts = await Promise.all(
    books.map(book => findBalance(store.read, shop.accounts.sandbox.id, book)),
  )
  return Object.fromEntries(books.map((book, index) => [book, amounts[index] ?? 0]))
}
/** Creates a payment that was paid with another amount than requested; returns the id of the money. */
async function unmatched(amount = 4_000): Promise<string> {
  const payment = await collect(shop, qr, { outcome: 'completed', amount })
  expect(payment).toMatchObject({ status: 'pending', outcome_unknown: false })
  const answer = await list()
  expect(at(answer, 'data.items.0')).toEqual({
    id: expect.stringMatching(/^unm_[0-9a-f]{32}$/),
    payment_reference: payment.reference,
    amount: { value: amount, currency: 'TZS' },
    reason: 'other_amount',
    created_at: expect.any(String),
    resolution: null,
    note: null,
    settled_by: null,
    settled_at: null,
  })
  return textAt(answer, 'data.items.0.id')
}
const kept = { resolution: 'kept', note: 'agreed with the customer' }
const returned = { resolution: 'returned', note: 'sent back manually' }

test('another amount is held in suspense, outside the balance', async () => {
  const before = await balances()
  await unmatched()
  const after = await balances()
  expect(after).toEqual({
    ...before,
    network: (before.network ?? 0) - 4_000,
    suspense: (before.suspense ?? 0) + 4_000,
  })
})

test('a second payment of the same sale is listed as paid twice', async () => {
  const { reference } = await shop.make()
  await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/push`, json: { phone: '0713000789' } })
  const { payment_token } = await shop.make()
  expect(payment_token).toBeString()
  const prompt = await shop.request({ path: `/api/v1/handset/code?code=${await tokenOf(reference)}` })
  await shop.request({
    path: `/api/v1/handset/prompts/${textAt(prompt, 'data.id')}`,
    json: { answer: 'approve', phone: '0754123456' },
  })
  await shop.work()
  shop.advance(2_000)
  await shop.work()
  expect(at(await list(), 'data.items.0')).toMatchObject({
    payment_reference: reference,
    reason: 'paid_twice',
    amount: { value: 5_000 },
  })
})
const tokenOf = async (reference: string) =>
  textAt(await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}` }), 'data.payment_token')

describe('is settled', () => {
  test.each([
    ['kept', kept, 'merchant', 'owner'],
    ['returned', returned, 'network', 'owner'],
    ['kept', kept, 'merchant', 'admin'],
  ] as const)('%s, by %j, once: it goes to %s', async (resolution, json, to, who) => {
    const id = await unmatched()
    const before = await balances()
    const answer = await run({
      request: settle(id, json, who),
      status: 200,
      body: {
        code: 200,
        data: {
          id,
          resolution,
          note: json.note,
          settled_by: { type: 'staff', id: expect.any(String), till_id: null },
        },
      },
      changes: { unmatched: 1, posting: 1, balance: 2, audit_entry: 1 },
    })
    expect(at(answer, 'data.settled_at')).toBeString()
    expect(await balances()).toEqual({
      ...before,
      suspense: (before.suspense ?? 0) - 4_000,
      [to]: (before[to] ?? 0) + 4_000,
    })
    const ids = [at(await list(), 'data.items')].flat().map(item => Reflect.get(Object(item), 'id'))
    expect(ids).not.toContain(id)
    for (const again of [kept, returned])
      await run({ request: settle(id, again, who), status: 400, body: errorBody('invalid_state') })
  })

  test('once, by one of twenty people in parallel', async () => {
    const id = await unmatched()
    const before = await balances()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => shop.request(settle(id, index % 2 ? kept : returned))),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(answers.filter(answer => at(answer, 'error_code') === 'invalid_state')).toHaveLength(19)
    expect((await balances()).suspense).toBe((before.suspense ?? 0) - 4_000)
  })
})

describe('is listed', () => {
  const page = (query: string) => shop.request({ as: 'owner', path: `${path}?${query}` })
  const ids = (answer: Awaited<ReturnType<typeof page>>) =>
    [at(answer, 'data.items')].flat().map(item => Reflect.get(Object(item), 'id'))

  test('in pages, newest first, with how many there are', async () => {
    const made: string[] = []
    for (let count = 0; count < 3; count++) made.unshift(await unmatched())
    const [first, second] = [await page('limit=2'), await page('limit=2&offset=2')]
    expect(ids(first)).toEqual(made.slice(0, 2))
    expect(ids(second)[0]).toBe(made[2])
    const { store } = shop.appliance
    const filter = { accountId: shop.accounts.sandbox.id, status: 'open' } as const
    const total = (await listUnmatched(store.read, filter, 100, 0)).length
    for (const answer of [first, second]) expect(at(answer, 'data')).toMatchObject({ total, limit: 2 })
    expect(await countUnmatchedUpTo(store.read, filter, total - 1)).toBe(total - 1)
  })

  test('open or settled, each with its own', async () => {
    const [id, other] = [await unmatched(), await unmatched()]
    await shop.request(settle(id, returned))
    expect(ids(await page('status=open&limit=1'))).toEqual([other])
    expect(ids(await page('status=open&limit=100'))).not.toContain(id)
    const settled = await page('status=settled&limit=1')
    expect(at(settled, 'data.items.0')).toMatchObject({
      id,
      ...returned,
      settled_by: { type: 'staff', id: expect.any(String), till_id: null, name: expect.any(String) },
    })
    expect(at(settled, 'data.items.0.settled_at')).toBeString()
  })

  test('of one payment or several', async () => {
    const [first, second] = [await unmatched(), await unmatched()]
    const open = await page('limit=2')
    const [b, a] = [
      textAt(open, 'data.items.0.payment_reference'),
      textAt(open, 'data.items.1.payment_reference'),
    ]
    await unmatched()
    expect(ids(await page(`payment=${a}`))).toEqual([first])
    expect(ids(await page(`payment=${a.toUpperCase()},${b}`))).toEqual([second, first])
    expect(ids(await page(`payment=${a}&status=settled`))).toEqual([])
    const foreign = await shop.request({ as: 'owner of live', path: `${path}?payment=${a}` })
    expect(at(foreign, 'data.items')).toEqual([])
  })

  test.each([
    ['status=kept', 'status'],
    ['payment=x', 'payment'],
    [`payment=${Array(101).fill('0'.repeat(36)).join()}`, 'payment'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
  ])('not by %s', async (query, field) => {
    const answer = await page(query)
    expect([answer.status, at(answer, 'errors.0.field')]).toEqual([400, field])
  })

  test('on the stream of its payment', async () => {
    const { reference } = await shop.make()
    const heard: string[] = []
    const stop = shop.appliance.notifier.onPayment(reference, ({ status }) => heard.push(status))
    await shop.request({
      as: 'sandbox',
      path: `/v1/sandbox/payments/${reference}`,
      json: { outcome: 'completed', amount: 4_000 },
    })
    await shop.work()
    stop()
    expect(heard).toEqual(['pending'])
  })
})

describe('is refused', () => {
  test("another account's is neither listed nor found", async () => {
    const id = await unmatched()
    expect((await list('owner of live')).json).toMatchObject({ code: 200, data: { items: [], total: 0 } })
    await run({ request: settle(id, kept, 'owner of live'), status: 404, body: errorBody('not_found') })
    await run({ request: settle('unm_nothing', kept), status: 404, body: errorBody('not_found') })
  })

  const bad: [object, string][] = [
    [{ note: 'x' }, 'resolution'],
    [{ resolution: 'lost', note: 'x' }, 'resolution'],
    [{ resolution: null, note: 'x' }, 'resolution'],
    [{ resolution: 'kept' }, 'note'],
    [{ resolution: 'kept', note: '' }, 'note'],
    [{ resolution: 'kept', note: 'n'.repeat(501) }, 'note'],
    [{ resolution: 'kept', note: 5 }, 'note'],
  ]
  test.each(bad)('%j', async (json, field) => {
    const id = await unmatched()
    const answer = await run({ request: settle(id, json), status: 400, body: errorBody('validation_error') })
    expect(at(answer, 'errors.0.field')).toBe(field)
  })
})
