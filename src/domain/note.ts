// The note of a payment and its search words, without punctuation.
import type { Metadata } from './payment.ts'

/** Only the first words of a longer note are searchable. */
const wordsMax = 16
const wordLengthMax = 32

/** The note that lists show for a payment: from the till, from a session, or the number of an order. */
export function noteText(metadata: Metadata): string {
  return String(metadata.note ?? metadata.description ?? metadata.order_id ?? '')
}

/** The distinct words in lower case and without accents: `Oda #A-12, ASHA` is `oda a 12 asha`. */
export function noteWords(text: string): string[] {
  if (text === '') return []
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(word => word.slice(0, wordLengthMax)))].slice(0, wordsMax)
}
