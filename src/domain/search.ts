// Searches short lists by a part of the name. It compares each row, without an index.

/** Lower-case letters without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The words of a text without accents and punctuation: `Oda #A-12, ASHA` is `oda a 12 asha`. */
export const searchWords = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether these texts contain each word of the search. */
export function matchesSearch(wanted: string, texts: readonly string[]): boolean {
  const all = plain(texts.join('\n'))
  return plain(wanted)
    .split(/\s+/)
    .every(word => all.includes(word))
}
