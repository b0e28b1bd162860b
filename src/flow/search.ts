// Searches payments by a term, a reference or words of the note. A term may have several meanings: the search
// uses the first meaning that matches a payment.

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

/** The texts to search for; undefined for a field that was not filled in. */
interface SearchTexts {
  readonly reference: string | undefined // ours or the network's; a part is enough for ours
  readonly note: string | undefined
  readonly term: string | undefined // the text of the search field
}

/** Returns the filter narrowed to the payments that match all texts of a search. */
export async function searchFilter(
  appliance: Appliance,
  filter: PaymentFilter,
  { reference, note, term }: SearchTexts,
): Promise<PaymentFilter> {
  const meaningsOfTexts = [
    reference === undefined ? [] : meaningsOfReference(reference),
    note === undefined ? [] : meaningsOfNote(note),
    term === undefined ? [] : meaningsOfTerm(term),
  ]
  let narrowed = await withNumbers(appliance, filter)
  for (const meanings of meaningsOfTexts)
    if (meanings.length > 0) narrowed = await withFirstMatch(appliance, narrowed, meanings)
  return narrowed
}

/**
 * Adds to a filter the payment numbers that its token and the end of its reference can mean. A filter with
 * neither is returned unchanged.
 */
async function withNumbers(appliance: Appliance, filter: PaymentFilter): Promise<PaymentFilter> {
  const { token, reference } = filter
  const { paymentNumbers } = appliance
  const isEnding = reference !== undefined && reference.length < referenceLength
  const matches: (readonly number[])[] = []
  if (token !== undefined) matches.push(await numbersOfToken(appliance, token))
  if (isEnding)
    matches.push(paymentNumbers.numbersOfTail(reference.slice(-referenceTailLength), paymentNumbers.upTo()))
  const [first, ...others] = matches
  if (!first) return filter
  return { ...filter, numbers: first.filter(number => others.every(other => other.includes(number))) }
}

/**
 * Narrows a filter to the first meaning that matches a payment, or else to the last meaning. Trying a meaning
 * costs one index lookup.
 */
async function withFirstMatch(
  appliance: Appliance,
  filter: PaymentFilter,
  meanings: readonly SearchMeaning[],
): Promise<PaymentFilter> {
  const { read } = appliance.store
  const narrowTo = async (meaning: SearchMeaning) =>
    wordsInOrder(read, await withNumbers(appliance, withMeaning(filter, meaning)))
  for (const meaning of meanings.slice(0, -1)) {
    const narrowed = await narrowTo(meaning)
    const [firstMatch] = await listPayments(read, narrowed, 1, 0)
    if (firstMatch) return narrowed
  }
  return narrowTo(meanings.at(-1) ?? {})
}

/** Returns the filter narrowed to one meaning of a term. */
function withMeaning(filter: PaymentFilter, meaning: SearchMeaning): PaymentFilter {
  const { referenceStart, ...criteria } = meaning
  const range = referenceStart === undefined ? {} : beginningWith(referenceStart, filter)
  const words = [...(filter.words ?? []), ...(meaning.words ?? [])]
  const hasWords = filter.words !== undefined || meaning.words !== undefined
  // `searched` is the order of the former words.
  return { ...filter, ...criteria, ...range, searched: undefined, words: hasWords ? words : undefined }
}

/** A character that sorts after every character of a reference. */
const lastCharacter = '~'

/** Returns the range of ids that begin with `start`, limited to the range of the filter. */
function beginningWith(start: string, { fromId = start, beforeId }: PaymentFilter): IdRange {
  const end = `${start}${lastCharacter}`
  return {
    fromId: fromId > start ? fromId : start,
    beforeId: beforeId !== undefined && beforeId < end ? beforeId : end,
  }
}
