// A shop's own till number, from the sale to the SMS that the shopkeeper's phone forwards: each message
// completes one sale at most, and an uncertain one waits for a person.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { TillNumber } from '../../src/domain/till-number.ts'
import { pruneEvents } from '../../src/flow/prune.ts'
import { smsAddressOf } from '../../src/flow/till-number.ts'
import { type EndpointShop, openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { at, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { connectTillNumber, merchantSms, mpesaSms, printedQr, type SmsFacts } from '../kit/sms.ts'

let shop: EndpointShop
let till: TillNumber
const minuteMs = 60_000
beforeAll(async () => {
  shop = await openEndpointShop()
  till = connectTillNumber(shop)
})
afterAll(() => shop.close())
/** Sales and messages of one test are too old for the next. */
beforeEach(() => shop.advance(15 * minuteMs))

const now = () => shop.appliance.world.clock.now()
/** Each sale has a different amount, unless a test passes one. */
let amounts = 5_000
const newAmount = () => amounts++
const comma = (amount: number) => amount.toLocaleString('en-US')
const sell = async (amount: number) =>
  paymentOf(
    await shop.request({
      as: 'live',
      path: '/v1/payments',
      json: { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS', expires_in: 600 } },
    }),
  )
const paymentNow = async (reference: string) =>
  paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` }))
const pathOf = (of = till) => new URL(smsAddressOf(shop.appliance, of).url).pathname
const post = (text: string, more: object = {}): TestRequest => ({
  path: pathOf(),
  json: { from: 'MPESA', text, sim: 'sim1', sentStamp: now(), receivedStamp: now(), ...more },
})
/** The phone forwards an SMS; returns the result. */
async function forward(text: string, more: object = {}) {
  const answer = await shop.request(post(text, more))
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: answer.text })
  return at(answer, 'data')
}
const confirm = async (reference: string, receipt_number: string) =>
  paymentOf(
    await shop.request({
      as: 'owner of live',
      path: `/v1/payments/${reference}/confirm`,
      json: { reason: 'The customer shows it', receipt_number },
    }),
  )
const sms = (amount: number, more: Partial<SmsFacts> = {}) =>
  mpesaSms({ amount: comma(amount), paidAt: now(), ...more })
/** Returns the open messages, newest first. */
const openSms = async () =>
  at(await shop.request({ as: 'owner of live', path: '/api/v1/unmatched/sms' }), 'data.items') as {
    id: string
    reason: string
    text: string
  }[]
const choicesOf = (reference: string) =>
  shop.request({ as: 'owner of live', path: `/api/v1/payments/${reference}/sms` })
const choose = (reference: string, json: object, as: TestRequest['as'] = 'owner of live') =>
  shop.request({ as, path: `/api/v1/payments/${reference}/sms`, json })

describe('a sale', () => {
  test('shows the number, and its code with the amount', async () => {
    const amount = newAmount()
    const payment = await sell(amount)
    expect(payment).toMatchObject({ status: 'pending', payment_token: '57241234' })
    expect(payment.payment_qr_code).toContain(`5404${amount}`)
    expect(payment.payment_qr_code).toContain(printedQr.slice(12, 60))
  })

  test('is answered the same under its Idempotency-Key, also once it is paid', async () => {
    const amount = newAmount()
    const request = {
      as: 'live',
      path: '/v1/payments',
      json: { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' } },
      headers: { 'idempotency-key': `till-number-${amount}` },
    } as const
    const first = await shop.request(request)
    expect(textAt(first, 'data.channel.provider')).toBe('till_number')
    expect((await shop.request(request)).text).toBe(first.text)
    await forward(sms(amount))
    expect((await paymentNow(paymentOf(first).reference)).status).toBe('completed')
    expect((await shop.request(request)).text).toBe(first.text)
  })

  test('is refunded in cash only: nothing can be sent from the number', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    await forward(sms(amount))
    expect(await paymentNow(reference)).toMatchObject({ status: 'completed' })
    const path = `/v1/payments/${reference}/refunds`
    const options = await shop.request({ as: 'live', path: `${path}/options` })
    expect(at(options, 'data')).toMatchObject({ way: 'cash', ways: [{ way: 'cash', fee: { value: 0 } }] })
    const refund = (json: object) => shop.request({ as: 'live', path, json: { reason: 'Broken', ...json } })
    for (const json of [{ way: 'network' }, { way: 'payout' }, { recipient: { phone: '0754000111' } }])
      expect((await refund(json)).json).toMatchObject({ reason: 'refund_way_impossible' })
    expect(at(await refund({ amount: 2_000 }), 'data')).toMatchObject({ way: 'cash', status: 'completed' })
    expect((await paymentNow(reference)).refunded.value).toBe(2_000)
    expect((await refund({ amount })).json).toMatchObject({ reason: 'refund_above_left' })
  })

  test('without a printed code shows the number only, on its page too', async () => {
    till = connectTillNumber(shop, { qr: null })
    const payment = await sell(newAmount())
    till = connectTillNumber(shop)
    expect(payment.payment_qr_code).toBeUndefined()
    const page = await shop.request({ path: new URL(payment.payment_url ?? '').pathname })
    expect(page.status).toBe(200)
    expect(page.text.replace(/[^\d]/g, '')).toContain('57241234')
  })

  test('is completed immediately by the SMS of its amount, with the transaction id', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    shop.advance(minuteMs)
    expect(await forward(sms(amount, { id: 'QWE7RTY8UI' }))).toEqual({ result: 'completed', reason: null })
    expect(await paymentNow(reference)).toMatchObject({
      status: 'completed',
      external_reference: 'QWE7RTY8UI',
      channel: { type: 'mobile_money', provider: 'mpesa' },
    })
  })

  test('expires without one, and an SMS that was paid later waits', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    shop.advance(11 * minuteMs)
    await shop.work()
    expect(await paymentNow(reference)).toMatchObject({ status: 'expired' })
    expect(await forward(sms(amount))).toEqual({ result: 'waiting', reason: 'no_sale' })
    await shop.work()
    const open = await shop.appliance.store.read.rows(
      "select id from attempt where state not in ('succeeded', 'failed') and payment_id = $1",
      [reference],
      'once',
    )
    expect(open).toEqual([])
  })
})

describe('a message', () => {
  test('that is forwarded again completes nothing again', async () => {
    const amount = newAmount()
    await sell(amount)
    const text = sms(amount)
    const stamps = { sentStamp: now(), receivedStamp: now() }
    await forward(text, stamps)
    const before = await shop.rows()
    expect(await forward(text, stamps)).toEqual({ result: 'repeated', reason: null })
    expect(await forward(text, { sentStamp: now() + 1 })).toEqual({ result: 'repeated', reason: null })
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test('that is forwarded twice concurrently completes its sale once', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    const text = sms(amount)
    const results = await Promise.all([forward(text), forward(text)])
    expect(results).toContainEqual({ result: 'completed', reason: null })
    expect(results).toContainEqual({ result: 'repeated', reason: null })
    expect(await paymentNow(reference)).toMatchObject({ status: 'completed' })
  })

  test('whose id comes with another amount is edited: neither completes a sale', async () => {
    const [first, second] = [newAmount(), newAmount()]
    expect(await forward(sms(first, { id: 'EDITED0001' }))).toMatchObject({ result: 'waiting' })
    const { reference } = await sell(second)
    expect(await forward(sms(second, { id: 'EDITED0001' }))).toEqual({
      result: 'rejected',
      reason: 'sms_id_reused',
    })
    expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
    expect((await openSms()).slice(0, 2).map(({ reason }) => reason)).toEqual([
      'sms_id_reused',
      'sms_id_reused',
    ])
    const cashier = await choose(reference, { sms: (await openSms())[0]?.id })
    expect(cashier.status).toBe(400)
  })

  test('of another sender is not stored', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    const before = await shop.rows()
    for (const from of ['+255754000123', 'Mama', 'TIGOPESA'])
      expect(await forward(sms(amount), { from })).toEqual({
        result: 'rejected',
        reason: 'sms_sender_unknown',
      })
    expect(await forward(sms(amount), { sim: 'notification' })).toEqual({
      result: 'rejected',
      reason: 'sms_notification',
    })
    expect(changesBetween(before, await shop.rows())).toEqual({})
    expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
  })

  test('of before the sale is not for it', async () => {
    const amount = newAmount()
    const paidAt = now()
    shop.advance(2 * minuteMs)
    const { reference } = await sell(amount)
    expect(await forward(sms(amount, { paidAt }))).toEqual({ result: 'waiting', reason: 'before_sale' })
    expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
  })

  test('of another amount waits', async () => {
    const amount = newAmount()
    await sell(amount)
    expect(await forward(sms(newAmount()))).toEqual({ result: 'waiting', reason: 'other_amount' })
  })

  test('that no template matches waits with its text, which no log has', async () => {
    const text = 'Bahati nasibu: umeshinda Tsh1,000,000! Piga 0700 000 000'
    expect(await forward(text)).toEqual({ result: 'rejected', reason: 'sms_template_unknown' })
    expect((await openSms())[0]).toMatchObject({
      reason: 'sms_template_unknown',
      text,
      state: 'rejected',
      amount: null,
    })
    expect(shop.logged.join()).not.toContain('Bahati')
    const [row] = await shop.appliance.store.read.rows(
      'select text from sms order by id desc limit 1',
      [],
      'once',
    )
    expect(String(row)).not.toContain('Bahati')
  })
})

describe('an invented message', () => {
  // A till number of its own: from the first balance on, messages without one wait.
  beforeAll(() => {
    till = connectTillNumber(shop, { connection: 'con_invented' })
  })
  afterAll(() => {
    till = connectTillNumber(shop)
  })
  const paidBySms = async (balance: string) => {
    const amount = newAmount()
    await sell(amount)
    return forward(sms(amount, { balance }))
  }

  test('of a sender that only looks like the provider completes nothing', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    for (const from of [
      'V.O.D.A.C.OM',
      'M.PESA',
      'M PESA',
      'MPESA.',
      'M-PE\u017fA',
      '\u041cPESA',
      'MPESA\u200b',
    ])
      expect([from, await forward(sms(amount), { from })]).toEqual([
        from,
        { result: 'rejected', reason: 'sms_sender_unknown' },
      ])
    expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
    expect(await forward(sms(amount), { from: 'm-pesa ' })).toMatchObject({ result: 'completed' })
  })

  test('above the sum of the owner waits for a person, though no balance was ever seen', async () => {
    await sell(900_000)
    expect(await forward(sms(900_000))).toEqual({ result: 'choice', reason: 'above_limit' })
  })

  test('without a balance, or with one that does not follow, waits once balances were seen', async () => {
    expect(await paidBySms('90,000')).toMatchObject({ result: 'completed' })
    const amount = newAmount()
    const { reference } = await sell(amount)
    const ofOtherKind = merchantSms({ amount: comma(amount), balance: '900,000', paidAt: now() })
    expect(await forward(sms(amount))).toEqual({ result: 'choice', reason: 'balance_missing' })
    expect(await forward(ofOtherKind)).toMatchObject({ result: 'choice' })
    expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
    expect(await paidBySms('90,001')).toEqual({ result: 'choice', reason: 'balance_unexplained' })
  })

  test('does not make the next one true', async () => {
    const amount = newAmount()
    // No sale is of this amount: the message waits, and the next one follows from it alone.
    expect(await forward(sms(amount, { balance: '500,000' }))).toMatchObject({ result: 'waiting' })
    const { reference } = await sell(amount + 500)
    expect(await forward(sms(amount + 500, { balance: comma(500_000 + amount + 500) }))).toEqual({
      result: 'choice',
      reason: 'balance_unexplained',
    })
    expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
    newAmount()
  })

  test('does not confirm what a person confirmed; an owner may still use it for that', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    const confirmation = { reason: 'The SMS is late', receipt_number: 'INVENTED01' }
    await shop.request({ as: 'owner of live', path: `/v1/payments/${reference}/confirm`, json: confirmation })
    expect(await forward(sms(amount, { id: 'INVENTED01' }))).toEqual({
      result: 'waiting',
      reason: 'balance_missing',
    })
    const [message] = await openSms()
    expect(
      (await choose(reference, { sms: message?.id, reason: 'It is in the provider’s menu' })).status,
    ).toBe(200)
    expect((await choose(reference, { sms: message?.id, reason: 'Again' })).status).toBe(400)
  })

  test('is over once a person chooses a message: the next one that follows completes its sale', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    await forward(sms(amount, { balance: '700,000' }))
    const choice = await shop.request({ as: 'owner of live', path: `/api/v1/payments/${reference}/sms` })
    expect((await choose(reference, { sms: textAt(choice, 'data.items.0.id') })).status).toBe(200)
    const next = newAmount()
    await sell(next)
    expect(await forward(sms(next, { balance: comma(700_000 + next) }))).toMatchObject({
      result: 'completed',
    })
  })
})

/** Returns the notices on the owner's Home, newest last, which are then acknowledged. */
async function ownerNotices(): Promise<Record<string, unknown>[]> {
  const as = 'owner of live'
  const items = at(await shop.request({ as, path: '/api/v1/overview' }), 'data.attention.owner_notices')
  const notices = items as { id: string }[]
  for (const { id } of notices)
    await shop.request({ as, path: '/api/v1/owner-notices/acknowledge', json: { id } })
  return notices
}
const shown = async () =>
  (await ownerNotices()).map(({ kind, amount, reference }) => [kind, amount, reference])

describe('a reversal', () => {
  const reversal = (id: string, amount: number) =>
    `QWE7RTX0ZZ  confirmed. Reversal of transaction ${id} has been successfully reversed  on 3/2/27  at 5:31 PM and Tsh${comma(amount)}.00 is debited from your M-PESA account.`

  test('flags the sale that it names, and un-pays nothing', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    expect(await forward(sms(amount, { id: 'REVD000001' }))).toMatchObject({ result: 'completed' })
    await ownerNotices()
    const text = reversal('REVD000001', amount)
    expect(await forward(text)).toEqual({ result: 'rejected', reason: 'sms_reversal' })
    expect(await paymentNow(reference)).toMatchObject({ status: 'completed' })
    const timeline = await shop.request({
      as: 'owner of live',
      path: `/api/v1/payments/${reference}/timeline`,
    })
    expect(timeline.text).toContain('sms.reversed')
    expect(await shown()).toEqual([['sale_reversed', amount, reference]])
    expect(await forward(text)).toMatchObject({ result: 'repeated' })
    expect(await shown()).toEqual([])
    expect(await openSms()).toContainEqual(expect.objectContaining({ reason: 'sms_reversal' }))
  })

  test('of no known sale is an alarm, too', async () => {
    await ownerNotices()
    expect(await forward(reversal('REVD000002', 7_000))).toEqual({
      result: 'rejected',
      reason: 'sms_reversal',
    })
    // Another one is in the list of messages until an owner has seen the first.
    await forward(reversal('REVD000006', 7_100))
    expect(await shown()).toEqual([['reversal_unknown', 7_000, till.connection]])
  })

  test('of a sale that a person confirmed flags it', async () => {
    await ownerNotices()
    const amount = newAmount()
    const { reference } = await sell(amount)
    const confirmation = { reason: 'The SMS is late', receipt_number: 'REVD000003' }
    await shop.request({ as: 'owner of live', path: `/v1/payments/${reference}/confirm`, json: confirmation })
    await forward(reversal('REVD000003', amount))
    expect(await shown()).toEqual([['sale_reversed', amount, reference]])
  })

  test('of money that still waits keeps it from completing a sale', async () => {
    const amount = newAmount()
    await sell(amount)
    const { reference } = await sell(amount)
    expect(await forward(sms(amount, { id: 'REVD000004' }))).toEqual({
      result: 'choice',
      reason: 'several_sales',
    })
    await forward(reversal('REVD000004', amount))
    expect(at(await choicesOf(reference), 'data.items')).toEqual([])
    expect(await openSms()).toContainEqual(
      expect.objectContaining({ transaction_id: 'REVD000004', state: 'rejected', reason: 'sms_reversal' }),
    )
  })

  test('of money whose id has no year keeps it from completing a sale', async () => {
    till = connectTillNumber(shop, { connection: 'con_selcom', provider: 'selcom' })
    const amount = newAmount()
    await sell(amount)
    const { reference } = await sell(amount)
    const paidAt = new Date(now() + 3 * 60 * minuteMs).toISOString().slice(0, 16).replace('T', ' ')
    const text = `0203ABCD Confirmed. You have received TZS ${comma(amount)}.00 from ASHA - BENKI on ${paidAt}. Updated balance is TZS 98,500.00.`
    expect(await forward(text, { from: 'SELCOM' })).toMatchObject({ result: 'choice' })
    await forward(`Transaction 0203ABCD of TZS ${comma(amount)}.00 was reversed.`, { from: 'SELCOM' })
    expect(at(await choicesOf(reference), 'data.items')).toEqual([])
    till = connectTillNumber(shop)
  })

  test.each([
    ['REVD000005', false],
    ['REVDLETTER', false], // ids of M-Pesa need not have a digit
    ['REVD000007', true],
  ])(
    'that overtakes the message of %s (settled: %p) keeps it from completing a sale',
    async (id, isSettled) => {
      const amount = newAmount()
      const { reference } = await sell(amount)
      const text = sms(amount, { id })
      await forward(reversal(id, amount))
      const [message] = await openSms()
      const path = `/api/v1/unmatched/sms/${message?.id}/settle`
      if (isSettled) await shop.request({ as: 'owner of live', path, json: { note: 'Taken back' } })
      expect(await forward(text)).toEqual({ result: 'rejected', reason: 'sms_reversal' })
      expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
    },
  )

  test('of money whose id has no digit flags its sale, and a choice is gone', async () => {
    await ownerNotices()
    const amount = newAmount()
    const { reference } = await sell(amount)
    await forward(sms(amount, { id: 'REVDPAIDID' }))
    await forward(reversal('REVDPAIDID', amount))
    expect(await shown()).toEqual([['sale_reversed', amount, reference]])
    const other = newAmount()
    const [one] = [await sell(other), await sell(other)]
    expect(await forward(sms(other, { id: 'REVDOPENID' }))).toMatchObject({ result: 'choice' })
    await forward(reversal('REVDOPENID', other))
    expect(at(await choicesOf(one.reference), 'data.items')).toEqual([])
  })
})

describe('a balance that dropped', () => {
  beforeAll(() => {
    till = connectTillNumber(shop, { connection: 'con_dropped' })
  })
  afterAll(() => {
    till = connectTillNumber(shop)
  })
  test('since the message before raises one alert until an owner has seen it; a higher one none', async () => {
    const [first, second, third, fourth] = [newAmount(), newAmount(), newAmount(), newAmount()]
    const receive = async (amount: number, balance: number) => {
      await sell(amount)
      return forward(sms(amount, { balance: comma(balance) }))
    }
    await receive(first, 900_000)
    await ownerNotices()
    expect(await receive(second, 900_000 + second - 40_000)).toMatchObject({ reason: 'balance_unexplained' })
    await receive(third, 700_000)
    expect(await shown()).toEqual([['balance_dropped', 40_000, till.connection]])
    await receive(fourth, 990_000)
    expect(await shown()).toEqual([])
  })
})

describe('a message and its copy in the other language', () => {
  beforeAll(() => {
    till = connectTillNumber(shop, { connection: 'con_copy' })
  })
  afterAll(() => {
    till = connectTillNumber(shop)
  })
  const english = (amount: number, id: string, balance: number) => {
    const [date = '', time = ''] = new Date(now() + 180 * minuteMs).toISOString().split('T')
    const day = date.split('-').reverse().join('/')
    return `${id} confirmed. You have received Tsh${comma(amount)}.00 from 000000 - TIPS-BENKI on ${day} at ${time.slice(0, 5)}. New M-Pesa balance is Tsh${comma(balance)}.00`
  }
  const rowsOf = async (id: string) =>
    shop.appliance.store.read.rows('select state, balance from sms where transaction_id = $1', [id], 'once')

  test('wait for the balance that only the copy has, which completes the sale', async () => {
    await sell(7_301)
    expect(await forward(sms(7_301, { balance: '100,000' }))).toMatchObject({ result: 'completed' })
    const { reference } = await sell(7_302)
    expect(await forward(sms(7_302, { id: 'COPY000001' }))).toMatchObject({ reason: 'balance_missing' })
    const copy = english(7_302, 'COPY000001', 107_302)
    expect(await forward(copy)).toEqual({ result: 'completed', reason: null })
    expect(await paymentNow(reference)).toMatchObject({
      status: 'completed',
      external_reference: 'COPY000001',
    })
    expect(await forward(copy)).toMatchObject({ result: 'repeated' })
    expect(await rowsOf('COPY000001')).toEqual([['claimed', 107_302]])
    await sell(7_303)
    expect(await forward(sms(7_303, { balance: '114,605' }))).toMatchObject({ result: 'completed' })
  })

  test('stay one message that waits when its balance does not follow', async () => {
    const { reference } = await sell(7_304)
    await forward(sms(7_304, { id: 'COPY000002' }))
    expect(await forward(english(7_304, 'COPY000002', 900_000))).toEqual({
      result: 'choice',
      reason: 'balance_unexplained',
    })
    expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
    expect(await rowsOf('COPY000002')).toEqual([['waiting', 900_000]])
    // A second copy with another balance changes nothing.
    expect(await forward(english(7_304, 'COPY000002', 121_909))).toMatchObject({ result: 'repeated' })
    expect(await rowsOf('COPY000002')).toEqual([['waiting', 900_000]])
  })
})

describe('two sales of the same amount', () => {
  test('are never decided: the cashier chooses, once', async () => {
    const amount = newAmount()
    const [one, two] = [await sell(amount), await sell(amount)]
    expect(await forward(sms(amount))).toEqual({ result: 'choice', reason: 'several_sales' })
    for (const { reference } of [one, two])
      expect(await paymentNow(reference)).toMatchObject({ status: 'pending' })
    const choices = await shop.request({
      as: 'owner of live',
      path: `/api/v1/payments/${two.reference}/sms`,
    })
    expect(at(choices, 'data.items')).toEqual([
      {
        id: expect.stringMatching(/^sms_/),
        amount: { value: amount, currency: 'TZS' },
        paid_at: expect.any(String),
        received_at: expect.any(String),
        payer_name: 'ASHA M.',
        payer_phone: '•••123',
        reason: 'several_sales',
        transaction_id_end: expect.stringMatching(/^\d{4}$/),
        fits: true,
        needs_digits: false,
      },
    ])
    const id = textAt(choices, 'data.items.0.id')
    expect((await choose(two.reference, { sms: id, digits: '9999' })).status).toBe(400)
    expect(paymentOf(await choose(two.reference, { sms: id, digits: '123' }))).toMatchObject({
      status: 'completed',
    })
    expect(await paymentNow(one.reference)).toMatchObject({ status: 'pending' })
    expect((await choose(one.reference, { sms: id })).json).toMatchObject({ reason: 'sms_ended' })
  })

  test('are not decided by two messages either, nor by a sale that has just ended', async () => {
    const amount = newAmount()
    await sell(amount)
    await sell(amount)
    await forward(sms(amount))
    expect(await forward(sms(amount))).toEqual({ result: 'choice', reason: 'several_sales' })
    const other = newAmount()
    await sell(other)
    expect(await forward(sms(other))).toMatchObject({ result: 'completed' })
    await sell(other)
    expect(await forward(sms(other))).toEqual({ result: 'choice', reason: 'equal_sale_ended' })
  })
})

describe('an owner', () => {
  test('uses money of another amount with a reason; it is unmatched', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    await forward(sms(amount - 100))
    const [message] = await openSms()
    expect((await choose(reference, { sms: message?.id })).json).toMatchObject({ reason: 'required' })
    const answer = await choose(reference, { sms: message?.id, reason: 'Paid too little' })
    expect(paymentOf(answer)).toMatchObject({ status: 'pending' })
    expect(
      at(await shop.request({ as: 'owner of live', path: '/api/v1/unmatched' }), 'data.items.0'),
    ).toMatchObject({ payment_reference: reference, reason: 'other_amount', amount: { value: amount - 100 } })
  })

  test('uses a late message for the sale that has expired', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    const paidAt = now()
    shop.advance(11 * minuteMs)
    await shop.work()
    await forward(sms(amount, { paidAt }))
    const answer = await choose(reference, { sms: (await openSms())[0]?.id, reason: 'The SMS was late' })
    expect(paymentOf(answer)).toMatchObject({ status: 'completed' })
  })

  test('settles a message that is for no sale, once', async () => {
    await forward(sms(newAmount()))
    const [message] = await openSms()
    const settle = {
      as: 'owner of live',
      path: `/api/v1/unmatched/sms/${message?.id}/settle`,
      json: { note: 'My own' },
    } as const
    expect((await shop.request(settle)).json).toMatchObject({
      data: { state: 'settled', note: 'My own', decided_by: { type: 'staff' } },
    })
    expect((await shop.request(settle)).json).toMatchObject({ reason: 'sms_ended' })
    expect((await openSms()).map(({ id }) => id)).not.toContain(message?.id ?? '')
  })
})

describe('a sale that was confirmed manually with the transaction id', () => {
  // A till number of its own: the last test begins a chain of balances.
  beforeAll(() => {
    till = connectTillNumber(shop, { connection: 'con_manual' })
  })
  afterAll(() => {
    till = connectTillNumber(shop)
  })
  const timesBooked = async (reference: string) =>
    shop.appliance.store.read.rows(
      "select count(*) from posting where subject = $1 and reason = 'payment.completed'",
      [reference],
      'once',
    )

  test('is confirmed by its SMS', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    await confirm(reference, 'MANUAL0001')
    expect(await forward(sms(amount, { id: 'MANUAL0001' }))).toEqual({ result: 'completed', reason: null })
    expect(await timesBooked(reference)).toEqual([[1]])
  })

  test('uses up the SMS that waits, which pays for no other sale', async () => {
    const amount = newAmount()
    const [one, two] = [await sell(amount), await sell(amount)]
    expect(await forward(sms(amount, { id: 'MANUAL0002' }))).toMatchObject({ result: 'choice' })
    const id = textAt(await choicesOf(two.reference), 'data.items.0.id')
    expect(await confirm(one.reference, 'MANUAL0002')).toMatchObject({
      status: 'completed',
      manual_confirmation: { confirmed: true },
    })
    expect(at(await choicesOf(two.reference), 'data.items')).toEqual([])
    expect((await choose(two.reference, { sms: id })).json).toMatchObject({ reason: 'sms_ended' })
    expect(await timesBooked(one.reference)).toEqual([[1]])
    expect((await openSms()).map(message => message.id)).not.toContain(id)
  })

  test('leaves an SMS of another amount to the owner, who can use it for no other sale', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    await forward(sms(amount + 50_000, { id: 'MANUAL0003' }))
    const [message] = await openSms()
    expect(await confirm(reference, 'MANUAL0003')).toMatchObject({
      manual_confirmation: { confirmed: false },
    })
    const other = await sell(amount + 50_000)
    expect(at(await choicesOf(other.reference), 'data.items')).toEqual([])
    const answer = await choose(other.reference, { sms: message?.id, reason: 'It was for this one' })
    expect([answer.status, at(answer, 'reason')]).toEqual([409, 'receipt_used'])
    expect(await openSms()).toContainEqual(expect.objectContaining({ id: message?.id }))
  })

  test('keeps an SMS that only comes later from the next sale', async () => {
    await sell(8_300)
    expect(await forward(sms(8_300, { balance: '90,000' }))).toMatchObject({ result: 'completed' })
    const amount = newAmount()
    const one = await sell(amount)
    await confirm(one.reference, 'MANUAL0004')
    const two = await sell(amount)
    // It has no balance, so it confirms nothing without a person.
    expect(await forward(sms(amount, { id: 'MANUAL0004' }))).toMatchObject({ reason: 'balance_missing' })
    expect(at(await choicesOf(two.reference), 'data.items')).toEqual([])
    const [message] = await openSms()
    expect((await choose(two.reference, { sms: message?.id })).json).toMatchObject({ reason: 'receipt_used' })
    expect(await paymentNow(two.reference)).toMatchObject({ status: 'pending' })
    expect((await choose(one.reference, { sms: message?.id, reason: 'Its own' })).status).toBe(200)
  })

  test('over another network keeps its SMS from a sale of the same amount', async () => {
    const amount = newAmount()
    const one = await sell(amount)
    await confirm(one.reference, 'MANUAL0005')
    till = connectTillNumber(shop, { connection: 'con_manual_other' })
    const two = await sell(amount)
    expect(await forward(sms(amount, { id: 'MANUAL0005' }))).toEqual({ result: 'waiting', reason: 'no_sale' })
    expect(await paymentNow(two.reference)).toMatchObject({ status: 'pending' })
  })
})

describe('a transaction id without a year', () => {
  const dayMs = 86_400_000
  beforeAll(() => {
    till = connectTillNumber(shop, { connection: 'con_yearly', provider: 'selcom' })
  })
  afterAll(() => {
    till = connectTillNumber(shop)
  })
  const forwardSelcom = (id: string, amount: number, balance: number) => {
    const paidAt = new Date(now() + 180 * minuteMs).toISOString().slice(0, 16).replace('T', ' ')
    const text = `${id} Confirmed. You have received TZS ${comma(amount)}.00 from ASHA - BENKI on ${paidAt}. Updated balance is TZS ${comma(balance)}.00.`
    return forward(text, { from: 'SELCOM' })
  }

  test('pays again in another year, with a choice too', async () => {
    const first = newAmount()
    await sell(first)
    expect(await forwardSelcom('0303YEAR', first, 100_000)).toMatchObject({ result: 'completed' })
    shop.advance(365 * dayMs)
    const second = newAmount()
    const { reference } = await sell(second)
    expect(await forwardSelcom('0303YEAR', second, 100_000 + second)).toMatchObject({ result: 'completed' })
    expect(await paymentNow(reference)).toMatchObject({ status: 'completed' })
    shop.advance(365 * dayMs)
    const third = newAmount()
    const [one] = [await sell(third), await sell(third)]
    expect(await forwardSelcom('0303YEAR', third, 100_000 + second + third)).toMatchObject({
      result: 'choice',
    })
    const id = textAt(await choicesOf(one.reference), 'data.items.0.id')
    expect((await choose(one.reference, { sms: id })).status).toBe(200)
  })

  test('pays once around the turn of the year', async () => {
    const today = new Date(now())
    shop.advance(Date.UTC(today.getUTCFullYear(), 11, 31, 20, 50) - now()) // 23:50 in Dar es Salaam
    const amount = newAmount()
    const one = await sell(amount)
    const two = await sell(amount)
    expect(await forwardSelcom('1231LAST', amount, 300_000)).toMatchObject({ result: 'choice' })
    const id = textAt(await choicesOf(two.reference), 'data.items.0.id')
    const other = await sell(newAmount())
    shop.advance(15 * minuteMs) // the next year
    await confirm(other.reference, '1231LAST')
    expect((await choose(one.reference, { sms: id, reason: 'Its own' })).json).toMatchObject({
      reason: 'receipt_used',
    })
  })
})

describe('above the limit', () => {
  beforeAll(() => {
    till = connectTillNumber(shop, { policy: { isAutomatic: true, automaticMax: 10 } })
  })
  afterAll(() => {
    till = connectTillNumber(shop)
  })
  test('digits of the customer’s own message are needed', async () => {
    const amount = newAmount()
    const { reference } = await sell(amount)
    expect(await forward(sms(amount, { id: 'LIMIT0ABCD' }))).toEqual({
      result: 'choice',
      reason: 'above_limit',
    })
    const choices = await shop.request({ as: 'owner of live', path: `/api/v1/payments/${reference}/sms` })
    expect(at(choices, 'data.items.0')).toMatchObject({
      needs_digits: true,
      transaction_id_end: null,
      payer_phone: null,
    })
    const id = textAt(choices, 'data.items.0.id')
    expect((await choose(reference, { sms: id })).json).toMatchObject({ reason: 'sms_digits_required' })
    expect(paymentOf(await choose(reference, { sms: id, digits: 'abcd' }))).toMatchObject({
      status: 'completed',
    })
  })
})

describe('the address', () => {
  test.each([
    ['another secret', (path: string) => `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`],
    ['no secret', (path: string) => path.split('.')[0] ?? ''],
    ['the secret of another connection', () => pathOf({ ...till, connection: 'simulator' })],
    ['nothing like it', () => '/api/v1/sms/x'],
  ])('is not found with %s', async (_, change) => {
    const before = await shop.rows()
    const answer = await shop.request({ ...post(sms(newAmount())), path: change(pathOf()) })
    expect(answer.status).toBe(404)
    expect(answer.json).toMatchObject({ reason: 'sms_address_not_found' })
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test('takes a right signature and refuses a wrong one', async () => {
    const raw = JSON.stringify(post(sms(newAmount())).json)
    const { secret } = smsAddressOf(shop.appliance, till)
    const signed = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
    const send = (signature: string) =>
      shop.request({
        path: pathOf(),
        raw,
        headers: { 'content-type': 'application/json', 'x-signature': signature },
      })
    expect((await send(signed(`${raw} `))).json).toMatchObject({ reason: 'sms_signature_wrong' })
    expect((await send(signed(raw))).status).toBe(200)
  })

  test('takes no unsigned message when the owner requires signatures', async () => {
    till = connectTillNumber(shop, { isSignedOnly: true })
    const answer = await shop.request(post(sms(newAmount())))
    expect([answer.status, at(answer, 'reason')]).toEqual([401, 'sms_signature_missing'])
    till = connectTillNumber(shop)
  })

  test('refuses more than 64 KiB', async () => {
    const answer = await shop.request(post('x'.repeat(65_536)))
    expect(answer.status).toBe(413)
  })

  test('refuses a message in unknown fields, which is no sign of life', async () => {
    const fresh = connectTillNumber(shop, { connection: 'con_fresh' })
    const send = (json: object) => shop.request({ path: pathOf(fresh), json })
    const lastOkAt = () => shop.appliance.networks.stateOf('con_fresh').lastOkAt
    const text = sms(newAmount())
    for (const json of [[{ from: 'MPESA', text }], { address: 'MPESA', msg: text }, { sms: { text } }]) {
      const answer = await send(json)
      expect([answer.status, at(answer, 'reason')]).toEqual([400, 'sms_incomplete'])
    }
    expect(lastOkAt()).toBeNull()
    expect((await send({ battery: 80 })).status).toBe(200)
    expect(lastOkAt()).toBe(now())
    till = connectTillNumber(shop)
  })

  test('answers a sign of life', async () => {
    const answer = await shop.request({ path: pathOf(), json: { battery: 80 } })
    expect(at(answer, 'data')).toEqual({ result: 'no_message', reason: null })
  })
})

test('the text is removed after 90 days', async () => {
  await forward(sms(newAmount()))
  expect((await openSms())[0]?.text).toContain('Imethibitishwa')
  shop.advance(91 * 86_400_000)
  for (let round = 0; round < 5; round++) await pruneEvents(shop.appliance)
  expect((await openSms())[0]?.text).toBeNull()
})
