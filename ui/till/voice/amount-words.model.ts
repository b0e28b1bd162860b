// An amount as it is spoken: the names of the clips, in order. Each name is the word in its clip.
import type { Language } from '../../kit/language.ts'

/** The largest amount that the API takes. */
const amountMax = 999_999_999_999

const swahiliUnits = ['moja', 'mbili', 'tatu', 'nne', 'tano', 'sita', 'saba', 'nane', 'tisa']
const swahiliTens = 'kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini'.split(' ')
const englishUnits =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const englishTens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

interface Group {
  readonly word: string
  readonly size: number
}
const swahiliGroups: readonly Group[] = [
  { word: 'bilioni', size: 1e9 },
  { word: 'milioni', size: 1e6 },
  { word: 'laki', size: 1e5 },
  { word: 'elfu', size: 1e3 },
]
const englishGroups: readonly Group[] = [
  { word: 'billion', size: 1e9 },
  { word: 'million', size: 1e6 },
  { word: 'thousand', size: 1e3 },
]

/** Every word that a language needs a clip of. */
export const wordsOf: Readonly<Record<Language, readonly string[]>> = {
  sw: [
    ...swahiliUnits,
    ...swahiliTens,
    'mia',
    ...swahiliGroups.map(({ word }) => word),
    'na',
    'shilingi',
    'imelipwa',
  ],
  en: [
    ...englishUnits,
    ...englishTens,
    'hundred',
    ...englishGroups.map(({ word }) => word),
    'and',
    'shilling',
    'shillings',
    'paid',
  ],
}

/**
 * Returns the words that the till speaks for a paid amount in whole shillings. Returns none for a number that
 * is no valid amount.
 */
export function paidWords(amount: number, language: Language): readonly string[] {
  if (!Number.isInteger(amount) || amount < 1 || amount > amountMax) return []
  return language === 'sw' ? [...swahiliWords(amount), 'imelipwa'] : [...englishWords(amount), 'paid']
}

interface Counted extends Group {
  readonly count: number
}
/**
 * Splits an amount into groups such as millions: returns those it contains, each with its count, the largest
 * first, and the remainder below the smallest group.
 */
function groupCounts(amount: number, groups: readonly Group[]) {
  const counted: Counted[] = []
  let remainder = amount
  for (const { word, size } of groups) {
    const count = Math.floor(remainder / size)
    remainder %= size
    if (count > 0) counted.push({ word, size, count })
  }
  return { counted, remainder }
}

/** Returns a list with the word of a digit (`words` begins with that of 1); an empty list for 0. */
const wordOf = (digit: number, words: readonly string[]) => words.slice(digit - 1, digit || 0)

/** Returns the words of an amount in Swahili: the largest group first, all parts joined by "na". */
function swahiliWords(amount: number): string[] {
  const { counted, remainder } = groupCounts(amount, swahiliGroups)
  const parts = counted.map(({ word, count }) => [word, ...joinByNa(swahiliParts(count))])
  const [first = [], ...others] = swahiliParts(remainder)
  const isShillingSaid = needsShilling(counted.at(-1), remainder)
  if (remainder > 0) parts.push(isShillingSaid ? ['shilingi', ...first] : first, ...others)
  return joinByNa(parts)
}

/**
 * Returns whether "shilingi" comes before the remainder: "elfu kumi na mbili" is 12,000, so 10,002 is "elfu
 * kumi na shilingi mbili". A small amount alone also needs it, to show that it is money.
 */
function needsShilling(lastGroup: Counted | undefined, remainder: number): boolean {
  if (remainder >= 100) return false
  if (!lastGroup) return true
  // "Na" adds units to a count of full tens, and tens to a count of full hundreds.
  const fullCount = remainder < 10 ? 10 : 100
  return lastGroup.count % fullCount === 0
}

/** Returns the words of a number below 1,000: its hundreds, tens and units. */
const swahiliParts = (number: number): string[][] =>
  [
    number < 100 ? [] : ['mia', ...wordOf(Math.floor(number / 100), swahiliUnits)],
    wordOf(Math.floor((number % 100) / 10), swahiliTens),
    wordOf(number % 10, swahiliUnits),
  ].filter(part => part.length > 0)

/** Joins the parts of a number by "na". */
const joinByNa = (parts: readonly string[][]): string[] =>
  parts.flatMap((part, index) => (index === 0 ? part : ['na', ...part]))

/** Returns the words of an amount in English: the largest group first, with "and" before the last part. */
function englishWords(amount: number): string[] {
  const { counted, remainder } = groupCounts(amount, englishGroups)
  const words = counted.flatMap(({ word, count }) => [...below1000(count), word])
  if (counted.length > 0 && remainder > 0 && remainder < 100) words.push('and')
  return [...words, ...below1000(remainder), amount === 1 ? 'shilling' : 'shillings']
}

/** Returns the words of a number below 1,000; none for 0. */
function below1000(number: number): string[] {
  const below100 = number % 100
  const hundreds = number < 100 ? [] : [...wordOf(Math.floor(number / 100), englishUnits), 'hundred']
  const and = number > 100 && below100 > 0 ? ['and'] : []
  if (below100 < 20) return [...hundreds, ...and, ...wordOf(below100, englishUnits)]
  const tens = wordOf(Math.floor(below100 / 10) - 1, englishTens)
  return [...hundreds, ...and, ...tens, ...wordOf(below100 % 10, englishUnits)]
}
