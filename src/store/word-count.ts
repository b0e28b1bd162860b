// Counts how many payments have each word of a search, which starts with the rarest. Counts stop at ten
// thousand, and are made once for a search of several words.
import { and, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import { query, type Read } from './engine/statement.ts'
import type { NumberRange } from './range.ts'
import { noteWord } from './table.ts'

/** How many payments of a range have a word, counted up to `sharedMax`, and the numbers of the outermost. */
interface WordCount {
  readonly count: number
  readonly oldest: number
  readonly newest: number
}

/** A word that is searched for. */
export interface SearchedWord {
  readonly word: string
  /** Undefined if its count is not needed. */
  readonly known?: WordCount
  /**
   * On PostgreSQL: range of payments with this word that is compared as a set with those of the rarest word.
   * Only if reading it costs less than looking up each of those (`setOf`).
   */
  readonly set?: { readonly from: number; readonly last: number } | undefined
}

/** Most payments with one word that are compared: the newest ones. */
export const sharedMax = 10_000

/**
 * Orders words by how rare they probably are: usually numbers are rarer than words, and long words rarer than
 * short ones.
 */
const compareRarity = (first: string, second: string) =>
  Number(/\d/.test(second)) - Number(/\d/.test(first)) || second.length - first.length

/** Counting this many takes no longer than comparing some of them. */
const fewMax = 256

/**
 * Orders words that are searched for together, rarest first. The word that is probably the rarest is counted
 * alone if few payments have it: counting a common word takes as long as comparing hundreds.
 */
export async function rarestFirst(
  read: Read,
  { accountId, words = [] }: { readonly accountId: string; readonly words?: readonly string[] | undefined },
  range: NumberRange,
): Promise<readonly SearchedWord[]> {
  const [first, ...others] = [...new Set(words)].toSorted(compareRarity)
  if (first === undefined) return []
  if (others.length === 0) return [{ word: first }]
  const rangeOf = (word: string) => wordRangeOf(accountId, word, range)
  const countedWord = async (word: string) => ({ word, known: await countWord(read, rangeOf(word)) })
  const likelyRarest = await countedWord(first)
  if (likelyRarest.known.count <= fewMax) return [likelyRarest, ...others.map(word => ({ word }))]
  const counted = [likelyRarest, ...(await Promise.all(others.map(countedWord)))]
  const [rarest = likelyRarest, ...common] = counted.toSorted(
    (one, other) => one.known.count - other.known.count,
  )
  if (read.planner !== 'postgres') return [rarest, ...common]
  const withSet = async ({ word, known }: typeof likelyRarest) => ({
    word,
    known,
    set: await setOf(read, rangeOf(word), rarest.known, known),
  })
  return [rarest, ...(await Promise.all(common.map(withSet)))]
}

type WordRange = { accountId: string; word: string; from: number; last: number }
/** Returns the parameters of a query for a word in a range; open ends become the largest numbers. */
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
  const [[last], [first]] = await Promise.all([
    selectLastCompared(read, wordRange),
    selectNewest(read, wordRange),
  ])
  const newest = first?.number ?? 0
  if (last) return { count: sharedMax, oldest: last.number, newest }
  const [{ count, oldest } = { count: 0, oldest: 0 }] = await selectCountAndOldest(read, wordRange)
  return { count, oldest, newest }
}

const selectPastCompared = selectNthNewest(sharedMax + 1)

/** Returns whether more payments have a word than are compared. */
export async function isPastCompared(
  read: Read,
  accountId: string,
  { word, known }: SearchedWord,
  range: NumberRange,
): Promise<boolean> {
  if (known && known.count < sharedMax) return false
  return (await selectPastCompared(read, wordRangeOf(accountId, word, range))).length > 0
}

/** PostgreSQL reads eight payments with a word in less time than it looks up one. */
const readsPerLookup = 8
/** Most payments in a set: finding the last of a larger one would take longer than it gains. */
export const setMax = 3 * sharedMax
const selectLastOfSet = selectNthNewest(setMax)

/**
 * Returns the range of payments with this word that is compared as a set: it covers the payments with the
 * rarest word. Undefined if the set would be too large, assuming that it is as dense as the newest payments.
 */
async function setOf(
  read: Read,
  wordRange: WordRange,
  rarest: WordCount,
  { count, oldest, newest }: WordCount,
): Promise<SearchedWord['set']> {
  const last = rarest.newest
  const most = Math.min(setMax, readsPerLookup * rarest.count)
  // The estimated size is count / (newest - oldest) * (last - rarest.oldest).
  if (count * (last - rarest.oldest) > most * (newest - oldest)) return undefined
  if (count < sharedMax || oldest <= rarest.oldest) return { from: rarest.oldest, last }
  const [lastOfSet] = await selectLastOfSet(read, { ...wordRange, last })
  return { from: Math.max(rarest.oldest, lastOfSet?.number ?? rarest.oldest), last }
}
