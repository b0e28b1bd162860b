// Refunds that the customer claims with their own number, as stories on simulated time: they expire, are
// withdrawn, wait again while certainly nothing was sent, and are paid to one number at most. And a mistake
// that someone could make one day: the rules must catch it.
import { describe, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { createRefund } from '../../src/flow/refund.ts'
import { claimRefund, claimUrl, findClaim, tryWallet } from '../../src/flow/refund-claim.ts'
import { getRefund } from '../../src/flow/refund-read.ts'
import { withdrawRefund } from '../../src/flow/refund-waiting.ts'
import type { Read } from '../../src/store/engine/statement.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { openSimulatedShop, type SimulatedShop, type SimulatedShopOptions } from '../kit/simulated-shop.ts'

const byOwner = { actor: { kind: 'key', keyId: 'key_test' }, address: null } as const
const numbers = ['+255713000111', '+255754000222', '+255784000333'] as const

/** Opens a shop with a refund whose customer is not known. */
async function openShop(plant: Pick<SimulatedShopOptions, 'store'> = {}) {
  const shop = await openSimulatedShop({ mode: 'live', ...plant })
  const call = <T>(step: (appliance: Appliance) => Promise<T>) => shop.callServer('live', step)
  const sell = async () => {
    const payment = await shop.cashier.asksForQr(100_000)
    await shop.customer.scans(payment).approves()
    await shop.advance({})
    return payment
  }
  await sell()
  const { reference } = await sell()
  shop.merchant.received.splice(0)
  const { id } = await shop.callServer('live', async (appliance, account) => {
    const request = { reference, way: 'payout', salesScope: {}, amount: 20_000 } as const
    const made = await createRefund(appliance, account, {
      ...request,
      reason: 'Torn',
      metadata: {},
      by: byOwner,
    })
    assert(!made.replayed, 'a refund without a key is new')
    return made.value
  })
  const see = () =>
    shop.callServer('live', async (appliance, account) => {
      const refund = await getRefund(appliance, account, id)
      return { ...refund, link: claimUrl(appliance, refund) }
    })
  const { link } = await see()
  const token = link?.split('/').at(-1) ?? ''
  /** Tries a number as the customer, who confirms it later. */
  const tries = (phone: string) =>
    call(async appliance => {
      const claim = await findClaim(appliance, token)
      const wallet = claim && (await tryWallet(appliance, claim, { phone, provider: 'mixx' }))
      return wallet && (() => call(now => claimRefund(now, claim, wallet, '10.0.0.7')))
    })
  const claims = async (phone: string) => (await tries(phone))?.()
  const withdraws = () =>
    shop.callServer('live', (appliance, account) => withdrawRefund(appliance, account, id, byOwner))
  return { shop, see, tries, claims, withdraws }
}

/** Returns broken invariants, and orders of the network that are not the refund's own. */
const complaintsOf = (shop: SimulatedShop): string[] => [
  ...complaintsAbout(shop),
  ...[...shop.network.payouts.keys()].flatMap(reference =>
    shop.query('select id from refund where network_reference = ?', reference).length === 0
      ? [`${reference} is of no refund: its money went to another number before`]
      : [],
  ),
]
const watch = (shop: SimulatedShop) => {
  shop.afterStep = () => expect(complaintsOf(shop)).toEqual([])
}
const sent = (shop: SimulatedShop) => [...shop.network.payouts.values()].map(({ order }) => order.recipient)

test('the first number that is confirmed gets the money; no other one can', async () => {
  const { shop, see, claims, tries } = await openShop()
  watch(shop)
  const confirmsOther = await tries(numbers[1])
  await claims(numbers[0])
  expect(sent(shop)).toMatchObject([{ phone: numbers[0] }])
  expect(await see()).toMatchObject({ link: null, claimTries: 2 })
  await expect(confirmsOther?.()).rejects.toMatchObject({ reason: 'refund_wallet_not_needed' })
  expect(await tries(numbers[2])).toBeUndefined()
  shop.network.delivers([...shop.network.payouts.keys()][0] ?? '')
  await shop.advance({})
  expect(await see()).toMatchObject({ status: 'completed' })
  await expect(confirmsOther?.()).rejects.toMatchObject({ reason: 'refund_wallet_not_needed' })
  expect([sent(shop).length, shop.merchant.eventTypes()]).toEqual([1, ['refund.completed']])
})

test('it ends when the customer takes the money back at the network: nothing is sent', async () => {
  const { shop, see, tries } = await openShop()
  watch(shop)
  const confirms = await tries(numbers[0])
  const [order] = shop.query<{ network_reference: string }>(
    'select network_reference from attempt where payment_id = (select payment_id from refund)',
  )
  shop.network.takesBack(order?.network_reference ?? '')
  await shop.advance({ minutes: 1 })
  await expect(confirms?.()).rejects.toMatchObject({ reason: 'refund_of_reversed' })
  expect(await tries(numbers[1])).toBeUndefined()
  await shop.advance({ days: 7 })
  expect([sent(shop), await see()]).toMatchObject([[], { status: 'failed' }])
})

test('it expires after seven days, to the millisecond', async () => {
  const { shop, see, tries } = await openShop()
  watch(shop)
  const before = shop.books()
  const confirms = await tries(numbers[0])
  await shop.advance({ days: 6, hours: 23, minutes: 59 })
  expect((await see()).link).not.toBeNull()
  await shop.advance({ minutes: 1 })
  await expect(confirms?.()).rejects.toMatchObject({ reason: 'refund_wallet_not_needed' })
  expect(await tries(numbers[0])).toBeUndefined()
  await shop.advance({ minutes: 5 })
  expect(await see()).toMatchObject({ status: 'failed', failureReason: 'wallet_not_named', link: null })
  expect([sent(shop), shop.merchant.eventTypes()]).toEqual([[], ['refund.failed']])
  expect(shop.books()).not.toEqual(before)
  expect(shop.books().held).toBe(0)
})

test('a clock that is set ahead does not end it: set right, the customer still claims it', async () => {
  const { shop, see, claims } = await openShop()
  watch(shop)
  await shop.advance({ days: 1 })
  shop.setClock({ days: 10 })
  await shop.advance({ hours: 3 })
  expect(await see()).toMatchObject({ status: 'pending', link: null })
  shop.setClock({ days: -10 })
  await shop.advance({ hours: 1 })
  expect((await see()).link).not.toBeNull()
  await claims(numbers[0])
  expect(sent(shop)).toHaveLength(1)
})

test('after a day of running, a clock that was set ahead ends it', async () => {
  const { shop, see } = await openShop()
  watch(shop)
  shop.setClock({ days: 10 })
  await shop.advance({ hours: 26 })
  expect(await see()).toMatchObject({ status: 'failed', failureReason: 'wallet_not_named' })
})

test('the shop withdraws it while the customer reads the name behind their number', async () => {
  const { shop, see, tries, withdraws } = await openShop()
  watch(shop)
  const confirms = await tries(numbers[0])
  await withdraws()
  await expect(confirms?.()).rejects.toMatchObject({ reason: 'refund_wallet_not_needed' })
  await shop.advance({ days: 8 })
  expect(await see()).toMatchObject({ status: 'failed', failureReason: 'withdrawn', link: null })
  expect([sent(shop), shop.books().held, shop.merchant.eventTypes()]).toEqual([[], 0, ['refund.failed']])
})

test('while certainly nothing was sent it waits again, and another number can be tried', async () => {
  const { shop, see, claims } = await openShop()
  watch(shop)
  shop.network.next('unreachable')
  await claims(numbers[0])
  await shop.advance({})
  expect(await see()).toMatchObject({
    status: 'pending',
    state: 'waiting',
    failureReason: 'network_unavailable',
  })
  expect((await see()).link).not.toBeNull()
  await claims(numbers[1])
  expect(sent(shop)).toMatchObject([{ phone: numbers[1] }])
  expect(await see()).toMatchObject({ failureReason: null, link: null })
})

test('a network that says no ends it: the number may have been paid after all', async () => {
  const { shop, see, claims, tries } = await openShop()
  watch(shop)
  await claims(numbers[0])
  shop.network.refuses([...shop.network.payouts.keys()][0] ?? '')
  await shop.advance({ hours: 1 })
  expect(await see()).toMatchObject({ status: 'failed', failureReason: 'recipient_not_found', link: null })
  expect(await tries(numbers[1])).toBeUndefined()
})

describe('the power fails', () => {
  test.each(Array.from({ length: 8 }, (_, index) => index + 1))(
    'at point %p of a claim: one number is paid at most, and nothing is stuck',
    async point => {
      const { shop, see, claims } = await openShop()
      watch(shop)
      shop.crashAt(point, { seconds: 5 })
      await claims(numbers[0]).catch(() => undefined)
      await shop.advance({ minutes: 10 })
      await claims(numbers[1]).catch(() => undefined)
      await shop.advance({ minutes: 10 })
      for (const reference of shop.network.payouts.keys()) shop.network.delivers(reference)
      await shop.advance({ hours: 2 })
      expect(sent(shop)).toHaveLength(1)
      expect(await see()).toMatchObject({ status: 'completed' })
    },
  )
})

type Rows = Read['rows']
const meddling = (meddle: (rows: Rows) => Rows): Pick<SimulatedShopOptions, 'store'> => ({
  store: store => ({
    ...store,
    write: (body, urgency) => store.write(tx => body({ ...tx, rows: meddle(tx.rows) }), urgency),
  }),
})

/** Plants a bug: every customer who confirms gets the refund as it was before the first one did. */
function staleRefund(): Pick<SimulatedShopOptions, 'store'> {
  let first: Awaited<ReturnType<Rows>> | undefined
  return meddling(rows => {
    let before = ''
    return async (text, values, ...rest) => {
      const found = await rows(text, values, ...rest)
      const isOfClaim =
        /^select .* from "refund" where "refund"."id" = /.test(text) && !/"payout"/.test(before)
      before = text
      if (!isOfClaim) return found
      first ??= found
      return first
    }
  })
}

/** Lets three customers with one link confirm at once, and then one after the other. */
async function crowd(plant?: Pick<SimulatedShopOptions, 'store'>): Promise<string[]> {
  const { shop, tries } = await openShop(plant)
  const complaints = new Set<string>()
  shop.afterStep = () => {
    for (const complaint of complaintsOf(shop)) complaints.add(complaint)
  }
  const confirming = await Promise.all(numbers.map(tries))
  await Promise.all(confirming.map(confirms => confirms?.().catch(() => undefined)))
  await shop.advance({ minutes: 1 })
  for (const confirms of confirming) await confirms?.().catch(() => undefined)
  for (const reference of shop.network.payouts.keys()) shop.network.delivers(reference)
  await shop.advance({ hours: 1 })
  return [...complaints]
}

describe('a planted bug is caught', () => {
  test('and none where there is none', async () => expect(await crowd()).toEqual([]))
  test('paid twice, by two numbers', async () =>
    expect(await crowd(staleRefund())).toContainEqual(expect.stringContaining('went to another number')))
})
