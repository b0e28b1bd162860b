// An item that is added at the till: which codes can be added, and what is wrong with what was typed.
import { describe, expect, test } from 'bun:test'
import { defaultShopCodes } from '../../../src/domain/shop-code.ts'
import {
  canBeAdded,
  emptyNewProduct,
  newProductBody,
  newProductFaults,
} from '../../../ui/till/products/new-product.model.ts'

describe('a code that can be added', () => {
  test.each([
    ['6161100110014', true],
    ['A-17', true],
    ['999', true],
    ['6161100110013', false], // wrong check digit
    ['2199999000004', false], // a weight from the shop's scale
    ['sabuni', false],
    ['maji 500', false],
    ['', false],
  ])('%s: %p', (code, can) => expect(canBeAdded(code, defaultShopCodes)).toBe(can))

  test.each(['200042050371', '0200042050371'])('%s is no label of a scale that prints UPC-A', code => {
    const upc = { prefix: '2', itemDigits: 5, value: 'price', valueDigits: 5, decimals: 0 } as const
    expect(canBeAdded(code, [upc])).toBe(false)
  })
})

describe('a new item', () => {
  const typed = { ...emptyNewProduct, name: ' Sabuni ', price: '1,200' }
  test.each([
    [{}, {}],
    [{ name: '  ' }, { name: 'new_product_name' }],
    [{ price: '' }, { price: 'new_product_price' }],
    [{ price: '0' }, { price: 'new_product_price' }],
    [{ price: '12.50' }, { price: 'line_price_wrong' }],
    [{ price: '9999999999999' }, { price: 'new_product_high' }],
  ] as const)('%p has the faults %p', (change, faults) =>
    expect(newProductFaults({ ...typed, ...change })).toEqual(faults),
  )

  test('is sent with its code, and only with what was chosen', () => {
    expect(newProductBody('A-17', typed)).toEqual({ name: 'Sabuni', price: 1_200, barcodes: ['A-17'] })
    expect(newProductBody('A-17', { ...typed, category: 'Usafi', byWeight: true })).toMatchObject({
      category: 'Usafi',
      sold_by_weight: true,
    })
  })
})
