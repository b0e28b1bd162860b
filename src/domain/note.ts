// The note of a payment, and the words it is found by: each word for itself, without punctuation.
import type { Metadata } from './payment.ts'

/** A note of more words than this is found by the first ones. */
const wordsMax = 16
const wordLengthMax = 32

/** The note that lists show beside a payment: of the till, of a session, or the number of an order. */
export function noteText(metadata: Metadata): string {
  return String(metadata.note ?? metadata.description ?? metadata.order_id ?? '')
}

/**
 * Letters and digits next to each other, small, without accents, each once: `Oda #A-12, ASHA` is `oda a 12
 * asha`.
 */
export function noteWords(text: string): string[] {
  if (text === '') return []
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(word => word.slice(0, wordLengthMax)))].slice(0, wordsMax)
}
