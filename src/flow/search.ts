// Searching payments by a term or by words of the note: the first meaning that any payment matches is used.
import { meaningsOfNote, meaningsOfTerm, type SearchMeaning } from '../domain/search-term.ts'
import { listPayments, type PaymentFilter } from '../store/payment-list.ts'
import type { Read } from '../store/statement.ts'

/** Narrows a filter to what is searched for. @param term what a person typed into the one search box */
export async function searchFilter(
  read: Read,
  filter: PaymentFilter,
  { note, term }: { readonly note: string | undefined; readonly term: string | undefined },
): Promise<PaymentFilter> {
  const noted = note === undefined ? filter : await narrowed(read, filter, meaningsOfNote(note))
  return term === undefined ? noted : narrowed(read, noted, meaningsOfTerm(term))
}

/** By the first meaning with a match, else by the last one. Each costs one index lookup. */
async function narrowed(
  read: Read,
  filter: PaymentFilter,
  meanings: readonly SearchMeaning[],
): Promise<PaymentFilter> {
  for (const meaning of meanings.slice(0, -1)) {
    const combined = combine(filter, meaning)
    if ((await listPayments(read, combined, 1, 0)).length > 0) return combined
  }
  return combine(filter, meanings.at(-1) ?? {})
}

const combine = (filter: PaymentFilter, meaning: SearchMeaning): PaymentFilter => ({
  ...filter,
  ...meaning,
  words: filter.words || meaning.words ? [...(filter.words ?? []), ...(meaning.words ?? [])] : undefined,
})
