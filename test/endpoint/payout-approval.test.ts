// Payouts above the owner's limit: they wait for another owner or admin, and nothing is sent before.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { giveKey } from '../../src/flow/key.ts'
import { insertMember } from '../../src/store/account.ts'
import type { Who } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, balanceOf, earn, wallet } from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'

const send = (amount: number, as: Who = 'owner', key?: string) =>
  shop.request({
    as,
    path: '/v1/payouts/send',
    json: { ...wallet, amount },
    headers: key ? { 'idempotency-key': key } : {},
  })
const decide = (reference: string, what: 'approve' | 'decline', as: Who) =>
  shop.request({ as, method: 'POST', path: `/api/v1/payouts/${reference}/${what}` })
const read = async (reference: string) =>
  Object(at(await shop.request({ as: 'owner', path: `/v1/payouts/${reference}` }), 'data'))
const setAbove = (sum: number | null, as: Who = 'owner') =>
  shop.request({ as, method: 'PATCH', path: '/api/v1/settings', json: { payout_approval_above: sum } })
const waiting = async (amount = 50_000, as: Who = 'owner') => textAt(await send(amount, as), 'data.reference')
const simulations = async () => (await shop.rows()).get('simulation')?.length
const auditKinds = async () =>
  [at(await shop.request({ as: 'owner', path: '/api/v1/audit-log?limit=1' }), 'data.items')]
    .flat()
    .map(one => Object(one).kind)

const shop = await openShopOnNodes()
await addRoles(shop)
await earn(shop, 5_000_000)
const { appliance, accounts, login, credentials } = shop
const other = {
  staffId: 'staff_other',
  accountId: accounts.sandbox.id,
  role: 'owner',
  name: 'Other',
} as const
await appliance.store.write(tx => insertMember(tx, { ...other, createdAt: 0 }))
credentials.set('other', async () => ({
  authorization: `Bearer ${(await login.mintToken({ ...other, removals: 0 }, appliance.world.clock.now())).token}`,
}))
const by = {
  ...other,
  account: accounts.sandbox,
  actor: { kind: 'staff', staffId: 'staff_other', tillId: null },
  address: 'test',
} as const
const { key } = await giveKey(appliance, by, { name: 'payroll', scopes: ['disbursement:create'] })
credentials.set('payer', () => ({ authorization: `Bearer ${key}` }))
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(60_000)
  expect((await setAbove(40_000)).status).toBe(200)
})

describe('a payout above the sum', () => {
  test('waits: its money is held, and nothing is sent however long the jobs run', async () => {
    const before = await balanceOf(shop)
    const sent = await simulations()
    const answer = await send(50_000)
    const ownerId = at(await shop.request({ as: 'owner', path: '/api/v1/me' }), 'data.staff.id')
    expect(answer.status).toBe(201)
    expect(at(answer, 'data')).toMatchObject({
      status: 'pending',
      outcome_unknown: false,
      approval: {
        state: 'waiting',
        requested_by: ownerId,
        decided_by: null,
        decided_at: null,
        expires_at: expect.any(String),
      },
    })
    shop.advance(86_400_000)
    await shop.work()
    expect(await read(textAt(answer, 'data.reference'))).toMatchObject({ status: 'pending' })
    expect(await simulations()).toBe(sent)
    const { available } = await balanceOf(shop)
    expect(before.available - available).toBe(51_500)
    expect(at(await shop.request({ as: 'owner', path: '/api/v1/overview' }), 'data.attention')).toMatchObject(
      {
        waiting_payouts: 1,
      },
    )
    await decide(textAt(answer, 'data.reference'), 'decline', 'admin')
  })

  test('at the limit, or without one, is sent immediately', async () => {
    expect(at(await send(40_000), 'data.approval')).toBeNull()
    await setAbove(null)
    expect(at(await send(50_000), 'data.approval')).toBeNull()
  })

  test.each(['admin', 'other'] as const)('is sent when %s approves it, once', async as => {
    const reference = await waiting()
    const sent = Number(await simulations())
    const answer = await decide(reference, 'approve', as)
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
    expect(at(answer, 'data')).toMatchObject({ status: 'pending', approval: { state: 'approved' } })
    expect(await simulations()).toBe(sent + 1)
    const before = await shop.rows()
    expect((await decide(reference, 'approve', as)).text).toBe(answer.text)
    expect(changesBetween(before, await shop.rows())).toEqual({})
    expect(await auditKinds()).toEqual(['payout.approved'])
    const outcome = { outcome: 'completed' }
    await shop.request({ as: 'owner', path: `/v1/sandbox/payouts/${reference}`, json: outcome })
    await shop.work()
    expect(await read(reference)).toMatchObject({ status: 'completed' })
  })

  test('fails when it is declined, and its money returns', async () => {
    const before = await balanceOf(shop)
    const reference = await waiting()
    const sent = await simulations()
    const answer = await decide(reference, 'decline', 'admin')
    expect(at(answer, 'data')).toMatchObject({
      status: 'failed',
      failure_reason: 'approval_declined',
      approval: { state: 'declined', decided_by: 'staff_admin' },
    })
    expect(await auditKinds()).toEqual(['payout.declined'])
    expect((await decide(reference, 'decline', 'admin')).text).toBe(answer.text)
    expect((await decide(reference, 'approve', 'admin')).json).toMatchObject({ reason: 'payout_decided' })
    expect(await balanceOf(shop)).toEqual(before)
    expect(await simulations()).toBe(sent)
  })

  test('fails after seven days without a decision, and its money returns', async () => {
    const before = await balanceOf(shop)
    const reference = await waiting()
    shop.advance(7 * 86_400_000 - 1)
    await shop.work()
    expect(await read(reference)).toMatchObject({ status: 'pending' })
    shop.advance(1)
    await shop.work()
    expect(await read(reference)).toMatchObject({
      status: 'failed',
      failure_reason: 'approval_expired',
      approval: { state: 'expired', decided_by: null },
    })
    expect(await balanceOf(shop)).toEqual(before)
  })

  test('has one decision when two people decide in parallel', async () => {
    const reference = await waiting()
    const answers = await Promise.all([
      decide(reference, 'approve', 'admin'),
      decide(reference, 'decline', 'other'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('is one payout for one Idempotency-Key, also after its approval', async () => {
    const first = await send(50_000, 'owner', 'salary-11')
    expect((await send(50_000, 'owner', 'salary-11')).text).toBe(first.text)
    await decide(textAt(first, 'data.reference'), 'approve', 'admin')
    expect((await send(50_000, 'owner', 'salary-11')).text).toBe(first.text)
  })
})

describe('nobody decides on it', () => {
  const refusedTo = async (reference: string, as: Who) => {
    const before = await shop.rows()
    const answer = await decide(reference, 'approve', as)
    expect(changesBetween(before, await shop.rows())).toEqual({})
    return answer
  }
  test('who made it', async () => {
    const answer = await refusedTo(await waiting(), 'owner')
    expect(answer.json).toMatchObject({ ...errorBody('forbidden'), reason: 'payout_made_by_same_person' })
  })
  test('who made the key that made it', async () => {
    const reference = await waiting(50_000, 'payer')
    expect((await refusedTo(reference, 'other')).json).toMatchObject({ reason: 'payout_made_by_same_person' })
    expect(await read(reference)).toMatchObject({ approval: { requested_by: 'staff_other' } })
    expect((await decide(reference, 'approve', 'owner')).status).toBe(200)
  })
  test.each(['payer', 'sandbox', 'developer', 'cashier'] as const)(
    'who is no owner or admin: %s',
    async as => {
      expect((await refusedTo(await waiting(), as)).status).toBe(403)
    },
  )
  test('from another account, or when it never waited', async () => {
    expect((await refusedTo(await waiting(), 'owner of live')).status).toBe(403)
    const small = textAt(await send(5_000), 'data.reference')
    expect((await refusedTo(small, 'admin')).json).toMatchObject({ reason: 'payout_without_approval' })
  })
})

test('only owners set the sum', async () => {
  for (const as of ['admin', 'developer'] as const) expect((await setAbove(1_000_000, as)).status).toBe(403)
  for (const sum of [-1, 1_000_000_000_000]) expect((await setAbove(sum)).status).toBe(400)
})
