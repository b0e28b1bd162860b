// Whether a name in the command palette fits what was typed.

/** Removes accents and case, so that `Café` is found by `cafe`. */
const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns whether each typed word begins some word of the name: `new lin` finds `New payment link`. */
export function hasWords(name: string, typed: string): boolean {
  const nameWords = foldText(name).split(/[^\p{L}\p{N}]+/u) // at all but letters and digits
  const typedWords = foldText(typed).split(/\s+/).filter(Boolean)
  return typedWords.every(start => nameWords.some(word => word.startsWith(start)))
}
