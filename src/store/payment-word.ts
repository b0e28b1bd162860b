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
  /** Its distinct words, rarest first (`rarestFirst`). */
  readonly searched?: readonly SearchedWord[] | undefined
}

/** Returns whether the filter has any word. */
export const isOfWords = ({ words = [], wordStart }: WordFilter): boolean =>
  words.length > 0 || wordStart !== undefined

const sharedLimit = sql.raw(String(sharedMax))

/** Matches the rows of a word in the index of words. */
const isWord = (accountId: string, word: string) =>
  and(eq(noteWord.accountId, accountId), eq(noteWord.word, word))

/** Selects the numbers of the newest payments in a range with a word. */
const newestWith = (accountId: string, word: string, range: NumberRange): SQL =>
  sql`select ${noteWord.paymentNumber} as number from ${noteWord}
    where ${and(isWord(accountId, word), numberRange(range, noteWord.paymentNumber))}
    order by ${noteWord.paymentNumber} desc limit ${sharedLimit}`

/** Returns whether a search may miss payments, because its rarest word is too frequent. */
export async function hasMoreThanCompared(
  read: Read,
  { accountId, searched: [rarest] = [], wordStart }: WordFilter,
  range: NumberRange,
): Promise<boolean> {
  if (rarest && (await isPastCompared(read, accountId, rarest, range))) return true
  if (wordStart === undefined) return false
  const firstPastLimit = numbersByWordStart(accountId, wordStart, sql`limit 1 offset ${sharedLimit}`)
  const number = sql<number>`found.number`.mapWith(Number)
  return (await adHocQuery(read, db => db.select({ number }).from(sql`(${firstPastLimit}) found`))).length > 0
}

/** The last character of Unicode, which sorts after every letter and digit. */
const lastLetter = '\u{10ffff}'

/**
 * Selects the numbers of payments with a word that begins like this, once for each such word; in order, so
 * the result is always the same.
 */
const numbersByWordStart = (accountId: string, start: string, limit = sql`limit ${sharedLimit}`): SQL =>
  sql`select ${noteWord.paymentNumber} as number from ${noteWord}
    where ${and(eq(noteWord.accountId, accountId), between(noteWord.word, start, `${start}${lastLetter}`))}
    order by ${noteWord.word}, ${noteWord.paymentNumber} ${limit}`

/** Matches payments with the beginning of a word, which is searched once for all of them (`is true`). */
const hasWordStart = (number: SQL | Column, accountId: string, start: string): SQL =>
  sql`(${number} in (${numbersByWordStart(accountId, start)})) is true`

/**
 * Returns the conditions on whole words. The search finds payments by the rarest word, and checks these for
 * the other words.
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
 * Returns the condition on the beginning of a word. Next to whole words it is searched once, and compared
 * with the payments that they found.
 */
export function wordStartConditions(
  { accountId, words, wordStart }: WordFilter,
  planner: Read['planner'],
): SQL[] {
  if (wordStart === undefined) return []
  return [
    words?.length
      ? hasWordStart(payment.number, accountId, wordStart)
      : numberAmong(payment.number, numbersByWordStart(accountId, wordStart), planner),
  ]
}

const setLimit = sql.raw(String(2 * setMax))

/**
 * Matches numbers of payments that also have this word. Numbers within its `set` are compared with that set;
 * numbers outside it are looked up one by one. The limit shows the planner that the set fits into memory.
 * Without a set, all numbers are outside.
 */
function hasWordOfSet(
  number: SQL,
  accountId: string,
  { word, set: { from, last } = { from: 1, last: 0 } }: SearchedWord,
): SQL {
  const isOfSet = between(noteWord.paymentNumber, from, last)
  const isSame = sql`${noteWord.paymentNumber} = ${number}`
  return sql`case when ${number} between ${from} and ${last} then ${number} in (
      select ${noteWord.paymentNumber} from ${noteWord} where ${and(isWord(accountId, word), isOfSet)} limit ${setLimit})
    else (select 1 from ${noteWord} where ${and(isWord(accountId, word), isSame)}) = 1 end`
}

/**
 * Selects the numbers of payments with all these words, each once, for PostgreSQL. It starts with the newest
 * payments of the rarest word. A word with a `set` is read at once and compared in memory; any other word is
 * looked up for each payment that is left. Without whole words, it selects the payments with a word that
 * begins with `wordStart`.
 */
function numbersWithAllWords({ accountId, searched = [], wordStart }: WordFilter, range: NumberRange): SQL {
  const number = sql.raw('found.number')
  const [rarest, ...others] = searched
  if (rarest === undefined) {
    assert(wordStart !== undefined, 'a search has a word')
    const { from = 0, before = Number.MAX_SAFE_INTEGER } = range
    return sql`select distinct number from (${numbersByWordStart(accountId, wordStart)}) found
      where ${number} >= ${from} and ${number} < ${before}`
  }
  const newest = newestWith(accountId, rarest.word, range)
  const hasSet = ({ set }: SearchedWord) => set !== undefined
  const sets = others.filter(hasSet).map(other => hasWordOfSet(sql.raw('rarest.number'), accountId, other))
  const withWholeWords = others
    .filter(other => !hasSet(other))
    .reduce(
      (left, { word }) => sql`select ${noteWord.paymentNumber} as number from ${noteWord}
        where ${and(isWord(accountId, word), numberAmong(noteWord.paymentNumber, left, 'postgres'))}`,
      sets.length > 0 ? sql`select number from (${newest}) rarest where ${and(...sets)}` : newest,
    )
  if (wordStart === undefined) return withWholeWords
  return sql`select number from (${withWholeWords}) found where ${hasWordStart(number, accountId, wordStart)}`
}

const walked = alias(noteWord, 'walked')

/** Matches numbers among the newest payments with a word. */
function isAmongNewest(accountId: string, word: string, range: NumberRange, most: number): SQL {
  const last = sql`select ${noteWord.paymentNumber} from ${noteWord}
    where ${and(isWord(accountId, word), numberRange(range, noteWord.paymentNumber))}
    order by ${noteWord.paymentNumber} desc limit 1 offset ${sql.raw(String(most - 1))}`
  return sql`${walked.paymentNumber} >= coalesce((${last}), 0)`
}

/**
 * Selects the numbers of payments with all these words: walks those with the rarest word and checks each
 * alone, so that it can stop early.
 * @param most number of newest payments with that word to compare
 */
function walkWithAllWords(
  { accountId, searched = [], wordStart }: WordFilter,
  range: NumberRange,
  most = sharedMax,
): SQL {
  const [rarest, ...others] = searched
  assert(rarest, 'a walk has a whole word')
  const { count = sharedMax } = rarest.known ?? {} // if uncounted, there may be that many
  const fits = and(
    eq(walked.accountId, accountId),
    eq(walked.word, rarest.word),
    numberRange(range, walked.paymentNumber),
    count >= most ? isAmongNewest(accountId, rarest.word, range, most) : undefined,
    ...others.map(({ word }) => {
      const isSame = eq(noteWord.paymentNumber, walked.paymentNumber)
      return sql`(select 1 from ${noteWord} where ${and(isWord(accountId, word), isSame)}) = 1`
    }),
    wordStart === undefined ? undefined : hasWordStart(walked.paymentNumber, accountId, wordStart),
  )
  return sql`select ${walked.paymentNumber} as number from ${noteWord} as ${walked} where ${fits}`
}

interface Page {
  readonly limit: number
  readonly offset: number
}

/** Selects a page of a walk, newest payments first. */
const pageOf = (walk: SQL, { limit, offset }: Page): SQL =>
  sql`${walk} order by ${walked.paymentNumber} desc limit ${limit} offset ${offset}`

/** Number of the newest payments with the rarest word that are searched first: they usually fill a page. */
const quickMax = 500

/**
 * Matches a page of payments with whole words, and optionally the beginning of another, newest first. For a
 * single word, the page itself is the limit. If words have a `set` (PostgreSQL), the newest `quickMax` are
 * searched first, and all only if those do not fill the page.
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
    const most = Math.max(0, Math.min(limit, sharedMax - offset))
    const walk = walkWithAllWords(filter, range, Number.POSITIVE_INFINITY)
    return numberAmong(payment.number, pageOf(walk, { limit: most, offset }), planner)
  }
  const hasSet = others.some(({ set }) => set !== undefined)
  if (!hasSet) return numberAmong(payment.number, pageOf(walkWithAllWords(filter, range), page), planner)
  const quick = pageOf(walkWithAllWords(filter, range, quickMax), page)
  const whole = sql`select number from (${numbersWithAllWords(filter, range)}) found
    order by number desc limit ${limit} offset ${offset}`
  return sql`${payment.number} = any((with quick as materialized (select array(${quick}) as numbers)
    select case when cardinality(numbers) = ${limit} then numbers else array(${whole}) end from quick)::bigint[])`
}

/**
 * Selects the numbers of all payments with the words of a filter, each once, at most `sharedMax`.
 * @param filter has a whole word; on PostgreSQL the beginning of a word is enough
 */
export const numbersWithWords = (filter: WordFilter, range: NumberRange, planner: Read['planner']): SQL =>
  planner === 'postgres' ? numbersWithAllWords(filter, range) : walkWithAllWords(filter, range)
