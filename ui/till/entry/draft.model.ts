// What a cashier has put together before the sale begins: the amount on the keypad, the items before it, and
// a note. The keypad adds up: `+` makes what is typed an item, and what is typed last is the last item.
// Without items it is an amount and nothing else.
import { amountMax } from '../../../src/domain/payment.ts'
import type { CreatePayment, LineItem } from '../../kit/payment.ts'
import { itemsIn, noteIn, type SaleDraft } from '../sale/sale.model.ts'
import { type PadKey, pressAmount } from './amount.model.ts'

/** While a sale is being put together an item may be without a name. */
export type Item = LineItem
/** Something that was sold before, at a tap. */
export type Known = Pick<Item, 'name' | 'unit_price'>

export interface Draft {
  /** On the keypad. */
  readonly amount: number
  readonly items: readonly Item[]
  readonly note: string
}

/** The box takes 50; what is typed last may become one. */
export const itemsMax = 49
export const nameMax = 100
export const emptyDraft: Draft = { amount: 0, items: [], note: '' }

/** What was not sold is typed already. @param word the name that an item without one was given */
export const draftOf = (order: CreatePayment, word: string): Draft => {
  const items = itemsIn(order).map(item => (item.name === word ? { ...item, name: '' } : item))
  return { amount: items.length > 0 ? 0 : order.details.amount, items, note: noteIn(order) }
}

const sumOf = (items: readonly Item[]): number =>
  items.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0)
export const totalOf = ({ amount, items }: Pick<Draft, 'amount' | 'items'>): number => sumOf(items) + amount

const fits = (draft: Draft): boolean => draft.items.length <= itemsMax && totalOf(draft) <= amountMax
/** What does not fit changes nothing. */
const orAsBefore = (before: Draft, after: Draft): Draft => (fits(after) ? after : before)

/** The draft with one more of something; what is there already at this price is counted up. */
export function withItem(draft: Draft, { name, unit_price }: Known): Draft {
  const isSame = (item: Item) => item.name === name && item.unit_price === unit_price
  const items = draft.items.some(isSame)
    ? draft.items.map(item => (isSame(item) ? { ...item, quantity: item.quantity + 1 } : item))
    : [...draft.items, { name, quantity: 1, unit_price }]
  return orAsBefore(draft, { ...draft, items })
}

/** The same with another quantity of one item; none removes it. */
export const withQuantity = (draft: Draft, at: number, quantity: number): Draft =>
  orAsBefore(draft, {
    ...draft,
    items: draft.items.flatMap((item, index) =>
      index !== at ? [item] : quantity > 0 ? [{ ...item, quantity }] : [],
    ),
  })

export const withName = (draft: Draft, at: number, name: string): Draft => ({
  ...draft,
  items: draft.items.map((item, index) => (index === at ? { ...item, name } : item)),
})

/** What is typed becomes an item. */
export function addTyped(draft: Draft): Draft {
  if (draft.amount === 0) return draft
  const cleared = { ...draft, amount: 0 }
  const added = withItem(cleared, { name: '', unit_price: draft.amount })
  return added === cleared ? draft : added
}

/** Another amount in the place of what is typed. */
export const withAmount = (draft: Draft, amount: number): Draft => orAsBefore(draft, { ...draft, amount })

export const pressDraft = (draft: Draft, key: PadKey): Draft =>
  key === 'plus' ? addTyped(draft) : withAmount(draft, pressAmount(draft.amount, key))

/** What is asked for. @param word the name of an item that got none */
export function saleDraftFrom(draft: Draft, word: string): Omit<SaleDraft, 'phone'> {
  const last = draft.amount > 0 ? [{ name: '', quantity: 1, unit_price: draft.amount }] : []
  const items = draft.items.length > 0 ? [...draft.items, ...last] : []
  return {
    amount: totalOf(draft),
    note: draft.note,
    items: items.map(item => ({ ...item, name: item.name.trim() || word })),
  }
}

const knownMax = 24
/** What was sold before, the latest first: each name once, at its last price. */
export function knownAfter(known: readonly Known[], items: readonly Item[]): Known[] {
  const sold = items
    .map(({ name, unit_price }) => ({ name: name.trim(), unit_price }))
    .filter(({ name }) => name !== '')
  const all = [...sold.toReversed(), ...known]
  return all.filter(({ name }, at) => all.findIndex(other => other.name === name) === at).slice(0, knownMax)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isKnown = (value: unknown): value is Known =>
  isRecord(value) && typeof value.name === 'string' && Number.isSafeInteger(value.unit_price)
export const areKnown = (value: unknown): value is Known[] => Array.isArray(value) && value.every(isKnown)
const isItem = (value: unknown): value is Item =>
  isKnown(value) && Number.isSafeInteger((value as Partial<Item>).quantity)
export const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  Number.isSafeInteger(value.amount) &&
  typeof value.note === 'string' &&
  Array.isArray(value.items) &&
  value.items.every(isItem)
