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

/** Nothing for what is no amount. */
export function paidWords(amount: number, language: Language): readonly string[] {
  if (!Number.isInteger(amount) || amount < 1 || amount > amountMax) return []
  return language === 'sw' ? [...swahiliWords(amount), 'imelipwa'] : [...englishWords(amount), 'paid']
}

interface Counted extends Group {
  readonly count: number
}
/** How often each group is in the amount, without those that are not; and what remains below a thousand. */
function groupCounts(amount: number, groups: readonly Group[]) {
  const list: Counted[] = []
  let rest = amount
  for (const { word, size } of groups) {
    const count = Math.floor(rest / size)
    rest %= size
    if (count > 0) list.push({ word, size, count })
  }
  return { found: list, rest }
}

/** The word of a digit; nothing for 0. */
const wordOf = (digit: number, words: readonly string[]) => words.slice(digit - 1, digit || 0)

function swahiliWords(amount: number): string[] {
  const { found, rest } = groupCounts(amount, swahiliGroups)
  const parts = found.map(({ word, count }) => [word, ...joinByNa(swahiliParts(count))])
  const [first = [], ...others] = swahiliParts(rest)
  if (rest > 0) parts.push(needsShilling(found.at(-1), rest) ? ['shilingi', ...first] : first, ...others)
  return joinByNa(parts)
}

/**
 * "Elfu kumi na mbili" is 12,000: 10,002 is "elfu kumi na shilingi mbili". So is a small amount alone, where
 * no thousand or hundred shows that it is money.
 */
function needsShilling(last: Counted | undefined, rest: number): boolean {
  if (rest >= 100) return false
  return !last || (last.word !== 'laki' && last.count % (rest < 10 ? 10 : 100) === 0)
}

/** The words of a number below 1,000: its hundreds, tens and units. */
const swahiliParts = (number: number): string[][] =>
  [
    number < 100 ? [] : ['mia', ...wordOf(Math.floor(number / 100), swahiliUnits)],
    wordOf(Math.floor((number % 100) / 10), swahiliTens),
    wordOf(number % 10, swahiliUnits),
  ].filter(part => part.length > 0)

const joinByNa = (parts: readonly string[][]): string[] =>
  parts.flatMap((part, index) => (index === 0 ? part : ['na', ...part]))

function englishWords(amount: number): string[] {
  const { found, rest } = groupCounts(amount, englishGroups)
  const words = found.flatMap(({ word, count }) => [...below1000(count), word])
  if (found.length > 0 && rest > 0 && rest < 100) words.push('and')
  return [...words, ...below1000(rest), amount === 1 ? 'shilling' : 'shillings']
}

function below1000(number: number): string[] {
  const below100 = number % 100
  const hundreds = number < 100 ? [] : [...wordOf(Math.floor(number / 100), englishUnits), 'hundred']
  const and = number > 100 && below100 > 0 ? ['and'] : []
  if (below100 < 20) return [...hundreds, ...and, ...wordOf(below100, englishUnits)]
  const tens = wordOf(Math.floor(below100 / 10) - 1, englishTens)
  return [...hundreds, ...and, ...tens, ...wordOf(below100 % 10, englishUnits)]
}
