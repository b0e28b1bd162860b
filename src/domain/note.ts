// The note of a payment, and the words by which it is found.
import type { Metadata } from './payment.ts'
import { searchWords } from './search.ts'

/** Only the first words of a longer note are searchable. */
const wordsMax = 16
const wordLengthMax = 32

/** Returns the note that lists show for a payment: from the till, from a session, or the order number. */
export function noteText(metadata: Metadata): string {
  return String(metadata.note ?? metadata.description ?? metadata.order_id ?? '')
}

/**
 * Returns the words by which a note is found, each once, in lower case, without accents and punctuation:
 * `Oda #A-12, ASHA` is `oda a 12 asha`.
 */
export function noteWords(text: string): string[] {
  if (text === '') return []
  return searchableWords(searchWords(text))
}

/** Returns the words of a search in lower case, with their accents, to compare them with a note as typed. */
export const accentedWords = (text: string): string[] =>
  searchableWords(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  )

/** Returns the first `wordsMax` distinct words, each cut to `wordLengthMax` characters. */
function searchableWords(words: readonly string[]): string[] {
  const shortWords = words.map(word => word.slice(0, wordLengthMax))
  return [...new Set(shortWords)].slice(0, wordsMax)
}
