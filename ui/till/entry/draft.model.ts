// The sale a cashier is entering: the amount on the keypad, the items before it, and a note. `+` turns the
// typed amount into an item; without items the sale is a plain amount.
import { amountMax } from '../../../src/domain/payment-limit.ts'
import {
  baseQuantityOf,
  type Discount,
  discountAmount,
  fullLineSum,
  type ListPrice,
  listPriceOf,
  type PackPrice,
  spreadDiscount,
} from '../../../src/domain/price-line.ts'
import type { LineItem } from '../../kit/payment.ts'
import { type PadKey, pressAmount } from '../parts/amount.model.ts'
import { itemSum } from '../parts/sold-items.model.ts'
import { itemsIn, noteIn, type Sale, type SaleDraft } from '../sale/sale.model.ts'
import { isDraftShape, isRecord } from './stored-item.model.ts'

/** An item of a draft, which may have no name yet. `listed` has the prices of an item of the price list. */
export interface Item extends LineItem {
  readonly listed?: { readonly price: ListPrice; readonly pack?: PackPrice | undefined } | undefined
  /** The price that the cashier entered instead of the list's, in whole shillings. */
  readonly own_price?: number | undefined
  /** The discount of this line. */
  readonly off?: Discount | undefined
}
/** An item that was sold before and is offered at a tap. */
export type KnownItem = Pick<Item, 'name' | 'unit_price'>

/** The sale as it is entered. */
export interface Draft {
  /** The typed amount on the keypad, in whole shillings. */
  readonly amount: number
  readonly items: readonly Item[]
  readonly note: string
  /** The discount of the whole sale. */
  readonly off?: SaleDiscount | undefined
  /** The ids of the parked sales that this draft continues. */
  readonly taken?: readonly string[] | undefined
}
/** Changes the draft on the screen. */
export type ChangeDraft = (next: (draft: Draft) => Draft) => void

/** The fields of an item to change; undefined removes a field. */
export type ItemChange = { readonly [Key in keyof Item]?: Item[Key] | undefined }

interface SaleDiscount {
  readonly discount: Discount
  readonly reason: string
}

/** The API takes 50 lines; the typed amount may become one of them. */
export const itemsMax = 49
/** The longest name of an item that the API takes, in characters. */
export const nameMax = 100
/** The draft of a sale for which nothing is entered. */
export const emptyDraft: Draft = { amount: 0, items: [], note: '' }

/**
 * Returns the draft to edit a sale again: as it was entered or, if that is unknown, made from its order.
 * `defaultName` is the name that items without a name were given.
 */
export function draftOf({ order, draft }: Pick<Sale, 'order' | 'draft'>, defaultName: string): Draft {
  if (isDraft(draft)) return draft
  const items = itemsIn(order).map(item => (item.name === defaultName ? { ...item, name: '' } : item))
  return { amount: items.length > 0 ? 0 : order.details.amount, items, note: noteIn(order) }
}

/** Returns what the items cost before a discount of the whole sale, in whole shillings. */
const sumOf = (items: readonly Item[]): number => items.reduce((sum, item) => sum + itemSum(item), 0)
/** Returns what the discount of the whole sale takes off, in whole shillings. */
export const saleDiscountOf = ({ amount, items, off }: Pick<Draft, 'amount' | 'items' | 'off'>): number =>
  off ? discountAmount(off.discount, sumOf(items) + amount) : 0
/** Returns what the customer pays, in whole shillings. */
export const totalOf = (draft: Pick<Draft, 'amount' | 'items' | 'off'>): number =>
  sumOf(draft.items) + draft.amount - saleDiscountOf(draft)
/** Counts the pieces of a sale; a weighed item counts as one. */
export const countOf = (items: readonly Item[]): number =>
  items.reduce((count, { quantity, by_weight }) => count + (by_weight ? 1 : quantity), 0)

/** Returns whether a draft has no more lines, and costs no more before its discount, than a sale may. */
const isWithinLimits = (draft: Draft): boolean =>
  draft.items.length <= itemsMax && totalOf({ ...draft, off: undefined }) <= amountMax
/** Returns the changed draft, or the previous one if the change exceeds the limits of a sale. */
const ifWithinLimits = (before: Draft, after: Draft): Draft => (isWithinLimits(after) ? after : before)

/** Returns a key that is the same for all lines of a product or variation, also of those sold in packs. */
const sellableKey = ({ product_id, variation_id }: Item) => `${product_id} ${variation_id}`

/**
 * Returns the items with the unit prices and discounts for their quantities. All lines of a product count
 * toward its wholesale price.
 */
function withListPrices(items: readonly Item[]): Item[] {
  const counts = new Map<string, number>()
  for (const item of items)
    if (item.listed) {
      const key = sellableKey(item)
      counts.set(key, (counts.get(key) ?? 0) + baseQuantityOf(item.quantity, item.listed.pack))
    }
  return items.map(item => {
    const { listed, own_price, off } = item
    if (!listed && !off) return item
    const listPrice = listed && listPriceOf(listed.price, counts.get(sellableKey(item)) ?? 0, listed.pack)
    const unit_price = own_price ?? listPrice ?? item.unit_price
    const { discount: _, ...priced } = { ...item, unit_price }
    const discount = off ? discountAmount(off, Number(fullLineSum(priced))) : 0
    return discount > 0 ? { ...priced, discount } : priced
  })
}

/** Returns the list price of one unit of an item; null for an open price or a typed item. */
export function listPriceIn(items: readonly Item[], { listed, ...item }: Item): number | null {
  if (!listed) return null
  const count = items
    .filter(other => other.listed && sellableKey(other) === sellableKey(item))
    .reduce((sum, other) => sum + baseQuantityOf(other.quantity, other.listed?.pack), 0)
  return listPriceOf(listed.price, count, listed.pack)
}

/** Returns whether a line has the wholesale price, which is below the list's price of a small quantity. */
export const isAtWholesale = ({ listed, own_price, unit_price }: Item): boolean =>
  listed !== undefined &&
  own_price === undefined &&
  unit_price < (listPriceOf(listed.price, 0, listed.pack) ?? 0)

/** Returns the draft with these items. If there are none, it loses the discount of the whole sale, too. */
export function withItems(draft: Draft, items: readonly Item[]): Draft {
  const { off: _, ...undiscounted } = draft
  return ifWithinLimits(draft, { ...(items.length > 0 ? draft : undiscounted), items: withListPrices(items) })
}

/**
 * Returns the draft with one more of a typed item. A line with this name and price gets a higher quantity.
 */
export function withItem(draft: Draft, { name, unit_price }: KnownItem): Draft {
  const isSame = (item: Item) => !item.listed && item.name === name && item.unit_price === unit_price
  const items = draft.items.some(isSame)
    ? draft.items.map(item => (isSame(item) ? { ...item, quantity: item.quantity + 1 } : item))
    : [...draft.items, { name, quantity: 1, unit_price }]
  return ifWithinLimits(draft, { ...draft, items })
}

/**
 * Returns whether an added product may join a line: all but the quantity is equal. Each weighed item stays a
 * line of its own.
 */
const isSameLine = (line: Item, added: Item): boolean =>
  !line.by_weight &&
  sellableKey(line) === sellableKey(added) &&
  line.pack === added.pack &&
  line.own_price === added.own_price &&
  !line.off &&
  !line.note

/** Returns the line that an added product joined, with its whole quantity; `added` if it joined none. */
export const lineOf = (items: readonly Item[], added: Item): Item =>
  items.find(item => item.listed && isSameLine(item, added)) ?? added

/** Returns the draft with a product added: to a line that is equal but for the quantity, or as a new line. */
export function withListed(draft: Draft, added: Item): Draft {
  const listedIndex = draft.items.findIndex(item => item.listed && isSameLine(item, added))
  if (listedIndex < 0) return withItems(draft, [...draft.items, added])
  const withMore = (item: Item) => ({ ...item, quantity: item.quantity + added.quantity })
  return withItems(
    draft,
    draft.items.map((item, index) => (index === listedIndex ? withMore(item) : item)),
  )
}

/** Returns the draft with another quantity of one item; zero removes the item. */
export function withQuantity(draft: Draft, changedIndex: number, quantity: number): Draft {
  const changed = draft.items.map((item, index) => (index === changedIndex ? { ...item, quantity } : item))
  return withItems(
    draft,
    changed.filter((_, index) => index !== changedIndex || quantity > 0),
  )
}

/** Returns the draft with changes of one line: its quantity, price, discount or note. */
export const withLine = (draft: Draft, changedIndex: number, change: ItemChange): Draft =>
  withItems(
    draft,
    draft.items.map((item, index) => (index === changedIndex ? applyItemChange(item, change) : item)),
  )

/** Returns the item with its changed fields; a field that becomes undefined is removed. */
function applyItemChange(item: Item, change: ItemChange): Item {
  const fields = Object.entries({ ...item, ...change })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as unknown as Item
}

/** Returns the draft with another name for one line. A name changes no price, so no limit is checked. */
export const withItemName = (draft: Draft, changedIndex: number, name: string): Draft => ({
  ...draft,
  items: draft.items.map((item, index) => (index === changedIndex ? { ...item, name } : item)),
})

/** Returns the draft with the typed amount as an item; unchanged if nothing is typed or there is no room. */
export function addTyped(draft: Draft): Draft {
  if (draft.amount === 0) return draft
  const cleared = { ...draft, amount: 0 }
  const added = withItem(cleared, { name: '', unit_price: draft.amount })
  // Without room for a line, the amount stays typed.
  return added === cleared ? draft : added
}

/** Returns the draft with another typed amount. */
export const withAmount = (draft: Draft, amount: number): Draft => ifWithinLimits(draft, { ...draft, amount })

/**
 * Returns the draft after a key. With nothing typed, `C` removes all items, and backspace one piece of the
 * last item, or all of it if it was weighed.
 */
export function pressDraft(draft: Draft, key: PadKey): Draft {
  const { amount, items, note } = draft
  if (key === 'plus') return addTyped(draft)
  if (amount === 0 && key === 'clear') return { ...emptyDraft, note }
  const last = items.at(-1)
  if (amount === 0 && key === 'backspace' && last)
    return withQuantity(draft, items.length - 1, last.by_weight ? 0 : last.quantity - 1)
  return withAmount(draft, pressAmount(amount, key))
}

/** Returns a line as the API takes it, with its share of the discount of the whole sale. */
function soldItem(item: Item, saleDiscount: { readonly share: number; readonly reason: string }): LineItem {
  const { share, reason } = saleDiscount
  const { listed, own_price, off, discount: lineDiscount = 0, discount_reason: lineReason, ...line } = item
  const discount = lineDiscount + share
  const reasons = [lineReason, share > 0 ? reason : ''].filter(Boolean).join('; ')
  return {
    ...line,
    ...(discount > 0 ? { discount } : {}),
    ...(reasons === '' ? {} : { discount_reason: reasons }),
  }
}

/** Returns what the sale is created with. Items without a name get `defaultName`. */
export function saleDraftFrom(draft: Draft, defaultName: string): Omit<SaleDraft, 'phone'> {
  const typedItem = draft.amount > 0 ? [{ name: '', quantity: 1, unit_price: draft.amount }] : []
  const items: Item[] = draft.items.length > 0 ? [...draft.items, ...typedItem] : []
  const shares = spreadDiscount(saleDiscountOf(draft), items.map(itemSum))
  return {
    amount: totalOf(draft),
    note: draft.note,
    items: items.map((item, index) => ({
      ...soldItem(item, { share: shares[index] ?? 0, reason: draft.off?.reason ?? '' }),
      name: item.name.trim() || defaultName,
    })),
  }
}

/** How many known items a shop is offered. */
const knownMax = 24

/** Returns the typed items known after a sale, latest first: each name once, at its last price. */
export function knownItemsAfter(known: readonly KnownItem[], items: readonly Item[]): KnownItem[] {
  const sold = items
    .filter(({ product_id }) => product_id === undefined)
    .map(({ name, unit_price }) => ({ name: name.trim(), unit_price }))
    .filter(({ name }) => name !== '')
  const all = [...sold.toReversed(), ...known]
  return all
    .filter(({ name }, index) => all.findIndex(other => other.name === name) === index)
    .slice(0, knownMax)
}

const isKnownItem = (value: unknown): value is KnownItem =>
  isRecord(value) && typeof value.name === 'string' && Number.isSafeInteger(value.unit_price)
/** Returns whether a stored value is a list of items that were sold before. */
export const areKnownItems = (value: unknown): value is KnownItem[] =>
  Array.isArray(value) && value.every(isKnownItem)
/** Returns whether a stored value is a draft. Other versions of the till may have stored something else. */
export const isDraft = (value: unknown): value is Draft => isDraftShape(value)
