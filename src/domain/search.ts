// Finding things of which there are few by a part of their name: no index, a look at each of them.

/** Small letters without accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each word of what is looked for stands somewhere in these texts. */
export function matchesSearch(wanted: string, texts: readonly string[]): boolean {
  const all = plain(texts.join('\n'))
  return plain(wanted)
    .split(/\s+/)
    .every(word => all.includes(word))
}
