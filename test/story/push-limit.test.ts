// How often the public may request pushes, across power cuts: pushes are counted in the database, so a
// restart resets nothing.
import { expect, test } from 'bun:test'
import { newCheckoutPeople } from '../kit/checkout-people.ts'
import { openSimulatedShop } from '../kit/simulated-shop.ts'

const phoneOf = (number: number) => `0754 000 ${String(number).padStart(3, '0')}`

async function openCheckout() {
  const shop = await openSimulatedShop({ mode: 'live' })
  const checkout = newCheckoutPeople(shop, 'live')
  type Link = Awaited<ReturnType<typeof checkout.opens>>
  /** Asks for a push and gives it up at once. */
  const pushes = async (link: Link, phone: string) =>
    checkout.givesUp(link, await checkout.pays(link, { phone }))
  /** Sends the next request of the link, some seconds after a power cut. */
  const refusedAfterCut = async (link: Link, phone: string, seconds = 1) => {
    await shop.crash()
    await shop.advance({ seconds })
    return checkout.pays(link, { phone }).then(
      () => 'sent',
      ({ reason }: { reason: string }) => reason,
    )
  }
  return { shop, checkout, pushes, refusedAfterCut }
}

test('the gap between two pushes of a link survives a restart', async () => {
  const { checkout, pushes, refusedAfterCut } = await openCheckout()
  const link = await checkout.opens()
  await pushes(link, phoneOf(1))
  expect(await refusedAfterCut(link, phoneOf(2))).toBe('push_too_soon')
})

test('a link that sent its twelve pushes sends none after a restart', async () => {
  const { shop, checkout, pushes, refusedAfterCut } = await openCheckout()
  const link = await checkout.opens()
  for (let count = 0; count < 12; count++) {
    await pushes(link, phoneOf(count))
    await shop.advance({ seconds: 10 })
  }
  // The gap is counted in running time, and the cut has lost some of that.
  expect(await refusedAfterCut(link, phoneOf(99), 11)).toBe('link_pushes_used_up')
})

test('a number that got its twenty pushes gets none after a restart, by any link', async () => {
  const { checkout, pushes, refusedAfterCut } = await openCheckout()
  for (let count = 0; count < 20; count++) await pushes(await checkout.opens(), phoneOf(1))
  expect(await refusedAfterCut(await checkout.opens(), phoneOf(1))).toBe('phone_pushes_used_up')
  expect(await refusedAfterCut(await checkout.opens(), phoneOf(2))).toBe('sent')
})
