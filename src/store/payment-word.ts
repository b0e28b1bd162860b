// Payments by the words of their notes. The index of words holds their numbers in order, so a search for nothing but
// words walks it alone: the payments of a common word lie far apart, and most of them are in no memory.
import { and, between, type Column, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { assert } from '../domain/fault.ts'
import { type NumberRange, numberAmong, numberRange } from './range.ts'
import type { Read } from './statement.ts'
import { noteWord, payment } from './table.ts'

interface WordFilter {
  readonly accountId: string
  readonly words?: readonly string[] | undefined
  readonly wordStart?: string | undefined
}

/** Whether it asks for any word. */
export const isOfWords = ({ words = [], wordStart }: WordFilter): boolean =>
  words.length > 0 || wordStart !== undefined

/** The most payments with one word that are compared: the newest ones. */
const sharedMax = 10_000
const sharedLimit = sql.raw(String(sharedMax))

/** Numbers are rarer in notes than words, and long words rarer than short ones. */
const isRarer = (a: string, b: string) => Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length

const isWord = (accountId: string, word: string) =>
  and(eq(noteWord.accountId, accountId), eq(noteWord.word, word))

/** Numbers of the newest payments of a range with a word. */
const newestWith = (accountId: string, word: string, range: NumberRange): SQL =>
  sql`select ${noteWord.paymentNumber} as number from ${noteWord}
    where ${and(isWord(accountId, word), numberRange(range, noteWord.paymentNumber))}
    order by ${noteWord.paymentNumber} desc limit ${sharedLimit}`

/** After every letter and digit there is. */
const lastLetter = '\u{10ffff}'

/** Numbers of payments with a word that begins like this, once for each such word; in order, so always the same ones. */
const beginning = (accountId: string, start: string): SQL =>
  sql`select ${noteWord.paymentNumber} as number from ${noteWord}
    where ${and(eq(noteWord.accountId, accountId), between(noteWord.word, start, `${start}${lastLetter}`))}
    order by ${noteWord.word}, ${noteWord.paymentNumber} limit ${sharedLimit}`

/** Found once, and compared with what other words found. */
const isBeginning = (number: SQL | Column, accountId: string, start: string): SQL =>
  sql`(${number} in (${beginning(accountId, start)})) is true`

/** The search begins with the rarest word; the others are compared with what it found. */
export function wordsAre(
  { accountId, words = [] }: WordFilter,
  range: NumberRange,
  planner: Read['planner'],
): SQL[] {
  const [first, ...others] = words.toSorted(isRarer)
  if (first === undefined) return []
  const isOfPayment = eq(noteWord.paymentNumber, payment.number)
  return [
    numberAmong(payment.number, newestWith(accountId, first, range), planner),
    ...others.map(
      other => sql`exists (select 1 from ${noteWord} where ${and(isWord(accountId, other), isOfPayment)})`,
    ),
  ]
}

/** Beside whole words it is found once, and compared with what they found. */
export function wordStartIs({ accountId, words, wordStart }: WordFilter, planner: Read['planner']): SQL[] {
  if (wordStart === undefined) return []
  return [
    words?.length
      ? isBeginning(payment.number, accountId, wordStart)
      : numberAmong(payment.number, beginning(accountId, wordStart), planner),
  ]
}

/**
 * The numbers of payments with these words, each once, for a count by PostgreSQL: one word after another is looked up
 * with all that those before it left, at once.
 */
function numbersTogether({ accountId, words = [], wordStart }: WordFilter, range: NumberRange): SQL {
  const number = sql.raw('found.number')
  const [first, ...others] = words.toSorted(isRarer)
  if (first === undefined) {
    const { from = 0, before = Number.MAX_SAFE_INTEGER } = range
    return sql`select distinct number from (${beginning(accountId, wordStart ?? '')}) found
      where ${number} >= ${from} and ${number} < ${before}`
  }
  const found = others.reduce(
    (left, other) => sql`select ${noteWord.paymentNumber} as number from ${noteWord}
      where ${and(isWord(accountId, other), numberAmong(noteWord.paymentNumber, left, 'postgres'))}`,
    newestWith(accountId, first, range),
  )
  if (wordStart === undefined) return found
  return sql`select number from (${found}) found where ${isBeginning(number, accountId, wordStart)}`
}

const walked = alias(noteWord, 'walked')

/** Whether a payment's number is among those of the newest with a word. */
function isAmongNewest(accountId: string, word: string, range: NumberRange): SQL {
  const last = sql`select ${noteWord.paymentNumber} from ${noteWord}
    where ${and(isWord(accountId, word), numberRange(range, noteWord.paymentNumber))}
    order by ${noteWord.paymentNumber} desc limit 1 offset ${sql.raw(String(sharedMax - 1))}`
  return sql`${walked.paymentNumber} >= coalesce((${last}), 0)`
}

/**
 * A walk of the payments with the rarest word, which compares each alone and so can end early.
 * @param isBounded only the newest ten thousand with that word
 */
function walkOfWords(
  { accountId, words = [], wordStart }: WordFilter,
  range: NumberRange,
  isBounded = true,
): SQL {
  const [first, ...others] = words.toSorted(isRarer)
  assert(first, 'a walk is of a whole word')
  const fits = and(
    eq(walked.accountId, accountId),
    eq(walked.word, first),
    numberRange(range, walked.paymentNumber),
    isBounded ? isAmongNewest(accountId, first, range) : undefined,
    ...others.map(other => {
      const isSame = eq(noteWord.paymentNumber, walked.paymentNumber)
      return sql`(select 1 from ${noteWord} where ${and(isWord(accountId, other), isSame)}) = 1`
    }),
    wordStart === undefined ? undefined : isBeginning(walked.paymentNumber, accountId, wordStart),
  )
  return sql`select ${walked.paymentNumber} as number from ${noteWord} as ${walked} where ${fits}`
}

/**
 * A page of numbers of payments with whole words, and the beginning of another, newest first. Where one word is all,
 * the page itself is the bound.
 * @param filter of whole words
 */
export function pageWithWords(
  filter: WordFilter,
  range: NumberRange,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): SQL {
  const isOne = filter.words?.length === 1 && filter.wordStart === undefined
  const most = Math.max(0, isOne ? Math.min(limit, sharedMax - offset) : limit)
  return sql`${walkOfWords(filter, range, !isOne)}
    order by ${walked.paymentNumber} desc limit ${most} offset ${offset}`
}

/**
 * All their numbers, each once, ten thousand at most.
 * @param filter of whole words; on PostgreSQL the beginning of a word is enough
 */
export const numbersWithWords = (filter: WordFilter, range: NumberRange, planner: Read['planner']): SQL =>
  planner === 'postgres' ? numbersTogether(filter, range) : walkOfWords(filter, range)
