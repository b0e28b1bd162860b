// Finds payments by the words of their notes. The index of words holds payment numbers in order, so a search
// by words alone walks only that index: the payments of a common word are far apart, and most are not in
// memory.
import { and, between, type Column, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { assert } from '../domain/fault.ts'
import { adHocQuery, type Read } from './engine/statement.ts'
import { type NumberRange, numberAmong, numberRange } from './range.ts'
import { noteWord, payment } from './table.ts'
import { isPastCompared, type SearchedWord, setMax, sharedMax } from './word-count.ts'

export interface WordFilter {
  readonly accountId: string
  readonly words?: readonly string[] | undefined
  readonly wordStart?: string | undefined
  /** The distinct words of `words`, rarest first (`rarestFirst`). */
  readonly searched?: readonly SearchedWord[] | undefined
}

/** Returns whether a filter has whole words or the beginning of a word. */
export const isOfWords = ({ words = [], wordStart }: WordFilter): boolean =>
  words.length > 0 || wordStart !== undefined

const sharedLimit = sql.raw(String(sharedMax))

/** Matches the rows of a word in the index of words. */
const isWord = (accountId: string, word: string) =>
  and(eq(noteWord.accountId, accountId), eq(noteWord.word, word))

/** Selects the numbers of the newest payments in a range that have a word, at most `sharedMax`. */
const newestWith = (accountId: string, word: string, range: NumberRange): SQL =>
  sql`select ${noteWord.paymentNumber} as number from ${noteWord}
    where ${and(isWord(accountId, word), numberRange(range, noteWord.paymentNumber))}
    order by ${noteWord.paymentNumber} desc limit ${sharedLimit}`

/**
 * Returns whether a search may miss payments, because more than `sharedMax` payments have its rarest word, or
 * a word with its beginning.
 */
export async function hasMoreThanCompared(
  read: Read,
  { accountId, searched: [rarest] = [], wordStart }: WordFilter,
  range: NumberRange,
): Promise<boolean> {
  if (rarest && (await isPastCompared(read, accountId, rarest, range))) return true
  if (wordStart === undefined) return false
  const firstPastLimit = numbersByWordStart(accountId, wordStart, sql`limit 1 offset ${sharedLimit}`)
  const number = sql<number>`found.number`.mapWith(Number)
  const rowsPastLimit = await adHocQuery(read, db =>
    db.select({ number }).from(sql`(${firstPastLimit}) found`),
  )
  return rowsPastLimit.length > 0
}

/** The last character of Unicode, which sorts after every letter and digit. */
const lastCharacter = '\u{10ffff}'

/**
 * Selects the numbers of payments with a word that begins with `start`, once for each such word. The order
 * makes the limit leave out the same payments each time.
 */
const numbersByWordStart = (accountId: string, start: string, limit = sql`limit ${sharedLimit}`): SQL =>
  sql`select ${noteWord.paymentNumber} as number from ${noteWord}
    where ${and(eq(noteWord.accountId, accountId), between(noteWord.word, start, `${start}${lastCharacter}`))}
    order by ${noteWord.word}, ${noteWord.paymentNumber} ${limit}`

/** Matches payments with a word that begins with `start`, searched once for all of them (`is true`). */
const hasWordStart = (number: SQL | Column, accountId: string, start: string): SQL =>
  sql`(${number} in (${numbersByWordStart(accountId, start)})) is true`

/**
 * Returns the conditions on whole words: one finds payments by the rarest word, and the others check these
 * payments for the other words.
 */
export function wholeWordConditions(
  { accountId, searched = [] }: WordFilter,
  range: NumberRange,
  planner: Read['planner'],
): SQL[] {
  const [rarest, ...others] = searched
  if (rarest === undefined) return []
  return [
    numberAmong(payment.number, newestWith(accountId, rarest.word, range), planner),
    ...others.map(
      ({ word }) =>
        sql`exists (select 1 from ${noteWord}
          where ${and(isWord(accountId, word), eq(noteWord.paymentNumber, payment.number))})`,
    ),
  ]
}

/**
 * Returns the condition on the beginning of a word. It finds the payments, unless whole words do: then it
 * only checks those.
 */
export function wordStartConditions(
  { accountId, words, wordStart }: WordFilter,
  planner: Read['planner'],
): SQL[] {
  if (wordStart === undefined) return []
  if (words?.length) return [hasWordStart(payment.number, accountId, wordStart)]
  return [numberAmong(payment.number, numbersByWordStart(accountId, wordStart), planner)]
}

const setLimit = sql.raw(String(2 * setMax))

/** Range of a word without a `set`: it contains no number. */
const emptySet = { from: 1, last: 0 }

/**
 * Matches numbers of payments that have a word. Numbers in the range of the word's `set` are compared with
 * that set; others are looked up one by one. The limit shows the planner that the set fits into memory.
 */
function hasWordOfSet(number: SQL, accountId: string, { word, set = emptySet }: SearchedWord): SQL {
  const { from, last } = set
  const isOfSet = between(noteWord.paymentNumber, from, last)
  const isSame = sql`${noteWord.paymentNumber} = ${number}`
  return sql`case when ${number} between ${from} and ${last} then ${number} in (
      select ${noteWord.paymentNumber} from ${noteWord} where ${and(isWord(accountId, word), isOfSet)} limit ${setLimit})
    else (select 1 from ${noteWord} where ${and(isWord(accountId, word), isSame)}) = 1 end`
}

/**
 * Selects the numbers of payments with all words of a filter, each once, for PostgreSQL. It starts with the
 * newest payments of the rarest word. Words with a `set` are compared with it in memory; each other word is
 * looked up for every payment that is left. Without whole words, `wordStart` alone selects the payments.
 */
function numbersWithAllWords({ accountId, searched = [], wordStart }: WordFilter, range: NumberRange): SQL {
  const foundNumber = sql.raw('found.number')
  const [rarest, ...others] = searched
  if (rarest === undefined) {
    assert(wordStart !== undefined, 'a search has a word')
    const { from = 0, before = Number.MAX_SAFE_INTEGER } = range
    return sql`select distinct number from (${numbersByWordStart(accountId, wordStart)}) found
      where ${foundNumber} >= ${from} and ${foundNumber} < ${before}`
  }
  const newest = newestWith(accountId, rarest.word, range)
  const hasSet = ({ set }: SearchedWord) => set !== undefined
  const rarestNumber = sql.raw('rarest.number')
  const setConditions = others.filter(hasSet).map(other => hasWordOfSet(rarestNumber, accountId, other))
  let numbers =
    setConditions.length > 0
      ? sql`select number from (${newest}) rarest where ${and(...setConditions)}`
      : newest
  const othersWithoutSet = others.filter(other => !hasSet(other))
  for (const { word } of othersWithoutSet)
    numbers = sql`select ${noteWord.paymentNumber} as number from ${noteWord}
        where ${and(isWord(accountId, word), numberAmong(noteWord.paymentNumber, numbers, 'postgres'))}`
  if (wordStart === undefined) return numbers
  return sql`select number from (${numbers}) found where ${hasWordStart(foundNumber, accountId, wordStart)}`
}

const walked = alias(noteWord, 'walked')

/** Matches the numbers of the newest `max` payments in a range that have a word. */
function isAmongNewest(accountId: string, word: string, range: NumberRange, max: number): SQL {
  const oldestOfNewest = sql`select ${noteWord.paymentNumber} from ${noteWord}
    where ${and(isWord(accountId, word), numberRange(range, noteWord.paymentNumber))}
    order by ${noteWord.paymentNumber} desc limit 1 offset ${sql.raw(String(max - 1))}`
  return sql`${walked.paymentNumber} >= coalesce((${oldestOfNewest}), 0)`
}

/**
 * Selects the numbers of payments with all words of a filter. It walks the payments with the rarest word and
 * checks each of them for the other words, so that a limit ends the walk early.
 * @param max walks only this many of the newest payments with the rarest word
 */
function walkWithAllWords(
  { accountId, searched = [], wordStart }: WordFilter,
  range: NumberRange,
  max = sharedMax,
): SQL {
  const [rarest, ...others] = searched
  assert(rarest, 'a walk has a whole word')
  const rarestCount = rarest.wordCount?.count ?? sharedMax // an uncounted word may be in that many payments
  const condition = and(
    eq(walked.accountId, accountId),
    eq(walked.word, rarest.word),
    numberRange(range, walked.paymentNumber),
    rarestCount >= max ? isAmongNewest(accountId, rarest.word, range, max) : undefined,
    ...others.map(({ word }) => {
      const isSamePayment = eq(noteWord.paymentNumber, walked.paymentNumber)
      return sql`(select 1 from ${noteWord} where ${and(isWord(accountId, word), isSamePayment)}) = 1`
    }),
    wordStart === undefined ? undefined : hasWordStart(walked.paymentNumber, accountId, wordStart),
  )
  return sql`select ${walked.paymentNumber} as number from ${noteWord} as ${walked} where ${condition}`
}

interface Page {
  readonly limit: number
  readonly offset: number
}

/** Selects a page of the payments of `walkWithAllWords`, newest first. */
const pageOf = (walk: SQL, { limit, offset }: Page): SQL =>
  sql`${walk} order by ${walked.paymentNumber} desc limit ${limit} offset ${offset}`

/** Number of the newest payments with the rarest word that are searched first: they usually fill a page. */
const quickMax = 500

/**
 * Matches a page of payments with whole words, and optionally the beginning of another, newest first. For a
 * single word, the page itself limits the walk. If words have a `set` (PostgreSQL), the newest `quickMax` of
 * the rarest word are searched first, and all only if those do not fill the page.
 * @param filter has at least one whole word
 */
export function isOnWordPage(
  filter: WordFilter,
  range: NumberRange,
  page: Page,
  planner: Read['planner'],
): SQL {
  const { searched = [], wordStart } = filter
  const others = searched.slice(1)
  const { limit, offset } = page
  if (others.length === 0 && wordStart === undefined) {
    const limitWithinShared = Math.max(0, Math.min(limit, sharedMax - offset))
    const walk = walkWithAllWords(filter, range, Number.POSITIVE_INFINITY)
    return numberAmong(payment.number, pageOf(walk, { limit: limitWithinShared, offset }), planner)
  }
  const hasSet = others.some(({ set }) => set !== undefined)
  if (!hasSet) return numberAmong(payment.number, pageOf(walkWithAllWords(filter, range), page), planner)
  const quickPage = pageOf(walkWithAllWords(filter, range, quickMax), page)
  const fullPage = sql`select number from (${numbersWithAllWords(filter, range)}) found
    order by number desc limit ${limit} offset ${offset}`
  return sql`${payment.number} = any((with quick as materialized (select array(${quickPage}) as numbers)
    select case when cardinality(numbers) = ${limit} then numbers else array(${fullPage}) end from quick)::bigint[])`
}

/**
 * Selects the numbers of all payments with the words of a filter, each number once, at most `sharedMax`.
 * @param filter has a whole word; on PostgreSQL, the beginning of a word alone is enough
 */
export const numbersWithWords = (filter: WordFilter, range: NumberRange, planner: Read['planner']): SQL =>
  planner === 'postgres' ? numbersWithAllWords(filter, range) : walkWithAllWords(filter, range)
