// The sale a cashier is entering: the amount on the keypad, the items before it, and a note. `+` turns the
// typed amount into an item; without items the sale is a plain amount.
import { amountMax } from '../../../src/domain/payment.ts'
import type { CreatePayment, LineItem } from '../../kit/payment.ts'
import { type PadKey, pressAmount } from '../parts/amount.model.ts'
import { itemsIn, noteIn, type SaleDraft } from '../sale/sale.model.ts'

/** In a draft an item may have no name yet. */
export type Item = LineItem
/** Something sold before, offered at a tap. */
export type KnownItem = Pick<Item, 'name' | 'unit_price'>

export interface Draft {
  /** On the keypad. */
  readonly amount: number
  readonly items: readonly Item[]
  readonly note: string
}

/** The API takes 50; the typed amount may become one. */
export const itemsMax = 49
export const nameMax = 100
export const emptyDraft: Draft = { amount: 0, items: [], note: '' }

/** The draft of a sale that was not created. @param unnamed the name given to items without one */
export const draftOf = (order: CreatePayment, unnamed: string): Draft => {
  const items = itemsIn(order).map(item => (item.name === unnamed ? { ...item, name: '' } : item))
  return { amount: items.length > 0 ? 0 : order.details.amount, items, note: noteIn(order) }
}

const sumOf = (items: readonly Item[]): number =>
  items.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0)
export const totalOf = ({ amount, items }: Pick<Draft, 'amount' | 'items'>): number => sumOf(items) + amount

const isWithinLimits = (draft: Draft): boolean =>
  draft.items.length <= itemsMax && totalOf(draft) <= amountMax
/** A change over the limits changes nothing. */
const ifWithinLimits = (before: Draft, after: Draft): Draft => (isWithinLimits(after) ? after : before)

/** One more of an item; the same item at the same price is counted up. */
export function withItem(draft: Draft, { name, unit_price }: KnownItem): Draft {
  const isSame = (item: Item) => item.name === name && item.unit_price === unit_price
  const items = draft.items.some(isSame)
    ? draft.items.map(item => (isSame(item) ? { ...item, quantity: item.quantity + 1 } : item))
    : [...draft.items, { name, quantity: 1, unit_price }]
  return ifWithinLimits(draft, { ...draft, items })
}

/** Another quantity of one item; zero removes it. */
export const withQuantity = (draft: Draft, at: number, quantity: number): Draft =>
  ifWithinLimits(draft, {
    ...draft,
    items: draft.items.flatMap((item, index) =>
      index !== at ? [item] : quantity > 0 ? [{ ...item, quantity }] : [],
    ),
  })

export const withName = (draft: Draft, at: number, name: string): Draft => ({
  ...draft,
  items: draft.items.map((item, index) => (index === at ? { ...item, name } : item)),
})

/** The typed amount becomes an item. */
export function addTyped(draft: Draft): Draft {
  if (draft.amount === 0) return draft
  const cleared = { ...draft, amount: 0 }
  const added = withItem(cleared, { name: '', unit_price: draft.amount })
  return added === cleared ? draft : added
}

/** Replaces the typed amount. */
export const withAmount = (draft: Draft, amount: number): Draft => ifWithinLimits(draft, { ...draft, amount })

/** With nothing typed `C` and backspace reach the items: all of them, or the last one. */
export function pressDraft(draft: Draft, key: PadKey): Draft {
  const { amount, items, note } = draft
  if (key === 'plus') return addTyped(draft)
  if (amount === 0 && key === 'clear') return { ...emptyDraft, note }
  if (amount === 0 && key === 'backspace' && items.length > 0)
    return withQuantity(draft, items.length - 1, (items.at(-1)?.quantity ?? 1) - 1)
  return withAmount(draft, pressAmount(amount, key))
}

/** What the sale is created with. @param unnamed the name for items without one */
export function saleDraftFrom(draft: Draft, unnamed: string): Omit<SaleDraft, 'phone'> {
  const last = draft.amount > 0 ? [{ name: '', quantity: 1, unit_price: draft.amount }] : []
  const items = draft.items.length > 0 ? [...draft.items, ...last] : []
  return {
    amount: totalOf(draft),
    note: draft.note,
    items: items.map(item => ({ ...item, name: item.name.trim() || unnamed })),
  }
}

const knownMax = 24
/** Known items, latest first: each name once, at its last price. */
export function knownItemsAfter(known: readonly KnownItem[], items: readonly Item[]): KnownItem[] {
  const sold = items
    .map(({ name, unit_price }) => ({ name: name.trim(), unit_price }))
    .filter(({ name }) => name !== '')
  const all = [...sold.toReversed(), ...known]
  return all.filter(({ name }, at) => all.findIndex(other => other.name === name) === at).slice(0, knownMax)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isKnownItem = (value: unknown): value is KnownItem =>
  isRecord(value) && typeof value.name === 'string' && Number.isSafeInteger(value.unit_price)
export const areKnownItems = (value: unknown): value is KnownItem[] =>
  Array.isArray(value) && value.every(isKnownItem)
const isItem = (value: unknown): value is Item =>
  isKnownItem(value) && Number.isSafeInteger((value as Partial<Item>).quantity)
export const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  Number.isSafeInteger(value.amount) &&
  typeof value.note === 'string' &&
  Array.isArray(value.items) &&
  value.items.every(isItem)
