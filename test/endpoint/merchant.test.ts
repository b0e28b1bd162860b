// Several merchants on one server: each with accounts, keys, staff and money of its own.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const path = '/api/v1/accounts'
const request = { name: ' Duka la Juma ', city: 'Arusha' }

describe('a new merchant', () => {
  test('is a live account and its sandbox twin, owned by the person who made it, apart from other accounts', async () => {
    const before = await shop.rows()
    const made = await shop.request({ as: 'browser', path, json: request })
    expect(made.json).toMatchObject({
      code: 201,
      data: {
        account: { mode: 'live', name: 'Duka la Juma', role: 'owner', takes: { 'dynamic-qr': false } },
        sandbox_account: {
          mode: 'sandbox',
          name: 'Duka la Juma',
          role: 'owner',
          takes: { 'dynamic-qr': true },
        },
      },
    })
    expect(changesBetween(before, await shop.rows())).toEqual({
      account: 2,
      audit_entry: 2,
      member: 2,
      staff_name: 2,
    })
    const [live, sandbox] = [textAt(made, 'data.account.id'), textAt(made, 'data.sandbox_account.id')]
    const on = (account: string) => ({ 'kaunta-account': account })
    const settings = await shop.request({ as: 'browser', path: '/api/v1/settings', headers: on(live) })
    expect(settings.json).toMatchObject({ data: { name: 'Duka la Juma', city: 'Arusha' } })

    const keyRequest = { name: 'k', scopes: ['collection:create', 'collection:read'] }
    const key = textAt(
      await shop.request({ as: 'browser', path: '/api/v1/keys', json: keyRequest, headers: on(sandbox) }),
      'data.key',
    )
    const headers = { authorization: `Bearer ${key}` }
    const payment = textAt(await shop.request({ path: '/v1/payments', json: qr, headers }), 'data.reference')
    expect((await shop.request({ as: 'sandbox', path: `/v1/payments/${payment}` })).status).toBe(404)
    expect(
      (await shop.request({ path: `/v1/payments/${(await shop.make()).reference}`, headers })).status,
    ).toBe(404)
    const secret = await shop.request({
      as: 'browser',
      path: '/api/v1/settings/webhook-secret',
      headers: on(sandbox),
    })
    expect(textAt(secret, 'webhook_secret')).not.toBe(shop.made.sandbox_webhook_secret)
    const staff = await shop.request({ as: 'browser', path: '/api/v1/staff', headers: on(sandbox) })
    expect(at(staff, 'data')).toMatchObject([{ role: 'owner' }])
    const entries = await shop.request({
      as: 'browser',
      path: '/api/v1/audit-log?kind=account.created',
      headers: on(live),
    })
    expect(at(entries, 'data.items')).toMatchObject([{ subject: live, actor: { type: 'staff' } }])
  })

  test('is listed after the older accounts, live ones first; the default stays the first live one', async () => {
    const me = await shop.request({ as: 'browser', path: '/api/v1/me' })
    const accounts = [at(me, 'data.accounts')].flat().map(Object)
    expect(accounts.map(({ mode }) => mode)).toEqual(['live', 'live', 'sandbox', 'sandbox'])
    expect(accounts[0]?.id).toBe(shop.accounts.live.id)
    expect(at(me, 'data.account')).toBe(shop.accounts.live.id)
  })

  test.each([
    [{ city: 'Arusha' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'Duka', city: 'x'.repeat(61) }, 'city'],
  ])('%j is refused', async (json, field) => {
    expect((await shop.request({ as: 'owner', path, json })).json).toMatchObject({
      code: 400,
      errors: [{ field }],
    })
  })

  test('is made by owners alone', async () => {
    for (const as of ['cashier', 'sandbox'] as const)
      expect((await shop.request({ as, path, json: request })).json).toMatchObject(
        errorBody('insufficient_scope'),
      )
    expect((await shop.request({ path, json: request })).status).toBe(401)
  })
})
