// Lists by cursor: a loop over a list sees each item once, whatever arrives during it, and each direction
// leads back.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { insertSms } from '../../src/store/sms.ts'
import { openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn, loseOutcome } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'
import { newSms } from '../kit/sms.ts'

const tills: PairedTill[] = []
const shop = await openEndpointShop()
await addRoles(shop)
await earn(shop, 1_000_000)
const { neema } = await addCashiers(shop)
for (const name of ['Door', 'Counter'])
  tills.push(await pairTill(shop, name, { staffId: neema, pin: pins.neema }))
afterAll(() => shop.close())
beforeEach(() => shop.advance(61_000))

const hook = 'http://192.168.1.20/hook'
const sell = () => shop.make({ ...qr, webhook_url: hook, metadata: { note: 'khanga' } })
const cash = async () => {
  const { reference } = await sell()
  await shop.request({
    as: 'sandbox',
    path: `/v1/sandbox/payments/${reference}`,
    json: { outcome: 'completed' },
  })
  await shop.work()
}
const payOut = () =>
  shop.request({
    as: 'sandbox',
    path: '/v1/payouts/send',
    json: { amount: 5_000, channel: 'mobile', recipient_name: 'Asha', recipient_phone: '0754123456' },
  })
const nameKey = () =>
  shop.request({ as: 'owner', path: '/api/v1/keys', json: { name: 'A', scopes: ['metrics:read'] } })
const ask = () => shop.request({ as: 'sandbox', path: '/api/v1/sessions', json: { amount: 5_000 } })

const overpay = () => collect(shop, qr, { outcome: 'completed', amount: 6_000 })
let messages = 0
const forward = () => {
  const { store, world } = shop.appliance
  const now = world.clock.now()
  const known = { accountId: shop.accounts.sandbox.id, connection: 'simulator', amount: 5_000 }
  const id = `sms_${String(messages++).padStart(4, '0')}`
  return store.write(tx => insertSms(tx, newSms({ ...known, id, paidAt: now, receivedAt: now })))
}
/** Payments and payouts in turn. */
let lost = 0
const lose = async () => {
  shop.advance(1_000)
  if (lost++ % 2 === 0) return collect(shop, qr, { outcome: 'unknown' })
  return loseOutcome(shop, textAt(await payOut(), 'data.reference'))
}
const brand = () => shop.request({ as: 'owner', path: '/api/v1/profiles', json: { name: 'Juice bar' } })
/** A shift of one of two tills: the order of their ids does not show which was opened first. */
let shifts = 0
const work = async () => {
  const headers = { cookie: tills[shifts++ % 2]?.cookie ?? '', 'kaunta-till': '1' }
  await shop.request({ path: '/api/v1/till/shift', json: { float: 0 }, headers })
  await shop.request({ path: '/api/v1/till/shift/close', json: { counted: 0, reason: 'Test' }, headers })
}

/** Each list, what makes a new item of it, and the name of the item's id. */
const lists: [path: string, make: () => Promise<unknown>, id: string][] = [
  ['/v1/payments?', sell, 'reference'],
  ['/v1/payments?payment_type=dynamic-qr&', sell, 'reference'],
  ['/v1/payments?status=pending&from=2026-11-21&', sell, 'reference'],
  ['/v1/payments/search?note=khanga&', sell, 'reference'],
  ['/v1/payments/search?q=5000&', sell, 'reference'],
  ['/v1/payouts?', payOut, 'reference'],
  ['/api/v1/sessions?', ask, 'reference'],
  ['/api/v1/audit-log?', nameKey, 'id'],
  ['/api/v1/events?', cash, 'id'],
  ['/api/v1/webhooks/deliveries?', cash, 'id'],
  ['/api/v1/webhooks/deliveries?status=success&', cash, 'id'],
  ['/api/v1/unmatched?', overpay, 'id'],
  ['/api/v1/unmatched/sms?', forward, 'id'],
  ['/api/v1/unknown?', lose, 'reference'],
  ['/api/v1/profiles?', brand, 'id'],
  ['/api/v1/profiles?q=juice&', brand, 'id'],
  ['/api/v1/shifts?', work, 'id'],
  ['/api/v1/shifts?state=closed&', work, 'id'],
]

describe.each(lists)('%s', (path, make, id) => {
  const page = async (query: string) => {
    const answer = await shop.request({ as: 'owner', path: `${path}${query}` })
    expect(answer.status).toBe(200)
    const isList = Array.isArray(at(answer, 'data'))
    const items = [isList ? at(answer, 'data') : at(answer, 'data.items')].flat()
    const { has_more, offset } = Object(at(answer, isList ? 'meta' : 'data'))
    return { ids: items.map(item => String(Reflect.get(Object(item), id))), has_more, offset }
  }

  test('a loop sees each item once while others arrive, and leads back up', async () => {
    for (let count = 0; count < 7; count++) await make()
    const all = (await page('limit=100')).ids
    expect(all.length).toBeGreaterThan(6)
    const seen = (await page('limit=3')).ids
    for (let more: unknown = true; more; ) {
      if (seen.length < 7) await make()
      const next = await page(`limit=3&starting_after=${seen.at(-1)}`)
      expect(next.ids.length).toBeLessThan(4)
      seen.push(...next.ids)
      more = next.has_more
    }
    expect(seen).toEqual(all)
    const top = await page(`limit=100&ending_before=${all[0]}`)
    expect([top.ids.length > 0, top.has_more, top.offset]).toEqual([true, false, 0])
    // New items are above the page, and counted.
    const up = await page(`limit=2&ending_before=${all[3]}`)
    expect(up).toEqual({ ids: all.slice(1, 3), has_more: true, offset: top.ids.length + 1 })
    const down = await page(`limit=1&starting_after=${all[0]}`)
    expect(down).toEqual({ ids: all.slice(1, 2), has_more: true, offset: top.ids.length + 1 })
    expect((await page(`ending_before=${top.ids[0]}`)).ids).toEqual([])
    expect((await page(`starting_after=${all.at(-1)}`)).ids).toEqual([])
  })

  test.each([
    ['starting_after=x', 'starting_after'],
    ['ending_before=acct_1', 'ending_before'],
  ])('%s is refused', async (query, field) => {
    const answer = await shop.request({ as: 'owner', path: `${path}${query}` })
    expect([answer.status, textAt(answer, 'errors.0.field')]).toEqual([400, field])
  })
})

test.each(['/api/v1/totals/payments', '/api/v1/payments.csv'])(
  '%s has no pages, and refuses a cursor',
  async path => {
    const { reference } = await sell()
    for (const name of ['starting_after', 'ending_before']) {
      const answer = await shop.request({ as: 'owner', path: `${path}?${name}=${reference}` })
      expect([answer.status, textAt(answer, 'errors.0.reason')]).toEqual([400, 'filter_not_known'])
    }
  },
)

test('a cursor goes with no offset, and with no other cursor', async () => {
  const { reference } = await sell()
  for (const [query, field] of [
    [`starting_after=${reference}&offset=0`, 'offset'],
    [`starting_after=${reference}&page=2`, 'page'],
    [`starting_after=${reference}&ending_before=${reference}`, 'ending_before'],
  ] as const) {
    const answer = await shop.request({ as: 'owner', path: `/v1/payments?${query}` })
    expect([answer.status, textAt(answer, 'errors.0.field')]).toEqual([400, field])
  }
})
