// Idempotency-Key on every POST that creates something: a retry gets what the first request created, with its
// secrets, and creates nothing. Payments and payouts are in payment.test.ts and payout.test.ts.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { qr } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { earn } from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'

const shop = await openShopOnNodes()
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

let used = 0
const newKey = () => ({ 'idempotency-key': `create-${++used}` })

interface Creation {
  readonly path: string
  readonly json: object
  readonly other: object
  readonly table: string
}
const creations: Record<string, Creation> = {
  session: { path: '/api/v1/sessions', json: { amount: 5_000 }, other: { amount: 6_000 }, table: 'session' },
  profile: { path: '/api/v1/profiles', json: { name: 'A' }, other: { name: 'B' }, table: 'profile' },
  'API key': {
    path: '/api/v1/keys',
    json: { name: 'A', scopes: ['collection:read'] },
    other: { name: 'B', scopes: ['collection:read'] },
    table: 'api_key',
  },
  till: { path: '/api/v1/tills', json: { name: 'A' }, other: { name: 'B' }, table: 'till' },
  invitation: {
    path: '/api/v1/invitations',
    json: { name: 'Juma', role: 'cashier' },
    other: { name: 'Neema', role: 'cashier' },
    table: 'invitation',
  },
  merchant: { path: '/api/v1/accounts', json: { name: 'A' }, other: { name: 'B' }, table: 'account' },
}

describe.each(Object.entries(creations))('a new %s', (_, { path, json, other, table }) => {
  const post = (headers: Record<string, string>, body = json) =>
    shop.request({ as: 'owner', path, json: body, headers })
  const count = async () => (await shop.rows()).get(table)?.length ?? 0

  test('is created once per key, and answered the same', async () => {
    const before = await count()
    const headers = newKey()
    const first = await post(headers)
    const created = (await count()) - before
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await post(headers)
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([
      201,
      'true',
      first.text,
    ])
    expect((await count()) - before).toBe(created)
  })

  test('with another order of keys and other blanks is the same', async () => {
    const headers = { ...newKey(), 'content-type': 'application/json' }
    const first = await post(headers)
    const turned = Object.fromEntries(Object.entries(json).toReversed())
    const raw = JSON.stringify(turned, null, 2).replace('"A"', '"\\u0041"')
    const again = await shop.request({ as: 'owner', method: 'POST', path, raw, headers })
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([
      201,
      'true',
      first.text,
    ])
  })

  test('with the key of another body is refused', async () => {
    const headers = newKey()
    await post(headers)
    const before = await count()
    const refused = await post(headers, other)
    expect(refused.status).toBe(422)
    expect(refused.json).toMatchObject({ ...errorBody('validation_error'), reason: 'idempotency_key_reused' })
    expect(await count()).toBe(before)
  })

  test('with a key of 31 characters is refused', async () => {
    const before = await count()
    const refused = await post({ 'idempotency-key': 'k'.repeat(31) })
    expect([refused.status, at(refused, 'error_code')]).toEqual([500, 'PAY_001'])
    expect(await count()).toBe(before)
  })

  test('without a key is created each time', async () => {
    const [first, second] = [await post({}), await post({})]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.text).not.toBe(second.text)
  })
})

test('1,000 parallel requests with one key create one session', async () => {
  const headers = newKey()
  const before = (await shop.rows()).get('session')?.length ?? 0
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () =>
      shop.request({ as: 'owner', path: '/api/v1/sessions', json: { amount: 7_000 }, headers }),
    ),
  )
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
  expect(answers.every(answer => answer.status === 201)).toBe(true)
  expect(answers.filter(answer => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1)
  expect((await shop.rows()).get('session')?.length).toBe(before + 1)
})

test('a key is of one account, and of all its routes', async () => {
  const headers = newKey()
  const json = { amount: 5_000 }
  const ours = await shop.request({ as: 'owner', path: '/api/v1/sessions', json, headers })
  const theirs = await shop.request({ as: 'stranger', path: '/api/v1/sessions', json, headers })
  expect([ours.status, theirs.status]).toEqual([201, 201])
  expect(textAt(theirs, 'data.id')).not.toBe(textAt(ours, 'data.id'))
  const payment = await shop.request({ as: 'owner', path: '/v1/payments', json: qr, headers })
  expect(payment.status).toBe(422)
})

test('a stored answer does not show the secret of a new API key', async () => {
  const json = { name: 'Secret', scopes: ['collection:read'] }
  const made = await shop.request({ as: 'owner', path: '/api/v1/keys', json, headers: newKey() })
  const key = textAt(made, 'data.key')
  const rows = [...(await shop.rows()).values()].flat()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(row => row.includes(key))).toBe(false)
})

describe.each([
  ['payment', '/v1/payments', '/v1/payments', qr],
  [
    'payout',
    '/v1/payouts/send',
    '/v1/payouts',
    { amount: 5_000, channel: 'mobile', recipient_phone: '0754123456', recipient_name: 'Asha' },
  ],
] as const)('a %s whose answer was lost', (_, path, list, json) => {
  test('is found by the key that created it, by its account alone', async () => {
    await earn(shop, 50_000)
    const headers = newKey()
    const sent = await shop.request({ as: 'sandbox', path, json, headers })
    expect(sent.status).toBe(201)
    const find = (as: 'sandbox' | 'live', key: string) =>
      shop.request({ as, path: `${list}?idempotency_key=${key}` })
    const found = await find('sandbox', headers['idempotency-key'])
    expect([at(found, 'data.total'), textAt(found, 'data.items.0.reference')]).toEqual([
      1,
      textAt(sent, 'data.reference'),
    ])
    // A program that reads page after page comes to an end.
    const reference = textAt(sent, 'data.reference')
    for (const more of [`starting_after=${reference}`, `ending_before=${reference}`, 'offset=1', 'page=2']) {
      const next = await find('sandbox', `${headers['idempotency-key']}&${more}`)
      expect([more, next.status, at(next, 'data.total'), at(next, 'data.items')]).toEqual([more, 200, 1, []])
    }
    for (const other of [await find('sandbox', 'unused'), await find('live', headers['idempotency-key'])])
      expect([other.status, at(other, 'data.total'), at(other, 'data.items')]).toEqual([200, 0, []])
  })
})
