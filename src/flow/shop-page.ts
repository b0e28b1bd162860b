// The shop page of a profile: lists what it offers, and turns an order into a checkout session.
import type { Account } from '../domain/account.ts'
import { lineItemsMax } from '../domain/line-item.ts'
import { catalogOf, type Product } from '../domain/product.ts'
import type { Profile } from '../domain/profile.ts'
import { typedWords } from '../domain/search.ts'
import { type Session, sessionSeconds } from '../domain/session.ts'
import {
  nextOrderNumber,
  type Offer,
  offersOf,
  orderMetadata,
  type PickedItem,
  type ShopOrder,
  shopOrder,
} from '../domain/shop-order.ts'
import { findAccount } from '../store/account.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { sha256 } from '../store/hash.ts'
import { findProduct, listProducts } from '../store/product.ts'
import { findProfile, updateProfile } from '../store/profile.ts'
import { findSession } from '../store/session.ts'
import { displayDefaults } from '../wire/session.ts'
import type { Appliance } from './appliance.ts'
import { isPayable } from './checkout.ts'
import { findKey, insertKey } from './idempotency.ts'
import { createSession, type SessionRequest } from './session.ts'
import { completeLines } from './sold-line.ts'

/** A shop page's account and profile. */
export interface Shop {
  readonly account: Account
  readonly profile: Profile
}

/** Returns the account and profile of a shop page; undefined if the page is closed or its profile deleted. */
export async function findShop(read: Read, profileId: string): Promise<Shop | undefined> {
  const profile = await findProfile(read, profileId)
  if (!profile?.shopPage || profile.deletedAt !== null) return undefined
  const account = await findAccount(read, profile.accountId)
  return account && { account, profile }
}

/** A page ends with the product that brings it to this many offers. */
const pageOffers = 30
/** The most products that one page reads: anyone may open a page, and sales wait while it is read. */
const readMax = 120

/** The status of the answer to an order: the browser goes to the page of the session. */
const httpSeeOther = 303

/** A page of offers. */
export interface OfferPage {
  readonly offers: readonly Offer[]
  readonly next: number | null // how many products come before the next page; null on the last page
}

/** The offers that a customer wants to see. */
export interface OfferFilter {
  readonly category: string // empty for all
  readonly text: string // words that begin a word of the product
  readonly from: number // how many products are before the page
}

/**
 * Lists a page of offers in the order of the price list. The page is empty if all that it read is sold out.
 */
export async function listOffers(
  read: Read,
  { account }: Shop,
  { category, text, from }: OfferFilter,
): Promise<OfferPage> {
  const words = typedWords(text)
  const filter = { catalogId: catalogOf(account), category: category || undefined, words }
  const products = await listProducts(read, filter, readMax + 1, from)
  const offers: Offer[] = []
  for (const [index, product] of products.entries()) {
    if (index === readMax || offers.length >= pageOffers) return { offers, next: from + index }
    offers.push(...offersOf(product))
  }
  return { offers, next: null }
}

/**
 * Returns an order at the prices of the price list. Its notice is null unless the order differs from what the
 * customer picked.
 */
export async function readOrder(
  read: Read,
  { account }: Shop,
  picks: readonly PickedItem[],
): Promise<ShopOrder> {
  const products = new Map<string, Product>()
  // A forged form can name thousands of items, and other writes wait while an order is read.
  const productIds = new Set(picks.slice(0, lineItemsMax).map(({ productId }) => productId))
  for (const id of productIds) {
    const product = await findProduct(read, id)
    if (product?.catalogId === catalogOf(account)) products.set(id, product)
  }
  return shopOrder(picks, products, account.amountMax)
}

/** Returns the request for the session of order `number`, without its amount and lines. */
const orderRequest = (
  { account, profile }: Shop,
  number: number,
): Omit<SessionRequest, 'amount' | 'lineItems'> => ({
  allowCustomAmount: false,
  amountMin: 0,
  amountMax: 0,
  customer: { name: '', phone: '', email: '' },
  description: null,
  metadata: orderMetadata(number, profile.locale),
  customFields: [],
  display: { ...displayDefaults, show_line_items: true, show_merchant_logo: true },
  apiVersion: account.apiVersion,
  staffId: null,
  tillId: null,
  keyId: null,
  allowedMethods: undefined,
  redirectUrl: null, // the payment page shows the order number, so the customer stays there
  webhookUrl: undefined,
  expiresInSeconds: sessionSeconds.usual,
})

/**
 * Creates the session of an order, with the profile's next order number.
 * @throws Fault as `createSession` and `completeLines`
 */
async function createOrder(tx: Tx, appliance: Appliance, shop: Shop, { requested, sum }: ShopOrder) {
  const { account, profile } = shop
  const number = nextOrderNumber(profile.shopOrders)
  await updateProfile(tx, { ...profile, shopOrders: number })
  const total = { field: 'amount', amount: sum }
  const lineItems = await completeLines(tx, appliance, { account, personRole: undefined }, requested, total)
  const request = { ...orderRequest(shop, number), amount: sum, lineItems }
  // Create the session in this transaction instead of a new one.
  return createSession(appliance, account, profile, request, run => run(tx))
}

/**
 * Orders what the customer picked, at the prices of the price list. A form that is sent twice orders once.
 * @param form the random text in the customer's form, different each time the page is opened
 * @param count called in the transaction for each new order; if it throws, nothing is created
 * @returns the session of the order; undefined if the shop page is closed, the order now differs from what
 * the customer saw, or the form was sent before and its session has ended unpaid
 */
export const orderAtShop = (
  appliance: Appliance,
  { account, profile: { id } }: Shop,
  picks: readonly PickedItem[],
  form: string,
  count: () => void,
): Promise<Session | undefined> =>
  appliance.store.write(async tx => {
    const key = sha256(`${id} ${form} ${JSON.stringify(picks)}`)
    const request = { accountId: account.id, key, fingerprint: key }
    const stored = await findKey(tx, appliance, request)
    if (stored) {
      const session = await findSession(tx, stored.subject)
      if (session?.status === 'completed') return session
      return session && isPayable(session, appliance.world.clock.now()) ? session : undefined
    }
    const shop = await findShop(tx, id)
    const order = shop && (await readOrder(tx, shop, picks))
    if (!shop || !order || order.notice !== null) return undefined
    const session = await createOrder(tx, appliance, shop, order)
    // A repeated form needs only the session's id, so the key stores no response text.
    await insertKey(tx, appliance, request, session.id, { status: httpSeeOther, body: '' }, true)
    count()
    return session
  })
