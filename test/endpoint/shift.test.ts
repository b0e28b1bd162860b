// Shifts and cash over HTTP: which sale belongs to which shift, that a closed one never changes, and that
// reports add up to the shilling.
import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { addSale } from '../../src/flow/shift.ts'
import { insertMember } from '../../src/store/account.ts'
import { findShift } from '../../src/store/shift.ts'
import { mobile, rowsOfNewPayment } from '../kit/endpoint.ts'
import { at, paymentOf, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { ownAmount } from '../kit/endpoint-session.ts'
import {
  addCashiers,
  errorOf,
  type PairedTill,
  pairTill,
  pinLocked,
  pins,
  pinWrong,
  setPin,
} from '../kit/endpoint-till.ts'

/** Hashing PINs and passwords is slow on purpose, and slower on a busy machine. */
setDefaultTimeout(300_000)

let count = 0
const shop = await openShopOnNodes()
const crew = await addCashiers(shop)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const counter = () => pairTill(shop, `Till ${++count}`, { staffId: crew.neema, pin: pins.neema })
const open = (till: PairedTill, float = 10_000) =>
  till.request({ path: '/api/v1/till/shift', json: { float } })
const close = (till: PairedTill, counted = 0) =>
  till.request({ path: '/api/v1/till/shift/close', json: { counted, reason: 'Counted in haste' } })
const drawer = (till: PairedTill, kind: string, amount: number, reason = 'Bank') =>
  till.request({ path: '/api/v1/till/shift/drops', json: { kind, amount, reason } })
const current = (till: PairedTill) => till.request({ path: '/api/v1/till/shift' })
const shiftOf = async (id: string) =>
  at(await shop.request({ as: 'owner', path: `/api/v1/shifts/${id}` }), 'data')
const line = (method: string, count: number, gross: number, fees = 0) => ({
  method,
  count,
  gross,
  fees,
  net: gross - fees,
})
const sodas = (quantity: number) => ({ name: 'Soda', quantity, unit_price: 1_000 })
const methods = (answer: TestResponse, path = 'data.report.by_method') => at(answer, path)

/** Returns the sums of a till, counted row by row: completed payments and cash that was kept. */
async function soldAt(till: PairedTill) {
  const text = `
    select cast(sum(gross) as bigint), cast(sum(fees) as bigint), cast(sum(count) as bigint) from (
      select amount as gross, fees, 1 as count from payment where till_id = $1 and status = 'completed'
      union all select amount, 0, 1 from cash_sale where till_id = $1) sale`
  const [[gross, fees, sales] = []] = await shop.appliance.store.read.rows(text, [till.id], 'once')
  return { gross, fees, count: sales }
}

describe('a shift', () => {
  test('is opened once, counts by method and cashier, and is closed with the cash in the drawer', async () => {
    const till = await counter()
    expect((await current(till)).json).toEqual({
      code: 200,
      data: { shift: null, after_shift: { count: 0, gross: 0 } },
    })
    const before = await shop.rows()
    const opened = await open(till)
    expect(changesBetween(before, await shop.rows())).toEqual({ shift: 1, audit_entry: 1 })
    expect(opened.json).toMatchObject({
      code: 201,
      data: {
        number: 1,
        state: 'open',
        opened_by: { name: 'Neema' },
        closed_at: null,
        report: { by_method: [], cash: { expected: 10_000 } },
      },
    })
    expect(errorOf(await open(till))).toEqual([409, 'conflict'])

    await till.pay(await till.sellByQr(20_000))
    await till.pay(paymentOf(await till.request({ path: '/v1/payments', json: mobile })).reference)
    await till.takeCash(3_000, { given: 5_000 })
    await till.sellByQr(9_000) // never paid
    await till.signIn(crew.juma, pins.juma)
    await till.pay(await till.sellByQr(1_000))
    await till.takeCash(1_500)
    await drawer(till, 'drop', 5_000)
    expect((await drawer(till, 'pay_in', 2_000, 'Coins')).json).toMatchObject({
      code: 201,
      data: { report: { cash: { expected: 11_500 } } },
    })

    const closed = await close(till, 11_400)
    expect(closed.json).toEqual({
      code: 200,
      data: {
        id: textAt(opened, 'data.id'),
        number: 1,
        till: { id: till.id, name: `Till ${count}` },
        state: 'closed',
        opened_at: expect.any(String),
        opened_by: { id: crew.neema, name: 'Neema' },
        closed_at: expect.any(String),
        closed_by: { id: crew.juma, name: 'Juma' },
        short_reason: 'Counted in haste',
        report: {
          by_method: [line('qr', 2, 21_000, 105), line('mobile', 1, 1_500, 8), line('cash', 2, 4_500)],
          by_cashier: expect.arrayContaining([
            {
              cashier: { id: crew.neema, name: 'Neema' },
              count: 3,
              gross: 24_500,
              fees: 108,
              net: 24_392,
              by_method: [line('qr', 1, 20_000, 100), line('mobile', 1, 1_500, 8), line('cash', 1, 3_000)],
            },
            {
              cashier: { id: crew.juma, name: 'Juma' },
              count: 2,
              gross: 2_500,
              fees: 5,
              net: 2_495,
              by_method: [line('qr', 1, 1_000, 5), line('cash', 1, 1_500)],
            },
          ]),
          sold: { items: [], other_items: { count: 0, gross: 0 }, without_items: 27_000 },
          total: { count: 5, gross: 27_000, fees: 113, net: 26_887 },
          cash: {
            float: 10_000,
            sales: 4_500,
            pay_ins: 2_000,
            drops: 5_000,
            refunds: 0,
            expected: 11_500,
            counted: 11_400,
            difference: -100,
          },
          drawer: [
            {
              kind: 'drop',
              amount: 5_000,
              reason: 'Bank',
              cashier: { id: crew.juma, name: 'Juma' },
              created_at: expect.any(String),
            },
            {
              kind: 'pay_in',
              amount: 2_000,
              reason: 'Coins',
              cashier: { id: crew.juma, name: 'Juma' },
              created_at: expect.any(String),
            },
          ],
          refunds: [],
          sent_refunds: [],
        },
      },
    })
    expect(await soldAt(till)).toEqual({ gross: 27_000, fees: 113, count: 5 })
    expect(await shiftOf(textAt(opened, 'data.id'))).toEqual(at(closed, 'data'))
    expect(errorOf(await close(till))).toEqual([400, 'invalid_state'])
    const entries = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=shift.closed' })
    expect(at(entries, 'data.items.0.detail')).toEqual({
      gross: 27_000,
      expected: 11_500,
      counted: 11_400,
      difference: -100,
    })
  })

  test('takes what completes after the close into the next, and never changes again', async () => {
    const till = await counter()
    const first = textAt(await open(till), 'data.id')
    const [late, other, third] = [
      await till.sellByQr(4_000),
      await till.sellByQr(2_000),
      await till.sellByQr(800),
    ]
    const cash = textAt(await till.takeCash(700), 'data.id')
    await close(till, 10_700)
    const frozen = await shiftOf(first)
    const row = async () => (await shop.rows()).get('shift')?.filter(text => text.includes(first))
    const kept = await row()

    await till.pay(late)
    await till.request({ method: 'POST', path: `/api/v1/payments/${other}/void` })
    const hand = { reason: 'The phone says paid', receipt_number: 'AFTER01' }
    expect(
      (await shop.request({ as: 'owner', path: `/api/v1/payments/${third}/confirm`, json: hand })).status,
    ).toBe(200)
    for (const [path, json] of [
      [`/api/v1/till/cash/${cash}/void`, { reason: 'Back', pin: pins.neema }],
      ['/api/v1/till/cash', { amount: 1, given: 1 }],
      ['/api/v1/till/shift/drops', { kind: 'drop', amount: 1, reason: 'x' }],
    ] as const)
      expect(errorOf(await till.request({ path, json }))).toEqual([400, 'invalid_state'])
    expect((await current(till)).json).toMatchObject({
      data: { shift: null, after_shift: { count: 2, gross: 4_800 } },
    })
    expect(at(await shop.request({ as: 'owner', path: '/api/v1/tills' }), 'data')).toContainEqual(
      expect.objectContaining({ id: till.id, after_shift: { count: 2, gross: 4_800 } }),
    )

    const second = await open(till, 0)
    expect(second.json).toMatchObject({
      data: { number: 2, report: { total: { count: 2, gross: 4_800, fees: 20 } } },
    })
    const back = () => till.voidCash(cash, { reason: 'Back' })
    // The drawer of the new shift is empty.
    expect(errorOf(await back())).toEqual([400, 'validation_error', 'amount'])
    await drawer(till, 'pay_in', 1_000, 'Coins')
    expect((await back()).json).toMatchObject({ data: { state: 'voided' } })
    expect((await current(till)).json).toMatchObject({
      data: { shift: { report: { cash: { sales: 0, refunds: 700, expected: 300 } } } },
    })
    await close(till, 300)
    expect(await shiftOf(first)).toEqual(frozen)
    expect(await row()).toEqual(kept)
    expect(await soldAt(till)).toEqual({ gross: 5_500, fees: 20, count: 3 })
  })

  test('stays closed by triggers of the tables even against a bug', async () => {
    const till = await counter()
    const id = textAt(await open(till), 'data.id')
    await close(till)
    const { store } = shop.appliance
    const tally = { method: 'qr', cashier: 'x', count: 1, gross: 1, fees: 0 } as const
    const adding = store.write(async tx => {
      const shift = await findShift(tx, id)
      if (shift) await addSale(tx, shift, tally)
    })
    expect(adding).rejects.toThrow('a closed shift never changes')
    const second = `insert into shift select 'shift_x', account_id, till_id, 9, 'waiting', 0, null, null, null, null, null, null, null from shift where id = $1`
    expect(store.write(tx => tx.rows(second, [id], 'once'))).rejects.toThrow(/unique/i)
    expect(
      store.write(tx => tx.rows("update shift set state = 'open' where id = $1", [id], 'once')),
    ).rejects.toThrow(/check|unique/i)
  })

  test('belongs to the till: a link paid late counts in the shift of that time', async () => {
    const till = await counter()
    const made = await till.request({ path: '/api/v1/sessions', json: { amount: 4_000 } })
    await open(till, 0)
    const page = new URL(textAt(made, 'data.checkout_url')).pathname
    const json = { payment_method: 'mobile_money', customer_phone: '0754123789' }
    await shop.request({ path: `${page}/pay`, json, headers: { accept: 'application/json' } })
    shop.advance(2_000)
    await shop.work()
    expect(methods(await close(till))).toEqual([line('mobile', 1, 4_000, 20)])
  })

  test('of another till or account is not touched', async () => {
    const [one, two] = [await counter(), await counter()]
    const id = textAt(await open(one), 'data.id')
    await open(two)
    const sale = textAt(await one.takeCash(900), 'data.id')
    await two.pay(await two.sellByQr(1_000))
    expect((await two.voidCash(sale, { reason: 'Not mine' })).status).toBe(404)
    expect(methods(await current(one), 'data.shift.report.by_method')).toEqual([line('cash', 1, 900)])
    expect((await shop.request({ as: 'owner of live', path: `/api/v1/shifts/${id}` })).status).toBe(404)
    expect(at(await shop.request({ as: 'owner of live', path: '/api/v1/shifts' }), 'data')).toEqual({
      items: [],
      total: 0,
      limit: 20,
      offset: 0,
    })
  })

  test('is listed by till, state and cashier, newest first', async () => {
    const till = await counter()
    const ids: string[] = []
    for (let index = 0; index < 3; index++) {
      shop.advance(1_000)
      ids.unshift(textAt(await open(till), 'data.id'))
      if (index < 2) await close(till)
    }
    const list = async (query: string) => {
      const answer = await shop.request({ as: 'owner', path: `/api/v1/shifts?till=${till.id}${query}` })
      return [
        at(answer, 'data.total'),
        [at(answer, 'data.items')].flat().map(item => Reflect.get(Object(item), 'id')),
      ]
    }
    expect(await list('')).toEqual([3, ids])
    expect(await list('&state=closed')).toEqual([2, ids.slice(1)])
    expect(await list('&state=open')).toEqual([1, ids.slice(0, 1)])
    expect(await list('&limit=1&offset=1')).toEqual([3, ids.slice(1, 2)])
    expect(await list(`&cashier=${crew.neema}`)).toEqual([3, ids])
    expect(await list(`&cashier=${crew.neema}&state=closed`)).toEqual([2, ids.slice(1)])
    expect(await list(`&cashier=${crew.juma}`)).toEqual([0, []])
    const second = await shop.request({ as: 'owner', path: `/api/v1/shifts/${ids[1]}` })
    const opened = textAt(second, 'data.opened_at')
    expect(await list(`&from=${opened}`)).toEqual([2, ids.slice(0, 2)])
    expect(await list(`&to=${opened}`)).toEqual([1, ids.slice(2)])
    expect(await list(`&to=${opened}&from=2026-11-21`)).toEqual([1, ids.slice(2)])
    expect(await list('&from=2026-11-20&to=2026-11-21')).toEqual([0, []])
    expect(await list(`&from=2026-11-21&starting_after=${ids[1]}`)).toEqual([3, ids.slice(2)])
    const closed = textAt(second, 'data.closed_at')
    expect(await list(`&open_from=${closed}`)).toEqual([2, ids.slice(0, 2)])
    expect(await list(`&open_from=${closed}&to=${opened}`)).toEqual([0, []])
    // The shift that is open was opened long ago.
    shop.advance(20 * 86_400_000)
    expect(await list('&open_from=2026-12-05')).toEqual([1, ids.slice(0, 1)])
    for (const query of ['from=soon', 'open_from=soon'])
      expect((await shop.request({ as: 'owner', path: `/api/v1/shifts?${query}` })).status).toBe(400)
    expect((await shop.request({ as: 'owner', path: '/api/v1/shifts?state=waiting' })).status).toBe(400)
    const newest = await shop.request({ as: 'owner', path: '/api/v1/shifts?limit=1' })
    expect(at(newest, 'data.items.0.id')).toBe(ids[0])
  })

  test('lists what was sold, by QR code and in cash, as it was at the close', async () => {
    const till = await counter()
    // This sale counts in the shift that opens next.
    await till.pay(await till.sellByQr(4_000, { line_items: [sodas(4)] }))
    await open(till)
    const flour = { name: 'Flour', quantity: 1_500, unit_price: 2_000, by_weight: true }
    await till.pay(await till.sellByQr(5_000, { line_items: [sodas(2), flour] }))
    await till.takeCash(1_000, { line_items: [sodas(1)] })
    await till.takeCash(700)
    await till.sellByQr(9_000, { line_items: [sodas(9)] }) // not paid
    const other = await counter()
    await open(other)
    await other.takeCash(2_000, { line_items: [sodas(2)] })
    const sold = {
      items: [
        { name: 'Soda', by_weight: false, quantity: 7, gross: 7_000 },
        { name: 'Flour', by_weight: true, quantity: 1_500, gross: 3_000 },
      ],
      other_items: { count: 0, gross: 0 },
      without_items: 700,
    }
    expect(at(await current(till), 'data.shift.report.sold')).toEqual(sold)
    const closed = await close(till)
    expect(at(closed, 'data.report.sold')).toEqual(sold)
    const id = textAt(closed, 'data.id')
    await open(till)
    await till.takeCash(3_000, { line_items: [sodas(3)] })
    expect(at(await current(till), 'data.shift.report.sold.items')).toMatchObject([{ quantity: 3 }])
    const path = `/api/v1/shifts/${id}`
    expect(at(await shop.request({ as: 'owner', path }), 'data.report.sold')).toEqual(sold)
    const list = await shop.request({ as: 'owner', path: `/api/v1/shifts?till=${till.id}` })
    expect([0, 1].map(row => at(list, `data.items.${row}.report.sold`))).toEqual([null, null])
    expect((await shop.request({ as: 'owner', path: `${path}.csv` })).text).toContain(
      '"","item","quantity","unit","gross"\r\n"item","Soda",7,"",7000\r\n"item","Flour",1.5,"kg",3000\r\n' +
        '"without items","",,"",700\r\n',
    )
  })

  test.each([2, 20, 200])('lists what a sale had sold that is paid %d days later', async days => {
    const till = await counter()
    await open(till)
    const late = await till.sellByQr(4_000, { line_items: [sodas(4)] })
    const paidAtOnce = await till.sellByQr(8_000, { line_items: [sodas(8)] })
    await till.pay(paidAtOnce)
    shop.advance(days * 86_400_000)
    await shop.work()
    await till.signIn(crew.neema, pins.neema)
    await close(till, 10_000)
    shop.advance(1_000)
    await open(till)
    await till.takeCash(1_000, { line_items: [sodas(1)] })
    await till.pay(late)
    const sold = { items: [{ name: 'Soda', quantity: 5, gross: 5_000 }], without_items: 0 }
    expect(at(await current(till), 'data.shift.report.sold')).toMatchObject(sold)
    expect(at(await close(till, 11_000), 'data.report.sold')).toMatchObject(sold)
  })

  test('is exported as CSV in which nothing is a formula', async () => {
    const till = await counter()
    await open(till, 1_000)
    for (const reason of ['=1+2', '+A1', '-x', '@SUM(A1)', 'say "no", then go'])
      await drawer(till, 'drop', 200, reason)
    await till.takeCash(300)
    const closed = await close(till, 0)
    const csv = await shop.request({ as: 'owner', path: `/api/v1/shifts/${textAt(closed, 'data.id')}.csv` })
    expect([csv.headers.get('content-type'), csv.headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      `attachment; filename="${textAt(closed, 'data.id')}.csv"`,
    ])
    for (const row of [
      `"drop",200,"'=1+2",`,
      `"drop",200,"'+A1",`,
      `"drop",200,"'-x",`,
      `"drop",200,"'@SUM(A1)",`,
      '"drop",200,"say ""no"", then go",',
    ])
      expect(csv.text).toContain(row)
    expect(csv.text).toContain('"sales","Neema","cash",1,300,0,300\r\n')
    expect(csv.text).toContain('"cash","expected",300\r\n"cash","counted",0\r\n"cash","difference",-300\r\n')
    expect((await shop.request({ as: 'owner', path: '/api/v1/shifts/shift_x.csv' })).status).toBe(404)
  })

  const wrong: [string, object, string][] = [
    ['/api/v1/till/shift', { float: -1 }, 'float'],
    ['/api/v1/till/shift', { float: '5' }, 'float'],
    ['/api/v1/till/shift', {}, 'float'],
    ['/api/v1/till/shift/close', { counted: 1.5 }, 'counted'],
    ['/api/v1/till/shift/drops', { kind: 'gift', amount: 1, reason: 'x' }, 'kind'],
    ['/api/v1/till/shift/drops', { kind: 'drop', amount: 0, reason: 'x' }, 'amount'],
    ['/api/v1/till/shift/drops', { kind: 'drop', amount: 1, reason: ' ' }, 'reason'],
    ['/api/v1/till/shift/drops', { kind: 'drop', amount: 1, reason: 'x'.repeat(201) }, 'reason'],
    ['/api/v1/till/cash', { amount: 0, given: 1 }, 'amount'],
    ['/api/v1/till/cash', { amount: 2, given: 1 }, 'given'],
    ['/api/v1/till/cash', { amount: 1, given: 1, note: 'x'.repeat(201) }, 'note'],
    ['/api/v1/till/cash', { amount: 1, given: 1, payment_reference: 'none' }, 'payment_reference'],
    ['/api/v1/till/cash', { amount: 1, given: 1, session_reference: 'none' }, 'session_reference'],
  ]
  test.each(wrong)('%s with %j names %s', async (path, json, field) => {
    const till = await counter()
    await open(till)
    expect(errorOf(await till.request({ path, json }))).toEqual([400, 'validation_error', field])
  })
})

describe('cash', () => {
  test('needs an open shift', async () => {
    expect(errorOf(await (await counter()).takeCash(500))).toEqual([400, 'invalid_state'])
  })

  test('of one shilling is a sale; tapped twice it is one sale', async () => {
    const till = await counter()
    await open(till, 0)
    const before = await shop.rows()
    const headers = { 'idempotency-key': `tap-${count}` }
    const tap = (amount = 1) =>
      till.request({ path: '/api/v1/till/cash', json: { amount, given: 100 }, headers })
    const [one, two] = await Promise.all([tap(), tap()])
    expect(one?.json).toEqual(two?.json)
    expect(one?.json).toMatchObject({
      code: 201,
      data: { id: expect.stringMatching(/^cash_/), amount: 1, given: 100, change: 99, state: 'completed' },
    })
    expect([one, two].map(answer => answer?.headers.get('idempotent-replayed')).sort()).toEqual(
      ['true', null].sort(),
    )
    expect(changesBetween(before, await shop.rows())).toEqual({
      cash_sale: 1,
      shift_total: 1,
      sale_total: 4, // by method, till, cashier and hour
      idempotency: 1,
    })
    expect((await tap(2)).status).toBe(422)
  })

  test('is opened, moved and closed once, too', async () => {
    const till = await counter()
    const twice = async (path: string, json: object) => {
      const request = {
        path: `/api/v1/till/${path}`,
        json,
        headers: { 'idempotency-key': `${path.slice(-5)}-${count}` },
      }
      const first = await till.request(request)
      const second = await till.request(request)
      expect([second.status, second.json, second.headers.get('idempotent-replayed')]).toEqual([
        first.status,
        first.json,
        'true',
      ])
      return first
    }
    await twice('shift', { float: 100 })
    await twice('shift/drops', { kind: 'drop', amount: 40, reason: 'Bank' })
    expect(at(await twice('shift/close', { counted: 60 }), 'data.report.cash.difference')).toBe(0)
  })

  test('that was given back stays in the report, the table, the export and the audit log', async () => {
    const till = await counter()
    const shift = textAt(await open(till, 1_000), 'data.id')
    const sale = textAt(await till.takeCash(5_000), 'data.id')
    await till.takeCash(700)
    await till.voidCash(sale, { reason: 'Wrong size' })
    const refund = {
      sale,
      amount: 5_000,
      way: 'cash',
      reason: 'Wrong size',
      cashier: expect.objectContaining({ name: expect.any(String) }),
      created_at: expect.any(String),
    }
    expect(at(await current(till), 'data.shift.report')).toMatchObject({
      total: { gross: 5_700 },
      cash: { sales: 5_700, refunds: 5_000, expected: 1_700 },
      refunds: [refund],
    })
    await close(till, 1_700)
    expect(await shiftOf(shift)).toMatchObject({ report: { refunds: [refund] } })
    const table = await shop.request({ as: 'owner', path: `/api/v1/shifts/${shift}.csv` })
    expect(table.text).toContain('"refund",5000,"Wrong size",')
    expect(table.text).toContain(sale)
    const list = await shop.request({ as: 'owner', path: `/api/v1/shifts.csv?till=${till.id}` })
    expect(list.text.split('\r\n')[0]).toContain('"cash_refunds","cash_refunded"')
    const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=refund.created' })
    expect(log.text).toContain(shift)
    expect(log.text).toContain('Wrong size')
  })

  test('is given back only after the PIN of the cashier who is signed in, as by a refund', async () => {
    const till = await counter()
    await open(till, 0)
    const sale = textAt(await till.takeCash(5_000), 'data.id')
    const before = await shop.rows()
    expect(errorOf(await till.voidCash(sale, { pin: undefined }))).toEqual([400, 'validation_error', 'pin'])
    expect((await till.voidCash(sale, { pin: pins.juma })).json).toMatchObject(pinWrong(4))
    expect(Object.keys(changesBetween(before, await shop.rows()))).not.toContain('cash_sale')
    expect(at(await current(till), 'data.shift.report.cash.refunds')).toBe(0)
    for (const left of [3, 2, 1])
      expect((await till.voidCash(sale, { pin: '8395' })).json).toMatchObject(pinWrong(left))
    expect((await till.voidCash(sale, { pin: '8395' })).json).toMatchObject(pinLocked(15))
    const locked = await till.voidCash(sale)
    expect(locked.json).toMatchObject({ code: 429, reason: 'pin_locked' })
    expect(locked.headers.get('retry-after')).toBe('900')
    shop.advance(15 * 60_000)
    expect((await till.voidCash(sale)).json).toMatchObject({ data: { state: 'voided' } })
  })

  test('is given back above the owner’s limit with the PIN of a second person, whom all lists name', async () => {
    const { store, world } = shop.appliance
    const accountId = shop.accounts.sandbox.id
    const membership = { accountId, role: 'admin', name: 'Amina', createdAt: world.clock.now() } as const
    await store.write(tx => insertMember(tx, { ...membership, staffId: 'staff_amina' }))
    await setPin(shop, 'staff_amina', '5938')
    const above = 2_000_000
    const settings = {
      method: 'PATCH',
      path: '/api/v1/settings',
      json: { cash_refund_approval_above: above },
    }
    expect((await shop.request({ ...settings, as: 'owner' })).status).toBe(200)

    const till = await counter()
    const shift = textAt(await open(till, 0), 'data.id')
    const sell = async (amount: number) => textAt(await till.takeCash(amount), 'data.id')
    const refund = (sale: string, second: object = {}) =>
      till.voidCash(sale, { reason: 'Wrong size', ...second })
    expect(
      (await refund(await sell(above), { approver_id: 'nobody', approver_pin: '0000' })).json,
    ).toMatchObject({
      data: { state: 'voided', void_approved_by: null },
    })

    const sale = await sell(above + 1)
    const before = await shop.rows()
    for (const [second, reason] of [
      [{}, 'refund_approval_needed'],
      [{ approver_id: 'staff_amina' }, 'refund_approval_needed'],
      [{ approver_pin: '5938' }, 'refund_approval_needed'],
      [{ approver_id: crew.neema, approver_pin: pins.neema }, 'refund_approved_by_same_person'],
      [{ approver_id: crew.juma, approver_pin: pins.juma }, 'refund_approver_not_allowed'],
      [{ approver_id: 'nobody', approver_pin: '5938' }, 'refund_approver_not_allowed'],
    ] as const)
      expect((await refund(sale, second)).json).toMatchObject({ code: 403, reason })
    expect(changesBetween(before, await shop.rows())).toEqual({})

    const amina = { approver_id: 'staff_amina', approver_pin: '5938' }
    for (const left of [4, 3, 2, 1])
      expect((await refund(sale, { ...amina, approver_pin: '8395' })).json).toMatchObject(pinWrong(left))
    expect((await refund(sale, { ...amina, approver_pin: '8395' })).json).toMatchObject(pinLocked(15))
    const locked = await refund(sale, amina)
    expect(locked.json).toMatchObject({ code: 429, reason: 'pin_locked' })
    expect(locked.headers.get('retry-after')).toBe('900')
    shop.advance(15 * 60_000)
    const second = { id: 'staff_amina', name: 'Amina' }
    expect((await refund(sale, amina)).json).toMatchObject({
      data: { state: 'voided', void_approved_by: second },
    })
    expect((await refund(sale, amina)).json).toMatchObject({ reason: 'cash_sale_refunded' })

    await close(till, 0)
    const refunds = [
      { amount: above, approved_by: null },
      { amount: above + 1, cashier: { name: 'Neema' }, approved_by: second },
    ]
    expect(await shiftOf(shift)).toMatchObject({ report: { refunds } })
    const table = await shop.request({ as: 'owner', path: `/api/v1/shifts/${shift}.csv` })
    expect(table.text).toContain(`"${sale}","Amina","cash"\r\n`)
    const list = await shop.request({ as: 'owner', path: `/api/v1/shifts.csv?till=${till.id}` })
    expect(list.text.split('\r\n')[0]).toContain('"cash_refunds","cash_refunded","cash_refunds_approved"')
    expect(list.text.split('\r\n')[0]).toEndWith('"sent_refunds","sent_refunded","gross_after_refunds"')
    const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=refund.created' })
    expect(at(log, 'data.items.0')).toMatchObject({
      actor: { name: 'Neema' },
      detail: { approved_by: 'staff_amina', approver: 'Amina', amount: above + 1, shift },
    })
  })

  test('is dropped up to what the drawer holds, and no further', async () => {
    const till = await counter()
    await open(till, 100)
    await till.takeCash(5_000, { given: 5_000 })
    const drop = (amount: number) =>
      till.request({
        path: '/api/v1/till/shift/drops',
        json: { kind: 'drop', amount, reason: 'Bank' },
      })
    const refused = await drop(5_101)
    expect(refused.json).toMatchObject({
      code: 400,
      errors: [{ field: 'amount', reason: 'drop_above_drawer' }],
    })
    // The id of the request is random and may have these digits.
    expect(refused.text.replace(/"req_\w+"/, '')).not.toContain('5100')
    expect((await drop(5_000)).status).toBe(201)
    expect((await drop(101)).status).toBe(400)
    expect(at(await drop(100), 'data.report.cash.expected')).toBe(0)
  })

  test('taken instead of a payment voids it in its transaction, once', async () => {
    const till = await counter()
    await open(till, 0)
    const reference = await till.sellByQr(5_000)
    const before = await shop.rows()
    const sold = await till.takeCash(5_000, { given: 10_000, payment_reference: reference })
    expect(sold.json).toMatchObject({ data: { change: 5_000, payment_reference: reference } })
    expect(changesBetween(before, await shop.rows())).toMatchObject({
      payment: 1,
      cash_sale: 1,
      shift_total: 1,
      event: 1,
      audit_entry: 1,
    })
    expect(at(await till.request({ path: `/api/v1/payments/${reference}` }), 'data.status')).toBe('voided')
    expect(errorOf(await till.takeCash(5_000, { payment_reference: reference }))).toEqual([409, 'conflict'])
    const id = textAt(sold, 'data.id')
    const undone = await till.voidCash(id, { reason: 'Changed their mind' })
    expect(undone.json).toMatchObject({ data: { state: 'voided', void_reason: 'Changed their mind' } })
    expect(errorOf(await till.voidCash(id, { reason: 'Again' }))).toEqual([400, 'invalid_state'])
    expect((await till.takeCash(5_000, { payment_reference: reference })).status).toBe(201)
    expect(methods(await close(till, 5_000))).toEqual([line('cash', 2, 10_000)])
  })

  /** Creates a payment link of a till, and what its customer does. */
  async function link(till: Awaited<ReturnType<typeof counter>>, amount: number) {
    const made = await till.request({ path: '/api/v1/sessions', json: { amount } })
    const reference = textAt(made, 'data.reference')
    const page = new URL(textAt(made, 'data.checkout_url')).pathname
    const json = { payment_method: 'mobile_money', customer_phone: '0754123789' }
    return {
      reference,
      pays: () => shop.request({ path: `${page}/pay`, json, headers: { accept: 'application/json' } }),
      state: async () => at(await till.request({ path: `/api/v1/sessions/${reference}` }), 'data.status'),
    }
  }

  test('taken instead of a link ends the link in its transaction, with or without an attempt', async () => {
    const till = await counter()
    await open(till, 0)
    const unread = await link(till, 5_000)
    const before = await shop.rows()
    const sold = await till.takeCash(5_000, { session_reference: unread.reference })
    expect(sold.json).toMatchObject({ data: { payment_reference: null } })
    expect(changesBetween(before, await shop.rows())).toMatchObject({ cash_sale: 1, shift_total: 1 })
    expect(await unread.state()).toBe('cancelled')
    expect((await unread.pays()).status).toBeGreaterThanOrEqual(400)
    const begun = await link(till, 4_000)
    await begun.pays()
    const instead = await till.takeCash(4_000, { session_reference: begun.reference })
    const payment = textAt(instead, 'data.payment_reference')
    expect(at(await till.request({ path: `/api/v1/payments/${payment}` }), 'data.status')).toBe('voided')
    expect(await begun.state()).toBe('cancelled')
    expect(errorOf(await till.takeCash(4_000, { session_reference: begun.reference }))).toEqual([
      409,
      'conflict',
    ])
    expect(methods(await close(till, 9_000))).toEqual([line('cash', 2, 9_000)])
  })

  const ends = {
    'the cash ends it': async () => {},
    'it was cancelled': async (till: PairedTill, reference: string) => {
      const cancelled = await till.request({ method: 'POST', path: `/api/v1/sessions/${reference}/cancel` })
      expect(cancelled.status).toBe(200)
    },
    'it has expired': async () => {
      shop.advance(86_400_000)
      await shop.work()
    },
  }
  test.each(Object.entries(ends))('is taken once for a link without a payment: %s', async (_, end) => {
    const till = await counter()
    await open(till, 0)
    const { reference: session_reference } = await link(till, 5_000)
    await end(till, session_reference)
    const key = { headers: { 'idempotency-key': session_reference.slice(-30) } }
    const json = { amount: 5_000, given: 5_000, session_reference }
    const take = (more: object = {}) => till.request({ path: '/api/v1/till/cash', json, ...more })
    expect(errorOf(await till.takeCash(4_000, { session_reference }))).toEqual([
      400,
      'validation_error',
      'amount',
    ])
    const first = await take(key)
    expect(first.status).toBe(201)
    expect((await take(key)).text).toBe(first.text)
    for (const amount of [5_000, 4_000]) {
      const again = await till.takeCash(amount, { session_reference })
      expect([again.status, at(again, 'reason')]).toEqual([409, 'cash_already_taken'])
    }
    await till.voidCash(textAt(first, 'data.id'), { reason: 'Torn' })
    const answers = await Promise.all([take(), take(), take()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(methods(await close(till, 5_000))).toEqual([line('cash', 2, 10_000)])
  })

  test('for a link whose customer chooses the amount is any sum', async () => {
    const till = await counter()
    await open(till, 0)
    const made = await till.request({ path: '/api/v1/sessions', json: ownAmount })
    const session_reference = textAt(made, 'data.reference')
    expect((await till.takeCash(2_500, { session_reference })).status).toBe(201)
    expect((await till.takeCash(2_500, { session_reference })).json).toMatchObject({
      reason: 'cash_already_taken',
    })
  })

  test('instead of a link is refused where it was paid, is another till’s, or asks for another amount', async () => {
    const till = await counter()
    await open(till, 0)
    const paid = await link(till, 4_000)
    await paid.pays()
    shop.advance(2_000)
    await shop.work()
    const table: [string, string, number, unknown[]][] = [
      ['paid', paid.reference, 4_000, [400, 'invalid_state']],
      [
        'of another till',
        (await link(await counter(), 4_000)).reference,
        4_000,
        [400, 'validation_error', 'session_reference'],
      ],
      ['of another amount', (await link(till, 6_000)).reference, 4_000, [400, 'validation_error', 'amount']],
    ]
    for (const [what, session_reference, amount, rejection] of table) {
      const before = await shop.rows()
      expect([what, errorOf(await till.takeCash(amount, { session_reference }))]).toEqual([what, rejection])
      expect(changesBetween(before, await shop.rows())).toEqual({})
    }
  })

  test.each(['failed', 'expired', 'voided'] as const)(
    'taken instead of a payment that is %s leaves it as it is, once',
    async status => {
      const till = await counter()
      await open(till, 0)
      const payment_reference = await till.sellByQr(5_000)
      const path = `/api/v1/payments/${payment_reference}`
      const decline = { outcome: 'failed', failure_reason: 'payer_limit_reached' }
      if (status === 'failed')
        await shop.request({
          as: 'sandbox',
          path: `/v1/sandbox/payments/${payment_reference}`,
          json: decline,
        })
      if (status === 'expired') shop.advance(86_400_000)
      if (status === 'voided') await till.request({ method: 'POST', path: `${path}/void` })
      await shop.work()
      expect(at(await till.request({ path }), 'data.status')).toBe(status)
      const key = { headers: { 'idempotency-key': payment_reference.slice(-30) } }
      const json = { amount: 5_000, given: 5_000, payment_reference }
      const take = (more: object = {}) => till.request({ path: '/api/v1/till/cash', json, ...more })
      const first = await take(key)
      expect(first.json).toMatchObject({ code: 201, data: { payment_reference } })
      expect((await take(key)).text).toBe(first.text)
      expect((await take()).json).toMatchObject({ reason: 'cash_already_taken' })
      expect(at(await till.request({ path }), 'data.status')).toBe(status)
    },
  )

  test('is refused where the customer has paid, or may have paid', async () => {
    const till = await counter()
    await open(till, 0)
    const paid = await till.sellByQr(5_000)
    await till.pay(paid)
    const unknown = paymentOf(
      await till.request({ path: '/v1/payments', json: { ...mobile, phone_number: '0754123129' } }),
    ).reference
    await shop.request({
      as: 'sandbox',
      path: `/v1/sandbox/payments/${unknown}`,
      json: { outcome: 'unknown' },
    })
    await shop.work()
    const other = await (await counter()).sellByQr(5_000)
    const shops = (await shop.make()).reference
    const table: [string, string, number, unknown[]][] = [
      ['paid', paid, 5_000, [400, 'invalid_state']],
      ['unknown', unknown, 1_500, [409, 'conflict']],
      ['of another till', other, 5_000, [400, 'validation_error', 'payment_reference']],
      ['of no till', shops, 5_000, [400, 'validation_error', 'payment_reference']],
      ['of another amount', await till.sellByQr(6_000), 5_000, [400, 'validation_error', 'amount']],
    ]
    for (const [what, payment_reference, amount, rejection] of table) {
      const before = await shop.rows()
      expect([what, errorOf(await till.takeCash(amount, { payment_reference }))]).toEqual([what, rejection])
      expect(changesBetween(before, await shop.rows())).toEqual({})
    }
  })
})

test('a till’s payment costs as many rows as any other, and no shift changes until it is paid', async () => {
  const till = await counter()
  const before = await shop.rows()
  await till.sellByQr(5_000)
  expect(changesBetween(before, await shop.rows())).toEqual(rowsOfNewPayment)
})

test('the reports of a till are always its completed payments and cash, to the shilling', async () => {
  const text = `
    select till_id, sum(gross), sum(fees), sum(count) from (
      select till_id, gross, fees, count from shift_total join shift on shift_id = shift.id
      union all select till_id, -amount, -fees, -1 from payment where till_id is not null and status = 'completed'
      union all select till_id, -amount, 0, -1 from cash_sale) sale
    group by till_id having sum(gross) <> 0 or sum(fees) <> 0 or sum(count) <> 0`
  expect(await shop.appliance.store.read.rows(text, [], 'once')).toEqual([])
})
