// Searches short lists by a part of the name. It compares each row, without an index.

/** Lower-case letters without accents. */
const plainLetters = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Apostrophes of many keyboards. Some count as letters: Ngʼombe. */
const apostrophes = /['’‘ʼʻ´`＇]/g

/** The words of a text without accents and punctuation: `Oda #A-12, ASHA` is `oda a 12 asha`. */
export const searchWords = (text: string): string[] => plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The words by which a product is found: `Ng'ombe` is `ng ombe ngombe`, because people type it both ways. */
export const indexedWords = (text: string): string[] => [
  ...searchWords(text.replace(apostrophes, ' ')),
  ...searchWords(text.replace(apostrophes, '')),
]

/** The words of a search. `Ng'ombe` is `ng ombe`, whatever the apostrophe. */
export const typedWords = (text: string): string[] => searchWords(text.replace(apostrophes, ' '))

/**
 * The forms of the beginning of a word, each with the sign before it. Texts that were stored before
 * `indexedWords` existed have `ng ombe`, or `ngʼombe` where the apostrophe is a letter: in Swahili one
 * follows ng, so `ngombe` is all of them, and `ombe` may follow ʼ.
 */
export const wordForms = (word: string): string[] => [
  ` ${word}`,
  `ʼ${word}`,
  ...[...word.matchAll(/ng(?=[aeiou])/g)].flatMap(({ index }) =>
    [' ', 'ʼ'].map(sign => ` ${word.slice(0, index + 2)}${sign}${word.slice(index + 2)}`),
  ),
]

/** Whether these texts contain each word of the search. */
export function matchesSearch(wanted: string, texts: readonly string[]): boolean {
  const foldText = (text: string) => plainLetters(text.replace(apostrophes, ''))
  const all = foldText(texts.join('\n'))
  return foldText(wanted)
    .split(/\s+/)
    .every(word => all.includes(word))
}
