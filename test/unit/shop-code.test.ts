// Barcodes of the shop's own scale: the item, and its weight or price.
import { expect, test } from 'bun:test'
import {
  defaultShopCodes,
  readShopCode,
  type ShopCodeRule,
  shopCodeFault,
} from '../../src/domain/shop-code.ts'

test.each([
  ['1,250 g', '2112345012506', { item: '12345', itemCode: '2112345000008', value: 1_250, kind: 'weight' }],
  ['TZS 4,500', '2300042045006', { item: '00042', itemCode: '2300042000005', value: 4_500, kind: 'price' }],
  ['no weight', '2112345000008', { item: '12345', itemCode: '2112345000008', value: 0, kind: 'weight' }],
  ['another prefix', '2212345012503', undefined],
  ['a wrong check digit', '2112345012507', undefined],
  ['a digit short', '211234501250', undefined],
  ['letters', '21A2345012506', undefined],
  ['nothing', '', undefined],
] as const)('%s', (_, code, expected) => {
  expect(readShopCode(code, defaultShopCodes)).toEqual(expected as ReturnType<typeof readShopCode>)
})

test('the first rule that matches wins, and the length is the rule’s', () => {
  const rules: ShopCodeRule[] = [
    { prefix: '2', itemDigits: 5, value: 'price', valueDigits: 5, decimals: 0 },
    { prefix: '21', itemDigits: 4, value: 'price', valueDigits: 6, decimals: 0 },
    { prefix: '21', itemDigits: 5, value: 'weight', valueDigits: 5, decimals: 3 },
  ]
  expect(readShopCode('2112345012506', rules)).toMatchObject({ item: '1234', value: 501_250, kind: 'price' })
  expect(readShopCode('212345045008', rules)).toMatchObject({ item: '12345', value: 4_500, kind: 'price' })
})

const upc: ShopCodeRule = { prefix: '2', itemDigits: 5, value: 'price', valueDigits: 5, decimals: 0 }
const ean: ShopCodeRule = { prefix: '02', itemDigits: 4, value: 'price', valueDigits: 6, decimals: 0 }

test.each([
  ['a rule of 12 digits', [upc], '00042', 5_037],
  ['a rule of 13 digits that begins with 0', [ean], '0004', 205_037],
  ['the first of both', [ean, upc], '0004', 205_037],
  ['the first of both, in the other order', [upc, ean], '00042', 5_037],
])('%s reads a UPC-A, whether the reader sends its leading 0 or not', (_, rules, item, value) => {
  const read = readShopCode('200042050371', rules)
  expect(read).toMatchObject({ item, value })
  expect(readShopCode('0200042050371', rules)).toEqual(read)
  expect(readShopCode('00200042050371', rules)).toBeUndefined()
})

const weight: ShopCodeRule = { prefix: '21', itemDigits: 5, value: 'weight', valueDigits: 5, decimals: 3 }

test.each([
  [3, 1_250],
  [2, 12_500],
  [1, 125_000],
  [0, 1_250_000],
])('a weight with %d decimals is read in grams', (decimals, grams) => {
  expect(readShopCode('2112345012506', [{ ...weight, decimals }])?.value).toBe(grams)
})

test.each<[string, Partial<ShopCodeRule>, string | undefined]>([
  ['an EAN-13', {}, undefined],
  ['a UPC-A', { itemDigits: 4 }, undefined],
  ['a short code', { itemDigits: 3 }, 'shop_code_length'],
  ['a long code', { valueDigits: 6 }, 'shop_code_length'],
  ['no prefix', { prefix: '', itemDigits: 7 }, 'shop_code_prefix'],
  ['a letter in the prefix', { prefix: '2A' }, 'shop_code_prefix'],
  ['a weight in whole kilograms', { decimals: 0 }, undefined],
  ['a price', { value: 'price', decimals: 0 }, undefined],
  ['a price with decimals', { value: 'price', decimals: 2 }, 'shop_code_price_decimals'],
])('a rule for %s', (_, change, fault) => {
  expect(shopCodeFault({ ...weight, ...change })).toBe(fault as ReturnType<typeof shopCodeFault>)
})
