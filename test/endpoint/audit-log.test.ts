// The audit trail: what people decide is noted with who and from where, in the transaction that does it;
// owners and admins read it.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { requestedByServer } from '../../src/domain/actor.ts'
import { type AuditAction, auditActions } from '../../src/domain/audit-log.ts'
import { idWithPrefix } from '../../src/domain/id.ts'
import { recordAudit } from '../../src/flow/audit-log.ts'
import { openEndpointShop, owner, type TestRequest, type Who } from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn, wallet } from '../kit/endpoint-money.ts'

const shop = await openEndpointShop()
await addRoles(shop)
const staffId = textAt(await shop.request({ as: 'browser', path: '/api/v1/me' }), 'data.staff.id')
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const path = '/api/v1/audit-log'
const list = (query = '', as: Who = 'owner') => shop.request({ as, path: `${path}${query}` })
const itemsOf = (answer: TestResponse) => [at(answer, 'data.items')].flat()
const kinds = async (query = '', as: Who = 'owner') =>
  itemsOf(await list(query, as)).map(item => Reflect.get(Object(item), 'kind'))

async function unmatchedId(): Promise<string> {
  await collect(
    shop,
    { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } },
    { outcome: 'completed', amount: 4_000 },
  )
  return textAt(await shop.request({ as: 'owner', path: '/api/v1/unmatched' }), 'data.items.0.id')
}
/** Creates a payment link whose customer has begun to pay. */
async function linkBeingPaid(): Promise<string> {
  const link = await shop.request({ as: 'owner', path: '/api/v1/sessions', json: { amount: 5_000 } })
  const path = `${new URL(textAt(link, 'data.checkout_url')).pathname}/pay`
  await shop.request({ path, json: { payment_method: 'mobile_money', customer_phone: '0754123456' } })
  return textAt(link, 'data.reference')
}
const request = { name: 'Website', scopes: ['collection:read', 'collection:create'] }
async function keyId(): Promise<string> {
  return textAt(await shop.request({ as: 'owner', path: '/api/v1/keys', json: request }), 'data.id')
}

describe('is noted', () => {
  /** What is asked, and the action it leaves; `subject` is where the answer names it. */
  const entries: Record<
    string,
    {
      request: () => TestRequest | Promise<TestRequest>
      kind: AuditAction
      subject?: string
      detail: object
      actor?: object
    }
  > = {
    'a key made': {
      request: () => ({ as: 'owner', path: '/api/v1/keys', json: request }),
      kind: 'key.created',
      subject: 'data.id',
      detail: {
        name: 'Website',
        scopes: 'collection:read collection:create',
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    },
    'a key revoked': {
      request: async () => ({ as: 'owner', method: 'DELETE', path: `/api/v1/keys/${await keyId()}` }),
      kind: 'key.revoked',
      detail: {},
    },
    'the signing key read': {
      request: () => ({ as: 'owner', path: '/api/v1/settings/webhook-secret' }),
      kind: 'webhook_secret.read',
      detail: {},
    },
    'a payment voided': {
      request: async () => ({
        as: 'owner',
        method: 'POST',
        path: `/v1/payments/${(await shop.make()).reference}/void`,
      }),
      kind: 'payment.voided',
      subject: 'data.reference',
      detail: { amount: 5_000 },
    },
    'a payment voided with its link': {
      request: async () => ({
        as: 'owner',
        method: 'POST',
        path: `/api/v1/sessions/${await linkBeingPaid()}/cancel`,
      }),
      kind: 'payment.voided',
      subject: 'data.payment_reference',
      detail: { amount: 5_000 },
    },
    'a payment voided by a key': {
      request: async () => ({
        as: 'creator',
        method: 'POST',
        path: `/v1/payments/${(await shop.make()).reference}/void`,
      }),
      kind: 'payment.voided',
      subject: 'data.reference',
      detail: { amount: 5_000 },
      actor: { type: 'key', id: expect.stringMatching(/^key_/), till_id: null, name: expect.any(String) },
    },
    'a payout': {
      request: async () => {
        await earn(shop, 50_000)
        return { as: 'owner', path: '/v1/payouts/send', json: wallet }
      },
      kind: 'payout.created',
      subject: 'data.reference',
      detail: { amount: 5_000, fees: 1_500, channel: 'mobile' },
    },
    'unmatched money settled': {
      request: async () => ({
        as: 'owner',
        path: `/api/v1/unmatched/${await unmatchedId()}/settle`,
        json: { resolution: 'kept', note: 'call 0754 123 456' },
      }),
      kind: 'unmatched.settled',
      subject: 'data.id',
      detail: { amount: 4_000, resolution: 'kept' },
    },
    'a token': {
      request: () => ({
        path: '/api/v1/auth/token',
        json: { ...owner, account_id: shop.accounts.sandbox.id },
      }),
      kind: 'token.issued',
      detail: {},
    },
  }
  test.each(Object.entries(entries))('%s', async (_, { request, kind, subject, detail, actor }) => {
    const asked = await request()
    const before = Number(at(await list(), 'data.total'))
    const answer = await shop.request(asked)
    expect({ ok: answer.status < 300, text: answer.text }).toEqual({ ok: true, text: answer.text })
    const told = await list()
    expect(at(told, 'data.total')).toBe(before + 1)
    expect(at(told, 'data.items.0')).toEqual({
      id: expect.stringMatching(/^audit_[0-9a-f]{32}$/),
      kind,
      actor: actor ?? { type: 'staff', id: staffId, till_id: null, name: 'asha' },
      subject_name: null,
      subject: subject ? textAt(answer, subject) : (asked.path.match(/key_\w+/)?.[0] ?? null),
      detail,
      address: '127.0.0.1',
      created_at: new Date(shop.appliance.world.clock.now()).toISOString(),
    })
    expect(told.text).not.toMatch(/whsec_|kn_test_|\b(0|\+?255)754/)
  })

  test('what the command line does, without an address', async () => {
    expect(itemsOf(await list('?kind=key.created&from=2026-11-21')).at(-1)).toMatchObject({
      actor: { type: 'staff', id: staffId },
      address: null,
    })
  })
})

describe('nothing is noted', () => {
  const asks: Record<string, () => Promise<TestResponse>> = {
    'of a sale': () =>
      shop.request({
        as: 'owner',
        path: '/v1/payments',
        json: { payment_type: 'dynamic-qr', details: { amount: 500, currency: 'TZS' } },
      }),
    'of reading': () => shop.request({ as: 'owner', path: '/v1/payments' }),
    'of a key that is not there': () =>
      shop.request({ as: 'owner', method: 'DELETE', path: '/api/v1/keys/key_none' }),
    'of a payment that cannot be voided': async () => {
      const { reference } = await collect(
        shop,
        { payment_type: 'dynamic-qr', details: { amount: 500, currency: 'TZS' } },
        { outcome: 'completed' },
      )
      return shop.request({ as: 'owner', method: 'POST', path: `/v1/payments/${reference}/void` })
    },
    'of a payout without the money': () =>
      shop.request({ as: 'owner', path: '/v1/payouts/send', json: { ...wallet, amount: 900_000_000 } }),
    'of a wrong password': () =>
      shop.request({ path: '/api/v1/auth/token', json: { ...owner, password: 'not-the-one' } }),
  }
  test.each(Object.entries(asks))('%s', async (_, request) => {
    const before = at(await list(), 'data.total')
    await request()
    expect(at(await list(), 'data.total')).toBe(before)
  })

  test('of a payout that is answered again', async () => {
    await earn(shop, 50_000)
    const request = {
      as: 'owner',
      path: '/v1/payouts/send',
      json: wallet,
      headers: { 'idempotency-key': 'wages' },
    } as const
    await shop.request(request)
    const before = at(await list(), 'data.total')
    expect((await shop.request(request)).headers.get('idempotent-replayed')).toBe('true')
    expect(at(await list(), 'data.total')).toBe(before)
  })

  test('of what was rolled back', async () => {
    const before = at(await list(), 'data.total')
    const doing = {
      account: shop.accounts.sandbox,
      by: requestedByServer,
      kind: 'key.revoked',
    } as const
    const done = shop.appliance.store.write(async tx => {
      await recordAudit(tx, shop.appliance, doing)
      throw new Error('no')
    })
    expect(done).rejects.toThrow('no')
    expect(at(await list(), 'data.total')).toBe(before)
  })
})

describe('the list', () => {
  test('is filtered by kind, actor and time, and paged', async () => {
    await keyId()
    shop.advance(60_000)
    const moment = new Date(shop.appliance.world.clock.now()).toISOString()
    const first = await keyId()
    await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/keys/${first}` })
    const since = `?from=${moment}`
    expect(await kinds(since)).toEqual(['key.revoked', 'key.created'])
    expect(await kinds(`${since}&kind=key.created`)).toEqual(['key.created'])
    expect(await kinds(`${since}&to=${moment}`)).toEqual([])
    expect(await kinds(`${since}&actor=staff:${staffId}`)).toHaveLength(2)
    for (const actor of ['staff:nobody', `staff:${staffId}:till_1`, 'till:till_1', 'key:key_1', 'server'])
      expect(await kinds(`${since}&actor=${actor}`)).toEqual([])
    expect(await kinds(`${since}&limit=1`)).toEqual(['key.revoked'])
    expect(await kinds(`${since}&limit=1&offset=1`)).toEqual(['key.created'])
    expect(itemsOf(await list(`?to=${moment}&limit=1`))[0]).not.toMatchObject({ subject: first })
    expect((await list(since)).json).toMatchObject({
      status: 'success',
      code: 200,
      data: { total: 2, limit: 20, offset: 0 },
    })
  })

  const wrong: [string, string][] = [
    ['?kind=key.lost', 'kind'],
    ['?from=yesterday', 'from'],
    ['?limit=0', 'limit'],
    ['?offset=-1', 'offset'],
    [`?actor=${'a'.repeat(201)}`, 'actor'],
    ['?actor=nobody', 'actor'],
  ]
  test.each(wrong)('%s is refused', async (query, field) => {
    expect((await list(query)).json).toMatchObject({ code: 400, errors: [{ field }] })
  })

  test("shows another account's audit entries to no one", async () => {
    const id = await keyId()
    expect((await list('', 'owner of live')).text).not.toContain(id)
    const headers = { 'kaunta-account': 'acct_stranger' }
    expect((await shop.request({ as: 'browser', path, headers })).json).toMatchObject(errorBody('forbidden'))
  })
})

test('the kinds are one sorted list of noun.past, and their ids are in the order of time', () => {
  expect(auditActions.toSorted()).toEqual([...auditActions])
  for (const kind of auditActions) expect(kind).toMatch(/^[a-z_]+\.[a-z_]+$/)
  const { ids } = shop.appliance.world
  const made = [1, 2, 3].map(ms => idWithPrefix('audit', ids.uuid(ms)))
  expect(made.toSorted()).toEqual(made)
})
