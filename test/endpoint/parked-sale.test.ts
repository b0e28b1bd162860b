// Parked sales: a basket waits under a name until one till takes it up. It is never on two tills and never
// lost.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at } from '../kit/endpoint-answer.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const basket = { name: 'Table 4', amount: 12_500, line_count: 2, content: { items: [{ name: 'Chai' }] } }
const path = '/api/v1/parked-sales'
let parkedCount = 0
const park = async (json: object = basket) => {
  const headers = { 'idempotency-key': `park-${++parkedCount}` }
  return shop.request({ as: 'sandbox', path, json, headers })
}
const take = (id: unknown, key: string, as: 'sandbox' | 'owner' = 'sandbox') =>
  shop.request({ as, method: 'POST', path: `${path}/${id}/take`, headers: { 'idempotency-key': key } })
const listed = async () => at(await shop.request({ as: 'sandbox', path }), 'data.items')

describe('a parked sale', () => {
  test('is listed without its content, newest first, and is no payment', async () => {
    const payments = at(await shop.request({ as: 'sandbox', path: '/v1/payments' }), 'data.total')
    const first = await park()
    const second = await park({ ...basket, name: '  Amina ' })
    expect(first.status).toBe(201)
    expect(await listed()).toMatchObject([
      {
        id: at(second, 'data.id'),
        name: 'Amina',
        amount: 12_500,
        line_count: 2,
        parked_by: null,
        till: null,
      },
      { id: at(first, 'data.id'), name: 'Table 4' },
    ])
    expect(JSON.stringify(await listed())).not.toContain('Chai')
    expect(at(await shop.request({ as: 'sandbox', path: '/v1/payments' }), 'data.total')).toBe(payments)
    for (const { id } of (await listed()) as { id: string }[]) await take(id, `t-${id.slice(-8)}`)
  })

  test('is taken up once; the one who took it gets it again if the answer was lost', async () => {
    const id = at(await park(), 'data.id')
    const taken = await take(id, 'take-1')
    expect(taken.status).toBe(200)
    expect(at(taken, 'data.content')).toEqual(basket.content)
    expect(await listed()).toEqual([])
    const again = await take(id, 'take-1')
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([
      200,
      'true',
      taken.text,
    ])
    const late = await take(id, 'take-2')
    expect(late.json).toMatchObject({ code: 404, reason: 'parked_sale_not_found' })
  })

  test('is parked and taken up once by a till that hears no answer for weeks', async () => {
    const request = { as: 'sandbox', path, json: basket, headers: { 'idempotency-key': 'lost' } } as const
    const id = at(await shop.request(request), 'data.id')
    const taken = await take(id, 'take-lost')
    for (const days of [2, 25]) {
      shop.advance(days * 86_400_000)
      await shop.work()
      expect(at(await shop.request(request), 'data.id')).toBe(id)
      expect((await take(id, 'take-lost')).text).toBe(taken.text)
    }
    expect(await listed()).toEqual([])
    shop.advance(10 * 86_400_000)
    await shop.work()
    expect((await take(id, 'take-lost')).json).toMatchObject({ code: 404, reason: 'parked_sale_not_found' })
  })

  test('is taken up by one of two tills that ask at once', async () => {
    const id = at(await park(), 'data.id')
    const answers = await Promise.all(['race-1', 'race-2', 'race-3'].map(key => take(id, key)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  })

  test('is parked once if the request is repeated', async () => {
    const request = { as: 'sandbox', path, json: basket, headers: { 'idempotency-key': 'same' } } as const
    const [one, two] = [await shop.request(request), await shop.request(request)]
    expect(at(two, 'data.id')).toBe(at(one, 'data.id'))
    await take(at(one, 'data.id'), 'same-take')
  })

  test.each([
    ['an empty name', { name: ' ' }, 'name', 'length_out_of_range'],
    ['a long name', { name: 'x'.repeat(61) }, 'name', 'length_out_of_range'],
    ['no line', { line_count: 0 }, 'line_count', 'out_of_range'],
    ['a negative amount', { amount: -1 }, 'amount', 'out_of_range'],
    ['70 kB of content', { content: { note: 'x'.repeat(70_000) } }, 'content', 'content_too_long'],
    ['a text as content', { content: 'text' }, 'content', 'not_object'],
  ])('with %s is refused, naming the field', async (_, wrong, field, reason) => {
    const { status, json } = await park({ ...basket, ...wrong })
    expect(status).toBe(400)
    expect(json).toMatchObject({ errors: [{ field, reason }] })
  })

  test('is one of at most 200', async () => {
    for (let n = 0; n < 200; n++) expect((await park()).status).toBe(201)
    expect((await park()).json).toMatchObject({ reason: 'parked_sale_limit_reached', params: { max: 200 } })
  })
})
