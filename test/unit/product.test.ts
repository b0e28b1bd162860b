// Products of the price list: their codes, what a change makes of them, and how they are found and ordered.
import { describe, expect, test } from 'bun:test'
import { barcodeFault, barcodeKey, checkDigit } from '../../src/domain/barcode.ts'
import { Fault } from '../../src/domain/fault.ts'
import { codesOf, isFlat, type Product, searchText, sortKey } from '../../src/domain/product.ts'
import { productChanges } from '../../src/domain/product-audit.ts'
import { applyProductChange, blankProduct, type ProductChange } from '../../src/domain/product-change.ts'

describe('a barcode', () => {
  test.each([
    ['96385074', 'EAN-8'],
    ['4006381333931', 'EAN-13'],
    ['036000291452', 'UPC-A'],
    ['04252614', 'UPC-E'],
    ['01234565', 'UPC-E that ends in 6'],
    ['2112345000008', 'the shop’s own, with its check digit'],
    ['1234567', 'seven digits of its own'],
    ['1234567890128901', 'sixteen digits of its own'],
    ['SUKARI-1', 'letters, as Code 128'],
    ['A', 'one letter'],
    ['5E12', 'no rounded number'],
    ['x'.repeat(48), '48 characters'],
  ])('%s is accepted: %s', code => expect(barcodeFault(code)).toBeUndefined())

  test.each([
    ['96385075', 'barcode_check_digit'],
    ['4006381333932', 'barcode_check_digit'],
    ['4006381339331', 'barcode_check_digit'], // two digits changed places
    ['036000291453', 'barcode_check_digit'],
    ['04252615', 'barcode_check_digit'],
    ['2112345000001', 'barcode_check_digit'],
    ['', 'barcode_malformed'],
    ['x'.repeat(49), 'barcode_malformed'],
    ['a\nb', 'barcode_malformed'],
    ['5.449E+12', 'code_rounded'],
    ['5,449E+12', 'code_rounded'],
  ])('%j is refused: %s', (code, fault) => expect(barcodeFault(code)).toBe(fault as 'code_rounded'))

  test('an UPC-A is the same as 12 and as 13 digits', () => {
    expect(barcodeKey('036000291452')).toBe(barcodeKey('0036000291452'))
    expect(barcodeKey('96385074')).toBe('96385074')
  })

  test('any one wrong digit is found', () => {
    const code = '629104150021'
    const whole = code + checkDigit(code)
    expect(whole).toBe('6291041500213')
    for (let at = 0; at < whole.length; at++)
      for (let digit = 0; digit < 10; digit++) {
        const other = whole.slice(0, at) + digit + whole.slice(at + 1)
        expect(barcodeFault(other)).toBe(other === whole ? undefined : 'barcode_check_digit')
      }
  })
})

let ids = 0
const editing = { now: 5, newId: () => `var_${++ids}` }
const made = (change: ProductChange): Product =>
  applyProductChange(
    blankProduct('prod_1', 'acct_1', { ...editing, now: 1 }),
    { name: 'Soda', ...change },
    editing,
  )

/** Returns the fields and reasons that a change is refused with. */
function refused(change: ProductChange, product = made({})): [string, string][] {
  try {
    applyProductChange(product, change, editing)
  } catch (error) {
    if (error instanceof Fault) return error.problems.map(({ field, reason }) => [field, reason])
    throw error
  }
  return []
}
const sizes = {
  variations: [
    { name: 'Small', price: 500, sku: 'S' },
    { name: 'Large', price: 900 },
  ],
}

describe('a product', () => {
  test('of a name alone has an open price and is available', () => {
    const product = made({ name: ' Soda\u200b ' })
    expect(product).toMatchObject({
      name: 'Soda',
      unit: 'piece',
      soldByWeight: false,
      createdAt: 1,
      updatedAt: 5,
    })
    expect(isFlat(product)).toBe(true)
    expect(product.variations[0]).toMatchObject({
      name: '',
      price: null,
      available: true,
      barcodes: [],
      packs: [],
    })
  })

  test('keeps what a change omits, and null or an empty text clears a field', () => {
    const before = made({
      nameSw: 'Soda',
      category: 'Drinks',
      price: 500,
      cost: 300,
      color: '#AABBCC',
      position: 3,
    })
    expect(before.color).toBe('#aabbcc')
    const after = applyProductChange(
      before,
      { nameSw: '', price: null, color: null, position: null },
      editing,
    )
    expect(after).toMatchObject({ category: 'Drinks', nameSw: null, color: null, position: null })
    expect(after.variations).toEqual([{ ...before.variations[0], price: null } as never])
  })

  describe('remembers when a price changed', () => {
    const later = { ...editing, now: 9 }
    const carton = { name: 'Carton', holds: 12, price: 5_000, barcodes: ['1'] }
    const before = made({ price: 500, wholesale: { from: 10, price: 450 }, packs: [carton] })
    const sized = applyProductChange(made({}), sizes, editing)
    test.each<[string, ProductChange, Product, number]>([
      ['nothing', {}, before, 0],
      ['another name and color', { name: 'Cola', color: '#00ff00' }, before, 0],
      ['sold out', { available: false }, before, 0],
      ['another cost', { cost: 400 }, before, 0],
      ['another barcode of a pack', { packs: [{ ...carton, barcodes: ['2'] }] }, before, 0],
      ['another pack', { packs: [{ ...carton, name: 'Dozen', barcodes: [] }, carton] }, before, 0],
      ['no pack', { packs: [] }, before, 0],
      ['another price', { price: 600 }, before, 9],
      ['an open price', { price: null, wholesale: null, packs: [] }, before, 9],
      ['another wholesale price', { wholesale: { from: 10, price: 440 } }, before, 9],
      ['another wholesale quantity', { wholesale: { from: 11, price: 450 } }, before, 9],
      ['no wholesale price', { wholesale: null }, before, 9],
      ['another price of a pack', { packs: [{ ...carton, price: 4_000 }] }, before, 9],
      ['a pack that holds more', { packs: [{ ...carton, holds: 24 }] }, before, 9],
      ['sold by weight', { soldByWeight: true, wholesale: null, packs: [] }, before, 9],
      ['another variation', { variations: [...sizes.variations, { name: 'Huge', price: 1 }] }, sized, 0],
      ['a variation less', { variations: [{ name: 'Small' }] }, sized, 0],
      ['another price of a variation', { variations: [{ name: 'Large', price: 950 }] }, sized, 9],
    ])('%s', (_, change, product, pricedAt) => {
      expect(applyProductChange(product, change, later).pricedAt).toBe(pricedAt)
      expect(applyProductChange({ ...product, pricedAt: 3 }, change, later).pricedAt).toBe(pricedAt || 3)
    })
  })

  test('gets variations, which keep their ids by id or name, and loses them again', () => {
    const two = applyProductChange(made({ price: 400, sku: 'X' }), sizes, editing)
    expect(isFlat(two)).toBe(false)
    const [small, large] = two.variations
    const next = applyProductChange(
      two,
      { variations: [{ id: large?.id ?? '', name: 'Big' }, { name: 'Small', price: 600 }, { name: 'Tiny' }] },
      editing,
    )
    expect(
      next.variations.map(({ id, name, price }) => [id === large?.id || id === small?.id, name, price]),
    ).toEqual([
      [true, 'Big', 900],
      [true, 'Small', 600],
      [false, 'Tiny', null],
    ])
    const flat = applyProductChange(next, { variations: [], price: 700 }, editing)
    expect(isFlat(flat)).toBe(true)
    expect(flat.variations[0]).toMatchObject({ price: 700, sku: null })
  })

  test('gives a name to another variation without its id and cost', () => {
    const two = made({
      variations: [
        { name: 'Large', price: 1_000, cost: 700, sku: 'L1' },
        { name: 'Small', price: 500 },
      ],
    })
    const [large = '', small = ''] = two.variations.map(({ id }) => id)
    const next = applyProductChange(
      two,
      {
        variations: [{ name: 'Large', price: 900, sku: 'L2' }, { id: large, name: 'XL' }, { name: 'Small' }],
      },
      editing,
    )
    expect(next.variations.map(({ name, price, cost }) => [name, price, cost])).toEqual([
      ['Large', 900, null],
      ['XL', 1_000, 700],
      ['Small', 500, null],
    ])
    expect(next.variations.slice(1).map(({ id }) => id)).toEqual([large, small])
    expect([large, small]).not.toContain(next.variations[0]?.id ?? '')
    const twice = [
      { id: large, name: 'A' },
      { id: small, name: 'B' },
      { id: large, name: 'C' },
    ]
    expect(refused({ variations: twice }, two)).toEqual([['variations.2.id', 'variation_twice']])
  })

  test('with variations is sold out with all of them', () => {
    const gone = applyProductChange(made(sizes), { available: false }, editing)
    expect(gone.variations.map(({ available }) => available)).toEqual([false, false])
  })

  test('sold by weight is counted in kilograms', () => {
    const rice = made({ soldByWeight: true, price: 3_200, unit: 'bag' })
    expect(rice.unit).toBe('kg')
    expect(applyProductChange(rice, { soldByWeight: false }, editing).unit).toBe('piece')
  })

  test.each<[string, ProductChange, [string, string][]]>([
    ['without a name', { name: ' ' }, [['name', 'empty']]],
    ['of two lines', { name: 'a\nb' }, [['name', 'control_characters']]],
    ['with a long name', { name: 'x'.repeat(201) }, [['name', 'too_long']]],
    ['with a negative price', { price: -1 }, [['price', 'not_whole_number_between']]],
    ['with cents', { cost: 1.5 }, [['cost', 'not_whole_number_between']]],
    ['with a colour of letters', { color: 'red' }, [['color', 'wrong_form']]],
    ['with a low mark below 0', { lowAt: -1 }, [['low_at', 'not_whole_number_between']]],
    [
      'wholesale without a price',
      { wholesale: { from: 12, price: 900 } },
      [['wholesale', 'wholesale_without_price']],
    ],
    [
      'a wholesale price above the price',
      { price: 900, wholesale: { from: 12, price: 901 } },
      [['wholesale.price', 'wholesale_above_price']],
    ],
    [
      'wholesale from one on',
      { price: 1, wholesale: { from: 1, price: -1 } },
      [
        ['wholesale.from', 'not_whole_number_between'],
        ['wholesale.price', 'not_whole_number_between'],
      ],
    ],
    [
      'with bad codes',
      {
        barcodes: ['4006381333932', 'ok'],
        packs: [{ name: 'Box', holds: 2, price: 1, barcodes: ['1E+12'] }],
      },
      [
        ['barcodes.0', 'barcode_check_digit'],
        ['packs.0.barcodes.0', 'code_rounded'],
      ],
    ],
    [
      'with a code twice, once as UPC-A',
      { barcodes: ['036000291452', '0036000291452'] },
      [['barcodes.1', 'code_twice']],
    ],
    [
      'with a pack that holds one and costs nothing known',
      { packs: [{ name: ' ', holds: 1, price: null, barcodes: [] }] },
      [
        ['packs.0.name', 'empty'],
        ['packs.0.holds', 'not_whole_number_between'],
        ['packs.0.price', 'required'],
      ],
    ],
    [
      'with packs by weight',
      { soldByWeight: true, price: 1, packs: [{ name: 'Bag', holds: 5, price: 1, barcodes: [] }] },
      [['packs', 'packs_by_weight']],
    ],
    [
      'with two variations of a name and a code',
      { variations: [{ name: 'S', sku: '1' }, { name: 's', sku: '1' }, { name: '' }] },
      [
        ['variations.2.name', 'empty'],
        ['variations.1.name', 'name_twice'],
        ['variations.1.sku', 'code_twice'],
      ],
    ],
    [
      'with a foreign variation',
      { variations: [{ id: 'var_x', name: 'S' }] },
      [['variations.0.id', 'variation_unknown']],
    ],
    ['with its own price and variations', { ...sizes, price: 3 }, [['price', 'product_has_variations']]],
    [
      'with too many packs',
      {
        price: 1,
        packs: Array.from({ length: 11 }, (_, index) => ({
          name: `${index}`,
          holds: 2,
          price: 1,
          barcodes: [],
        })),
      },
      [['packs', 'too_many_entries']],
    ],
  ])('%s is refused', (_, change, problems) => expect(refused(change)).toEqual(problems))

  test('that is weighed from now on, or no longer, must give its quantities in the new unit', () => {
    const wholesale = { from: 12, price: 400 }
    const flat = made({ price: 500, wholesale, lowAt: 6 })
    const old = 'quantity_in_old_unit'
    expect(refused({ soldByWeight: true }, flat)).toEqual([
      ['wholesale', old],
      ['low_at', old],
    ])
    expect(refused({ soldByWeight: true, lowAt: null }, flat)).toEqual([['wholesale', old]])
    expect(refused({ soldByWeight: false }, flat)).toEqual([])
    const weighed = applyProductChange(
      flat,
      { soldByWeight: true, lowAt: null, wholesale: { from: 5_000, price: 450 } },
      editing,
    )
    expect(weighed.variations[0]?.wholesale?.from).toBe(5_000)
    expect(refused({ soldByWeight: false }, weighed)).toEqual([['wholesale', old]])
    expect(refused({ soldByWeight: false, wholesale: null }, weighed)).toEqual([])
    const two = made({
      variations: [
        { name: 'S', price: 500, wholesale },
        { name: 'L', price: 900 },
      ],
    })
    expect(refused({ soldByWeight: true }, two)).toEqual([['variations.0.wholesale', old]])
    const variations = [{ name: 'L' }, { name: 'S' }]
    expect(refused({ soldByWeight: true, variations }, two)).toEqual([['variations.1.wholesale', old]])
  })

  test('stored with a wholesale price above the price is refused only when one of them changes', () => {
    const dear = { from: 12, price: 600 }
    const older = (product: Product): Product => ({
      ...product,
      variations: product.variations.map(variation => ({ ...variation, price: 500, wholesale: dear })),
    })
    const flat = older(made({ price: 500 }))
    const two = older(made(sizes))
    const above = 'wholesale_above_price'
    const from20 = { from: 20, price: 600 }
    expect(refused({ available: false, cost: 7, price: 500, wholesale: from20 }, flat)).toEqual([])
    expect(refused({ price: 550 }, flat)).toEqual([['wholesale.price', above]])
    expect(refused({ wholesale: { from: 12, price: 650 } }, flat)).toEqual([['wholesale.price', above]])
    expect(refused({ name: 'Fanta', variations: [{ name: 'Large' }, { name: 'Small' }] }, two)).toEqual([])
    expect(refused({ variations: [{ name: 'Large', price: 501 }, { name: 'Small' }] }, two)).toEqual([
      ['variations.0.wholesale.price', above],
    ])
    expect(refused({ variations: [{ name: 'New', price: 500, wholesale: dear }] }, two)).toEqual([
      ['variations.0.wholesale.price', above],
    ])
  })

  test('with variations refuses its own price and codes later, too', () =>
    expect(refused({ sku: 'A', cost: null }, made(sizes))).toEqual([['sku', 'product_has_variations']]))

  test('names its codes and their fields', () => {
    const pack = { name: 'Box', holds: 12, price: 9, barcodes: ['BOX'] }
    expect(codesOf(made({ price: 1, sku: 'A', barcodes: ['036000291452'], packs: [pack] }))).toEqual([
      { kind: 'sku', code: 'A', field: 'sku' },
      { kind: 'barcode', code: '0036000291452', field: 'barcodes.0' },
      { kind: 'barcode', code: 'BOX', field: 'packs.0.barcodes.0' },
    ])
    expect(codesOf(made(sizes))).toEqual([{ kind: 'sku', code: 'S', field: 'variations.0.sku' }])
  })
})

test('a search finds words of both names, category, variations and codes', () => {
  const text = searchText(
    made({
      name: 'Café Émincé',
      nameSw: 'Kahawa',
      category: 'Vinywaji baridi',
      variations: [{ name: 'Kubwa', sku: 'AB-12', barcodes: ['036000291452'] }],
    }),
  )
  for (const word of [
    'cafe',
    'emince',
    'kahawa',
    'vinywaji',
    'baridi',
    'kubwa',
    'ab',
    '12',
    '036000291452',
    '0036000291452',
  ])
    expect(`${text} `).toContain(` ${word} `)
})

test('a list is in the order of positions, then of names as people read them', () => {
  const named = (id: string, name: string, position: number | null = null) => ({
    ...made({ name, position }),
    id,
  })
  const products = [
    named('6', 'Zanzibar tea'),
    named('1', 'Zucchini', 0),
    named('5', 'Élan'),
    named('3', 'chai'),
    named('2', 'Apple', 12),
    named('4', 'Chai bora'),
  ]
  expect(
    products
      .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
      .map(({ id }) => id)
      .join(''),
  ).toBe('123456')
})

test('the audit log hears which fields changed, of variations by their name', () => {
  const before = made({ price: 500, barcodes: ['A', 'B'] })
  expect(
    productChanges(before, applyProductChange(before, { price: 600, available: false }, editing)),
  ).toEqual([
    { field: 'price', from: 500, to: 600 },
    { field: 'available', from: 'yes', to: 'no' },
  ])
  const two = made(sizes)
  const [small, large] = sizes.variations
  const after = applyProductChange(
    two,
    {
      variations: [
        { ...small, name: 'Small', price: 700 },
        { ...large, name: 'Large' },
      ],
    },
    editing,
  )
  expect(productChanges(two, after)).toEqual([{ field: 'price.Small', from: 500, to: 700 }])
})
