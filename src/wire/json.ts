// Reads JSON of untrusted clients. One pass over the text rejects what JSON.parse accepts or fails on: deep
// nesting, duplicate keys, keys that reach a prototype. It also finds the numbers that JSON.parse would
// change. Then the text is parsed once.
import { badField } from '../domain/fault.ts'

/** The most objects and lists inside each other. */
export const depthMax = 32
/** Keys that would reach a prototype. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

// Character codes.
const quote = 34
const backslash = 92
const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93
const colon = 58

/** Returns the index after the string that begins at `start`, or -1 when it never ends. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) index++
    else if (code === quote) return index + 1
  }
  return -1
}

/** Whether a character code is a space, a line feed, a carriage return or a tab. */
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const isDigit = (code: number) => code >= 48 && code <= 57
/** A number of JSON without its sign, such as `12.5e3`. Sticky: it matches only at `lastIndex`. */
const numberText = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** A float64 always preserves 15 digits. Its shortest exact text has at most 17. */
const preservedDigits = 15
const digitsMax = 17

/**
 * Whether JSON.parse would change a number: because it is beyond 2^53 - 1, has more digits than a float64, or
 * is so small that it becomes 0.
 */
function isInexact(literal: string): boolean {
  if (literal.length <= preservedDigits && !/e/i.test(literal)) return false
  const value = Math.abs(Number(literal))
  if (!(value <= Number.MAX_SAFE_INTEGER)) return true
  const significantDigits = literal
    .replace(/e.*$/i, '') // without the exponent
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '') // without zeros at either end
  const becomesZero = value === 0 && significantDigits !== ''
  return significantDigits.length > digitsMax || becomesZero
}

/** A number that JSON.parse reads as infinity. */
const infinite = '1e999'

/** Returns the index of the first character from `start` on that is no space. */
function endOfSpaces(text: string, start: number): number {
  let index = start
  while (isSpace(text.charCodeAt(index))) index++
  return index
}

/**
 * Checks depth and keys, and returns the text with each inexact number replaced by `infinite`. The grammar is
 * not checked here, because JSON.parse checks it.
 * @throws Fault `validation_error` for nesting that is too deep, and for a forbidden or repeated key
 */
function checkedText(text: string): string {
  /** For each open object, from the outside in, its keys so far; undefined for each open list. */
  const openKeys: (Set<string> | undefined)[] = []
  let replaced = '' // the text before `copiedEnd`, with its inexact numbers replaced
  let copiedEnd = 0
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfString(text, index)
      if (end < 0) return text // JSON.parse refuses a string without an end
      const isKey = text.charCodeAt(endOfSpaces(text, end)) === colon
      const keys = openKeys.at(-1)
      if (keys && isKey) checkKey(keys, text.slice(index + 1, end - 1))
      index = end
      continue
    }
    if (isDigit(code)) {
      numberText.lastIndex = index
      const literal = numberText.exec(text)?.[0] ?? ''
      if (isInexact(literal)) {
        replaced += text.slice(copiedEnd, index) + infinite
        copiedEnd = index + literal.length
      }
      index += literal.length
      continue
    }
    if (code === openBrace || code === openBracket) {
      if (openKeys.length >= depthMax) throw badField('body', 'json_too_deep', { max: depthMax })
      openKeys.push(code === openBrace ? new Set() : undefined)
    } else if (code === closeBrace || code === closeBracket) openKeys.pop()
    index++
  }
  return copiedEnd === 0 ? text : replaced + text.slice(copiedEnd)
}

/**
 * Checks a key of an object, and adds the key to `keys`.
 * @param keys the keys of the object so far
 * @param raw the text between the quotes of the key, escapes included
 * @throws Fault `validation_error` for a forbidden or repeated key
 */
function checkKey(keys: Set<string>, raw: string): void {
  const key = raw.includes('\\') ? unescapeText(raw) : raw
  if (forbiddenKeys.has(key)) throw badField('body', 'json_key_forbidden', { key })
  if (keys.has(key)) throw badField('body', 'json_key_repeated', { key: key.slice(0, 60) })
  keys.add(key)
}

/** Returns the text that a JSON string contains. @param raw the text between its quotes */
function unescapeText(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    // The text is not a JSON string: JSON.parse reports the error.
    return raw
  }
}

/**
 * Checks every text and key inside a value. A database or a receiver of webhooks may not accept NUL
 * characters and unpaired surrogates.
 * @throws Fault `validation_error` for a text with such a character
 */
function checkText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw badField('body', 'json_text_broken')
  } else if (Array.isArray(value)) {
    value.forEach(checkText)
  } else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      checkText(key)
      checkText(inner)
    }
  }
}

/** Whether a value of `readJson` contains an inexact number, which `readJson` made infinite. */
export function hasInexactNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexactNumber)
}

/**
 * Parses a JSON text. A number that a float64 cannot represent exactly becomes infinite, so that every schema
 * refuses it.
 * @throws Fault `validation_error` about the field `body`
 */
export function readJson(text: string): unknown {
  const safeText = checkedText(text)
  let value: unknown
  try {
    value = JSON.parse(safeText)
  } catch {
    throw badField('body', 'json_invalid')
  }
  // JSON.parse refuses a raw NUL, and decoded bytes have no unpaired surrogates: only escapes add them.
  if (text.includes('\\u')) checkText(value)
  return value
}

/**
 * Returns a value as JSON with sorted keys and no whitespace, so that equivalent bodies have equal texts.
 * @param value what `readJson` returned
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const fields = entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
  return `{${fields.join()}}`
}
