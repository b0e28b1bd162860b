// Counts how many payments have each word of a search, which starts with the rarest. Counts stop at ten
// thousand, and are made once for a search of several words.
import { and, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import { query, type Read } from './engine/statement.ts'
import type { NumberRange } from './range.ts'
import { noteWord } from './table.ts'

/** Payments of a range with a word: at most ten thousand, the newest ones. */
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
 * Guesses which word is rarer: usually numbers are rarer than words, and long words rarer than short ones.
 */
const isRarer = (a: string, b: string) => Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length

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
  const [first, ...others] = [...new Set(words)].toSorted(isRarer)
  if (first === undefined) return []
  if (others.length === 0) return [{ word: first }]
  const queryOf = (word: string) => wordRangeOf(accountId, word, range)
  const countOf = async (word: string) => ({ word, known: await countWord(read, queryOf(word)) })
  const likely = await countOf(first)
  if (likely.known.count <= fewMax) return [likely, ...others.map(word => ({ word }))]
  const counted = [likely, ...(await Promise.all(others.map(countOf)))]
  const [rarest = likely, ...common] = counted.toSorted((a, b) => a.known.count - b.known.count)
  if (read.planner !== 'postgres') return [rarest, ...common]
  const withSet = async ({ word, known }: typeof likely) => ({
    word,
    known,
    set: await setOf(read, queryOf(word), rarest.known, known),
  })
  return [rarest, ...(await Promise.all(common.map(withSet)))]
}

type WordRange = { accountId: string; word: string; from: number; last: number }
const wordRangeOf = (
  accountId: string,
  word: string,
  { from = Number.MIN_SAFE_INTEGER, before = Number.MAX_SAFE_INTEGER }: NumberRange,
): WordRange => ({ accountId, word, from, last: before - 1 })
const wordCondition = (param: (name: keyof WordRange) => SQL) =>
  and(
    eq(noteWord.accountId, param('accountId')),
    eq(noteWord.word, param('word')),
    between(noteWord.paymentNumber, param('from'), param('last')),
  )
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

async function countWord(read: Read, of: WordRange): Promise<WordCount> {
  const [[last], [first]] = await Promise.all([selectLastCompared(read, of), selectNewest(read, of)])
  const newest = first?.number ?? 0
  if (last) return { count: sharedMax, oldest: last.number, newest }
  const [{ count, oldest } = { count: 0, oldest: 0 }] = await selectCountAndOldest(read, of)
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
 * Returns a set with the age range of the payments with the rarest word. Returns undefined if it would be too
 * large, assuming that its payments are as dense as the newest ones.
 */
async function setOf(
  read: Read,
  of: WordRange,
  rarest: WordCount,
  { count, oldest, newest }: WordCount,
): Promise<SearchedWord['set']> {
  const last = rarest.newest
  const most = Math.min(setMax, readsPerLookup * rarest.count)
  if (count * (last - rarest.oldest) > most * (newest - oldest)) return undefined
  if (count < sharedMax || oldest <= rarest.oldest) return { from: rarest.oldest, last }
  const [past] = await selectLastOfSet(read, { ...of, last })
  return { from: Math.max(rarest.oldest, past?.number ?? rarest.oldest), last }
}
