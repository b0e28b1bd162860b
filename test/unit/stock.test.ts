// What sales take from stock, which refunds bring goods back, and what a delivery or a count moves.
import { describe, expect, test } from 'bun:test'
import type { LineItem } from '../../src/domain/line-item.ts'
import type { Product } from '../../src/domain/product.ts'
import { applyProductChange, blankProduct, type ProductChange } from '../../src/domain/product-change.ts'
import type { LineReturn } from '../../src/domain/refund-line.ts'
import {
  changesLeft,
  entryQuantity,
  goodsBack,
  goodsOf,
  isOfWholeSale,
  readEntry,
  type StockEntry,
  uncountedVariations,
} from '../../src/domain/stock.ts'

let made = 0
const editing = {
  now: 1,
  newId: () => {
    made += 1
    return `var_${made}`
  },
}
const product = (change: ProductChange): Product =>
  applyProductChange(
    blankProduct(`prod_${change.name}`, 'acc', editing),
    { trackStock: true, ...change },
    editing,
  )

const crate = { name: 'Crate', holds: 24, price: null, barcodes: [] }
const soda = product({ name: 'Soda', price: 1_000, packs: [crate] })
const rice = product({ name: 'Rice', soldByWeight: true })
const tea = product({ name: 'Tea', variations: [{ name: 'Small' }, { name: 'Large' }] })
const bag = product({ name: 'Bag', trackStock: false })
const products = new Map([soda, rice, tea, bag].map(eachProduct => [eachProduct.id, eachProduct]))
const [small = '', large = ''] = tea.variations.map(({ id }) => id)
const line = (more: Partial<LineItem>): LineItem => ({ name: 'Any', unit_price: 100, quantity: 1, ...more })

describe('a sale takes', () => {
  const cases: [
    what: string,
    lines: Partial<LineItem>[],
    taken: [variation: string | undefined, quantity: number][],
  ][] = [
    ['nothing without lines', [], []],
    ['nothing for a line without a product', [{ quantity: 3 }], []],
    ['nothing of a product that counts no stock', [{ product_id: bag.id }], []],
    ['nothing of a product that is gone', [{ product_id: 'prod_gone' }], []],
    ['pieces', [{ product_id: soda.id, quantity: 3 }], [[soda.variations[0]?.id, 3]]],
    [
      'what a pack holds',
      [{ product_id: soda.id, quantity: 2, pack: 'Crate' }],
      [[soda.variations[0]?.id, 48]],
    ],
    ['nothing for a pack that is gone', [{ product_id: soda.id, pack: 'Box' }], []],
    [
      'pieces and packs together',
      [
        { product_id: soda.id, pack: 'Crate' },
        { product_id: soda.id, quantity: 2 },
      ],
      [[soda.variations[0]?.id, 26]],
    ],
    ['grams', [{ product_id: rice.id, quantity: 1_250, by_weight: true }], [[rice.variations[0]?.id, 1_250]]],
    ['no pieces of goods sold by weight', [{ product_id: rice.id, quantity: 2 }], []],
    [
      'from each variation its own',
      [
        { product_id: tea.id, variation_id: large, quantity: 2 },
        { product_id: tea.id, variation_id: small },
      ],
      [
        [large, 2],
        [small, 1],
      ],
    ],
    ['nothing without the variation', [{ product_id: tea.id }], []],
  ]
  for (const [what, lines, taken] of cases)
    test(what, () => {
      const goods = goodsOf(lines.map(line), products)
      expect<unknown>(goods.map(one => [one.variationId, one.quantity])).toEqual(taken)
    })
})

test('goods come back with a refund of the whole sale', () => {
  expect(isOfWholeSale({ amount: 500, unmatchedId: null, lineItems: null }, 500)).toBe(true)
  expect(isOfWholeSale({ amount: 499, unmatchedId: null, lineItems: null }, 500)).toBe(false)
  expect(isOfWholeSale({ amount: 500, unmatchedId: 'unmatched', lineItems: null }, 500)).toBe(false)
  expect(isOfWholeSale({ amount: 500, unmatchedId: null, lineItems: [] }, 500)).toBe(false)
})

describe('lines that are refunded bring back', () => {
  const id = soda.variations[0]?.id ?? ''
  const sold = [
    line({ product_id: soda.id, quantity: 3, pack: 'Crate' }),
    line({ product_id: soda.id, quantity: 2 }),
  ]
  const moved = (quantity: number) => [{ productId: soda.id, variationId: id, quantity }]
  const crates = (quantity: number) => ({ line: 0, quantity })
  const holding = (holds: number): ReadonlyMap<string, Product> => {
    const variations = soda.variations.map(variation => ({ ...variation, packs: [{ ...crate, holds }] }))
    return new Map([[soda.id, { ...soda, variations }]])
  }
  const cases: [
    what: string,
    back: LineReturn[],
    of: ReturnType<typeof holding>,
    taken: number,
    before: number,
    quantity: number,
  ][] = [
    ['what they took', [crates(1)], holding(24), -74, 0, 24],
    ['what earlier ones left', [crates(1), crates(2)], holding(24), -74, 24, 48],
    [
      'all once all came back, whatever a pack holds now',
      [crates(3), { line: 1, quantity: 2 }],
      holding(12),
      -74,
      20,
      54,
    ],
    ['nothing of what the sale did not take', [crates(1)], holding(24), 0, 0, 0],
    ['nothing of a product that is gone', [crates(1)], new Map(), -74, 0, 0],
    ['nothing twice', [crates(1)], holding(24), -74, 74, 0],
  ]
  test.each(cases)('%s', (_, back, of, taken, before, quantity) => {
    const found = goodsBack({ sold, back }, of, moved(taken), moved(before))
    expect(found).toEqual(quantity === 0 ? [] : moved(quantity))
  })

  const listed = [
    { ...crate, holds: 12 },
    { ...crate, name: 'Kreti' },
  ]
  test.each([listed.slice(0, 1), listed.slice(1), []])(
    'what a pack held at the sale, whatever the list has now: %j',
    (...packs) => {
      const variations = soda.variations.map(variation => ({ ...variation, packs }))
      const now = new Map([[soda.id, { ...soda, variations }]])
      const known = [
        line({ product_id: soda.id, pack: 'Crate', holds: 24 }),
        line({ product_id: soda.id, quantity: 24 }),
        line({ product_id: soda.id, quantity: 2, pack: 'Box', holds: 0 }),
        line({ product_id: soda.id, quantity: 2, holds: 0 }),
      ]
      expect(goodsOf(known, now)).toEqual(moved(48))
      const back = (...rows: LineReturn[]) => goodsBack({ sold: known, back: rows }, now, moved(-48), [])
      expect(back({ line: 0, quantity: 1 })).toEqual(moved(24))
      expect(back({ line: 1, quantity: 24 })).toEqual(moved(24))
      expect(back({ line: 1, quantity: 1 })).toEqual(moved(1))
      expect(back({ line: 2, quantity: 2 }, { line: 3, quantity: 2 })).toEqual([])
    },
  )

  test('all with the last line, also if the product or its variation is gone since', () => {
    const back = sold.map(({ quantity }, line) => ({ line, quantity }))
    const lacking = new Map([[soda.id, { ...soda, variations: tea.variations }]])
    for (const now of [lacking, new Map()])
      expect(goodsBack({ sold, back }, now, moved(-74), moved(24))).toEqual(moved(50))
  })

  test('all of a product that got variations since', () => {
    const variations = [...soda.variations, ...tea.variations]
    const now = new Map([[soda.id, { ...soda, variations }]])
    const back = sold.map(({ quantity }, line) => ({ line, quantity }))
    expect(goodsBack({ sold, back }, now, moved(-74), [])).toEqual(moved(74))
  })
})

describe('an entry', () => {
  const entry = (more: Partial<StockEntry>): StockEntry => ({
    kind: 'delivery',
    quantity: 5,
    variationId: undefined,
    reason: null,
    ...more,
  })
  const problems = (eachProduct: Product, more: Partial<StockEntry>) =>
    readEntry(eachProduct, entry(more)).problems.map(({ field, reason }) => [field, reason])
  const cases: [what: string, of: Product, more: Partial<StockEntry>, found: string[][]][] = [
    ['of a flat product is right', soda, {}, []],
    ['delivers at least one', soda, { quantity: 0 }, [['quantity', 'not_whole_number_between']]],
    ['may count none', soda, { kind: 'count', quantity: 0, reason: 'Stolen' }, []],
    ['counts with a reason', soda, { kind: 'count' }, [['reason', 'count_without_reason']]],
    ['needs the variation', tea, {}, [['variation_id', 'stock_variation_required']]],
    ['needs one that exists', tea, { variationId: 'var_gone' }, [['variation_id', 'variation_unknown']]],
    ['of a variation is right', tea, { variationId: large }, []],
  ]
  for (const [what, of, more, found] of cases) test(what, () => expect(problems(of, more)).toEqual(found))

  test('moves what was delivered, or the difference to the count', () => {
    expect(entryQuantity(entry({}), -2)).toBe(5)
    expect(entryQuantity(entry({ kind: 'count' }), -2)).toBe(7)
    expect(entryQuantity(entry({ kind: 'count' }), 8)).toBe(-3)
  })
})

test('stock is dropped with its variation, and when pieces become grams', () => {
  const one = { ...tea, variations: tea.variations.slice(0, 1) }
  expect<unknown>(uncountedVariations(tea, one)).toEqual([large])
  expect<unknown>(uncountedVariations(tea, { ...tea, soldByWeight: true })).toEqual([small, large])
  expect(uncountedVariations(tea, { ...tea, name: 'Chai' })).toEqual([])
})

test.each<[string, object, number | undefined, number, boolean]>([
  ['plenty before and after', {}, 9, 8, false],
  ['down to the mark', {}, 6, 5, true],
  ['below the mark', {}, 5, 4, true],
  ['up from it', {}, 5, 60, true],
  ['empty, and more is sold', {}, 0, -3, false],
  ['the first movement, to plenty', {}, undefined, 48, false],
  ['the first movement, to none', {}, undefined, 0, true],
  ['few, without a mark', { lowAt: null }, 2, 1, false],
  ['the last one, without a mark', { lowAt: null }, 1, 0, true],
  ['few, but it is not counted', { trackStock: false }, 5, 4, false],
])('tills show another number: %s', (_, change, before, onHand, isOther) => {
  expect(changesLeft({ trackStock: true, lowAt: 5, ...change }, before, { onHand })).toBe(isOther)
})
