// Counts how many payments have each word of a search, which starts with the rarest. Counts stop at ten
// thousand, and are made once for a search of several words.
import { and, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import { query, type Read } from './engine/statement.ts'
import type { NumberRange } from './range.ts'
import { noteWord } from './table.ts'

/** How many payments of a range have a word, counted from the newest one up to `sharedMax`. */
interface WordCount {
  readonly count: number
  /** Number of the oldest counted payment; 0 if none has the word. */
  readonly oldest: number
  /** Number of the newest payment; 0 if none has the word. */
  readonly newest: number
}

/** A word that is searched for. */
export interface SearchedWord {
  readonly word: string
  /** Undefined if the count is not needed. */
  readonly wordCount?: WordCount
  /**
   * On PostgreSQL: range of numbers whose payments with this word are read as a set, to compare those of the
   * rarest word with it. Undefined if looking up each of those costs less (`setOf`).
   */
  readonly set?: { readonly from: number; readonly last: number } | undefined
}

/** Most payments with one word that are compared: the newest ones. */
export const sharedMax = 10_000

/**
 * Sorts the probably rarer word first: words with digits are usually rarer than others, and long words rarer
 * than short ones.
 */
function compareRarity(first: string, second: string): number {
  const [firstHasDigit, secondHasDigit] = [/\d/.test(first), /\d/.test(second)]
  if (firstHasDigit !== secondHasDigit) return firstHasDigit ? -1 : 1
  return second.length - first.length
}

/** If a word has at most this many payments, the other words need not be counted. */
const fewMax = 256

/**
 * Returns the distinct words of a search, rarest first. Only the word that is probably the rarest is counted
 * if few payments have it: counting a common word takes as long as comparing hundreds of payments.
 */
export async function rarestFirst(
  read: Read,
  { accountId, words = [] }: { readonly accountId: string; readonly words?: readonly string[] | undefined },
  range: NumberRange,
): Promise<readonly SearchedWord[]> {
  const [likelyRarestWord, ...others] = [...new Set(words)].toSorted(compareRarity)
  if (likelyRarestWord === undefined) return []
  if (others.length === 0) return [{ word: likelyRarestWord }]
  const rangeOf = (word: string) => wordRangeOf(accountId, word, range)
  const withCount = async (word: string) => ({ word, wordCount: await countWord(read, rangeOf(word)) })
  const likelyRarest = await withCount(likelyRarestWord)
  if (likelyRarest.wordCount.count <= fewMax) return [likelyRarest, ...others.map(word => ({ word }))]
  const counted = [likelyRarest, ...(await Promise.all(others.map(withCount)))]
  counted.sort((wordA, wordB) => wordA.wordCount.count - wordB.wordCount.count)
  const [rarest = likelyRarest, ...common] = counted
  if (read.planner !== 'postgres') return counted
  const withSet = async ({ word, wordCount }: typeof likelyRarest) => ({
    word,
    wordCount,
    set: await setOf(read, rangeOf(word), rarest.wordCount, wordCount),
  })
  return [rarest, ...(await Promise.all(common.map(withSet)))]
}

type WordRange = { accountId: string; word: string; from: number; last: number }
/** Returns the parameters of a query for a word in a range; an open end becomes the largest number. */
const wordRangeOf = (
  accountId: string,
  word: string,
  { from = Number.MIN_SAFE_INTEGER, before = Number.MAX_SAFE_INTEGER }: NumberRange,
): WordRange => ({ accountId, word, from, last: before - 1 })
/** Matches the rows of a word in a range. */
const wordCondition = (param: (name: keyof WordRange) => SQL) =>
  and(
    eq(noteWord.accountId, param('accountId')),
    eq(noteWord.word, param('word')),
    between(noteWord.paymentNumber, param('from'), param('last')),
  )
/** Returns the query for the nth newest payment with a word. */
const selectNthNewest = (nth: number) =>
  query<WordRange, { number: number }>((db, param) =>
    db
      .select({ number: noteWord.paymentNumber })
      .from(noteWord)
      .where(wordCondition(param))
      .orderBy(desc(noteWord.paymentNumber))
      .limit(1)
      .offset(nth - 1),
  )
const selectNewest = selectNthNewest(1)
const selectLastCompared = selectNthNewest(sharedMax)
const selectCountAndOldest = query<WordRange, { count: number; oldest: number }>((db, param) =>
  db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      oldest: sql<number>`coalesce(min(${noteWord.paymentNumber}), 0)`.mapWith(Number),
    })
    .from(noteWord)
    .where(wordCondition(param)),
)

/** Counts the payments of a range with a word, up to `sharedMax`. */
async function countWord(read: Read, wordRange: WordRange): Promise<WordCount> {
  const [[lastCompared], [newestRow]] = await Promise.all([
    selectLastCompared(read, wordRange),
    selectNewest(read, wordRange),
  ])
  const newest = newestRow?.number ?? 0
  if (lastCompared) return { count: sharedMax, oldest: lastCompared.number, newest }
  const [{ count, oldest } = { count: 0, oldest: 0 }] = await selectCountAndOldest(read, wordRange)
  return { count, oldest, newest }
}

const selectPastCompared = selectNthNewest(sharedMax + 1)

/** Returns whether more than `sharedMax` payments of a range have a word. */
export async function isPastCompared(
  read: Read,
  accountId: string,
  { word, wordCount }: SearchedWord,
  range: NumberRange,
): Promise<boolean> {
  if (wordCount && wordCount.count < sharedMax) return false
  return (await selectPastCompared(read, wordRangeOf(accountId, word, range))).length > 0
}

/** PostgreSQL reads eight payments with a word in less time than it looks up one. */
const readsPerLookup = 8
/** Most payments in a set: finding the last of a larger one would take longer than it gains. */
export const setMax = 3 * sharedMax
const selectOldestOfSet = selectNthNewest(setMax)

/**
 * Returns the range of numbers in which the payments with a word are read as a set: it covers the payments
 * with the rarest word. Undefined if the set is probably too large, by the density of the newest payments.
 */
async function setOf(
  read: Read,
  wordRange: WordRange,
  rarest: WordCount,
  { count, oldest, newest }: WordCount,
): Promise<SearchedWord['set']> {
  const last = rarest.newest
  const sizeMax = Math.min(setMax, readsPerLookup * rarest.count)
  // The estimated size is count / (newest - oldest) * (last - rarest.oldest).
  if (count * (last - rarest.oldest) > sizeMax * (newest - oldest)) return undefined
  const isWholeRangeCounted = count < sharedMax || oldest <= rarest.oldest
  if (isWholeRangeCounted) return { from: rarest.oldest, last }
  // More payments may have the word than were counted: the newest `setMax` of them form the set.
  const [oldestOfSet] = await selectOldestOfSet(read, { ...wordRange, last })
  return { from: Math.max(rarest.oldest, oldestOfSet?.number ?? rarest.oldest), last }
}
