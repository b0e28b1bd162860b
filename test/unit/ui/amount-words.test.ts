// How the till speaks an amount in both languages. Every word has a clip.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { amountMax } from '../../../src/domain/payment-limit.ts'
import { paidWords, wordsOf } from '../../../ui/till/voice/amount-words.model.ts'
import clips from '../../../ui/till/voice/clips.json' with { type: 'json' }

const rows: [amount: number, sw: string, en: string][] = [
  [1, 'shilingi moja', 'one shilling'],
  [2, 'shilingi mbili', 'two shillings'],
  [10, 'shilingi kumi', 'ten shillings'],
  [11, 'shilingi kumi na moja', 'eleven shillings'],
  [19, 'shilingi kumi na tisa', 'nineteen shillings'],
  [20, 'shilingi ishirini', 'twenty shillings'],
  [21, 'shilingi ishirini na moja', 'twenty one shillings'],
  [99, 'shilingi tisini na tisa', 'ninety nine shillings'],
  [100, 'mia moja', 'one hundred shillings'],
  [101, 'mia moja na moja', 'one hundred and one shillings'],
  [250, 'mia mbili na hamsini', 'two hundred and fifty shillings'],
  [999, 'mia tisa na tisini na tisa', 'nine hundred and ninety nine shillings'],
  [1_000, 'elfu moja', 'one thousand shillings'],
  [1_001, 'elfu moja na moja', 'one thousand and one shillings'],
  [1_500, 'elfu moja na mia tano', 'one thousand five hundred shillings'],
  [3_080, 'elfu tatu na themanini', 'three thousand and eighty shillings'],
  [5_000, 'elfu tano', 'five thousand shillings'],
  [10_000, 'elfu kumi', 'ten thousand shillings'],
  [10_002, 'elfu kumi na shilingi mbili', 'ten thousand and two shillings'],
  [12_000, 'elfu kumi na mbili', 'twelve thousand shillings'],
  [
    12_345,
    'elfu kumi na mbili na mia tatu na arobaini na tano',
    'twelve thousand three hundred and forty five shillings',
  ],
  [12_500, 'elfu kumi na mbili na mia tano', 'twelve thousand five hundred shillings'],
  [70_011, 'elfu sabini na kumi na moja', 'seventy thousand and eleven shillings'],
  [100_000, 'laki moja', 'one hundred thousand shillings'],
  [100_005, 'laki moja na tano', 'one hundred thousand and five shillings'],
  [150_000, 'laki moja na elfu hamsini', 'one hundred and fifty thousand shillings'],
  [
    460_007,
    'laki nne na elfu sitini na shilingi saba',
    'four hundred and sixty thousand and seven shillings',
  ],
  [
    999_999,
    'laki tisa na elfu tisini na tisa na mia tisa na tisini na tisa',
    'nine hundred and ninety nine thousand nine hundred and ninety nine shillings',
  ],
  [1_000_000, 'milioni moja', 'one million shillings'],
  [
    1_250_000,
    'milioni moja na laki mbili na elfu hamsini',
    'one million two hundred and fifty thousand shillings',
  ],
  [
    2_750_500,
    'milioni mbili na laki saba na elfu hamsini na mia tano',
    'two million seven hundred and fifty thousand five hundred shillings',
  ],
  [10_000_008, 'milioni kumi na shilingi nane', 'ten million and eight shillings'],
  [100_000_030, 'milioni mia moja na shilingi thelathini', 'one hundred million and thirty shillings'],
  [120_000_000, 'milioni mia moja na ishirini', 'one hundred and twenty million shillings'],
  [6_000_000_000, 'bilioni sita', 'six billion shillings'],
  [
    amountMax,
    'bilioni mia tisa na tisini na tisa na milioni mia tisa na tisini na tisa na laki tisa na elfu tisini na tisa na mia tisa na tisini na tisa',
    'nine hundred and ninety nine billion nine hundred and ninety nine million nine hundred and ninety nine thousand nine hundred and ninety nine shillings',
  ],
]

test.each(rows)('%d', (amount, sw, en) => {
  expect(paidWords(amount, 'sw').join(' ')).toBe(`${sw} imelipwa`)
  expect(paidWords(amount, 'en').join(' ')).toBe(`${en} paid`)
})

test.each([0, -5, 1.5, Number.NaN, amountMax + 1])('%d is no amount', amount => {
  expect(paidWords(amount, 'sw')).toEqual([])
  expect(paidWords(amount, 'en')).toEqual([])
})

describe.each(['sw', 'en'] as const)('in %s', language => {
  const table = Object.entries<number[]>(clips[language])

  test('no two amounts sound alike', () => {
    const count = 130_000
    const said = (amount: number) => paidWords(amount, language).join(' ')
    expect(new Set(Array.from({ length: count }, (_, index) => said(index + 1))).size).toBe(count)
    const millions = (amount: number) => said(amount * 1_000_000)
    expect(new Set(Array.from({ length: 999 }, (_, index) => millions(index + 1))).size).toBe(999)
  })

  test('every word has its clip, of a length that a word has, apart from the next', () => {
    expect(table.map(([word]) => word)).toEqual([...wordsOf[language]])
    expect(new Set(wordsOf[language]).size).toBe(wordsOf[language].length)
    let freeFrom = 0
    for (const [word, [start = 0, length = 0]] of table) {
      expect([word, start - freeFrom >= 90, length > 200, length < 1_200]).toEqual([word, true, true, true])
      freeFrom = start + length
    }
  })

  test('every word of an amount is one that has a clip', () => {
    const known = new Set(wordsOf[language])
    const used = new Set(rows.flatMap(([amount]) => paidWords(amount, language)))
    for (let amount = 1; amount < 1_000; amount++)
      for (const word of paidWords(amount, language)) used.add(word)
    expect(used.difference(known)).toEqual(new Set())
    expect(known.difference(used)).toEqual(new Set())
  })
})

test('the clips are less than 300 kB in all', () => {
  const folder = join(import.meta.dir, '../../../ui/till/voice')
  const sizes = ['clips.json', 'voice-en.mp3', 'voice-sw.mp3'].map(name => Bun.file(join(folder, name)).size)
  expect(Math.min(...sizes)).toBeGreaterThan(500)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(300_000)
})
