// How a draft becomes a parked sale and a parked sale becomes part of a draft again.

import { amountMax } from '../../../src/domain/payment-limit.ts'
import { spreadDiscount } from '../../../src/domain/price-line.ts'
import type { ParkedSale, ParkRequest, TakenSale } from '../../kit/parked-sale.ts'
import {
  addTyped,
  type Draft,
  emptyDraft,
  type Item,
  isDraft,
  itemsMax,
  saleDiscountOf,
  totalOf,
  withItems,
} from '../entry/draft.model.ts'
import { itemSum } from '../parts/sold-items.model.ts'

/** The longest note that the API takes, in characters. */
const noteMax = 200

/**
 * Splits a draft into the lines at these indexes, which are parked, and all others, which are left. The note
 * and the discount stay with the others, unless all lines are parked. A typed amount must be a line already.
 */
export function splitDraft(
  draft: Draft,
  indexes: ReadonlySet<number>,
): { readonly parked: Draft; readonly left: Draft } {
  const { taken: _, ...whole } = draft
  if (draft.items.every((_, index) => indexes.has(index))) return { parked: whole, left: emptyDraft }
  return {
    parked: withItems(
      emptyDraft,
      draft.items.filter((_, index) => indexes.has(index)),
    ),
    left: withItems(
      draft,
      draft.items.filter((_, index) => !indexes.has(index)),
    ),
  }
}

/** Returns what makes a line one of the same goods: all but its quantity, and what the price list decides. */
function goodsOf({ listed, quantity: _, unit_price, discount: __, ...item }: Item): string {
  const goods = listed ? item : { ...item, unit_price }
  return JSON.stringify(Object.entries(goods).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Returns the draft on the screen without the lines at these indexes, which are parked now. While the server
 * had not answered, goods may have been added, which stay. If the lines of the sale are gone, the cashier has
 * begun another one, which stays as it is.
 * @param before the draft that was split
 */
export function withoutParked(shownDraft: Draft, before: Draft, indexes: ReadonlySet<number>): Draft {
  const draft = addTyped(shownDraft)
  const isSameSale = before.items.every((line, index) => {
    const item = draft.items[index]
    return item !== undefined && goodsOf(item) === goodsOf(line) && item.quantity >= line.quantity
  })
  if (!isSameSale) return shownDraft
  const items = draft.items.flatMap((item, index) => {
    const parkedQuantity = indexes.has(index) ? (before.items[index]?.quantity ?? 0) : 0
    const quantity = item.quantity - parkedQuantity
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
  // A sale that was parked as a whole took its note and discount with it.
  const isWholeParked = before.items.every((_, index) => indexes.has(index))
  return items.length > 0 ? withItems(isWholeParked ? emptyDraft : draft, items) : emptyDraft
}

/** Returns the request that parks a draft under a name. */
export const parkRequestOf = (name: string, draft: Draft): ParkRequest => ({
  name: name.trim(),
  amount: totalOf(draft),
  line_count: draft.items.length,
  content: draft,
})

/**
 * Returns the draft that was parked. If a till of another release parked it in an unknown form, the sale
 * becomes one line with its total.
 */
const draftIn = ({ content, name, amount }: TakenSale): Draft =>
  isDraft(content) ? content : { ...emptyDraft, items: [{ name, quantity: 1, unit_price: amount }] }

/** Returns whether a draft has room for this many more lines and shillings. */
const hasRoomFor = (draft: Draft, lines: number, amount: number): boolean =>
  draft.items.length + lines <= itemsMax && totalOf(draft) + amount <= amountMax

/** Returns the draft. If it has a discount, the typed amount becomes a line, which gets its share of that. */
const withDiscountedLine = (draft: Draft): Draft => (draft.off ? addTyped(draft) : draft)

/** Returns whether a parked sale fits into the draft. */
export const fitsInto = (draft: Draft, { line_count, amount }: ParkedSale): boolean =>
  hasRoomFor(withDiscountedLine(draft), line_count, amount)

/** Returns the items with the sale's discount spread over them, so that items of other sales can join. */
function itemsWithDiscount({ items, off }: Draft): readonly Item[] {
  if (!off) return items
  const shares = spreadDiscount(saleDiscountOf({ items, off, amount: 0 }), items.map(itemSum))
  return items.map((item, index) => ({
    ...item,
    off: { kind: 'sum', amount: (item.discount ?? 0) + (shares[index] ?? 0) },
    discount_reason: item.discount_reason || off.reason,
  }))
}

/**
 * Returns the draft with a parked sale added; unchanged if the draft has it already or has no room for it.
 */
export function withTaken(draft: Draft, taken: TakenSale): Draft {
  const parked = draftIn(taken)
  const current = withDiscountedLine(draft)
  if (draft.taken?.includes(taken.id) || !hasRoomFor(current, parked.items.length, totalOf(parked)))
    return draft
  const isEmpty = current.items.length === 0 && current.amount === 0
  const items = isEmpty ? parked.items : [...itemsWithDiscount(current), ...itemsWithDiscount(parked)]
  const { off: _, ...undiscounted } = current
  const note = [draft.note, parked.note || taken.name].filter(Boolean).join(', ')
  return {
    ...withItems({ ...undiscounted, ...(isEmpty && parked.off ? { off: parked.off } : {}) }, items),
    note: note.slice(0, noteMax),
    taken: [...(draft.taken ?? []), taken.id],
  }
}

/** Returns whether a stored value is a taken sale. Its content is checked when it joins a draft. */
const isTaken = (value: unknown): value is TakenSale => {
  const { id, name, amount, content } = { ...(value as Partial<TakenSale> | null) }
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    Number.isSafeInteger(amount) &&
    typeof content === 'object'
  )
}
/** Returns whether a stored value is a list of taken sales. */
export const areTaken = (value: unknown): value is readonly TakenSale[] =>
  Array.isArray(value) && value.every(isTaken)

/**
 * Returns whether a taken sale may join the draft on the screen without another tap: the draft is empty, or
 * the cashier has changed nothing since they asked for the sale, when the draft was `draftThen`.
 */
export const isAwaited = (draft: Draft, draftThen: Draft): boolean =>
  (draft.items.length === 0 && draft.amount === 0) || isSameDraft(draft, draftThen)

/** Returns whether two drafts have the same lines, amounts and texts. */
export const isSameDraft = (draft: Draft, other: Draft): boolean =>
  JSON.stringify(draft) === JSON.stringify(other)
