// A day of sales for the pages of the console, made over HTTP by two cashiers at a till and by the shop’s
// software, with items, notes, cash and refunds. The list of payments shows each of its states.
import { assert } from '../../src/domain/fault.ts'
import { juma, neema, type TillShop } from './till-shop.ts'
import { until } from './wait.ts'

const soap = { name: 'Sabuni ya kufulia', quantity: 1, unit_price: 2_500 }
const flour = { name: 'Unga wa sembe', quantity: 1_500, unit_price: 2_000, by_weight: true }

export type SoldDay = Awaited<ReturnType<typeof sellADay>>

export async function sellADay(shop: TillShop) {
  const till = await shop.newTill('Counter 1')
  const there = await pairByHttp(shop, till.pairing_code)
  const people: { id: string; name: string }[] = (await shop.asOwner('GET', '/api/v1/staff')).body.data
  const signIn = ({ name, pin }: typeof neema) =>
    there('/till/login', { staff_id: people.find(person => person.name === name)?.id, pin })
  const owner = async (path: string, json: unknown) => {
    const { status, body } = await shop.asOwner('POST', `/api/v1${path}`, json)
    assert(status < 300, `${path}: ${status} ${JSON.stringify(body)}`)
    return body.data
  }
  const stateOf = async (reference: string): Promise<string> => {
    const { status, outcome_unknown } = (await shop.asKey('GET', `/v1/payments/${reference}`)).body.data
    return `${status} ${outcome_unknown}`
  }
  /**
   * Decides a payment. A decision with another amount changes no state, so the test does not wait for a
   * change.
   */
  const decided = async (reference: string, ...decisions: { outcome: string; amount?: number }[]) => {
    for (const decision of decisions) {
      const before = await stateOf(reference)
      await shop.decide(reference, decision)
      if (decision.amount === undefined) await until(async () => (await stateOf(reference)) !== before)
    }
    return reference
  }
  const scan = async (amount: number, more: object = {}): Promise<string> =>
    (await there('/payments', { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' }, ...more }))
      .reference

  const product = { name: 'Mchele wa Mbeya', price: 4_000, cost: 2_800, category: 'Nafaka', tax_code: 'A' }
  const { id: product_id } = await owner('/products', product)
  const rice = { name: product.name, product_id, quantity: 2, unit_price: 4_000 }

  await signIn(neema)
  await there('/till/shift', { float: 50_000 })
  const items = [rice, soap]
  const cash = await there('/till/cash', {
    amount: 10_500,
    given: 20_000,
    note: 'Meza 4',
    line_items: items,
  })
  const refunded = await there('/till/cash', { amount: 6_000, given: 6_000, line_items: [flour, flour] })
  await decided(await scan(13_500, { line_items: [rice, soap, flour] }), { outcome: 'completed' })
  const note = { metadata: { note: 'Mama Zawadi, atachukua kesho asubuhi' } }
  const part = await decided(await scan(10_500, { line_items: items, ...note }), { outcome: 'completed' })
  await signIn(juma)
  await there('/till/cash', { amount: 2_500, given: 2_500, line_items: [soap] })
  const back = { reason: 'Mfuko umechanika', way: 'cash', till_id: till.id }
  await owner(`/payments/${refunded.id}/refunds`, { ...back, amount: 3_000 })
  await owner(`/payments/${part}/refunds`, { ...back, amount: 2_500 })
  const whole = await decided(await scan(4_000, { line_items: [{ ...rice, quantity: 1 }] }), {
    outcome: 'completed',
  })
  await owner(`/payments/${whole}/refunds`, back)

  await scan(7_100)
  await decided(await scan(7_200), { outcome: 'failed' })
  await decided(await scan(7_300), { outcome: 'expired' })
  await decided(await scan(7_400), { outcome: 'unknown' })
  await decided(await scan(7_500), { outcome: 'expired' }, { outcome: 'completed' })
  await decided(await scan(7_600), { outcome: 'completed', amount: 7_000 })
  await owner(`/payments/${await scan(7_700)}/void`, {})
  const seen = { reason: 'Ipo kwenye taarifa ya mtandao', receipt_number: 'CK9021AB77' }
  await owner(`/payments/${await decided(await scan(7_800), { outcome: 'unknown' })}/confirm`, seen)
  const { body } = await shop.asKey('POST', '/v1/payments', {
    payment_type: 'mobile',
    details: { amount: 25_000, currency: 'TZS' },
    phone_number: '0754123456',
    customer: { firstname: 'Mwanahamisi', lastname: 'Abdulrahman', email: 'mwanahamisi@mteja.example' },
    metadata: { note: 'Oda 1042' },
  })
  const mobile = await decided(body.data.reference, { outcome: 'completed' })
  return { cash: String(cash.id), refunded: String(refunded.id), part, whole, mobile }
}

/** Pairs a new till by requests, without its screen. */
async function pairByHttp({ url }: TillShop, code: string) {
  let cookie = ''
  const ask = async (path: string, json: unknown) => {
    const headers = { 'content-type': 'application/json', 'kaunta-till': '1', origin: url, cookie }
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    })
    const text = await answer.text()
    assert(answer.ok, `${path}: ${answer.status} ${text}`)
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return JSON.parse(text).data
  }
  await ask('/till/pair', { code })
  return ask
}
