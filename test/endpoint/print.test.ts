// Printers through the API: who sets them up and where they may be, what may be printed, and what a till
// shows when its printer is off, hangs or breaks off. The printers are real listeners; the ten seconds are
// shortened.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { messageOf } from '../../src/domain/fault.ts'
import { isFirstPrint } from '../../src/flow/print.ts'
import { newPinnedNet } from '../../src/net/net.ts'
import type { RefundView } from '../../src/wire/refund.ts'
import { mobile, openEndpointShop } from '../kit/endpoint.ts'
import { at, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { addCashiers, errorOf, pairTill, pins } from '../kit/endpoint-till.ts'
import { openPrinter, type Printer } from '../kit/printer.ts'

let printer: Printer

const systemNet = newPinnedNet({ resolve: async () => [] })
/** Printers are given less time than a shop would, and enough on a busy machine. */
const hurriedMs = 3_000
const hurried = (net = systemNet) =>
  Object.assign(shop.appliance.world.net, {
    print: (page: Parameters<typeof net.print>[0]) =>
      net.print({ ...page, connectMs: hurriedMs, wholeMs: Math.min(page.wholeMs, hurriedMs) }),
  })

const shop = await openEndpointShop()
const crew = await addCashiers(shop)
const front = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
const back = await pairTill(shop, 'Back', { staffId: crew.juma, pin: pins.juma })
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(60_000)
  hurried()
  printer = await openPrinter()
  expect((await gives(front)).status).toBe(200)
})
afterEach(() => printer.off())

const gives = ({ id }: { readonly id: string }, more: object = {}) =>
  shop.request({
    as: 'owner',
    method: 'PUT',
    path: `/api/v1/tills/${id}/printer`,
    json: { host: printer.host, port: printer.port, paper: 80, ...more },
  })
const prints = (json: object, till = front) => till.request({ path: '/api/v1/till/print', json })
const bill = (reference: string, till = front) => prints({ what: 'bill', reference }, till)
const receipt = (reference: string, till = front) => prints({ what: 'receipt', reference }, till)
const refused = (...words: unknown[]) => words
const turn = () => new Promise<void>(resolve => setImmediate(resolve))
/** Returns a payment of the till as its merchant reads it. */
const read = async (reference: string) =>
  paymentOf(await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}` }))
const decide = async (reference: string, json: object) => {
  await shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })
  await shop.work()
}
/** Asks, and checks that nothing in the server changed. */
async function changesNothing<T>(action: () => Promise<T>): Promise<T> {
  const before = await shop.rows()
  const done = await action()
  expect(changesBetween(before, await shop.rows())).toEqual({})
  return done
}

describe('a till’s printer', () => {
  const bad: [name: string, request: object, field: string][] = [
    ['a public address', { host: '8.8.8.8' }, 'host'],
    ['a public address in another dress', { host: '::ffff:8.8.8.8' }, 'host'],
    ['where clouds keep credentials', { host: '169.254.169.254' }, 'host'],
    ['an address in hexadecimal', { host: '0x7f000001' }, 'host'],
    ['a web address', { host: 'http://192.168.1.50/' }, 'host'],
    ['a host with its port', { host: '192.168.1.50:9100' }, 'host'],
    ['no host', { host: '' }, 'host'],
    ['port 0', { port: 0 }, 'port'],
    ['a port that is none', { port: 65_536 }, 'port'],
    ['half a port', { port: 91.5 }, 'port'],
    ['the port as a text', { port: '9100' }, 'port'],
    ['this box itself', { host: '127.0.0.1', port: 1 }, 'port'],
    ['other paper', { paper: 76 }, 'paper'],
    ['paper as a text', { paper: '80' }, 'paper'],
    ['a word for automatic', { auto: 'yes' }, 'auto'],
  ]
  test.each(bad)('is refused with %s', async (_, request, field) => {
    const answer = await changesNothing(() => gives(front, request))
    expect(errorOf(answer)).toEqual(refused(400, 'validation_error', field))
    expect(textAt(answer, 'message')).toStartWith(field)
  })

  test('needs a host and a paper', async () => {
    const path = `/api/v1/tills/${front.id}/printer`
    const answer = await shop.request({ as: 'owner', method: 'PUT', path, json: {} })
    expect(at(answer, 'errors')).toMatchObject([{ field: 'host' }, { field: 'paper' }])
  })

  test('is shown to the console with its address, to the till without, and noted', async () => {
    const before = await shop.rows()
    const request = { host: 'Printer.local', paper: 58, port: undefined, auto: true }
    const answer = await gives(front, request)
    const kept = { host: 'printer.local', port: 9_100, paper: 58, auto: true }
    expect(at(answer, 'data.printer')).toEqual(kept)
    expect(changesBetween(before, await shop.rows())).toEqual({ till: 1, audit_entry: 1 })
    const { items } = Object(
      at(await shop.request({ as: 'owner', path: '/api/v1/audit-log?limit=1' }), 'data'),
    )
    expect(items[0]).toMatchObject({
      kind: 'till.printer_set',
      subject: front.id,
      detail: { ...kept, name: 'Front' },
    })
    const me = await front.request({ path: '/api/v1/till/me' })
    expect(at(me, 'data.till')).toEqual({ id: front.id, name: 'Front', printer: { paper: 58, auto: true } })
    expect(me.text).not.toContain('printer.local')
    expect(at(await back.request({ path: '/api/v1/till/me' }), 'data.till.printer')).toBeNull()
  })

  test('stays after a new name and a new tablet, until it is removed', async () => {
    await shop.request({
      as: 'owner',
      method: 'PATCH',
      path: `/api/v1/tills/${front.id}`,
      json: { name: 'Front' },
    })
    await front.signIn(crew.neema, pins.neema)
    expect(at(await front.request({ path: '/api/v1/till/me' }), 'data.till.printer')).toEqual({
      paper: 80,
      auto: false,
    })
    const remove = () =>
      shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${front.id}/printer` })
    const before = await shop.rows()
    expect(at(await remove(), 'data.printer')).toBeNull()
    expect(changesBetween(before, await shop.rows())).toEqual({ till: 1, audit_entry: 1 })
    expect((await changesNothing(remove)).status).toBe(200)
    expect(errorOf(await prints({ what: 'report' }))).toEqual(refused(400, 'invalid_state'))
    expect(errorOf(await tests(front.id))).toEqual(refused(400, 'invalid_state'))
  })

  test('is refused for a revoked till and for an unknown one', async () => {
    const { id } = await pairTill(shop, 'Gone')
    await gives({ id })
    await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${id}` })
    expect(errorOf(await changesNothing(() => gives({ id })))).toEqual(refused(400, 'invalid_state'))
    expect(errorOf(await tests(id))).toEqual(refused(400, 'invalid_state'))
    expect(errorOf(await gives({ id: 'till_none' }))).toEqual(refused(404, 'not_found'))
    expect(errorOf(await tests('till_none'))).toEqual(refused(404, 'not_found'))
    expect(printer.calls()).toBe(0)
  })
})

const tests = (id: string, json?: object) =>
  shop.request({
    as: 'owner',
    method: 'POST',
    path: `/api/v1/tills/${id}/printer/test`,
    ...(json ? { json } : {}),
  })

describe('a test page', () => {
  test('is printed, and not noted', async () => {
    expect((await changesNothing(() => tests(front.id))).json).toEqual({ code: 200, message: 'printed' })
    const { text, codes, cuts } = printer.last()
    for (const said of [
      'Duka la Asha',
      'Front',
      'TEST PAGE',
      `127.0.0.1 ${printer.port}`,
      '80 mm',
      '1234567890'.repeat(4),
    ])
      expect(text).toContain(said)
    expect({ codes, cuts }).toEqual({ codes: ['Kaunta'], cuts: 1 })
  })
  test('in Swahili', async () => {
    await tests(front.id, { language: 'sw' })
    expect(printer.last().text).toContain('UKURASA WA MAJARIBIO')
    expect(errorOf(await tests(front.id, { language: 'fr' }))).toEqual(
      refused(400, 'validation_error', 'language'),
    )
  })
})

describe('what a till prints', () => {
  test('a bill while the payment is pending, with its own QR', async () => {
    const reference = await front.sellByQr(12_500, { metadata: { note: 'Meza 4' } })
    expect((await changesNothing(() => bill(reference))).json).toEqual({ code: 200, data: { printed: true } })
    const { text, codes, cuts } = printer.last()
    expect(codes).toEqual([(await read(reference)).payment_qr_code ?? ''])
    expect(cuts).toBe(1)
    for (const said of [
      'BILL',
      'Not paid yet',
      'TZS 12,500',
      'Meza 4',
      'Neema',
      'Practice: no real money',
      reference,
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/Paid|RECEIPT/)
  })

  test('a receipt once it is completed, in the language asked for', async () => {
    const reference = await front.sellByQr(12_500, { metadata: { note: 'Meza 4' } })
    await front.pay(reference)
    expect((await changesNothing(() => receipt(reference))).status).toBe(200)
    const { text, codes } = printer.last()
    expect(codes).toEqual([reference])
    const { external_reference: receiptNumber } = await read(reference)
    for (const said of [
      'RECEIPT',
      'Paid - QR code',
      'TZS 12,500',
      'Meza 4',
      'Neema',
      '*** Practice',
      reference,
      receiptNumber,
    ])
      expect(text).toContain(said)
    await prints({ what: 'receipt', reference, language: 'sw' })
    expect(printer.last().text).toContain('Imelipwa - Msimbo wa QR')
  })

  test('a receipt shows the address, the tax numbers and the words of the shop wherever it is read', async () => {
    const json = {
      address: 'Mtaa wa Lumumba 12\nKariakoo',
      phone: '022 212 3456',
      tin: '123456789',
      vrn: '40-012345-A',
      receipt_header: 'Wazi kila siku',
      receipt_footer: 'Bidhaa hairudishwi',
    }
    const change = (json: object) =>
      shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json })
    expect((await change(json)).status).toBe(200)
    const reference = await front.sellByQr(12_500)
    await front.pay(reference)
    await receipt(reference)
    const { payment_token: number } = await read(reference)
    const page = await shop.request({ path: `/receipt/${number}` })
    for (const text of [printer.last().text, page.text])
      for (const said of [
        ...['Mtaa wa Lumumba 12', 'Kariakoo', 'Tel: 022 212 3456', 'TIN: 123-456-789', 'VRN: 40012345A'],
        ...['Wazi kila siku', 'Bidhaa hairudishwi', 'Not a fiscal receipt'],
      ])
        expect(text).toContain(said)
    expect(printer.last().text).not.toContain('Thank you')
    const receiptOfTill = at(await front.request({ path: '/api/v1/till/me' }), 'data.account.receipt')
    const { receipt_header: header, receipt_footer: footer, ...found } = json
    const shown = { ...found, header, footer, phone: '+255222123456', tin: '123-456-789', vrn: '40012345A' }
    expect(receiptOfTill).toEqual({ city: 'Dar es Salaam', ...shown })
    await change(Object.fromEntries(Object.keys(json).map(field => [field, null])))
    await receipt(reference)
    expect(printer.last().text).not.toMatch(/TIN|VRN|fiscal/)
    expect(printer.last().text).toContain('Thank you, come again')
  })

  test('a refund: in cash with a line to sign, and to an unknown wallet with the code to claim it', async () => {
    const side = await pairTill(shop, 'Side', { staffId: crew.neema, pin: pins.neema })
    await gives(side)
    await front.sellByQr(30_000).then(front.pay) // its money pays what refunds cost
    const reference = await side.sellByQr(12_500)
    await side.pay(reference)
    await side.request({ path: '/api/v1/till/shift', json: { float: 5_000 } })
    const refund = async (json: object) => {
      const path = `/api/v1/payments/${reference}/refunds`
      const body = { reason: 'Broken', pin: pins.neema, metadata: { items: 'Chai, 2 Andazi' }, ...json }
      return Object(at(await side.request({ path, json: body }), 'data')) as RefundView
    }
    const print = (id: string, more: object = {}, till = side) =>
      prints({ what: 'refund', reference: id, ...more }, till)
    const cash = await refund({ amount: 2_000, way: 'cash' })
    expect((await changesNothing(() => print(cash.id))).status).toBe(200)
    for (const said of ['Refund receipt', 'TZS 2,000', 'Refunded', 'Cash', 'Broken', 'Neema'])
      expect(printer.last().text).toContain(said)
    for (const said of ['Chai, 2 Andazi', reference, cash.id, "Customer's signature: ___"])
      expect(printer.last().text).toContain(said)
    expect(printer.last().codes).toEqual([])
    const claim = await refund({ amount: 6_000, way: 'payout' })
    await print(claim.id, { language: 'sw' })
    expect(printer.last().codes).toEqual([claim.claim_url ?? 'none'])
    expect(printer.last().text).toContain('Skani upokee pesa zako')
    expect((await print(claim.id, {}, front)).status).toBe(404)
    expect((await print('none')).status).toBe(404)
  })

  test('what was sold, on the bill and on the receipts of payment and cash', async () => {
    const line_items = [
      { name: 'Chai ya maziwa', quantity: 2, unit_price: 1_500 },
      { name: 'Chapati', quantity: 1, unit_price: 800 },
    ]
    const side = await pairTill(shop, 'Side', { staffId: crew.juma, pin: pins.juma })
    await gives(side)
    await side.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    const reference = await side.sellByQr(3_800, { line_items })
    const said = /2 x Chai ya maziwa +3,000\s+Chapati +800\s+-+\s+TZS 3,800/
    expect((await bill(reference, side)).status).toBe(200)
    expect(printer.last().text).toMatch(said)
    await side.pay(reference)
    expect((await receipt(reference, side)).status).toBe(200)
    expect(printer.last().text).toMatch(said)
    const cash = textAt(await side.takeCash(3_800, { line_items }), 'data.id')
    expect((await receipt(cash, side)).status).toBe(200)
    expect(printer.last().text).toMatch(said)
  })

  const endings: [string, object | undefined][] = [
    ['pending', undefined],
    ['failed', { outcome: 'failed', failure_reason: 'insufficient_balance' }],
    ['expired', { outcome: 'expired' }],
  ]
  test.each(endings)('never a receipt of a payment that is %s', async (status, decision) => {
    const reference = await front.sellByQr(5_000)
    if (decision) await decide(reference, decision)
    expect((await read(reference)).status).toBe(status as 'pending')
    const answer = await receipt(reference)
    expect(errorOf(answer)).toEqual(refused(400, 'invalid_state'))
    expect(textAt(answer, 'message')).toContain(status)
    expect(printer.calls()).toBe(0)
  })

  test.each([...endings.slice(1), ['completed', { outcome: 'completed' }] as const])(
    'never a bill of a payment that is %s',
    async (status, decision) => {
      const reference = await front.sellByQr(5_000)
      if (decision) await decide(reference, decision)
      expect((await read(reference)).status).toBe(status as 'pending')
      expect(errorOf(await bill(reference))).toEqual(refused(400, 'invalid_state'))
      expect(printer.calls()).toBe(0)
    },
  )

  test('neither while the payment may still complete', async () => {
    const reference = await front.sellByQr(5_000)
    await decide(reference, { outcome: 'unknown' })
    expect((await read(reference)).outcome_unknown).toBe(true)
    expect(errorOf(await bill(reference))).toEqual(refused(409, 'conflict'))
    expect(errorOf(await receipt(reference))).toEqual(refused(400, 'invalid_state'))
  })

  test('no bill of a push, which has no QR', async () => {
    const reference = await front.sellByQr(1_500, mobile)
    const { payment_qr_code } = await read(reference)
    expect(errorOf(await bill(reference))).toEqual(
      payment_qr_code === undefined ? refused(400, 'invalid_state') : [200, undefined],
    )
  })

  test('nothing of another till, or made without one', async () => {
    const reference = await back.sellByQr(5_000)
    await back.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    const cash = textAt(await back.takeCash(700), 'data.id')
    const shift = textAt(await back.request({ path: '/api/v1/till/shift' }), 'data.shift.id')
    expect(errorOf(await bill(reference))).toEqual(refused(404, 'not_found'))
    await back.pay(reference)
    expect(errorOf(await receipt(reference))).toEqual(refused(404, 'not_found'))
    expect(errorOf(await receipt(cash))).toEqual(refused(404, 'not_found'))
    expect(errorOf(await receipt('cash_none'))).toEqual(refused(404, 'not_found'))
    expect(errorOf(await bill(cash))).toEqual(refused(404, 'not_found'))
    expect(errorOf(await prints({ what: 'report', shift_id: shift }))).toEqual(refused(404, 'not_found'))
    expect(errorOf(await prints({ what: 'report', shift_id: 'shift_none' }))).toEqual(
      refused(404, 'not_found'),
    )
    const { reference: admin } = await shop.make()
    expect(errorOf(await bill(admin))).toEqual(refused(404, 'not_found'))
    expect(printer.calls()).toBe(0)
  })

  test('nothing without a kind', async () => {
    expect(errorOf(await prints({ what: 'bill' }))).toEqual(refused(400, 'validation_error', 'reference'))
    expect(errorOf(await prints({ what: 'receipt' }))).toEqual(refused(400, 'validation_error', 'reference'))
    expect(errorOf(await prints({ what: 'poster' }))).toEqual(refused(400, 'validation_error', 'what'))
    expect(errorOf(await prints({}))).toEqual(refused(400, 'validation_error', 'what'))
    expect(errorOf(await prints({ what: 'report', language: 'fr' }))).toEqual(
      refused(400, 'validation_error', 'language'),
    )
  })

  test('cash with its change, until it is given back; and the shift, open and closed', async () => {
    expect(errorOf(await prints({ what: 'report' }))).toEqual(refused(400, 'invalid_state'))
    await front.request({ path: '/api/v1/till/shift', json: { float: 20_000 } })
    const cash = textAt(await front.takeCash(3_000, { given: 10_000, note: 'Soda' }), 'data.id')
    await receipt(cash)
    for (const said of [
      'RECEIPT',
      'Paid - Cash',
      'TZS 3,000',
      'TZS 10,000',
      'TZS 7,000',
      'Soda',
      cash,
      'Neema',
    ])
      expect(printer.last().text).toContain(said)
    await prints({ what: 'report' })
    expect(printer.last().text).toMatch(/X REPORT - shift \d+[\s\S]*Cash x 1 +3,000[\s\S]*Expected +23,000/)
    await front.voidCash(cash, { reason: 'Wrong table' })
    expect(errorOf(await receipt(cash))).toEqual(refused(400, 'invalid_state'))
    const closed = await front.request({
      path: '/api/v1/till/shift/close',
      json: { counted: 21_000, reason: 'Counted in haste' },
    })
    await prints({ what: 'report', shift_id: textAt(closed, 'data.id'), language: 'sw' })
    expect(printer.last().text).toMatch(
      /RIPOTI Z - zamu \d+[\s\S]*Zilizohesabiwa +21,000[\s\S]*Zimezidi TZS 1,000[\s\S]*Sahihi/,
    )
    expect(printer.pages).toHaveLength(3)
  })

  test('the customer’s number only for the cashier who made the sale', async () => {
    const reference = await front.sellByQr(1_500, mobile)
    await front.pay(reference)
    await receipt(reference)
    expect(printer.last().text).toContain('0754 123 456')
    await front.signIn(crew.juma, pins.juma)
    await receipt(reference)
    await front.signIn(crew.neema, pins.neema)
    expect(printer.last().text).toContain('***456')
    expect(printer.last().text).not.toMatch(/0754|255754/)
    // The seller stays the seller.
    expect(printer.last().text).toContain('Neema')
  })

  test.each([58, 80])('a hostile note does nothing on %d mm', async paper => {
    await gives(front, { paper })
    const note = '\u001b@\u001dV\u0001\u001bp\u0001\u0019\u00fa\u001d(k\u0003\u00011Q0 🍕 x سلام é'
    const reference = await front.sellByQr(999_999_999, { metadata: { note } })
    await bill(reference)
    expect(printer.last()).toMatchObject({ cuts: 1, codes: [(await read(reference)).payment_qr_code] })
    expect(printer.last().text).toMatch(/\? x \? e$/m)
  })
})

describe('a printer that does not print', () => {
  const unreached = refused(503, 'network_unavailable')
  const unknown = refused(503, 'outcome_unknown')

  test('because it is off', async () => {
    await printer.off()
    const answer = await changesNothing(() => tests(front.id))
    expect(errorOf(answer)).toEqual(unreached)
    const place = `127.0.0.1:${printer.port}`
    expect(answer.json).toMatchObject({ reason: 'printer_unreachable', params: { place } })
    printer = await openPrinter({ port: printer.port })
    expect((await tests(front.id)).status).toBe(200)
  })

  test('because its name has no address', async () => {
    await gives(front, { host: 'printer.local' })
    expect(errorOf(await tests(front.id))).toEqual(unreached)
  })

  test('because no resolver answers', async () => {
    hurried(newPinnedNet({ resolve: () => new Promise(() => {}) }))
    await gives(front, { host: 'printer.local' })
    expect(errorOf(await tests(front.id))).toEqual(unreached)
  })

  test('because its name leads out of the shop, or back to the server', async () => {
    await gives(front, { host: 'printer.example.com' })
    for (const address of ['8.8.8.8', '169.254.169.254', '::ffff:1.1.1.1', 'fe80']) {
      hurried(newPinnedNet({ resolve: async () => [address] }))
      const answer = await tests(front.id)
      expect(errorOf(answer)).toEqual(refused(400, 'invalid_state'))
      expect(answer.json).toMatchObject({
        reason: 'printer_refused',
        params: { why: expect.stringContaining(address) },
      })
    }
    hurried(newPinnedNet({ resolve: async () => ['127.0.0.1'] }))
    await gives(front, { host: 'printer.example.com', port: 1 })
    expect((await tests(front.id)).json).toMatchObject({
      reason: 'printer_refused',
      params: { why: messageOf('printer_is_server', { address: '127.0.0.1', port: 1 }) },
    })
    await gives(front, { host: 'printer.example.com' })
    expect((await tests(front.id)).json).toMatchObject({
      reason: 'printer_refused',
      params: { why: messageOf('printer_on_server') },
    })
  })

  test('because it takes the page and is silent', async () => {
    printer.becomes('hangs')
    const reference = await front.sellByQr(5_000)
    const answer = await changesNothing(() => bill(reference))
    expect(errorOf(answer)).toEqual(unknown)
    expect(answer.json).toMatchObject({
      reason: 'printer_silent',
      params: { place: `127.0.0.1:${printer.port}` },
    })
    expect(printer.calls()).toBe(1)
    printer.becomes('prints')
    expect((await bill(reference)).status).toBe(200)
  })

  test('because its paper ran out', async () => {
    printer.becomes('runs out')
    expect(errorOf(await tests(front.id))).toEqual(unknown)
    expect(printer.pages).toHaveLength(0)
  })

  test('but not when it only keeps the connection open: the page counts as printed', async () => {
    printer.becomes('answers')
    expect((await tests(front.id)).status).toBe(200)
    expect((await tests(front.id)).status).toBe(200)
    expect(printer.pages.map(({ questions }) => questions)).toEqual([1, 1])
  })

  test('because it breaks off, and then it is not tried again', async () => {
    printer.becomes('resets')
    expect(errorOf(await tests(front.id))).toEqual(unknown)
    expect(printer.calls()).toBe(1)
    expect(printer.pages).toHaveLength(0)
  })
})

describe('many pages in parallel', () => {
  test('are printed one after the other, in the order of the requests', async () => {
    const references = [await front.sellByQr(1_000), await front.sellByQr(2_000), await front.sellByQr(3_000)]
    await gives(back)
    const answers = await Promise.all([
      ...references.map(reference => bill(reference)),
      tests(back.id),
      tests(front.id),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(printer.mostTogether()).toBe(1)
    expect(printer.pages).toHaveLength(5)
    expect(shop.appliance.printing.size).toBe(0)
  })

  test('a page whose time ran out while it waited is not printed later', async () => {
    const { printing, world } = shop.appliance
    const gate = Promise.withResolvers<void>()
    let sent = 0
    Object.assign(world.net, {
      async print(page: Parameters<typeof systemNet.print>[0]) {
        sent++
        await gate.promise
        return systemNet.print(page)
      },
    })
    const place = `${printer.host}:${printer.port}`
    const first = tests(front.id)
    while (sent === 0) await turn()
    const held = printing.get(place)
    const second = tests(front.id)
    while (printing.get(place) === held) await turn()
    shop.advance(10_000)
    gate.resolve()
    expect((await first).status).toBe(200)
    expect(errorOf(await second)).toEqual(refused(409, 'conflict'))
    expect(sent).toBe(1)
    expect(printing.size).toBe(0)
    expect((await tests(front.id)).status).toBe(200)
  })

  test('requested automatically by several tabs are printed once', async () => {
    const reference = await front.sellByQr(5_000)
    await front.pay(reference)
    const json = { what: 'receipt', reference, once: true }
    const answers = await Promise.all([prints(json), prints(json), prints(json)])
    // Whichever of them was first.
    expect(answers.map(answer => at(answer, 'data.printed')).toSorted()).toEqual([false, false, true])
    expect(at(await prints({ ...json, once: false }), 'data.printed')).toBe(true)
    expect(printer.pages).toHaveLength(2)
    for (let index = 0; index < 600; index++) await isFirstPrint(shop.appliance, front.id, `receipt ${index}`)
    expect(shop.appliance.printedReceipts.size).toBe(500)
  })

  test('a printer that hangs keeps no other till waiting', async () => {
    const other = await openPrinter()
    printer.becomes('hangs')
    await gives(back, { port: other.port })
    const ended: string[] = []
    await Promise.all([
      tests(front.id).then(() => ended.push('front')),
      printer
        .called(1)
        .then(() => tests(back.id))
        .then(() => ended.push('back')),
    ])
    expect(ended).toEqual(['back', 'front'])
    expect(other.pages).toHaveLength(1)
    await other.off()
  })
})
