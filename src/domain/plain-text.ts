// Which characters names and texts may hold. Control characters break lines in logs and on paper; characters that are not
// seen, or that turn the direction of text, make one name look like another.
import { badFields, type Problem, problem } from './fault.ts'

/** Zero-width and bidirectional ones; a joiner is fine within an emoji. */
const invisible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: a joiner is looked for after each of these
  /[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d/u

/** Texts of several lines keep line breaks and tabs; no other control character has a place in one. */
export const hasControlCharacter = (text: string): boolean => /[^\P{Control}\t\r\n]/u.test(text)

/** What is wrong with the characters of a name; nothing is an empty list. */
export function nameProblems(field: string, text: string): Problem[] {
  if (/\p{Control}/u.test(text)) return [problem(field, 'control_characters')]
  return invisible.test(text) ? [problem(field, 'invisible_characters')] : []
}

const foreignNameMax = 200
/** A name from outside, with only the characters that a name may hold. */
export const plainName = (text: string): string =>
  text
    .replace(/\p{Control}+/gu, ' ')
    .replace(new RegExp(invisible, 'gu'), '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, foreignNameMax)

/** @throws Fault naming the field */
export function assertName(field: string, text: string): void {
  const problems = nameProblems(field, text)
  if (problems.length > 0) throw badFields(problems)
}
