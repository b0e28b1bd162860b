// Payouts, as stories on simulated time: sent once whatever the network and the power do, never failed while
// unknown, and back in the balance when they failed or came back.
import { describe, expect, test } from 'bun:test'
import { staffActor } from '../../src/domain/actor.ts'
import { acknowledgeNotice } from '../../src/flow/owner-notice.ts'
import { decideOnPayout } from '../../src/flow/payout-approval.ts'
import { recordRestore } from '../../src/flow/restore.ts'
import { updateSettings } from '../../src/store/account.ts'
import type { Passage } from '../kit/passage.ts'
import { earned, gone, held, openPayoutShop } from '../kit/payout-shop.ts'
import { ConnectionLost } from '../kit/simulated-people.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'

const wallet = { amount: 20_000, phone: '0713000111' }
const onlyReference = (shop: SimulatedShop) => [...shop.network.payouts.keys()][0] ?? ''
const timesSent = (shop: SimulatedShop) => [...shop.network.payoutsSent.values()]

describe('sent', () => {
  test.each([{ phone: '0713000111' }, {}])('to %j, over a network that calls back', async to => {
    const shop = await openPayoutShop()
    const { status, payout } = await shop.owner.paysOut({ amount: 20_000, ...to })
    expect([status, payout.status, payout.external_reference]).toEqual([
      201,
      'pending',
      expect.stringMatching(/^OUT/),
    ])
    expect(shop.books()).toEqual(held)
    await shop.advance({ minutes: 5 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'pending', outcome_unknown: false })
    shop.network.delivers(onlyReference(shop))
    await shop.advance({})
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'completed',
      completed_at: expect.any(String),
    })
    expect(shop.books()).toEqual(gone)
    expect(shop.merchant.received).toMatchObject([{ signed: true, event: { type: 'payout.completed' } }])
    await shop.advance({ days: 9 })
    expect(shop.merchant.eventTypes()).toEqual(['payout.completed'])
    expect(timesSent(shop)).toEqual([1])
  })

  test('without a callback, status checks find it', async () => {
    const shop = await openPayoutShop()
    shop.network.callbacks = () => []
    const { payout } = await shop.owner.paysOut(wallet)
    shop.network.delivers(onlyReference(shop))
    await shop.advance({})
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'pending' })
    await shop.advance({ seconds: 20 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed' })
  })

  test('a callback only rechecks: a forged one changes nothing', async () => {
    const shop = await openPayoutShop()
    const { payout } = await shop.owner.paysOut(wallet)
    await shop.callsBack(onlyReference(shop))
    await shop.advance({ minutes: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'pending' })
    expect(shop.books()).toEqual(held)
  })
})

describe('failed: the money comes back', () => {
  test('refused immediately', async () => {
    const shop = await openPayoutShop()
    shop.network.next('refused')
    const { payout } = await shop.owner.paysOut(wallet)
    expect(payout).toMatchObject({ status: 'failed', failure_reason: 'recipient_not_found' })
    await shop.advance({})
    expect(shop.books()).toEqual(earned)
    expect(shop.merchant.eventTypes()).toEqual(['payout.failed'])
  })

  test('refused later', async () => {
    const shop = await openPayoutShop()
    const { payout } = await shop.owner.paysOut(wallet)
    shop.network.refuses(onlyReference(shop), 'wallet_limit_reached')
    await shop.advance({})
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'failed',
      failure_reason: 'wallet_limit_reached',
    })
    expect(shop.books()).toEqual(earned)
  })

  test('a network that cannot be reached: nothing was sent', async () => {
    const shop = await openPayoutShop()
    shop.network.next('unreachable')
    const { payout } = await shop.owner.paysOut(wallet)
    expect(payout).toMatchObject({ status: 'failed', failure_reason: 'network_unavailable' })
    await shop.advance({ days: 1 })
    expect(timesSent(shop)).toEqual([])
    expect(shop.books()).toEqual(earned)
  })
})

describe('a network that does not answer', () => {
  test('reply lost: unknown, checked, never sent again, then completed', async () => {
    const shop = await openPayoutShop()
    shop.network.next('reply lost', 'reply lost', 'reply lost')
    const asked = shop.owner.paysOut(wallet)
    await shop.advance({ seconds: 8 })
    const { status, payout } = await asked
    expect([status, payout.status]).toEqual([201, 'pending'])
    await shop.advance({ seconds: 40 })
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'pending',
      outcome_unknown: true,
      failure_reason: null,
    })
    expect(shop.books()).toEqual(held)
    shop.network.delivers(onlyReference(shop))
    await shop.advance({ minutes: 5 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed', outcome_unknown: false })
    expect(timesSent(shop)).toEqual([1])
    expect(shop.merchant.eventTypes()).toEqual(['payout.completed'])
    expect(shop.books()).toEqual(gone)
  })

  test.each(['reply lost', 'request lost', 'late'] as const)(
    '%s, and silent for three days: neither failed nor sent again, and the money stays held',
    async first => {
      const shop = await openPayoutShop()
      let calls = 0
      shop.network.passage = (): Passage => (calls++ === 0 ? first : calls % 2 ? 'reply lost' : 'unreachable')
      const asked = shop.owner.paysOut(wallet)
      await shop.advance({ seconds: 8 })
      const { payout } = await asked
      await shop.advance({ days: 3 })
      expect(calls).toBeGreaterThan(5)
      expect(await shop.owner.sees(payout)).toMatchObject({
        status: 'pending',
        outcome_unknown: true,
        failure_reason: null,
      })
      expect([timesSent(shop), shop.merchant.eventTypes(), shop.books()]).toEqual([[1], [], held])
      shop.network.passage = () => 'arrives'
      await shop.advance({ days: 1, hours: 1 })
      const isThere = first !== 'request lost'
      expect(await shop.owner.sees(payout)).toMatchObject(
        isThere ? { status: 'pending' } : { status: 'failed', failure_reason: 'not_found' },
      )
      expect(shop.books()).toEqual(isThere ? held : earned)
    },
  )
})

describe('reversed after it was completed', () => {
  test.each([
    ['called back', [0], { ms: 0 }],
    ['found by the daily look', [], { days: 1 }],
  ] as const)('%s', async (_, callbacks, span) => {
    const shop = await openPayoutShop()
    const { payout } = await shop.owner.paysOut(wallet)
    shop.network.delivers(onlyReference(shop))
    await shop.advance({ days: 2 })
    expect(shop.books()).toEqual(gone)
    shop.network.callbacks = () => callbacks
    shop.network.returns(onlyReference(shop))
    await shop.advance(span)
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'reversed',
      failure_reason: 'recipient_returned',
    })
    expect(shop.merchant.eventTypes()).toEqual(['payout.completed', 'payout.reversed'])
    expect(shop.books()).toEqual(earned)
    await shop.advance({ days: 9 })
    expect(shop.merchant.eventTypes()).toHaveLength(2)
  })
})

describe('reversed, while the network does not answer', () => {
  test.each([
    ['a callback after the week of looks, and the enquiry that follows it is lost', { days: 9 }, [0]],
    ['no callback, and the last look of the week is lost', { days: 6, hours: 12 }, []],
  ] as const)('%s: checked until it is known', async (_, span, callbacks) => {
    const shop = await openPayoutShop()
    const { payout } = await shop.owner.paysOut(wallet)
    shop.network.delivers(onlyReference(shop))
    await shop.advance(span)
    shop.network.callbacks = () => callbacks
    shop.network.passage = () => 'reply lost'
    shop.network.returns(onlyReference(shop))
    await shop.advance({ days: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed' })
    shop.network.passage = () => 'arrives'
    await shop.advance({ days: 1, hours: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'reversed' })
    expect(shop.books()).toEqual(earned)
  })

  test('a payout that was unknown for a week is checked for a week after it is known', async () => {
    const shop = await openPayoutShop()
    shop.network.passage = () => 'reply lost'
    const asked = shop.owner.paysOut(wallet)
    await shop.advance({ days: 8 })
    const { payout } = await asked
    shop.network.callbacks = () => []
    shop.network.delivers(onlyReference(shop))
    shop.network.passage = () => 'arrives'
    await shop.advance({ days: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed' })
    await shop.advance({ days: 5 })
    shop.network.returns(onlyReference(shop))
    await shop.advance({ days: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'reversed' })
    expect(shop.books()).toEqual(earned)
  })
})

describe('the same Idempotency-Key', () => {
  test('50 parallel requests: one payout, one answer', async () => {
    const shop = await openPayoutShop()
    shop.network.latency = () => 2_000
    const asked = Promise.all(Array.from({ length: 50 }, () => shop.owner.paysOut({ ...wallet, key: 'k1' })))
    await shop.advance({ seconds: 10 })
    const answers = await asked
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(timesSent(shop)).toEqual([1])
    await expect(shop.owner.paysOut({ ...wallet, amount: 30_000, key: 'k1' })).rejects.toMatchObject({
      kind: 'idempotency_mismatch',
    })
  })

  test('a crash between plan and send: it was never sent, fails, and can no longer be sent', async () => {
    const shop = await openPayoutShop()
    const points = 3 // before the write, before its commit, after it
    shop.crashAt(points, { seconds: 5 })
    await expect(shop.owner.paysOut({ ...wallet, key: 'k1' })).rejects.toBeInstanceOf(ConnectionLost)
    await shop.advance({ seconds: 6 })
    expect(shop.query('select state, status from payout')).toEqual([{ state: 'planned', status: 'pending' }])
    const { payout } = await shop.owner.paysOut({ ...wallet, key: 'k1' })
    await shop.advance({ minutes: 5 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'failed', failure_reason: 'not_sent' })
    expect([timesSent(shop), shop.books()]).toEqual([[], earned])
  })

  const points = Array.from({ length: 12 }, (_, index) => index + 1)
  test.each(points)(
    'a crash at point %p, and the client repeats: one payout at most, and the right state in the end',
    async point => {
      const shop = await openPayoutShop()
      shop.crashAt(point, { seconds: 5 })
      const ask = { ...wallet, key: 'k1' }
      const answer = await shop.owner.paysOut(ask).catch(error => error)
      expect(answer instanceof ConnectionLost || answer.status === 201).toBe(true)
      await shop.advance({ seconds: 6 })
      const { payout } = await shop.owner.paysOut(ask)
      await shop.advance({ minutes: 5 })
      shop.network.delivers(onlyReference(shop))
      await shop.advance({ days: 2 })
      const wasSent = shop.network.payouts.size > 0
      expect(await shop.owner.sees(payout)).toMatchObject({ status: wasSent ? 'completed' : 'failed' })
      expect(shop.query('select id from payout')).toEqual([{ id: payout.reference }])
      expect(shop.books()).toEqual(wasSent ? gone : earned)
    },
  )
})

test('more than the balance: refused, and nothing is held or sent', async () => {
  const shop = await openPayoutShop()
  await expect(shop.owner.paysOut({ amount: 98_651 })).rejects.toMatchObject({ kind: 'insufficient_balance' })
  expect([shop.books(), timesSent(shop)]).toEqual([earned, []])
  await shop.owner.paysOut({ amount: 98_650 })
  expect(shop.books()).toEqual({ ...earned, merchant: 0, held: 98_950 })
})

describe('above the sum that needs a second person', () => {
  const approve = (shop: SimulatedShop, reference: string, decision: 'approved' | 'declined') =>
    shop.callServer('live', (appliance, account) => {
      const actor = { kind: 'staff', staffId: 'juma', tillId: null } as const
      const by = { account, staffId: 'juma', actor, address: 'test' }
      return decideOnPayout(appliance, by, reference, decision)
    })
  async function waitingPayout() {
    const shop = await openPayoutShop()
    await shop.callServer('live', ({ store }, account) =>
      store.write(tx => updateSettings(tx, { ...account, payoutApprovalAbove: 10_000 })),
    )
    // Kaunta reads its settings again.
    await shop.crash()
    const { payout } = await shop.owner.paysOut(wallet)
    expect(payout).toMatchObject({ status: 'pending', approval: { state: 'waiting' } })
    expect(shop.books()).toEqual(held)
    return { shop, payout }
  }

  test('nothing is sent before the approval, and then once', async () => {
    const { shop, payout } = await waitingPayout()
    await shop.advance({ days: 2 })
    expect(timesSent(shop)).toEqual([])
    await approve(shop, payout.reference, 'approved')
    expect(timesSent(shop)).toEqual([1])
    shop.network.delivers(onlyReference(shop))
    await shop.advance({ minutes: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed' })
    expect(shop.books()).toEqual(gone)
    await shop.advance({ days: 9 })
    expect(timesSent(shop)).toEqual([1])
    expect(shop.merchant.eventTypes()).toEqual(['payout.completed'])
  })

  test('a clock that is set ahead does not end it: set right, it is approved and sent', async () => {
    const { shop, payout } = await waitingPayout()
    await shop.advance({ days: 1 })
    shop.setClock({ days: 10 })
    await shop.advance({ hours: 3 })
    shop.setClock({ days: -10 })
    await shop.advance({ hours: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'pending', approval: { state: 'waiting' } })
    await approve(shop, payout.reference, 'approved')
    expect(timesSent(shop)).toEqual([1])
  })

  test('nothing is sent when it is declined or expires, and its money returns', async () => {
    for (const decision of ['declined', undefined] as const) {
      const { shop, payout } = await waitingPayout()
      if (decision) await approve(shop, payout.reference, decision)
      await shop.advance({ days: 8 })
      expect(await shop.owner.sees(payout)).toMatchObject({
        status: 'failed',
        approval: { state: decision ?? 'expired' },
      })
      expect(shop.books()).toEqual(earned)
      expect(timesSent(shop)).toEqual([])
      expect(shop.merchant.eventTypes()).toEqual(['payout.failed'])
    }
  })
})

test('after a restore no payout is sent until an owner has acknowledged it', async () => {
  const shop = await openPayoutShop()
  await shop.callServer('live', appliance =>
    recordRestore(appliance, { copiedAt: shop.time.now(), former: [] }),
  )
  await expect(shop.owner.paysOut(wallet)).rejects.toMatchObject({ reason: 'payouts_paused_by_restore' })
  expect(shop.network.payouts.size).toBe(0)
  const [notice] = shop.query<{ id: string }>(
    "select entry_id as id from owner_notice join account on account.id = account_id where mode = 'live'",
  )
  const owner = { actor: staffActor('asha'), address: null }
  await shop.callServer('live', (appliance, account) =>
    acknowledgeNotice(appliance, account, owner, notice?.id ?? ''),
  )
  expect(await shop.owner.paysOut(wallet)).toMatchObject({ payout: { status: 'pending' } })
})
