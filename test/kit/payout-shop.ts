// A live shop that has earned something to pay out; after each step its books are in order, and nothing was
// sent twice.
import { expect } from 'bun:test'
import { complaintsAbout } from './invariant.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

/** 1 % and 50 shillings of 100,000 went to fees when it was earned; a payout costs 300. */
export const earned = { network: -100_000, merchant: 98_950, held: 0, fees: 1_050, suspense: 0 }
/** While a payout of 20,000 is on its way. */
export const held = { ...earned, merchant: 78_650, held: 20_300 }
/** Once it was sent. */
export const gone = { ...earned, network: -80_000, merchant: 78_650, fees: 1_350 }

export async function openPayoutShop(): Promise<SimulatedShop> {
  const shop = await openSimulatedShop({ mode: 'live' })
  shop.afterStep = () => {
    expect(complaintsAbout(shop)).toEqual([])
    expect([...shop.network.payoutsSent.values()].filter(times => times > 1)).toEqual([])
  }
  const payment = await shop.cashier.asksForQr(100_000)
  await shop.customer.scans(payment).approves()
  await shop.advance({})
  shop.merchant.received.splice(0)
  expect(shop.books()).toEqual(earned)
  return shop
}
