// Reads JSON of untrusted clients. One pass over the text rejects what JSON.parse accepts or fails on: deep
// nesting, duplicate keys, keys that reach a prototype. Then the text is parsed once.
import { badField } from '../domain/fault.ts'

export const depthMax = 32
/** Keys that reach a prototype. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const quote = 34
const backslash = 92
const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93
const colon = 58

/** The index just after the string that starts at `start`, or -1 when it never ends. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) index++
    else if (code === quote) return index + 1
  }
  return -1
}

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

/** Walks the text once; says nothing of its grammar, which JSON.parse checks. */
function scan(text: string): void {
  const open: (Set<string> | undefined)[] = []
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfString(text, index)
      if (end < 0) return
      let after = end
      while (isSpace(text.charCodeAt(after))) after++
      const keys = open.at(-1)
      if (keys && text.charCodeAt(after) === colon) checkKey(keys, text.slice(index + 1, end - 1))
      index = end
      continue
    }
    if (code === openBrace || code === openBracket) {
      if (open.length >= depthMax) throw badField('body', 'json_too_deep', { max: depthMax })
      open.push(code === openBrace ? new Set() : undefined)
    } else if (code === closeBrace || code === closeBracket) open.pop()
    index++
  }
}

function checkKey(keys: Set<string>, raw: string): void {
  const key = raw.includes('\\') ? unescaped(raw) : raw
  if (forbiddenKeys.has(key)) throw badField('body', 'json_key_forbidden', { key })
  if (keys.has(key)) throw badField('body', 'json_key_repeated', { key: key.slice(0, 60) })
  keys.add(key)
}

function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    // Not a JSON string: JSON.parse of the whole text will say so.
    return raw
  }
}

/** Refuses text that a store or a receiver could not carry: NUL and half surrogate pairs. */
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

/** Parses a JSON text. @throws Fault `validation_error` about the field `body` */
export function readJson(text: string): unknown {
  scan(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badField('body', 'json_invalid')
  }
  if (text.includes('\\u')) checkText(value)
  return value
}
