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

/** Whether it is a space, a line feed, a carriage return or a tab. */
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const isDigit = (code: number) => code >= 48 && code <= 57
/** A number without its sign. */
const numberText = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** A float64 preserves 15 digits, and is printed with 17 at most. */
const digitsKept = 15
const digitsMax = 17

/**
 * Whether JSON.parse would change a number: an integer beyond 2^53 - 1, an overflow, or more digits than a
 * float64 has.
 */
function isInexact(literal: string): boolean {
  if (literal.length <= digitsKept && !/e/i.test(literal)) return false
  const value = Math.abs(Number(literal))
  if (!(value <= Number.MAX_SAFE_INTEGER)) return true
  const digits = literal
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
  return digits.length > digitsMax || (value === 0 && digits !== '')
}

/** JSON.parse reads this as infinity. */
const infinite = '1e999'

/**
 * Checks depth and keys, and returns the text with each inexact number replaced by `infinite`. It does not
 * check the grammar, because JSON.parse does.
 * @throws Fault `validation_error` for nesting that is too deep, and for a forbidden or repeated key
 */
function checkedText(text: string): string {
  /** The open objects with their keys so far, and undefined for each open list. */
  const open: (Set<string> | undefined)[] = []
  let replaced = '' // the text before `copiedEnd`, with its inexact numbers replaced
  let copiedEnd = 0
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfString(text, index)
      if (end < 0) return text // JSON.parse refuses it
      let after = end
      while (isSpace(text.charCodeAt(after))) after++
      const keys = open.at(-1)
      if (keys && text.charCodeAt(after) === colon) checkKey(keys, text.slice(index + 1, end - 1))
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
      if (open.length >= depthMax) throw badField('body', 'json_too_deep', { max: depthMax })
      open.push(code === openBrace ? new Set() : undefined)
    } else if (code === closeBrace || code === closeBracket) open.pop()
    index++
  }
  return copiedEnd === 0 ? text : replaced + text.slice(copiedEnd)
}

/**
 * Checks a key, and adds it to those that its object has so far.
 * @param raw the text between its quotes, escapes included
 * @throws Fault `validation_error` for a forbidden or repeated key
 */
function checkKey(keys: Set<string>, raw: string): void {
  const key = raw.includes('\\') ? unescapeText(raw) : raw
  if (forbiddenKeys.has(key)) throw badField('body', 'json_key_forbidden', { key })
  if (keys.has(key)) throw badField('body', 'json_key_repeated', { key: key.slice(0, 60) })
  keys.add(key)
}

/** Returns the characters of a string's raw text. */
function unescapeText(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    // The text is not a JSON string: JSON.parse reports the error.
    return raw
  }
}

/**
 * Checks every text and key inside a value, because a store or a receiver could not carry some.
 * @throws Fault `validation_error` for NUL and unpaired surrogates
 */
function checkText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw badField('body', 'json_text_broken')
  } else if (Array.isArray(value)) value.forEach(checkText)
  else if (value && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) {
      checkText(key)
      checkText(inner)
    }
}

/** Whether a value of `readJson` contains an inexact number. */
export function hasInexactNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexactNumber)
}

/**
 * Parses a JSON text. A number that a float64 does not represent exactly becomes infinite, which every schema
 * refuses.
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
  if (text.includes('\\u')) checkText(value) // only an escape can bring in such characters
  return value
}

/**
 * Returns a text that is the same for all equivalent bodies, to compare them: with sorted keys and no
 * whitespace.
 * @param value what `readJson` returned
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join()}}`
}
