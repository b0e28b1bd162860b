// Payouts and refunds after a restore, as stories: one that was sent since the copy, maybe under a new
// reference, never fails and its money never returns until an owner decides. A "yes" of the network ends it.
import { describe, expect, test } from 'bun:test'
import { staffActor } from '../../src/domain/actor.ts'
import { decideOnPayout } from '../../src/flow/payout-approval.ts'
import { markRefund } from '../../src/flow/unknown.ts'
import { updateSettings } from '../../src/store/account.ts'
import { markUnsentUnknown } from '../../src/store/backup/copy.ts'
import { gone, held, openPayoutShop } from '../kit/payout-shop.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'

interface Row {
  readonly network_reference: string
  readonly state: string
  readonly approval: string | null
  readonly yes_count: number
}
const rowOf = (shop: SimulatedShop): Row => {
  const [row] = shop.query<Row>('select network_reference, state, approval, yes_count from payout')
  if (!row) throw new Error('there is no payout')
  return row
}
const by = { staffId: 'juma', actor: staffActor('juma'), address: null }
const references = (shop: SimulatedShop) => [...shop.network.payouts.keys()]

const run = (shop: SimulatedShop, texts: readonly string[]) =>
  shop.callServer('live', appliance =>
    appliance.store.write(async tx => {
      for (const text of texts) await tx.rows(text, [], 'once')
    }),
  )

/** Puts the row of the only payout or refund back as it was in the copy, and restores that. */
async function restore(
  shop: SimulatedShop,
  { network_reference, state, approval }: Row,
  table: 'payout' | 'refund' = 'payout',
): Promise<void> {
  const columns = `network_reference = '${network_reference}', state = '${state}', memo = null, yes_count = 0`
  const decision = approval === null ? 'null' : `'${approval}'`
  await run(shop, [`update ${table} set ${columns}, approval = ${decision}`, ...markUnsentUnknown])
  await shop.crash()
}

/** Opens a live shop with a payout that was approved after the copy, and sent under a new reference. */
async function approvedAfterCopy() {
  const shop = await openPayoutShop()
  await shop.callServer('live', (appliance, account) =>
    appliance.store.write(tx => updateSettings(tx, { ...account, payoutApprovalAbove: 10_000 })),
  )
  await shop.crash()
  const { payout } = await shop.owner.paysOut({ amount: 20_000, phone: '0713000111' })
  const copied = rowOf(shop)
  expect(copied).toMatchObject({ state: 'waiting', approval: 'waiting' })
  await shop.callServer('live', (appliance, account) =>
    decideOnPayout(appliance, { account, ...by }, payout.reference, 'approved'),
  )
  expect(references(shop)).not.toContain(copied.network_reference)
  await restore(shop, copied)
  shop.network.callbacks = () => []
  shop.network.delivers(references(shop)[0] ?? '')
  return { shop, payout }
}

describe('a payout that was approved after the copy', () => {
  test('is not failed by a network that does not know its old reference', async () => {
    const { shop, payout } = await approvedAfterCopy()
    await shop.advance({ minutes: 30 })
    expect(await shop.owner.asksAbout(payout)).toMatchObject({ status: 'pending', outcome_unknown: true })
    await shop.advance({ days: 9 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'pending', outcome_unknown: true })
    expect([shop.books(), shop.merchant.eventTypes(), references(shop).length]).toEqual([held, [], 1])
  })

  test('is ended by an owner, whom the network does not contradict', async () => {
    const { shop, payout } = await approvedAfterCopy()
    await shop.owner.marks(payout, 'sent')
    await shop.advance({ days: 9 })
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'completed',
      manual_outcome: { result: 'sent', network: 'silent' },
    })
    expect([shop.books(), shop.merchant.eventTypes()]).toEqual([gone, ['payout.completed']])
  })
})

/** Opens a live shop whose payout was planned in the copy, and sent since. */
async function sentAfterCopy() {
  const shop = await openPayoutShop()
  shop.network.callbacks = () => []
  const { payout } = await shop.owner.paysOut({ amount: 20_000, phone: '0713000111' })
  const order = references(shop)[0] ?? ''
  return { shop, payout, order, copied: { ...rowOf(shop), state: 'planned' } }
}

describe('a payout that was sent after the copy', () => {
  test('ends with the "yes" of its network', async () => {
    const { shop, payout, order, copied } = await sentAfterCopy()
    shop.network.delivers(order)
    await restore(shop, copied)
    await shop.advance({ minutes: 30 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed' })
    expect([shop.books(), shop.merchant.eventTypes()]).toEqual([gone, ['payout.completed']])
  })

  test('is not failed by a "no", which may be why it was sent under another reference', async () => {
    const { shop, payout, order, copied } = await sentAfterCopy()
    shop.network.refuses(order, 'insufficient_balance')
    await restore(shop, { ...copied, state: 'unknown' })
    await shop.advance({ days: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'pending', outcome_unknown: true })
    expect([shop.books(), shop.merchant.eventTypes()]).toEqual([held, []])
  })

  test('is failed by a "no" after the network had it', async () => {
    const { shop, payout, order, copied } = await sentAfterCopy()
    await restore(shop, copied)
    await shop.advance({ minutes: 30 })
    expect(rowOf(shop)).toMatchObject({ state: 'sent' })
    shop.network.refuses(order)
    await shop.advance({ minutes: 30 })
    expect(await shop.owner.asksAbout(payout)).toMatchObject({ status: 'failed' })
    expect(shop.merchant.eventTypes()).toEqual(['payout.failed'])
  })
})

test('a refund that waited in the copy is neither sent again nor failed', async () => {
  const shop = await openPayoutShop()
  shop.network.callbacks = () => []
  const [sale] = shop.query<{ reference: string }>('select id as reference from payment')
  const { refund } = await shop.owner.refunds({ reference: sale?.reference ?? '' }, { amount: 20_000 })
  const order = references(shop)[0] ?? ''
  // Then the float did not cover it; it was sent under a new reference when there was money.
  const copied = { network_reference: '0123456789ABCDEFGHIJ', state: 'waiting', approval: null, yes_count: 0 }
  await restore(shop, copied, 'refund')
  shop.network.delivers(order)
  await shop.advance({ days: 9 })
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'pending', pending_reason: 'unknown' })
  expect([shop.books(), shop.merchant.eventTypes(), references(shop)]).toEqual([held, [], [order]])
  const marked = { result: 'sent', reason: 'read at the network', by } as const
  await shop.callServer('live', (appliance, account) => markRefund(appliance, account, refund.id, marked))
  await shop.advance({})
  expect([shop.books(), shop.merchant.eventTypes()]).toEqual([gone, ['refund.completed']])
})
