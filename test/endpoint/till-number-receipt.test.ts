// The numbers of sales over a shop's own till number: customers pay to the till number, which all its sales
// share, and each sale has a payment number of its own, which finds its receipt.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { TillNumber } from '../../src/domain/till-number.ts'
import { smsAddressOf } from '../../src/flow/till-number.ts'
import { type EndpointShop, openEndpointShop } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { connectTillNumber, mpesaSms } from '../kit/sms.ts'

let shop: EndpointShop
let till: TillNumber
beforeAll(async () => {
  shop = await openEndpointShop()
  till = connectTillNumber(shop)
})
afterAll(() => shop.close())
/** Sales and messages of one test are too old for the next. */
beforeEach(() => shop.advance(15 * 60_000))

const now = () => shop.appliance.world.clock.now()
const charge = (amount: number, headers: Record<string, string> = {}) =>
  shop.request({
    as: 'live',
    path: '/v1/payments',
    headers,
    json: { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS', expires_in: 600 } },
  })
const sell = async (amount: number) => paymentOf(await charge(amount))
const paymentNow = async (reference: string) =>
  paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` }))
/** Forwards the SMS of a customer who paid this amount, as the shop's phone does. */
async function pay(amount: number) {
  const text = mpesaSms({ amount: amount.toLocaleString('en-US'), paidAt: now() })
  const request = { path: new URL(smsAddressOf(shop.appliance, till).url).pathname }
  const answer = await shop.request({ ...request, json: { from: 'MPESA', text } })
  expect(at(answer, 'data.result')).toBe('completed')
}
const page = async (path: string) => {
  const answer = await shop.send({ path, headers: { accept: 'text/html' } })
  return { status: answer.status, text: await answer.text() }
}
/** Returns the address of the receipt on the page of a paid sale. */
const receiptPathOf = async (url: string | undefined) =>
  /href="(\/receipt\/\d+)/.exec((await page(new URL(url ?? '').pathname)).text)?.[1] ?? ''
/** Returns the number to pay to on a page that waits. */
const numberOn = (html: string) => /Lipa Namba <b>([^<]*)<\/b>/.exec(html)?.[1]?.replace(/\D/g, '')

test('two sales have two receipts, each with its own reference', async () => {
  const first = await sell(5_001)
  await pay(5_001)
  const path = await receiptPathOf(first.payment_url)
  const expectFirst = async () => {
    const receipt = await page(path)
    expect(receipt.status).toBe(200)
    expect(receipt.text).toContain(first.reference)
  }
  await expectFirst()
  const second = await sell(7_777)
  await expectFirst()
  await pay(7_777)
  await expectFirst()
  const secondPath = await receiptPathOf(second.payment_url)
  expect(secondPath).not.toBe(path)
  expect((await page(secondPath)).text).toContain(second.reference)
  const { payment_token: number } = await paymentNow(first.reference)
  expect(path).toBe(`/receipt/${number}`)
})

test('a till number that has not 8 digits has receipts too', async () => {
  till = connectTillNumber(shop, { number: '123456', qr: null })
  const sale = await sell(5_002)
  expect(sale.payment_token).toBe('123456')
  await pay(5_002)
  till = connectTillNumber(shop)
  expect((await page(await receiptPathOf(sale.payment_url))).text).toContain(sale.reference)
})

test('an open sale shows the till number to pay to, and its own number once it is paid', async () => {
  const key = { 'idempotency-key': 'till-number-1' }
  const made = await charge(5_003, key)
  const sale = paymentOf(made)
  expect(sale).toMatchObject({ payment_token: '57241234', channel: { provider: 'till_number' } })
  expect(numberOn((await page(new URL(sale.payment_url ?? '').pathname)).text)).toBe('57241234')
  await pay(5_003)
  const paid = await paymentNow(sale.reference)
  expect(paid.payment_token).toMatch(/^\d{8}$/)
  expect(paid.payment_token).not.toBe('57241234')
  expect((await charge(5_003, key)).text).toBe(made.text)
})

test('a checkout shows the till number to pay to, and the receipt of its sale', async () => {
  const session = await shop.request({ as: 'live', path: '/api/v1/sessions', json: { amount: 5_004 } })
  const path = new URL(textAt(session, 'data.checkout_url')).pathname
  const paying = await shop.request({ path: `${path}/pay`, json: { payment_method: 'qr' } })
  expect(at(paying, 'data.payment_token')).toBe('57241234')
  expect(numberOn((await page(path)).text)).toBe('57241234')
  await pay(5_004)
  const receipt = await receiptPathOf(textAt(session, 'data.checkout_url'))
  expect(receipt).toMatch(/^\/receipt\/\d{8}$/)
  expect(receipt).not.toContain('57241234')
  expect((await page(receipt)).status).toBe(200)
})

/** Stores the till number as the sale's token, as versions before migration 16 did. */
const storeAsBefore = (reference: string) =>
  shop.appliance.store.write(async tx => {
    await tx.rows(
      "update payment set token = '57241234', till_number = null where id = $1",
      [reference],
      'once',
    )
    const copied = "insert into network_token select '57241234', number from payment where id = $1"
    await tx.rows(copied, [reference], 'once')
  })

test('the till number finds no sale: no receipt, no push, also of a former version', async () => {
  const expectNothing = async () => {
    expect((await page('/receipt/57241234')).status).toBe(404)
    const push = { path: '/v1/payments/57241234/push', json: { phone: '0754123456' } }
    const answer = await shop.request({ as: 'live', ...push })
    expect(answer.status).toBe(404)
    expect(answer.json).toMatchObject(errorBody('not_found', 'payment_not_found'))
  }
  const paid = await sell(5_005)
  await pay(5_005)
  const open = await sell(5_006)
  await expectNothing()
  await storeAsBefore(paid.reference)
  await expectNothing()
  await storeAsBefore(open.reference)
  await expectNothing()
  expect((await paymentNow(open.reference)).payment_token).toBe('57241234')
})
