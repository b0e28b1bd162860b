// Which characters names and texts may contain. Control characters are refused, because they break lines in
// logs and on paper. Invisible characters and those that change the direction of text are removed, because
// they make names look alike.
import { badFields, type Problem, problemIf } from './fault.ts'

/** Scripts in which a joiner shapes letters, with their marks: Arabic, Persian and the Indic scripts. */
const joiningScripts = 'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr Tibt'
  .split(' ')
  .map(script => `\\p{scx=${script}}`)
  .join('')
const joiningLetter = new RegExp(`[${joiningScripts}]`, 'u')
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f/u

/** Zero-width characters and those that change the direction of text. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

const zeroWidthNonJoiner = '\u200c'
const zeroWidthJoiner = '\u200d'
const joiner = /[\u200c\u200d]/

/**
 * Whether a letter may stay in a name. Only a joiner that joins nothing must go.
 * @param before the letter before, and `after` the next one: arguments instead of a regular expression with a
 * lookbehind, which browsers of 2022 do not support
 */
function mayStay(letter: string, before = '', after = ''): boolean {
  if (letter === zeroWidthNonJoiner) return joiningLetter.test(before) && joiningLetter.test(after)
  return letter !== zeroWidthJoiner || joiningLetter.test(before) || emoji.test(before)
}

/** Whether a text of several lines has a control character other than line breaks and tabs. */
export const hasControlCharacter = (text: string): boolean => /[^\P{Control}\t\r\n]/u.test(text)

/** Returns a name trimmed and without invisible characters, which pasted text may contain. */
export function visibleName(text: string): string {
  const plain = text.replace(invisible, '')
  // Most names have no joiner, and a file has thousands of names.
  if (!joiner.test(plain)) return plain.trim()
  const letters = [...plain]
  const visible = letters.filter((letter, index) => mayStay(letter, letters[index - 1], letters[index + 1]))
  return visible.join('').trim()
}

/** Returns a list with the problem of a name with control characters; an empty list for any other name. */
export const nameProblems = (field: string, text: string): Problem[] =>
  problemIf(/\p{Control}/u.test(text), field, 'control_characters')

/**
 * Reads a name, which may be empty.
 * @throws Fault `validation_error` naming the field when it has control characters
 */
export function readName(field: string, text: string): string {
  const name = visibleName(text)
  const problems = nameProblems(field, name)
  if (problems.length > 0) throw badFields(problems)
  return name
}

const foreignNameMax = 200
/** Reduces a name from a network or a file to one line of the allowed characters and length. */
export const plainName = (text: string): string =>
  visibleName(text.replace(/\p{Control}+/gu, ' '))
    .replace(/\s+/g, ' ')
    .slice(0, foreignNameMax)

const maskedNameMax = 40
/** Masks the words of a name, ASHA and MUSA, as `ASHA M.`: enough to recognise a person. */
export const maskName = ([first = '', ...rest]: readonly string[]): string =>
  [first, ...rest.map(word => `${word[0]}.`)].join(' ').slice(0, maskedNameMax)
