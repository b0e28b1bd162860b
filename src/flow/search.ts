// Searches payments by a term, a reference or words of the note. A term may have several meanings; the first
// one that matches any payment is used.

import { referenceLength, referenceTailLength } from '../domain/payment.ts'
import {
  meaningsOfNote,
  meaningsOfReference,
  meaningsOfTerm,
  type SearchMeaning,
} from '../domain/search-term.ts'
import { type PaymentFilter, wordsInOrder } from '../store/payment-filter.ts'
import { listPayments } from '../store/payment-list.ts'
import type { IdRange } from '../store/range.ts'
import type { Appliance } from './appliance.ts'
import { numbersOfToken } from './payment-number.ts'

/** What is searched for; undefined fields are not. */
interface Terms {
  readonly reference: string | undefined // ours or the network's; a part is enough for ours
  readonly note: string | undefined
  readonly term: string | undefined // the text of the search field
}

/** Returns the filter narrowed to what is searched for. */
export async function searchFilter(
  appliance: Appliance,
  filter: PaymentFilter,
  { reference, note, term }: Terms,
): Promise<PaymentFilter> {
  const terms = [
    reference === undefined ? [] : meaningsOfReference(reference),
    note === undefined ? [] : meaningsOfNote(note),
    term === undefined ? [] : meaningsOfTerm(term),
  ]
  let narrowed = await withNumbers(appliance, filter)
  for (const meanings of terms)
    if (meanings.length > 0) narrowed = await withFirstMatch(appliance, narrowed, meanings)
  return narrowed
}

/** Adds the possible numbers of a token and of the end of a reference. */
async function withNumbers(appliance: Appliance, filter: PaymentFilter): Promise<PaymentFilter> {
  const { token, reference } = filter
  const { paymentNumbers } = appliance
  const isEnding = reference !== undefined && reference.length < referenceLength
  const sets: (readonly number[])[] = []
  if (token !== undefined) sets.push(await numbersOfToken(appliance, token))
  if (isEnding)
    sets.push(paymentNumbers.numbersOfTail(reference.slice(-referenceTailLength), paymentNumbers.upTo()))
  const [first, second = first] = sets
  return first ? { ...filter, numbers: first.filter(number => second?.includes(number)) } : filter
}

/**
 * Filters by the first meaning with a match, or by the last one if none matches. Each costs one index lookup.
 */
async function withFirstMatch(
  appliance: Appliance,
  filter: PaymentFilter,
  meanings: readonly SearchMeaning[],
): Promise<PaymentFilter> {
  const { read } = appliance.store
  const findByMeaning = async (meaning: SearchMeaning) =>
    wordsInOrder(read, await withNumbers(appliance, withMeaning(filter, meaning)))
  for (const meaning of meanings.slice(0, -1)) {
    const combined = await findByMeaning(meaning)
    if ((await listPayments(read, combined, 1, 0)).length > 0) return combined
  }
  return findByMeaning(meanings.at(-1) ?? {})
}

/** Returns the filter narrowed to one meaning of a term. */
const withMeaning = (
  filter: PaymentFilter,
  { referenceStart, ...meaning }: SearchMeaning,
): PaymentFilter => ({
  ...filter,
  ...meaning,
  ...(referenceStart === undefined ? {} : beginningWith(referenceStart, filter)),
  searched: undefined,
  words: filter.words || meaning.words ? [...(filter.words ?? []), ...(meaning.words ?? [])] : undefined,
})

/** Sorts after every character of a reference. */
const lastCharacter = '~'

/**
 * Returns the range of references that begin like this. References are ordered by time, so they form a range.
 */
function beginningWith(start: string, { fromId = start, beforeId }: PaymentFilter): IdRange {
  const end = `${start}${lastCharacter}`
  return {
    fromId: fromId > start ? fromId : start,
    beforeId: beforeId !== undefined && beforeId < end ? beforeId : end,
  }
}
