// The shop page of a profile: customers pick items of the price list, and an order leads to its checkout. It
// works without scripts: what is picked is in the query, and only the order is posted.
import { Elysia } from 'elysia'
import type { ShopItemView, ShopView } from '../../../ui/checkout/shop-page.tsx'
import { Fault, fault } from '../../domain/fault.ts'
import { randomText } from '../../domain/id.ts'
import { weightText } from '../../domain/line-item.ts'
import { catalogOf, isFlat } from '../../domain/product.ts'
import { type Locale, shopPath } from '../../domain/profile.ts'
import { fieldOfOffer, type Offer, type OrderLine, readPicks } from '../../domain/shop-order.ts'
import { findShop, listOffers, orderAtShop, readOrder, type Shop } from '../../flow/shop-page.ts'
import { listCategories } from '../../store/product.ts'
import { undocumented } from '../docs/doc.ts'
import { readText } from '../server/body.ts'
import type { Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { localeOf, nextPageQuery, seeOther, withProblemPage } from './checkout-form.ts'
import { countOrder, countShopRequest, countUnknownLink } from './checkout-limit.ts'
import { shopPage } from './checkout-page.ts'

type Headers = Record<string, string>

/**
 * Returns the shop of a profile whose shop page is open, and counts the request against the limit of that
 * page. A request for any other profile counts as an unknown link.
 * @throws Fault `not_found`, `rate_limit_exceeded`
 */
async function findCountedShop(
  server: Server,
  request: Request,
  id: string,
  headers: Headers,
): Promise<Shop> {
  const shop = await findShop(server.appliance.store.read, id)
  if (!shop) {
    await countUnknownLink(server, request)
    throw fault('payment_link_not_found')
  }
  countShopRequest(server, request, headers, id)
  return shop
}

/**
 * Returns the last value of a field; empty without one. A pressed button adds its value after the hidden
 * field of the same name, so the last value is the newest.
 */
const lastOf = (fields: URLSearchParams, name: string) => fields.getAll(name).at(-1) ?? ''

/** Returns the language that the customer chose, or else the profile's. */
const localeFor = ({ profile }: Shop, fields: URLSearchParams): Locale =>
  localeOf(lastOf(fields, 'lang')) ?? profile.locale

/**
 * Returns the wholesale price of a variation as the page shows it. `from` is the smallest quantity that has
 * this price: pieces, or kilograms of an item sold by weight, whose quantities are stored in grams.
 */
function wholesaleView({ product, variation }: Offer): ShopItemView['wholesale'] {
  const { wholesale } = variation
  if (!wholesale) return wholesale
  const { from, price } = wholesale
  if (!product.soldByWeight) return { from, text: String(from), price }
  const kilograms = from / 1_000
  return { from: kilograms, text: weightText(from), price }
}

/**
 * Returns an item that customers can pick, as the page shows it; prices are whole shillings.
 * @param line what the customer has already picked of this item; undefined for nothing
 */
function itemView(offer: Offer, locale: Locale, line?: OrderLine): ShopItemView {
  const { product, variation } = offer
  const { soldByWeight, pictureId } = product
  const swahiliName = locale === 'sw' ? product.nameSw : ''
  return {
    field: fieldOfOffer(offer),
    name: swahiliName || product.name,
    variation: isFlat(product) ? '' : variation.name,
    price: variation.price ?? 0,
    unit: unitOf(product),
    wholesale: wholesaleView(offer),
    soldByWeight,
    picture: pictureId === null ? null : `/logo/${pictureId}`,
    typed: line?.typed ?? '',
    problem: line?.problem ?? null,
  }
}

/** Returns the unit next to a price; empty for pieces. */
function unitOf({ soldByWeight, unit }: Offer['product']): string {
  if (soldByWeight) return 'kg'
  return unit === 'piece' ? '' : unit
}

/** The longest text of a search, in characters; the rest is cut off. */
const searchMax = 60

interface PageRequest {
  readonly shop: Shop
  readonly fields: URLSearchParams
  /** The notice over a refused order, unless the order itself has a notice. */
  readonly rejection?: 'again' | 'closed'
}

/**
 * Returns the notice over the page; null for none. Before an order is sent, the page shows only that the
 * price list has changed since the items were picked.
 */
function noticeOf(notice: ShopView['notice'], rejection: PageRequest['rejection']): ShopView['notice'] {
  if (rejection) return notice ?? rejection
  const isPriceListChange = notice === 'order_gone' || notice === 'order_price'
  return isPriceListChange ? notice : null
}

/**
 * The most categories that the page offers, so that its first view stays below 20 kB. The items of all other
 * categories are in the whole list, and a search finds them.
 */
const offeredCategoriesMax = 100

/** Returns the categories that the page offers, by name; the chosen one is always one of them. */
function offeredOf(categories: readonly string[], chosen: string): string[] {
  const offered = categories.slice(0, offeredCategoriesMax)
  return chosen === '' || offered.includes(chosen) ? offered : [...offered, chosen]
}

/** Returns how many products of the list come before this page, from the field `from`; 0 by default. */
function offsetIn(fields: URLSearchParams): number {
  const from = lastOf(fields, 'from')
  return /^\d{1,5}$/.test(from) ? Number(from) : 0
}

/** Returns everything that the page shows: the items of a category or a search, and the picked items. */
async function viewOf({ appliance }: Server, { shop, fields, rejection }: PageRequest): Promise<ShopView> {
  const { store, world } = appliance
  const { account, profile } = shop
  const locale = localeFor(shop, fields)
  const categories = (await listCategories(store.read, catalogOf(account))).map(({ name }) => name)
  const category = categories.find(name => name === lastOf(fields, 'category')) ?? ''
  // The button of a category adds its value after the hidden field, and ends a search.
  const isCategoryPressed = fields.getAll('category').length > 1
  const text = isCategoryPressed ? '' : lastOf(fields, 'q').slice(0, searchMax)
  const order = await readOrder(store.read, shop, readPicks(fields))
  const from = offsetIn(fields)
  const { offers, next } = await listOffers(store.read, shop, { category, text, from })
  const chosen = order.lines.map(line => itemView(line.offer, locale, line))
  const chosenFields = new Set(chosen.map(({ field }) => field))
  return {
    path: shopPath(profile.id),
    locale,
    merchantName: profile.merchantName,
    logo: profile.logoId === null ? null : `/logo/${profile.logoId}`,
    brandColor: profile.brandColor,
    sandbox: account.mode === 'sandbox',
    meta: null,
    notice: noticeOf(order.notice, rejection),
    gone: order.gone,
    amountMax: account.amountMax,
    chosen,
    sum: order.sum,
    categories: offeredOf(categories, category),
    category,
    text,
    items: offers.map(offer => itemView(offer, locale)).filter(({ field }) => !chosenFields.has(field)),
    from,
    next,
    form: randomText(16, world.random.bytes),
  }
}

/** Notices that the shop has changed since the order was made: status 409. Other notices have status 400. */
const conflicts: readonly ShopView['notice'][] = ['order_gone', 'order_price', 'again', 'closed']

/**
 * Creates the order and redirects to its checkout. A refused order shows the page again, with a notice.
 * @throws Fault `rate_limit_exceeded`
 */
async function postOrder(server: Server, request: Request, shop: Shop, headers: Headers): Promise<Response> {
  const fields = new URLSearchParams(await readText(request))
  const formId = lastOf(fields, 'order')
  let rejection: PageRequest['rejection'] = 'again'
  // Each page has a random text that identifies its order. An order without a valid text is refused, because
  // otherwise one customer could get the order of another.
  const hasFormId = /^\w{16}$/.test(formId)
  try {
    const countNewOrder = () => countOrder(server, request, headers, shop.profile.id)
    const session = hasFormId
      ? await orderAtShop(server.appliance, shop, readPicks(fields), formId, countNewOrder)
      : undefined
    const lang = localeFor(shop, fields)
    if (session) return seeOther(`/checkout/${session.token}${nextPageQuery({ lang })}`)
  } catch (error) {
    const acceptsNoPayment = error instanceof Fault && error.kind === 'method_unavailable'
    if (!acceptsNoPayment) throw error
    rejection = 'closed'
  }
  const view = await viewOf(server, { shop, fields, rejection })
  return shopPage(view, conflicts.includes(view.notice) ? 409 : 400, request)
}

/** The part of Elysia's context that the routes need. */
interface Context {
  readonly params: { readonly profile: string }
  readonly query: Query
  readonly request: Request
  readonly set: { headers: unknown }
}

/** Returns the public page of a shop, and its form. */
export const shopPageRoutes = (server: Server) =>
  new Elysia()
    .get(
      '/shop/:profile',
      ({ params, query, request, set }: Context) =>
        withProblemPage({ isPage: true, request, query }, async () => {
          const shop = await findCountedShop(server, request, params.profile, set.headers as Headers)
          const fields = new URL(request.url).searchParams
          return shopPage(await viewOf(server, { shop, fields }), 200, request)
        }),
      undocumented,
    )
    .post(
      '/shop/:profile',
      ({ params, query, request, set }: Context) =>
        withProblemPage({ isPage: true, request, query }, async () => {
          const headers = set.headers as Headers
          const shop = await findCountedShop(server, request, params.profile, headers)
          return postOrder(server, request, shop, headers)
        }),
      { parse: 'none', ...undocumented },
    )
