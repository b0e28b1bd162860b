// A simulated shop whose books are checked after each step.
import { expect } from 'bun:test'
import type { PaymentView } from '../../src/wire/payment.ts'
import { complaintsAbout } from './invariant.ts'
import { openSimulatedShop, type SimulatedShop, type SimulatedShopOptions } from './simulated-shop.ts'

export async function openCheckedShop(options: SimulatedShopOptions = {}): Promise<SimulatedShop> {
  const shop = await openSimulatedShop(options)
  shop.afterStep = () => expect(complaintsAbout(shop)).toEqual([])
  return shop
}

/** Makes a sale by QR code that the customer pays. @param webhookUrl where its webhooks go */
export async function sellPaid(shop: SimulatedShop, webhookUrl = shop.merchant.url): Promise<PaymentView> {
  const payment = await shop.cashier.asksForQr(5_000, { webhookUrl })
  await shop.customer.scans(payment).approves()
  return payment
}
