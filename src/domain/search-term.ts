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

/** Returns what a typed reference may match: all or part of a payment's reference, or the network's own. */
export const meaningsOfReference = (text: string): SearchMeaning[] => [
  ...meaningsOfOwnReference(text),
  { externalReference: text },
]

/** Returns what a Kaunta reference may mean: the whole one, or its end or beginning; none for other texts. */
function meaningsOfOwnReference(text: string): SearchMeaning[] {
  if (!referencePattern.test(text)) return []
  const reference = text.toLowerCase()
  return text.length === referenceLength ? [{ reference }] : [{ reference }, { referenceStart: reference }]
}

/** The 8 digits in two halves, with any space or dash between them. */
const tokenPattern = /^(\d{4})[\s\p{Pd}]*(\d{4})$/u

/** Reads a payment number as its 8 digits; undefined for any other text. */
export function readToken(text: string): string | undefined {
  const halves = tokenPattern.exec(text)
  return halves ? `${halves[1]}${halves[2]}` : undefined
}

/**
 * Returns what words of a note may mean: first whole words only, then the last word as the beginning of a
 * longer one.
 */
export function meaningsOfNote(text: string): SearchMeaning[] {
  const words = noteWords(text)
  const last = words.at(-1)
  if (last === undefined) return [{ words: [text] }] // matches no note
  return [{ words }, { words: words.slice(0, -1), wordStart: last }]
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
  return [
    token !== undefined && { token },
    phone && { phone: phone.e164 },
    ...meaningsOfOwnReference(text),
    amount !== undefined && amount >= searchedAmountMin && { amount },
    { externalReference: text },
    wholeWords,
    lastDigits && { phoneEnd: lastDigits.end },
    unfinishedWord,
  ].filter(meaning => typeof meaning === 'object')
}
