// Tokens and the ends of references are numbers in disguise: each number has its own, and a search computes
// the number.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { hasDammDigit } from '../../src/domain/damm.ts'
import { codeKeyBytes, paymentCodes } from '../../src/domain/payment-number.ts'
import { newSeal } from '../../src/store/folder/seal.ts'

const keyOf = (first: number) =>
  newSeal(Uint8Array.from({ length: 32 }, (_, index) => first + index)).bytes('test', codeKeyBytes)
const codes = paymentCodes(keyOf(1))
const number = fc.integer({ min: 1, max: 40_000_000 })

describe('a token', () => {
  test('is eight digits, never begins with 0, passes its own check and finds its number', () =>
    fc.assert(
      fc.property(number, one => {
        const token = codes.tokenOf(one)
        expect(token).toMatch(/^[1-9][0-9]{7}$/)
        expect(hasDammDigit(token)).toBe(true)
        expect(codes.numbersOfToken(token, one)[0]).toBe(one)
      }),
    ))

  test('comes again after nine million payments, and then means all of them, the newest first', () => {
    const token = codes.tokenOf(5)
    expect(codes.tokenOf(9_000_005)).toBe(token)
    expect(codes.numbersOfToken(token, 18_000_004)).toEqual([9_000_005, 5])
    expect(codes.numbersOfToken(token, 4)).toEqual([])
    expect(codes.numbersOfToken(codes.tokenOf(9_000_000), 9_000_000)).toEqual([9_000_000])
  })

  test('of a hundred thousand payments comes once', () => {
    const tokens = new Set(Array.from({ length: 100_000 }, (_, index) => codes.tokenOf(index + 1)))
    expect(tokens.size).toBe(100_000)
  })

  test('reveals nothing about the next one without the key', () => {
    const other = paymentCodes(keyOf(2))
    const steps = Array.from({ length: 1_000 }, (_, index) =>
      Math.sign(Number(codes.tokenOf(index + 2)) - Number(codes.tokenOf(index + 1))),
    )
    expect(Math.abs(steps.reduce((sum, step) => sum + step, 0))).toBeLessThan(100)
    const same = Array.from({ length: 1_000 }, (_, index) => index + 1).filter(
      one => codes.tokenOf(one) === other.tokenOf(one),
    )
    expect(same.length).toBeLessThan(3)
  })

  test.each(['', '1', '12345678', '00000000', 'abcdefgh', '1234567', '123456785'])(
    '%p, which is none, has no number',
    text => expect(codes.numbersOfToken(text, 9_000_000)).toEqual([]),
  )
})

describe('the end of a reference', () => {
  test('is six hexadecimal digits and finds its number', () =>
    fc.assert(
      fc.property(number, one => {
        const tail = codes.tailOf(one)
        expect(tail).toMatch(/^[0-9a-f]{6}$/)
        expect(codes.numbersOfTail(tail, one)[0]).toBe(one)
      }),
    ))

  test('comes again after 2^24 payments', () => {
    expect(codes.numbersOfTail(codes.tailOf(7), 2 ** 24 + 7)).toEqual([2 ** 24 + 7, 7])
  })

  test.each(['', 'abcde', 'ABCDEF', '12-456', '1234567'])('%p, which is none, has no number', text =>
    expect(codes.numbersOfTail(text, 100)).toEqual([]),
  )
})

test('the codes take the whole key', () => {
  expect(() => paymentCodes(new Uint8Array(32))).toThrow('the codes of payments take')
})
