// Exports as CSV: their content, by the lists' filters, in pages that delay nothing, and audited.
import { afterAll, describe, expect, test } from 'bun:test'
import { insertPayment } from '../../src/store/payment.ts'
import { listPayments } from '../../src/store/payment-list.ts'
import { mobile, openEndpointShop, qr, type Who } from '../kit/endpoint.ts'
import { at, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn, wallet } from '../kit/endpoint-money.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import { proofTest } from '../kit/proof.ts'
import { appOf } from '../kit/route-request.ts'

const shop = await openEndpointShop()
await addRoles(shop)
afterAll(() => shop.close())

const get = (name: string, query = '', as: Who = 'owner') =>
  shop.request({ as, path: `/api/v1/${name}.csv${query}` })
/** Returns the rows of a file without quoted line breaks, by the names in its first line. */
function rowsOf(answer: TestResponse): Record<string, string>[] {
  const [head = '', ...lines] = answer.text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)
  const names = cellsOf(head)
  return lines.map(line => {
    const cells = cellsOf(line)
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}
const cellsOf = (line: string): string[] =>
  [...`${line},`.matchAll(/("([^"]|"")*"|[^,]*),/g)].map(([cell]) =>
    cell.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"'),
  )

describe('payments.csv', () => {
  test('is a file for spreadsheets, with every fact of a payment', async () => {
    const json = {
      ...mobile,
      customer: { firstname: '=HYPERLINK("http://evil")', lastname: 'M, "N"' },
      metadata: { order: '@1' },
      line_items: [{ name: '=1+2, "x"', quantity: 2, unit_price: 750 }],
    }
    await collect(shop, json, { outcome: 'completed' })
    const file = await get('payments')
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="sandbox-payments-2026-11-21.csv"',
    )
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect([...file.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(rowsOf(file)).toEqual([
      {
        reference: expect.any(String),
        created_at: '2026-11-21T09:00:00.000Z',
        created_local: '2026-11-21 12:00:00',
        status: 'completed',
        payment_type: 'mobile',
        amount: '1500',
        fees: '8',
        net: '1492',
        currency: 'TZS',
        channel: 'mobile_money',
        provider: 'mpesa',
        external_reference: expect.any(String),
        payment_token: expect.stringMatching(/^\d{8}$/),
        phone: "'+255754123456",
        first_name: '\'=HYPERLINK("http://evil")',
        last_name: 'M, "N"',
        email: '',
        failure_reason: '',
        late: 'false',
        outcome_unknown: 'false',
        ended_at: '2026-11-21T09:00:00.000Z',
        ended_local: '2026-11-21 12:00:00',
        session: '',
        created_by: expect.stringMatching(/^key:key_/),
        metadata: '{"order":"@1"}',
        line_items: '[{"name":"=1+2, \\"x\\"","quantity":2,"unit_price":750}]',
        refunded: '0',
      },
    ])
  })

  test('takes the filters of list and search, and refuses wrong ones', async () => {
    shop.advance(60_000)
    const from = new Date(shop.appliance.world.clock.now()).toISOString()
    const { reference } = await shop.make()
    const found = async (query: string) => rowsOf(await get('payments', query)).map(row => row.reference)
    expect(await found('?status=pending')).toEqual([reference])
    expect(await found('?payment_type=dynamic-qr')).toEqual([reference])
    expect(await found(`?from=${from}`)).toEqual([reference])
    expect(await found(`?to=${from}`)).toHaveLength(1)
    expect(await found(`?reference=${reference.slice(-6)}`)).toEqual([reference])
    expect(await found('?q=0754123456')).toHaveLength(1)
    expect(await found('?status=voided')).toEqual([])
    expect((await get('payments', '?status=lost')).json).toMatchObject({
      code: 400,
      errors: [{ field: 'status' }],
    })
  })

  test('is complete and in order over many pages, while sales go on', async () => {
    const { appliance, accounts } = shop
    const [sample] = await listPayments(appliance.store.read, { accountId: accounts.sandbox.id }, 1, 0)
    if (!sample) throw new Error('there is a payment')
    const ids: string[] = []
    await appliance.store.write(async tx => {
      for (let index = 0; index < 1_750; index++) {
        const createdAt = appliance.world.clock.now() + 60_000
        const id = appliance.world.ids.uuid(createdAt)
        ids.push(id)
        const { number } = appliance.paymentNumbers.next()
        await insertPayment(tx, { ...sample, id, number, createdAt }, 'UTC')
      }
    })
    const file = await get('payments')
    const whole = rowsOf(file).map(row => row.reference ?? '')
    expect(whole.slice(0, 1_750)).toEqual(ids.toReversed())
    expect(whole).toHaveLength(1_752)
    expect(
      rowsOf(await get('payments', '?from=2026-11-21T09:01:30Z&to=2026-11-22')).map(row => row.reference),
    ).toEqual(ids.toReversed())

    const response = await shop.send({ as: 'owner', path: '/api/v1/payments.csv' })
    const reader = response.body?.getReader()
    let bytes = (await reader?.read())?.value?.length ?? 0
    expect((await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr })).status).toBe(201)
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      bytes += part.value.length
    expect(bytes).toBeGreaterThanOrEqual(file.bytes.length)
  })
})

describe('the others', () => {
  test('payouts.csv', async () => {
    await earn(shop, 100_000)
    await shop.request({ as: 'owner', path: '/v1/payouts/send', json: { ...wallet, narration: '=1' } })
    expect(rowsOf(await get('payouts', '?status=pending'))).toMatchObject([
      {
        amount: '5000',
        fees: '1500',
        total: '6500',
        recipient_phone: "'+255713000111",
        narration: "'=1",
        status: 'pending',
      },
    ])
    expect(rowsOf(await get('payouts', '?status=failed'))).toEqual([])
  })

  test('refunds.csv, by the filters of its list', async () => {
    const { reference } = await earn(shop, 20_000)
    const ask = (json: object) =>
      shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds`, json })
    await ask({ amount: 700, way: 'cash', reason: '=cmd|"/c calc"!A0' })
    const recipient = { phone: '0754123456' }
    const sent = await ask({
      amount: 6_000,
      way: 'payout',
      recipient,
      reason: 'Wrong size',
      metadata: { a: 1 },
    })
    expect(rowsOf(await get('refunds', '?way=cash'))).toEqual([
      {
        reference: expect.any(String),
        created_at: expect.any(String),
        created_local: expect.any(String),
        status: 'completed',
        pending_reason: '',
        amount: '700',
        fees: '0',
        currency: 'TZS',
        way: 'cash',
        payment_reference: reference,
        unmatched_id: '',
        reason: '\'=cmd|"/c calc"!A0',
        provider: '',
        recipient_name: '',
        recipient_phone: '',
        external_reference: '',
        failure_reason: '',
        completed_at: expect.stringMatching(/Z$/),
        ended_at: expect.stringMatching(/Z$/),
        created_by: expect.stringMatching(/^key:key_/),
        till: '',
        shift: '',
        metadata: '{}',
        line_items: '[]',
      },
    ])
    expect(rowsOf(await get('refunds', '?pending_reason=processing'))).toMatchObject([
      {
        reference: textAt(sent, 'data.id'),
        status: 'pending',
        pending_reason: 'processing',
        fees: '1500',
        recipient_phone: expect.stringContaining('*'),
        metadata: '{"a":1}',
      },
    ])
    expect(rowsOf(await get('refunds', `?q=${reference}&status=failed`))).toEqual([])
    expect((await get('refunds', '?way=card')).json).toMatchObject({ errors: [{ field: 'way' }] })
  })

  test('sessions.csv', async () => {
    const json = { amount: 5_000, description: '+1 soda', metadata: { table: 4 } }
    const made = await shop.request({ as: 'sandbox', path: '/api/v1/sessions', json })
    expect(rowsOf(await get('sessions', '?status=pending'))).toMatchObject([
      {
        reference: textAt(made, 'data.reference'),
        amount: '5000',
        description: "'+1 soda",
        metadata: '{"table":4}',
      },
    ])
    expect(rowsOf(await get('sessions', '?status=expired'))).toEqual([])
  })

  test('audit-log.csv, with the export itself', async () => {
    await get('payments', '?status=completed&q=0754123456')
    const entries = rowsOf(await get('audit-log', '?kind=export.taken'))
    expect(entries[0]).toMatchObject({ detail: '{"what":"audit-log","filters":"kind"}' })
    expect(entries[1]).toMatchObject({
      kind: 'export.taken',
      actor: expect.stringMatching(/^staff:\w+$/),
      detail: '{"what":"payments","filters":"q status"}',
      address: '127.0.0.1',
    })
    expect(entries.map(action => action.detail).join()).not.toContain('0754')
    // People by name, as the list shows them; the server has no name.
    expect(entries[0]).toMatchObject({
      actor: expect.stringMatching(/^staff:\w+$/),
      actor_name: 'asha',
      subject_name: '',
    })
  })

  test('events.csv and webhooks/deliveries.csv, by the filters of their lists', async () => {
    const json = { ...qr, webhook_url: 'http://192.168.1.20:9000/hook' }
    const { reference } = await collect(shop, json, { outcome: 'completed' })
    const [event] = rowsOf(await get('events', `?payment=${reference}`))
    expect(event).toMatchObject({ type: 'payment.completed', reference, api_version: '2026-01-25' })
    const [delivery] = rowsOf(await get('webhooks/deliveries', `?payment=${reference}`))
    expect(delivery).toMatchObject({
      event_id: event?.id,
      event_type: 'payment.completed',
      reference,
      url: 'http://192.168.1.20:9000/hook',
    })
    expect(rowsOf(await get('webhooks/deliveries', '?status=abandoned'))).toEqual([])
    expect((await get('webhooks/deliveries', '?status=lost')).json).toMatchObject({
      errors: [{ field: 'status' }],
    })
  })

  test('unmatched.csv, by whether it is settled', async () => {
    const { id } = await collect(shop, qr, { outcome: 'completed', amount: 4_321 })
    expect(rowsOf(await get('unmatched', `?payment=${id}`))).toMatchObject([
      { payment_reference: id, amount: '4321', reason: 'other_amount', resolution: '' },
    ])
    expect(rowsOf(await get('unmatched', `?status=settled&payment=${id}`))).toEqual([])
  })

  test('keys.csv, staff.csv, tills.csv and profiles.csv have what their lists have, and no secret', async () => {
    const admin = (path: string, json: object) => shop.request({ as: 'owner', path: `/api/v1${path}`, json })
    const made = await admin('/keys', { name: '=cmd', scopes: ['collection:read', 'metrics:read'] })
    await admin('/tills', { name: '+Door' })
    await admin('/profiles', { name: '@Market' })
    const keys = await get('keys')
    expect(rowsOf(keys)[0]).toMatchObject({
      name: "'=cmd",
      scopes: 'collection:read metrics:read',
      revoked_at: '',
    })
    expect(keys.text).not.toContain(textAt(made, 'data.key'))
    expect(rowsOf(await get('tills'))).toContainEqual(
      expect.objectContaining({ name: "'+Door", paired_at: '' }),
    )
    expect(rowsOf(await get('profiles')).map(({ name }) => name)).toContain("'@Market")
    expect(rowsOf(await get('profiles', '?q=market')).map(({ name }) => name)).toEqual(["'@Market"])
    const people = rowsOf(await get('staff'))
    expect(people).toContainEqual(
      expect.objectContaining({ email: 'asha@duka.co.tz', role: 'owner', pin_set: 'false' }),
    )
  })

  proofTest('keys.csv is complete over many pages', async () => {
    for (let index = 0; index < 430; index++)
      await shop.request({
        as: 'owner',
        path: '/api/v1/keys',
        json: { name: `Stall ${index}`, scopes: ['collection:read'] },
      })
    const ids = rowsOf(await get('keys')).map(({ id }) => id)
    const listed = [at(await shop.request({ as: 'owner', path: '/api/v1/keys' }), 'data')].flat()
    expect(ids).toEqual(listed.map(key => Reflect.get(Object(key), 'id')))
  })

  test('shifts.csv has a row for each shift, with its cash', async () => {
    const crew = await addCashiers(shop)
    const till = await pairTill(shop, 'Counter', { staffId: crew.neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 20_000 } })
    const [shift] = rowsOf(await get('shifts', '?state=open'))
    expect(shift).toMatchObject({
      till: 'Counter',
      state: 'open',
      cash_float: '20000',
      gross: '0',
      closed_at: '',
    })
    expect(rowsOf(await get('shifts', '?state=closed'))).toEqual([])
  })

  test('shifts.csv repeats no shift while others are opened', async () => {
    const own = await openEndpointShop()
    try {
      const { neema } = await addCashiers(own)
      const till = await pairTill(own, 'Counter', { staffId: neema, pin: pins.neema })
      const json = { counted: 0, reason: 'Till float' }
      const work = async () => {
        own.advance(1_000)
        await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
        await till.request({ path: '/api/v1/till/shift/close', json })
      }
      for (let index = 0; index < 201; index++) await work() // one more than a page of the file
      const headers = (await own.credentials.get('owner')?.()) ?? {}
      const file = new Request('http://127.0.0.1/api/v1/shifts.csv', { headers })
      const { body } = await appOf(own).handle(file) // without a socket, which would read ahead
      let text = ''
      for await (const part of body ?? []) {
        text += new TextDecoder().decode(part)
        for (let index = 0; index < 3; index++) await work()
      }
      const ids = text.match(/shift_[0-9a-f]{32}/g) ?? []
      expect(ids).toHaveLength(201)
      expect(new Set(ids).size).toBe(201)
    } finally {
      await own.close()
    }
  })

  test('hold nothing of another account', async () => {
    for (const name of ['payments', 'payouts', 'sessions'])
      expect(rowsOf(await get(name, '', 'owner of live'))).toEqual([])
  })
})

test('a link in a page works: the account is named in the query, and is not noted as a filter', async () => {
  const file = await get('audit-log', `?account=${shop.accounts.sandbox.id}`, 'browser')
  expect(rowsOf(file)[0]).toMatchObject({ detail: '{"what":"audit-log","filters":""}' })
  expect(at(await shop.request({ as: 'browser', path: '/api/v1/me' }), 'data.account')).toBe(
    shop.accounts.live.id,
  )
})
