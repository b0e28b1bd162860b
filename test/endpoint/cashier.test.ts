// Getting a cashier to work: a name and a PIN of the shop's length, a pairing code of eight digits, and a
// drawer that is counted blind.
import { afterAll, describe, expect, test } from 'bun:test'
import { roleMay } from '../../src/domain/account.ts'
import { settings } from '../../src/domain/setting.ts'
import { openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { pairTill } from '../kit/endpoint-till.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())

const add = (json: object, as: Who = 'owner', headers: Record<string, string> = {}) =>
  shop.request({ as, path: '/api/v1/staff', json, headers })
const set = (json: object) => shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json })

describe('a cashier', () => {
  test('is a name and a PIN: signs in on a till, has no login, and goes like anyone else', async () => {
    const made = await add({ name: 'Zuhura Said', pin: '4719' })
    expect(made.status).toBe(201)
    expect(at(made, 'data')).toMatchObject({ name: 'Zuhura Said', email: '', role: 'cashier', pin_set: true })
    const id = textAt(made, 'data.id')
    const till = await pairTill(shop, 'Mbele')
    const names = at(await till.request({ path: '/api/v1/till/staff' }), 'data') as object[]
    expect(names).toContainEqual({
      id,
      name: 'Zuhura Said',
      pin_length: 4,
      may_approve_refunds: false,
    })
    expect((await till.signIn(id, '4719')).status).toBe(200)
    const gone = await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/staff/${id}` })
    expect(gone.status).toBe(200)
    expect((await till.signIn(id, '4719')).status).toBe(400)
  })

  test('is added once per Idempotency-Key, whose stored hash does not know the PIN', async () => {
    const once = { 'idempotency-key': 'add-asia' }
    const first = await add({ name: 'Asia', pin: '4719' }, 'owner', once)
    const again = await add({ name: 'Asia', pin: '5820' }, 'owner', once)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(textAt(again, 'data.id')).toBe(textAt(first, 'data.id'))
  })

  test.each([
    [
      { name: 'Asia', pin: '471' },
      { field: 'pin', reason: 'pin_malformed', params: { length: 4 } },
    ],
    [
      { name: 'Asia', pin: '47190' },
      { field: 'pin', reason: 'pin_malformed', params: { length: 4 } },
    ],
    [
      { name: 'Asia', pin: '1234' },
      { field: 'pin', reason: 'pin_too_easy' },
    ],
    [
      { name: '  ', pin: '4719' },
      { field: 'name', reason: 'empty' },
    ],
  ])('%j is refused', async (json, problem) => {
    const answer = await add(json)
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ errors: [problem] })
  })

  test('a shop may have longer PINs; those from before stay as long as they are', async () => {
    const before = textAt(await add({ name: 'Halima', pin: '4719' }), 'data.id')
    expect((await set({ pin_length: 6 })).status).toBe(200)
    expect((await add({ name: 'Rehema', pin: '4719' })).json).toMatchObject({
      errors: [{ reason: 'pin_malformed', params: { length: 6 } }],
    })
    const after = textAt(await add({ name: 'Rehema', pin: '471953' }), 'data.id')
    const till = await pairTill(shop, 'Nyuma')
    const names = at(await till.request({ path: '/api/v1/till/staff' }), 'data') as { id: string }[]
    expect(names.filter(({ id }) => [before, after].includes(id))).toMatchObject([
      { name: 'Halima', pin_length: 4 },
      { name: 'Rehema', pin_length: 6 },
    ])
    expect((await till.signIn(after, '471953')).status).toBe(200)
    expect((await set({ pin_length: 4 })).status).toBe(200)
  })
})

test('a pairing code has eight digits', async () => {
  const made = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name: 'Kati' } })
  expect(textAt(made, 'data.pairing_code')).toMatch(/^\d{8}$/)
})

test('quick amounts are in the shop’s order, each once', async () => {
  expect((await set({ quick_amounts: [2_500, 500, 2_500] })).json).toMatchObject({
    errors: [{ field: 'quick_amounts.2', reason: 'quick_amount_twice' }],
  })
  expect((await set({ quick_amounts: [] })).status).toBe(400)
  expect((await set({ quick_amounts: [2_500, 500] })).status).toBe(200)
  const till = await pairTill(shop, 'Haraka')
  expect(at(await till.request({ path: '/api/v1/till/me' }), 'data.account.quick_amounts')).toEqual([
    2_500, 500,
  ])
})

describe('closing a shift', () => {
  const open = async (name: string) => {
    const id = textAt(await add({ name, pin: '4719' }), 'data.id')
    const till = await pairTill(shop, name, { staffId: id, pin: '4719' })
    const opened = await till.request({ path: '/api/v1/till/shift', json: { float: 10_000 } })
    await till.request({ path: '/api/v1/till/cash', json: { amount: 2_000, given: 2_000 } })
    const close = (json: object) => till.request({ path: '/api/v1/till/shift/close', json })
    return { till, opened, close }
  }

  test('a short count needs a reason, which the report keeps; an exact one keeps none', async () => {
    const { close } = await open('Pungufu')
    expect((await close({ counted: 11_500 })).json).toMatchObject({ reason: 'short_count_reason_missing' })
    expect((await close({ counted: 11_500, reason: '  ' })).json).toMatchObject({
      reason: 'short_count_reason_missing',
    })
    const closed = await close({ counted: 11_500, reason: 'Chenji ilizidi' })
    expect(at(closed, 'data.short_reason')).toBe('Chenji ilizidi')
    expect(at(closed, 'data.report.cash.difference')).toBe(-500)
    const exact = await open('Sawa')
    expect(at(await exact.close({ counted: 12_000, reason: 'none' }), 'data.short_reason')).toBeNull()
  })

  test('counted blind: no figures before, and each refused count is in the audit log', async () => {
    const { till, close, opened } = await open('Gizani')
    expect(at(opened, 'data.report.cash.expected')).toBe(10_000)
    expect((await set({ blind_count: true })).status).toBe(200)
    const open0 = await till.request({ path: '/api/v1/till/shift' })
    expect(at(open0, 'data.shift.report')).toBeNull()
    expect(open0.text).not.toContain('12000')
    const refused = await close({ counted: 11_000 })
    expect(refused.json).toMatchObject({ reason: 'short_count_reason_missing' })
    const { request_id: _, ...told } = Object(refused.json)
    expect(JSON.stringify(told)).not.toMatch(/12000|1000/)
    const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=shift.counted' })
    expect(at(log, 'data.items.0')).toMatchObject({ kind: 'shift.counted', detail: { counted: 11_000 } })
    const closed = await close({ counted: 11_000, reason: 'Sijui' })
    expect(at(closed, 'data.report.cash')).toMatchObject({ expected: 12_000, difference: -1_000 })
    expect((await set({ blind_count: false })).status).toBe(200)
  })

  test('counted blind: each refused cash-out and cash refund is in the audit log', async () => {
    const { till, opened } = await open('Kisanduku')
    const sale = textAt(await till.takeCash(3_000), 'data.id')
    const drop = async (amount: number) =>
      at(
        await till.request({
          path: '/api/v1/till/shift/drops',
          json: { kind: 'drop', amount, reason: 'Benki' },
        }),
        'reason',
      )
    const path = '/api/v1/audit-log?kind=drawer.change_refused'
    const log = async () => at(await shop.request({ as: 'owner', path }), 'data.items')
    // Without a blind count the till shows the expected cash, so trying finds nothing.
    expect(await drop(20_000)).toBe('drop_above_drawer')
    expect(await log()).toEqual([])
    expect((await set({ blind_count: true })).status).toBe(200)
    expect(await drop(20_000)).toBe('drop_above_drawer')
    expect(await drop(15_001)).toBe('drop_above_drawer')
    expect(await drop(14_000)).toBeUndefined()
    const voided = await till.voidCash(sale, { reason: 'Imerudishwa' })
    expect(at(voided, 'reason')).toBe('drop_above_drawer')
    const refunded = await till.request({
      path: `/api/v1/payments/${sale}/refunds`,
      json: { way: 'cash', amount: 1_001, reason: 'Imerudishwa', pin: '4719' },
    })
    expect(at(refunded, 'reason')).toBe('drop_above_drawer')
    const entry = { kind: 'drawer.change_refused', subject: at(opened, 'data.id') }
    expect(await log()).toMatchObject([
      { ...entry, detail: { kind: 'refund', amount: 1_001, sale } },
      { ...entry, detail: { kind: 'refund', amount: 3_000, sale } },
      { ...entry, detail: { kind: 'drop', amount: 15_001 } },
      { ...entry, detail: { kind: 'drop', amount: 20_000 } },
    ])
    expect((await set({ blind_count: false })).status).toBe(200)
  })

  test('only owners set the blind count', () => {
    const { right } = settings.blindCount
    expect([roleMay('owner', right), roleMay('admin', right)]).toEqual([true, false])
  })
})
