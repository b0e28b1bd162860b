// The number of a payment is its position among all payments. The token and the end of the reference are
// computed from the number by a secret permutation, so they cannot be guessed and do not repeat before all
// were used. A search computes the number instead of looking it up, because random values in an index would
// cost each new payment a page.
import { dammDigit, hasDammDigit } from './damm.ts'
import { assert } from './fault.ts'
import { referenceTailLength } from './payment.ts'

/** The number of tokens: seven digits, the first not 0. */
const tokenSpace = 9_000_000
const tokenFirst = 1_000_000
/** Seven digits and the check digit. */
const tokenLength = 8
/** The permutation mixes values of 24 bits, in two halves. */
const halfBits = 12
/**
 * The values of one half: 4,096. A shift is used, because V8 and JSC treat a power as a float, which makes
 * indexes computed from it five times slower.
 */
const halfValues = 1 << halfBits
/** The number of reference ends: six hexadecimal digits. */
const tailSpace = halfValues * halfValues
const rounds = 10
/** Each round has a table of 16 bits for each value of a half. */
const tableBytes = rounds * halfValues * 2

/** How many random bytes `paymentCodes` takes: a table for the tails and one for the tokens. */
export const codeKeyBytes = 2 * tableBytes

export interface PaymentCodes {
  /** 8 digits with a Damm check digit. */
  tokenOf(number: number): string
  /** The last six characters of the reference. */
  tailOf(number: number): string
  /** The numbers from 1 to `newest` with this token, newest first. */
  numbersOfToken(token: string, newest: number): number[]
  /** The numbers whose reference has this end, newest first. */
  numbersOfTail(tail: string, newest: number): number[]
}

interface Permutation {
  apply(value: number): number
  invert(value: number): number
}

/**
 * Returns a secret permutation of the numbers below 2^24, so that codes of consecutive payments look random
 * and never repeat. The permutation is a Feistel network, which can be inverted with any round functions.
 * @param tables secret random bits: the table of each round function, one after the other
 */
function permutationOf(tables: Uint16Array): Permutation {
  const roundFunction = (round: number, half: number) =>
    (tables[round * halfValues + half] ?? 0) & (halfValues - 1)
  return {
    apply(value) {
      let left = value >>> halfBits
      let right = value & (halfValues - 1)
      for (let round = 0; round < rounds; round++) {
        const next = left ^ roundFunction(round, right)
        left = right
        right = next
      }
      return (left << halfBits) | right
    },
    invert(value) {
      let left = value >>> halfBits
      let right = value & (halfValues - 1)
      for (let round = rounds - 1; round >= 0; round--) {
        const before = right ^ roundFunction(round, left)
        right = left
        left = before
      }
      return (left << halfBits) | right
    },
  }
}

/** Limits a permutation to values below `space`: repeats it until the value is in range (cycle walking). */
const permutationWithin = ({ apply, invert }: Permutation, space: number): Permutation => {
  const repeatUntilBelow = (step: (value: number) => number) => (value: number) => {
    let next = step(value)
    while (next >= space) next = step(next)
    return next
  }
  return { apply: repeatUntilBelow(apply), invert: repeatUntilBelow(invert) }
}

/** Returns the payment numbers from 1 to `newest` that are `value` modulo `space`, newest first. */
function numbersUpTo(newest: number, value: number, space: number): number[] {
  const numbers: number[] = []
  const first = value === 0 ? space : value // payment numbers begin with 1
  for (let number = first; number <= newest; number += space) numbers.unshift(number)
  return numbers
}

/**
 * Returns functions that convert payment numbers to tokens and reference ends, and back.
 * @param key `codeKeyBytes` secret random bytes that never change
 */
export function paymentCodes(key: Uint8Array): PaymentCodes {
  assert(key.length === codeKeyBytes, `the codes of payments take ${codeKeyBytes} bytes`)
  const tables = new Uint16Array(new Uint8Array(key).buffer)
  const tailPermutation = permutationOf(tables.subarray(0, rounds * halfValues))
  const tokenPermutation = permutationWithin(permutationOf(tables.subarray(rounds * halfValues)), tokenSpace)
  return {
    tokenOf(number) {
      const digits = String(tokenFirst + tokenPermutation.apply(number % tokenSpace))
      return digits + dammDigit(digits)
    },
    tailOf: number =>
      tailPermutation
        .apply(number % tailSpace)
        .toString(16)
        .padStart(referenceTailLength, '0'),
    numbersOfToken(text, newest) {
      const value = Number(text.slice(0, -1)) - tokenFirst // without the check digit
      if (text.length !== tokenLength || !hasDammDigit(text) || value < 0) return []
      return numbersUpTo(newest, tokenPermutation.invert(value), tokenSpace)
    },
    numbersOfTail: (text, newest) =>
      /^[0-9a-f]{6}$/.test(text)
        ? numbersUpTo(newest, tailPermutation.invert(Number.parseInt(text, 16)), tailSpace)
        : [],
  }
}
