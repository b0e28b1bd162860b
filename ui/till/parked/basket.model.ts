// How a draft becomes a parked sale and a parked sale becomes part of a draft again.
import { amountMax } from '../../../src/domain/payment-limit.ts'
import type { ParkedSale, ParkRequest, TakenSale } from '../../kit/parked-sale.ts'
import { type Draft, emptyDraft, isDraft, itemsMax, totalOf, withItems } from '../entry/draft.model.ts'

/**
 * The lines at these places, and the draft without them. Note and discount go with a draft as a whole.
 * @param draft without a typed amount: it is one of the lines
 */
export function splitDraft(
  draft: Draft,
  places: ReadonlySet<number>,
): { readonly parked: Draft; readonly left: Draft } {
  const { taken: _, ...whole } = draft
  if (draft.items.every((_, at) => places.has(at))) return { parked: whole, left: emptyDraft }
  return {
    parked: withItems(
      emptyDraft,
      draft.items.filter((_, at) => places.has(at)),
    ),
    left: withItems(
      draft,
      draft.items.filter((_, at) => !places.has(at)),
    ),
  }
}

export const parkRequestOf = (name: string, draft: Draft): ParkRequest => ({
  name: name.trim(),
  amount: totalOf(draft),
  line_count: draft.items.length,
  content: draft,
})

/** What was parked. From a till of another release, of which only the total is understood, it is one line. */
const draftIn = ({ content, name, amount }: TakenSale): Draft =>
  isDraft(content) ? content : { ...emptyDraft, items: [{ name, quantity: 1, unit_price: amount }] }

/** Whether a parked sale fits into the draft. */
export const fitsInto = (draft: Draft, { line_count, amount }: ParkedSale): boolean =>
  draft.items.length + line_count <= itemsMax && totalOf(draft) + amount <= amountMax

/** The draft with a parked sale added; unchanged if it has that one already. */
export function withTaken(draft: Draft, taken: TakenSale): Draft {
  if (draft.taken?.includes(taken.id)) return draft
  const parked = draftIn(taken)
  const off = draft.off ?? parked.off
  const note = [draft.note, parked.note || taken.name].filter(Boolean).join(', ')
  return {
    ...withItems({ ...draft, ...(off ? { off } : {}) }, [...draft.items, ...parked.items]),
    note: note.slice(0, 200),
    taken: [...(draft.taken ?? []), taken.id],
  }
}
