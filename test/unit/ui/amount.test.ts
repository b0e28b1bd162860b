// What the keypad makes of keys: amounts and numbers, as a table.
import { describe, expect, test } from 'bun:test'
import {
  amountFault,
  amountSize,
  groupNumber,
  type HeldDigits,
  type PadKey,
  padKeyOf,
  pressAmount,
  pressHeld,
  pressNumber,
} from '../../../ui/till/parts/amount.model.ts'
import { recentNumbers, rememberNumber } from '../../../ui/till/parts/recent-number.ts'
import type { TillDevice } from '../../../ui/till/parts/till-device.ts'

const press = (keys: string) => (keys === '' ? [] : (keys.split(' ') as PadKey[]))

describe('an amount', () => {
  test.each([
    ['', 0],
    ['0', 0],
    ['00', 0],
    ['000', 0],
    ['1', 1],
    ['1 2 5 00', 12_500],
    ['5 000 000', 5_000_000],
    ['5 000 backspace', 500],
    ['5 backspace backspace', 0],
    ['5 000 clear 7', 7],
    ['9 9 9 000 000 000', 999_000_000_000],
    ['9 9 9 000 000 000 0', 999_000_000_000],
    ['9 9 9 9 000 000 00', 999_900_000_000],
    ['9 9 9 9 000 000 00 000', 999_900_000_000],
  ])('%s is %d', (keys, amount) => {
    expect(press(keys).reduce(pressAmount, 0)).toBe(amount)
  })

  test.each([
    ['12500', 12_500],
    ['12,500', 12_500],
    ['12.500', 12_500],
    ['1,250,000', 1_250_000],
    ['12500.00', 12_500],
    ['12500,00', 12_500],
    ['12,500.00', 12_500],
    ['500.0', 500],
    ['12,50', 12],
    ['12.', 12],
  ])('typed on a keyboard as %s is %d', (text, amount) => {
    let held: HeldDigits
    let sum = 0
    for (const key of text) {
      const next = pressHeld(held, padKeyOf(key) ?? 'mark')
      held = next.held
      sum = next.keys.reduce(pressAmount, sum)
    }
    expect(sum).toBe(amount)
  })
  test('a mark and the digits after it are taken back one by one', () => {
    let held: HeldDigits = '5'
    for (const left of ['', undefined]) {
      held = pressHeld(held, 'backspace').held
      expect(held).toBe(left as HeldDigits)
    }
    expect(pressHeld('5', 'clear')).toEqual({ held: undefined, keys: ['clear'] })
  })

  test.each([
    [0, 'empty'],
    [499, 'small'],
    [500, undefined],
    [999_999_999_999, undefined],
  ])('%d: %p', (amount, fault) => {
    expect(amountFault(amount)).toBe(fault as ReturnType<typeof amountFault>)
  })

  test.each([
    [500, 'large'],
    [999_999, 'large'],
    [1_000_000, 'medium'],
    [999_999_999, 'medium'],
    [999_999_999_999, 'small'],
  ] as const)('%d is drawn %s', (amount, size) => {
    expect(amountSize(amount)).toBe(size)
  })
})

describe('a number', () => {
  test.each([
    ['0 7 5 4', '0754', '0754'],
    ['0 7 5 4 1 2 3 4 5 6', '0754123456', '0754 123 456'],
    ['2 5 5 7 5 4 1 2 3 4 5 6', '255754123456', '255 754 123 456'],
    ['7 5 4 1', '7541', '754 1'],
    ['0 7 backspace', '0', '0'],
    ['0 7 clear', '', ''],
    ['1 1 1 1 1 1 1 1 1 1 1 1 1 1', '111111111111', '111 111 111 111'],
  ])('%s is %s', (keys, digits, grouped) => {
    const typed = press(keys).reduce(pressNumber, '')
    expect(typed).toBe(digits)
    expect(groupNumber(typed)).toBe(grouped)
  })
})

test.each([
  ['7', '7'],
  ['Backspace', 'backspace'],
  ['Undo', 'erase'],
  ['Delete', 'clear'],
  ['Escape', 'clear'],
  ['c', 'clear'],
  ['Enter', undefined],
  ['a', undefined],
  ['.', undefined],
] as const)('the keyboard’s %s', (key, pad) => {
  expect(padKeyOf(key)).toBe(pad)
})

describe('numbers of recent customers', () => {
  const device = (cashier: string) =>
    ({ caller: { account: 'acct_1', till: 'till_1' }, cashier: { id: cashier } }) as TillDevice
  const neema = device('neema')
  test.each([
    ['', ['0754000459', '0713000458', '0754000456']],
    ['7', ['0754000459', '0713000458', '0754000456']],
    ['754', ['0754000459', '0754000456', '0754000451']],
    ['0713', ['0713000458']],
    ['451', ['0754000451']],
    ['0754000451', []],
    ['754000451', []],
    ['9999', []],
  ])('%p offers %p', (digits, offered) => {
    for (const end of ['754000451', '754000456', '713000458', '754000456', '713000458', '754000459'])
      rememberNumber(neema, `+255${end}`)
    expect(recentNumbers(neema, digits)).toEqual(offered)
  })

  test('are those that one cashier typed, in full', () => {
    rememberNumber(neema, '+255754000451')
    expect(recentNumbers(device('juma'), '')).toEqual([])
    rememberNumber(device('juma'), '…456')
    expect(recentNumbers(device('juma'), '')).toEqual([])
    rememberNumber(device('juma'), '+255754000460')
    expect(recentNumbers(device('juma'), '')).toEqual(['0754000460'])
    expect(recentNumbers(neema, '')).toEqual([])
  })
})
