// Searches short lists by a part of the name. It compares each row, without an index.

/** Returns a text in lower case and without accents. */
export const plainLetters = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Apostrophes of many keyboards. Some count as letters: Ngʼombe. */
export const apostrophes = /['’‘ʼʻ´`＇]/g

/** Splits a text into words without accents and punctuation: `Oda #A-12, ASHA` is `oda a 12 asha`. */
export const searchWords = (text: string): string[] => plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Returns the words by which a product is found: `Ng'ombe` is `ng ombe ngombe`, because people type it both
 * ways.
 */
export const indexedWords = (text: string): string[] => [
  ...searchWords(text.replace(apostrophes, ' ')),
  ...searchWords(text.replace(apostrophes, '')),
]

/** Returns the words of a typed search. With any apostrophe, `Ng'ombe` is `ng ombe`. */
export const typedWords = (text: string): string[] => searchWords(text.replace(apostrophes, ' '))

/**
 * Returns the texts to search for, so that a stored text with a word that begins with `word` is found. Each
 * starts with the space or apostrophe before that word, so that it is not found inside a word. Texts that
 * were stored before `indexedWords` existed have `ng ombe`, or `ngʼombe` where the apostrophe is a letter. So
 * `ngombe` also searches for these two, and `ombe` also for a word after ʼ.
 */
export function wordForms(word: string): string[] {
  const splitForms = [...word.matchAll(/ng(?=[aeiou])/g)].flatMap(({ index }) => {
    const [start, end] = [word.slice(0, index + 2), word.slice(index + 2)]
    return [` ${start} ${end}`, ` ${start}ʼ${end}`]
  })
  return [` ${word}`, `ʼ${word}`, ...splitForms]
}

/** Whether these texts together contain each word of the search, also inside other words. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const foldText = (text: string) => plainLetters(text.replace(apostrophes, ''))
  const searchedText = foldText(texts.join('\n'))
  return foldText(search)
    .split(/\s+/)
    .every(word => searchedText.includes(word))
}
