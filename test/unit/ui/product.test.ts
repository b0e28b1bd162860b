// The form of an item of the price list: every rule at its field, what is sent, what stays another person's.

import { describe, expect, test } from 'bun:test'
import { fileProduct, readProductFile } from '../../../src/domain/product-file.ts'
import type { ProductView } from '../../../src/wire/product.ts'
import { form } from '../../../ui/admin/parts/form.text.ts'
import { barsOf, symbols128 } from '../../../ui/admin/products/barcode-bars.model.ts'
import {
  barcodesOf,
  bodyOf,
  changedBody,
  draftOf,
  earningsOf,
  emptyProduct,
  isSameDraft,
  type ProductDraft,
} from '../../../ui/admin/products/product.model.ts'
import { namedAsFields, productFaults } from '../../../ui/admin/products/product-fault.model.ts'
import { exampleFileOf, readFile } from '../../../ui/admin/products/product-import.model.ts'
import { productImport } from '../../../ui/admin/products/product-import.text.ts'
import { newPack, newVariation } from '../../../ui/admin/products/product-row.model.ts'
import { codeOf, pricesOf } from '../../../ui/admin/products/product-shown.model.ts'
import { clearsQuantities, withUnit } from '../../../ui/admin/products/wholesale.model.ts'

const good: ProductDraft = { ...emptyProduct, name: 'Soda', price: '1,500' }
const pack = { ...newPack([]), name: 'Carton', holds: '24', price: '33,000' }
const small = { ...newVariation([]), name: 'Small', price: '800' }
const large = { ...newVariation([small]), name: 'Large', price: '1,200' }
const ean = '4006381333931'

describe('each error is shown at its field', () => {
  const rules: [string, Partial<ProductDraft>, Record<string, string>][] = [
    ['a name and a price are enough', {}, {}],
    ['no name', { name: ' ' }, { name: 'empty' }],
    ['a long name', { name: 'x'.repeat(201) }, { name: 'long' }],
    ['no price', { price: '' }, { price: 'empty' }],
    ['free', { price: '0' }, {}],
    ['cents', { price: '12.50' }, { price: 'digits' }],
    ['a price asked at the till', { price: '', open: true }, {}],
    ['a barcode', { barcodes: [ean] }, {}],
    ['a barcode misread', { barcodes: ['4006381333932'] }, { barcodes: 'check_digit' }],
    ['a misread barcode still in the field', { barcode: '40063813' }, { barcodes: 'check_digit' }],
    ['a barcode from a spreadsheet', { barcode: '4.00638E+12' }, { barcodes: 'barcode' }],
    ['a code of the shop', { barcode: 'MK-7' }, {}],
    ['a long code', { barcode: 'x'.repeat(49) }, { barcodes: 'barcode' }],
    ['a cost in words', { cost: 'elfu' }, { cost: 'digits' }],
    ['wholesale without a price', { wholesaleFrom: '12' }, { 'wholesale.price': 'empty' }],
    ['wholesale without a quantity', { wholesalePrice: '1,300' }, { 'wholesale.from': 'empty' }],
    ['wholesale from one', { wholesaleFrom: '1', wholesalePrice: '9' }, { 'wholesale.from': 'several' }],
    ['half a kilogram', { unit: 'kg', wholesaleFrom: '0.5', wholesalePrice: '9' }, {}],
    ['no kilogram', { unit: 'kg', wholesaleFrom: '5kg', wholesalePrice: '9' }, { 'wholesale.from': 'kilos' }],
    ['a pack', { packs: [pack] }, {}],
    ['a pack at the price of what it holds', { packs: [{ ...pack, price: '' }] }, {}],
    [
      'a pack of an item without a price',
      { open: true, packs: [{ ...pack, price: '' }] },
      { 'packs.0.price': 'empty' },
    ],
    ['a pack of one', { packs: [pack, { ...pack, holds: '1' }] }, { 'packs.1.holds': 'several' }],
    ['packs of goods sold by weight are not sent', { unit: 'kg', packs: [{ ...pack, name: '' }] }, {}],
    ['a low mark', { trackStock: true, lowAt: '1,200' }, {}],
    ['a low mark in words', { trackStock: true, lowAt: 'few' }, { low_at: 'count' }],
    ['a low mark above the limit', { trackStock: true, lowAt: '1000001' }, { low_at: 'count' }],
    ['a low mark in kilograms', { unit: 'kg', trackStock: true, lowAt: '2.5' }, {}],
    ['no kilograms', { unit: 'kg', trackStock: true, lowAt: '2.5555' }, { low_at: 'kilos' }],
    ['a place', { position: '12' }, {}],
    ['a place in words', { position: 'first' }, { position: 'count' }],
    ['a place above the limit', { position: '1,000,000' }, { position: 'count' }],
    ['variations have the prices', { price: '', variations: [small] }, {}],
    [
      'two variations of a name',
      { variations: [small, { ...small, name: 'SMALL ' }] },
      { 'variations.1.name': 'duplicate' },
    ],
    [
      'wholesale and packs of a variation',
      { variations: [small, { ...large, wholesaleFrom: '1', packs: [{ ...pack, holds: '' }] }] },
      {
        'variations.1.wholesale.from': 'several',
        'variations.1.wholesale.price': 'empty',
        'variations.1.packs.0.holds': 'empty',
      },
    ],
    [
      'a variation whose price is asked at the till has no wholesale price, but a price for each pack',
      { variations: [{ ...large, price: '', wholesaleFrom: '12', packs: [{ ...pack, price: '' }] }] },
      { 'variations.0.packs.0.price': 'empty' },
    ],
    [
      'a variation sold by weight',
      {
        unit: 'kg',
        variations: [{ ...large, wholesaleFrom: 'x', wholesalePrice: '9', packs: [newPack([])] }],
      },
      { 'variations.0.wholesale.from': 'kilos' },
    ],
  ]
  test.each(rules)('%s', (_, part, faults) => {
    expect<object>(productFaults({ ...good, ...part })).toEqual(faults)
  })
  test('each has a text', () => {
    for (const fault of rules.flatMap(([, , faults]) => Object.values(faults)))
      expect(Object.keys(form.en)).toContain(fault)
  })
})

test('a code scanned twice is one, and the one still in the field is saved', () => {
  expect(barcodesOf({ barcodes: [ean], barcode: ` ${ean} ` })).toEqual([ean])
  expect(barcodesOf({ barcodes: [ean], barcode: 'MK-7' })).toEqual([ean, 'MK-7'])
})

test('what is typed is sent as the API has it', () => {
  const draft: ProductDraft = {
    ...good,
    category: ' Drinks ',
    position: ' 12 ',
    barcode: ean,
    unit: 'kg',
    wholesaleFrom: '2.5',
    wholesalePrice: '1,300',
    packs: [pack],
  }
  expect(bodyOf(draft)).toEqual({
    name: 'Soda',
    name_sw: null,
    category: 'Drinks',
    unit: 'kg',
    sold_by_weight: true,
    tax_code: null,
    color: null,
    position: 12,
    track_stock: false,
    low_at: null,
    variations: [],
    price: 1_500,
    cost: null,
    wholesale: { from: 2_500, price: 1_300 },
    sku: null,
    barcodes: [ean],
    packs: [],
  })
})

const stored: ProductView = {
  id: 'prod_1',
  name: 'Chai',
  name_sw: null,
  category: 'Drinks',
  price: null,
  cost: null,
  wholesale: null,
  sku: null,
  barcodes: [],
  unit: 'piece',
  sold_by_weight: false,
  packs: [],
  tax_code: null,
  available: true,
  color: null,
  picture: null,
  position: 3,
  low_at: null,
  track_stock: false,
  stock: null,
  variations: [
    {
      id: 'var_1',
      name: 'Small',
      price: 800,
      cost: null,
      wholesale: { from: 12, price: 700 },
      sku: null,
      barcodes: ['MK-1', 'MK;2'],
      packs: [],
      available: false,
      stock: null,
    },
    {
      id: 'var_2',
      name: 'Large',
      price: 1_200,
      cost: 900,
      wholesale: null,
      sku: 'L',
      barcodes: [],
      packs: [],
      available: true,
      stock: null,
    },
  ],
  created_at: '2026-11-27T09:00:00.000Z',
  updated_at: '2026-11-27T09:00:00.000Z',
}

/** Its variations as the form sends them. */
const sent = stored.variations.map(({ stock: _, ...fields }) => fields)

describe('a stored item', () => {
  const begin = draftOf(stored)
  test('unchanged sends nothing', () => expect(changedBody(begin, begin)).toEqual({}))
  test('sends only what was changed here', () => {
    expect(changedBody(begin, { ...begin, name: 'Chai bora' })).toEqual({ name: 'Chai bora' })
  })
  test('sends its variations as they are stored, with what was changed in one', () => {
    const [first, second] = begin.variations
    if (!first || !second) throw new Error('two variations')
    const body = changedBody(begin, { ...begin, variations: [{ ...first, price: '900' }, second] })
    expect<object>(body).toEqual({
      variations: [{ ...sent[0], price: 900 }, sent[1]],
    })
  })
  test('sends wholesale price, packs and sold out of each variation', () => {
    const [first, second] = begin.variations
    if (!first || !second) throw new Error('two variations')
    const variations = [
      { ...first, wholesaleFrom: '', wholesalePrice: '', available: true },
      {
        ...second,
        wholesaleFrom: '6',
        wholesalePrice: '1,100',
        packs: [{ ...pack, barcode: `${ean}, MK-7` }],
        available: false,
      },
    ]
    const carton = { name: 'Carton', holds: 24, price: 33_000, barcodes: [ean, 'MK-7'] }
    expect<object>(changedBody(begin, { ...begin, variations })).toEqual({
      variations: [
        { ...sent[0], wholesale: null, available: true },
        { ...sent[1], wholesale: { from: 6, price: 1_100 }, packs: [carton], available: false },
      ],
    })
    const [, open] = variations
    if (!open) throw new Error('two variations')
    const body = bodyOf({ ...begin, variations: [{ ...open, price: '' }] })
    expect(body.variations).toMatchObject([{ price: null, wholesale: null, packs: [carton] }])
  })
  test('whose stock a sale moved is the same', () => {
    const sold = stored.variations.map(variation => ({ ...variation, stock: 3 }))
    expect(isSameDraft(begin, draftOf({ ...stored, variations: sold }))).toBe(true)
  })
  test('sends the switch and the low mark of its stock', () => {
    expect(changedBody(begin, { ...begin, trackStock: true, lowAt: '6' })).toEqual({
      track_stock: true,
      low_at: 6,
    })
  })
  test('that is weighed from now on asks for its quantities again', () => {
    const counted = { ...stored, low_at: 5, wholesale: { from: 12, price: 700 } }
    const flat = draftOf({ ...counted, variations: [], price: 800 })
    const weighed = { ...flat, ...withUnit(flat, 'kg') }
    expect(productFaults(weighed)).toEqual({ 'wholesale.from': 'empty' })
    expect<object>(changedBody(flat, { ...weighed, wholesaleFrom: '2.5' })).toEqual({
      unit: 'kg',
      sold_by_weight: true,
      low_at: null,
      wholesale: { from: 2_500, price: 700 },
    })
    expect(changedBody(flat, { ...weighed, wholesaleFrom: '2.5', lowAt: '1.5' }).low_at).toBe(1_500)
    expect(withUnit(flat, 'litre')).toEqual({ unit: 'litre' })
  })
  test('that is weighed from now on sends a quantity of the same number again', () => {
    const flat = draftOf({ ...stored, variations: [], price: 800, wholesale: { from: 500, price: 700 } })
    const weighed = { ...flat, ...withUnit(flat, 'kg'), wholesaleFrom: '0.5' }
    expect(changedBody(flat, weighed).wholesale).toEqual({ from: 500, price: 700 })
  })
  test('with variations that is weighed from now on asks for their quantities, and has no packs', () => {
    const [first, second] = begin.variations
    if (!first || !second) throw new Error('two variations')
    const packed = { ...begin, variations: [first, { ...second, packs: [pack] }] }
    const weighed = { ...packed, ...withUnit(packed, 'kg') }
    expect(productFaults(weighed)).toEqual({ 'variations.0.wholesale.from': 'empty' })
    const typed = weighed.variations.with(0, { ...first, wholesaleFrom: '2.5' })
    expect<object>(changedBody(packed, { ...weighed, variations: typed })).toEqual({
      unit: 'kg',
      sold_by_weight: true,
      low_at: null,
      variations: [{ ...sent[0], wholesale: { from: 2_500, price: 700 } }, sent[1]],
    })
  })
  test('whose unit clears something warns of it', () => {
    const plain = { ...stored, variations: [] }
    const packs = [{ name: 'Carton', holds: 24, price: null, barcodes: [] }]
    const weighed = { ...begin, unit: 'kg' }
    const clearing = [
      { ...plain, low_at: 5 },
      { ...plain, track_stock: true },
      { ...plain, packs },
      { ...stored, variations: stored.variations.map(variation => ({ ...variation, packs })) },
    ]
    expect(clearing.map(saved => clearsQuantities(saved, weighed))).toEqual([true, true, true, true])
    expect(clearing.map(saved => clearsQuantities(saved, begin))).toEqual([false, false, false, false])
    expect([stored, plain].map(saved => clearsQuantities(saved, weighed))).toEqual([false, false])
  })
  test('shows the range of its prices and the code of its first variation', () => {
    expect(pricesOf(stored)).toEqual([800, 1_200])
    expect(pricesOf({ ...stored, variations: [] })).toBeNull()
    expect(codeOf(stored)).toBe('MK-1')
  })
})

test.each([
  ['2,000', '1,500', { amount: 500, percent: 25 }],
  ['2,000', '2,500', { amount: -500, percent: -25 }],
  ['2,000', '', undefined],
  ['', '500', undefined],
])('sold for %s and bought for %s', (price, cost, earned) => {
  expect(earningsOf({ price, cost })).toEqual(earned)
})

test('the server names a barcode, the form has one field for them', () => {
  const problem = { reason: undefined, params: {} }
  const named = namedAsFields({
    kind: 'refused',
    status: 400,
    errorCode: 'validation_error',
    ...problem,
    fields: [],
    problems: {
      'barcodes.1': problem,
      'variations.0.barcodes.0': problem,
      'variations.1.packs.2.barcodes.3': problem,
      wholesale: problem,
      'variations.1.wholesale': problem,
      sku: problem,
    },
    retryAfterMs: 0,
  })
  expect(named?.kind === 'refused' && Object.keys(named.problems)).toEqual([
    'barcodes',
    'variations.0.barcodes',
    'variations.1.packs.2.barcodes',
    'wholesale.from',
    'variations.1.wholesale.from',
    'sku',
  ])
})

describe('a chosen file', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  test.each([
    ['text', bytes('Name,Price'), { name: 'a.csv', text: 'Name,Price' }],
    ['a workbook', bytes('PK\u0003\u0004…'), { name: 'a.csv', fault: 'excel' }],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), { name: 'a.csv', fault: 'excel' }],
    ['blanks', bytes(' \n'), { name: 'a.csv', fault: 'empty' }],
    ['9 MB', new Uint8Array(9_000_000), { name: 'a.csv', fault: 'large' }],
  ] as const)('%s', (_, content, read) => expect<object>(readFile('a.csv', content)).toEqual(read))

  test.each(['en', 'sw'] as const)('the example in %s is a file that the import reads', language => {
    const file = readProductFile(exampleFileOf(productImport[language].example_heads))
    const products = file.groups.map(group => fileProduct(group, file))
    expect(products.flatMap(({ problems }) => problems)).toEqual([])
    expect(products.map(({ fields, rows }) => [fields.name, rows[0]?.sold.price])).toEqual([
      ['Maji ya kunywa 500 ml', 600],
      ['Mkate', 1_500],
    ])
    expect(products[0]?.rows[0]?.sold.cost).toBe(450)
    expect(products[0]?.quantities(false).wholesales[0]).toEqual({ from: 12, price: 500 })
  })
})

describe('the bars of a label', () => {
  const ean13 =
    '10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101'
  test.each([
    ['EAN-13', ean, ean13],
    // The example of the standard.
    ['EAN-8', '96385074', '1010001011010111101111010110111010101001110111001010001001011100101'],
  ])('%s', (_, code, bars) => expect(barsOf(code)).toBe(bars))
  test('a UPC-A is an EAN-13 that begins with 0', () => {
    expect(barsOf('036000291452')).toBe(barsOf('0036000291452'))
    expect(barsOf('036000291452')).toHaveLength(95)
  })
  test('other codes are Code 128: start, letters, check symbol, stop', () => {
    // Start B, M, K, -, 7, check (104 + 45 + 2 × 43 + 3 × 13 + 4 × 23) % 103 = 57, stop.
    const values = [104, 45, 43, 13, 23, 57, 106]
    const widths = values.map(value => symbols128[value]).join('')
    expect(runsOf(barsOf('MK-7') ?? '')).toBe(widths)
    expect(runsOf(barsOf('123456') ?? '')).toStartWith(`${symbols128[105]}${symbols128[12]}${symbols128[34]}`)
    expect(barsOf('Mkate ya nazi – kubwa')).toBeUndefined()
  })
  test('every symbol of Code 128 is another one of 11 modules, with an even number of dark ones', () => {
    const symbols = symbols128.slice(0, 106)
    expect([new Set(symbols).size, symbols128.length]).toEqual([106, 107])
    for (const widths of symbols) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = [...widths].map(Number)
      expect([widths, a + b + c + d + e + f, (a + c + e) % 2]).toEqual([widths, 11, 0])
    }
  })
  const runsOf = (bars: string) => (bars.match(/1+|0+/g) ?? []).map(({ length }) => length).join('')
})
