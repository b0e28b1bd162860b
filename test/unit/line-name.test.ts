// The name of a line of a sale, which the server and the till make of the names of what it sells.
import { expect, test } from 'bun:test'
import { lineName, lineNameMax } from '../../src/domain/line-item.ts'

const long = (letter: string, length = 200) => letter.repeat(length)

test.each<[string, Parameters<typeof lineName>[0], string]>([
  ['a product', { product: 'Soda' }, 'Soda'],
  ['a product without variations', { product: 'Soda', variation: '' }, 'Soda'],
  ['a pack', { product: 'Soda', pack: 'Crate' }, 'Soda (Crate)'],
  ['a variation', { product: 'Tea', variation: 'Large' }, 'Tea, Large'],
  ['a pack of a variation', { product: 'Tea', variation: 'Large', pack: 'Box' }, 'Tea, Large (Box)'],
  ['the longest product', { product: long('a') }, long('a')],
  ['a longer text with a pack', { product: long('a'), pack: 'Box' }, `${long('a', 193)}… (Box)`],
  ['a short variation stays', { product: long('a'), variation: 'Red' }, `${long('a', 194)}…, Red`],
  ['a short product stays', { product: 'Tea', variation: long('b') }, `Tea, ${long('b', 194)}…`],
  [
    'both are cut if both are long',
    { product: long('a'), variation: long('b') },
    `${long('a', 98)}…, ${long('b', 98)}…`,
  ],
  [
    'no space before the cut',
    { product: `${long('a', 193)} ${long('a', 6)}`, pack: 'Bo' },
    `${long('a', 193)}… (Bo)`,
  ],
  ['no half of a character', { product: long('🍌', 110) }, `${long('🍌', 99)}…`],
])('%s', (_, parts, name) => {
  expect(lineName(parts)).toBe(name)
  expect(lineName(parts).length).toBeLessThanOrEqual(lineNameMax)
})
