// The possible meanings of a search term: the forms in which people write amounts, tokens, references and
// numbers.
import { noteWords } from './note.ts'
import { referenceLength } from './payment.ts'
import { readPhone, readPhoneEnd } from './phone.ts'
import { readShillings } from './shillings.ts'

/** One criterion to search payments by. */
export interface SearchMeaning {
  readonly token?: string
  readonly phone?: string // E.164
  readonly phoneEnd?: string // its last three digits
  readonly reference?: string // a whole reference, or its end
  readonly referenceStart?: string // how a reference begins
  readonly amount?: number // whole shillings
  readonly externalReference?: string
  readonly words?: readonly string[] // words of the note
  readonly wordStart?: string // the beginning of a word of the note
}

/** Smaller numbers are more likely words of a note, such as the number of a table. */
const searchedAmountMin = 100

/** A Kaunta reference, or a part of one that is long enough to search for. */
const referencePattern = /^[0-9a-f-]{6,36}$/i

/** Returns what a typed reference may be: all or part of a Kaunta reference, or the network's reference. */
export const meaningsOfReference = (text: string): SearchMeaning[] => [
  ...meaningsOfOwnReference(text),
  { externalReference: text },
]

/**
 * Returns what a text may mean as a Kaunta reference: a whole reference, or the end or the beginning of one.
 * Empty if the text cannot be part of a reference.
 */
function meaningsOfOwnReference(text: string): SearchMeaning[] {
  if (!referencePattern.test(text)) return []
  const reference = text.toLowerCase()
  return text.length === referenceLength ? [{ reference }] : [{ reference }, { referenceStart: reference }]
}

/** A payment number: two groups of four digits, with any space or dash between them. */
const tokenPattern = /^(\d{4})[\s\p{Pd}]*(\d{4})$/u

/** Reads a payment number as its 8 digits; undefined for any other text. */
export function readToken(text: string): string | undefined {
  const halves = tokenPattern.exec(text)
  return halves ? `${halves[1]}${halves[2]}` : undefined
}

/**
 * Returns what words of a note may mean: first whole words only, then the last word as the beginning of a
 * longer word.
 */
export function meaningsOfNote(text: string): SearchMeaning[] {
  const words = noteWords(text)
  const lastWord = words.at(-1)
  if (lastWord === undefined) return [{ words: [text] }] // matches no note
  return [{ words }, { words: words.slice(0, -1), wordStart: lastWord }]
}

/** Returns all meanings of a term in the search field, the most likely first. */
export function meaningsOfTerm(text: string): SearchMeaning[] {
  const lastDigits = readPhoneEnd(text)
  // A masked number, such as •••678, can mean nothing else.
  if (lastDigits?.isMasked) return [{ phoneEnd: lastDigits.end }]
  const token = readToken(text)
  const phone = readPhone(text)
  const amount = readShillings(text)
  const [wholeWords, unfinishedWord] = meaningsOfNote(text)
  const meanings: (SearchMeaning | undefined)[] = [
    token === undefined ? undefined : { token },
    phone ? { phone: phone.e164 } : undefined,
    ...meaningsOfOwnReference(text),
    amount !== undefined && amount >= searchedAmountMin ? { amount } : undefined,
    { externalReference: text },
    wholeWords,
    lastDigits ? { phoneEnd: lastDigits.end } : undefined,
    unfinishedWord,
  ]
  return meanings.filter(meaning => meaning !== undefined)
}
