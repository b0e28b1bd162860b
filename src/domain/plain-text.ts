// Which characters names and texts may hold. Control characters break lines in logs and on paper and are refused;
// characters that are not seen, or that turn the direction of text, make one name look like another and are left out.
import { badFields, type Problem, problem } from './fault.ts'

/** Scripts whose letters a joiner shapes, with the marks that they share: Arabic with Persian, the Indic ones, and theirs. */
const joining = [
  ...['Arab', 'Syrc', 'Mong', 'Nkoo', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym'],
  ...['Sinh', 'Mymr', 'Khmr', 'Tibt'],
]
  .map(script => `\\p{scx=${script}}`)
  .join('')
const isJoined = new RegExp(`[${joining}]`, 'u')
const isEmoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u

/** Characters without a shape of their own: zero-width and bidirectional ones. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Whether a character is anything but a joiner that joins nothing. No lookbehind: browsers of 2022 know none. */
function isSeen(letter: string, before = '', after = ''): boolean {
  if (letter === '\u200c') return isJoined.test(before) && isJoined.test(after)
  return letter !== '\u200d' || isJoined.test(before) || isEmoji.test(before)
}

/** Texts of several lines keep line breaks and tabs; no other control character has a place in one. */
export const hasControlCharacter = (text: string): boolean => /[^\P{Control}\t\r\n]/u.test(text)

/** A name without blanks around it and without invisible characters, which come along when it is pasted. */
export function visibleName(text: string): string {
  const letters = [...text.replace(invisible, '')]
  const seen = letters.filter((letter, at) => isSeen(letter, letters[at - 1], letters[at + 1]))
  return seen.join('').trim()
}

/** What is wrong with the characters of a name; nothing is an empty list. */
export const nameProblems = (field: string, text: string): Problem[] =>
  /\p{Control}/u.test(text) ? [problem(field, 'control_characters')] : []

/** The name in a text; it may be empty. @throws Fault naming the field */
export function readName(field: string, text: string): string {
  const name = visibleName(text)
  const problems = nameProblems(field, name)
  if (problems.length > 0) throw badFields(problems)
  return name
}

const foreignNameMax = 200
/** A name from outside, with only the characters that a name may hold. */
export const plainName = (text: string): string =>
  visibleName(text.replace(/\p{Control}+/gu, ' '))
    .replace(/\s+/g, ' ')
    .slice(0, foreignNameMax)
