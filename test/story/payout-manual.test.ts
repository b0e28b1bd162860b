// An owner decides about a payout without an answer of the network, as stories: the network's later answer is
// the same money, or a correction that the owner must see. It is never sent again.
import { describe, expect, test } from 'bun:test'
import { earned, gone, held, openPayoutShop } from '../kit/payout-shop.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'

/** Opens a live shop with a payout that the network has without answering. */
async function unansweredPayout() {
  const shop = await openPayoutShop()
  shop.network.passage = () => 'reply lost'
  const asked = shop.owner.paysOut({ amount: 20_000, phone: '0713000111' })
  await shop.advance({ minutes: 1 })
  const { payout } = await asked
  expect(await shop.owner.sees(payout)).toMatchObject({ status: 'pending', outcome_unknown: true })
  expect(shop.books()).toEqual(held)
  const order = [...shop.network.payouts.keys()][0] ?? ''
  return { shop, payout, order }
}
const corrections = (shop: SimulatedShop) =>
  shop.query(
    "select kind from audit_entry join owner_notice on entry_id = audit_entry.id where kind like 'payout.%'",
  )

describe('marked as sent', () => {
  test('and the network agrees days later: no more money', async () => {
    const { shop, payout, order } = await unansweredPayout()
    await shop.owner.marks(payout, 'sent')
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'completed',
      outcome_unknown: false,
      manual_outcome: { result: 'sent', reason: 'read at the network', network: 'silent' },
    })
    expect(shop.books()).toEqual(gone)
    await shop.advance({ days: 12 })
    shop.network.callbacks = () => []
    shop.network.delivers(order)
    shop.network.passage = () => 'arrives'
    await shop.advance({ days: 1, hours: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'completed',
      external_reference: expect.stringMatching(/^OUT/),
      manual_outcome: { network: 'agrees' },
    })
    expect([shop.books(), shop.merchant.eventTypes(), corrections(shop)]).toEqual([
      gone,
      ['payout.completed'],
      [],
    ])
  })

  test('and the network has refused it: the money comes back, and the owner must see it', async () => {
    const { shop, payout, order } = await unansweredPayout()
    await shop.owner.marks(payout, 'sent')
    shop.network.refuses(order)
    shop.network.passage = () => 'arrives'
    await shop.advance({ days: 1, hours: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'reversed',
      failure_reason: 'recipient_not_found',
      manual_outcome: { result: 'sent', network: 'differs' },
    })
    expect(shop.books()).toEqual(earned)
    expect(shop.merchant.eventTypes()).toEqual(['payout.completed', 'payout.reversed'])
    expect(corrections(shop)).toEqual([{ kind: 'payout.not_sent_late' }])
    expect(shop.log.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'a payout that was marked as sent was not sent',
    ])
  })
})

describe('marked as not sent', () => {
  test('and the network agrees: nothing more happens', async () => {
    const { shop, payout, order } = await unansweredPayout()
    await shop.owner.marks(payout, 'not_sent')
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'failed',
      failure_reason: 'marked_not_sent',
      manual_outcome: { result: 'not_sent', network: 'silent' },
    })
    expect(shop.books()).toEqual(earned)
    shop.network.refuses(order)
    shop.network.passage = () => 'arrives'
    await shop.advance({ days: 1, hours: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'failed',
      manual_outcome: { network: 'agrees' },
    })
    expect([shop.books(), shop.merchant.eventTypes(), corrections(shop)]).toEqual([
      earned,
      ['payout.failed'],
      [],
    ])
  })

  test('and the network sent it, found after weeks: it is booked late, and the owner must see it', async () => {
    const { shop, payout, order } = await unansweredPayout()
    await shop.owner.marks(payout, 'not_sent')
    await shop.advance({ days: 20 })
    shop.network.callbacks = () => []
    shop.network.delivers(order)
    shop.network.passage = () => 'arrives'
    await shop.advance({ days: 1, hours: 1 })
    expect(await shop.owner.sees(payout)).toMatchObject({
      status: 'completed',
      failure_reason: null,
      manual_outcome: { result: 'not_sent', network: 'differs' },
    })
    expect(shop.books()).toEqual(gone)
    expect(shop.merchant.eventTypes()).toEqual(['payout.failed', 'payout.completed'])
    expect(corrections(shop)).toEqual([{ kind: 'payout.paid_late' }])
  })
})

test('checked now, the network answers immediately; then there is nothing to decide', async () => {
  const { shop, payout, order } = await unansweredPayout()
  shop.network.callbacks = () => []
  shop.network.delivers(order)
  shop.network.passage = () => 'arrives'
  expect(await shop.owner.asksAbout(payout)).toMatchObject({ status: 'completed', outcome_unknown: false })
  await expect(shop.owner.marks(payout, 'not_sent')).rejects.toMatchObject({ reason: 'payout_outcome_known' })
  expect(shop.books()).toEqual(gone)
})

test('decided twice: the first stands', async () => {
  const { shop, payout } = await unansweredPayout()
  await shop.owner.marks(payout, 'sent')
  await expect(shop.owner.marks(payout, 'not_sent')).rejects.toMatchObject({ reason: 'payout_outcome_known' })
  expect(shop.books()).toEqual(gone)
})
