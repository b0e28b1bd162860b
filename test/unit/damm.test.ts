// Check digits: the ten real Lipa Namba numbers, what a mistyped one looks like, and the tokens we mint.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { dammDigit, hasDammDigit, paymentToken } from '../../src/domain/damm.ts'

const fields = [
  ['63890400', true],
  ['63808132', true],
  ['63891931', true],
  ['70063747', true],
  ['138974122', true],
  ['45342017', true],
  ['22745346', true],
  ['00112349', true],
  ['78000028', true],
  ['00100014', true],
  ['5724', true],
  ['12345678', false],
  ['80008000', false],
  ['5725', false],
  ['0', false],
  ['', false],
  ['6389 0400', false],
  ['6389040o', false],
  ['٦٣٨٩٠٤٠٠', false],
] as const

test.each(fields)('%p ends in its check digit: %p', (digits, expected) => {
  expect(hasDammDigit(digits)).toBe(expected)
})

test('572 gets a 4', () => expect(dammDigit('572')).toBe('4'))

test.each(['', '57a', ' 572'])('%p is refused by an assertion', digits => {
  expect(() => dammDigit(digits)).toThrow('digits only')
})

const digits = fc.stringMatching(/^[0-9]{7}$/)

describe('any seven digits', () => {
  test('with their check digit, one wrong digit is noticed', () =>
    fc.assert(
      fc.property(digits, fc.nat(7), fc.integer({ min: 1, max: 9 }), (seven, place, shift) => {
        const whole = seven + dammDigit(seven)
        const wrong = String((Number(whole[place]) + shift) % 10)
        expect(hasDammDigit(whole)).toBe(true)
        expect(hasDammDigit(whole.slice(0, place) + wrong + whole.slice(place + 1))).toBe(false)
      }),
    ))

  test('with their check digit, two swapped neighbours are noticed', () =>
    fc.assert(
      fc.property(digits, fc.nat(6), (seven, place) => {
        const whole = seven + dammDigit(seven)
        const swapped = `${whole.slice(0, place)}${whole[place + 1]}${whole[place]}${whole.slice(place + 2)}`
        expect(hasDammDigit(swapped)).toBe(swapped === whole)
      }),
    ))
})

describe('a payment token', () => {
  test.each([
    [[0, 0, 0, 0, 0, 0], '1000000'],
    [[0, 0, 0, 0, 0, 1], '1000001'],
    [[0, 0, 0, 137, 84, 63], '9999999'],
    [[0, 0, 0, 137, 84, 64], '1000000'],
    [[255, 255, 255, 255, 255, 255], '4710655'],
  ])('of %p begins %s', (bytes, seven) => {
    expect(paymentToken(Uint8Array.from(bytes))).toBe(seven + dammDigit(seven))
  })

  test('is eight digits, never begins with 0 and passes its own check', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 16 }), random => {
        const token = paymentToken(random)
        expect(token).toMatch(/^[1-9][0-9]{7}$/)
        expect(hasDammDigit(token)).toBe(true)
      }),
    ))

  test('is not made from fewer than six bytes', () => {
    expect(() => paymentToken(new Uint8Array(5))).toThrow('six random bytes')
  })
})
