// Whether a name in the command palette fits what was typed.

const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each typed word begins a word of the name. */
export function hasWords(name: string, typed: string): boolean {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u)
  const wanted = foldText(typed).split(/\s+/).filter(Boolean)
  return wanted.every(start => words.some(word => word.startsWith(start)))
}
