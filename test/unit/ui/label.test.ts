// The page of labels: which labels an item has, how many, where each is on its paper, whether its bars fit,
// and the requests to a receipt printer.
import { describe, expect, test } from 'bun:test'
import { labelOf } from '../../../src/domain/label.ts'
import { labelWords } from '../../../src/domain/label-word.ts'
import {
  barsState,
  barWidth,
  labelCount,
  labelItemsOf,
  labelPapers,
  labelRequests,
  type Picks,
  pagesOf,
  paperNames,
  perPage,
  placeOf,
  readCopies,
  withPicks,
} from '../../../ui/admin/products/label.model.ts'
import type { Product } from '../../../ui/admin/products/product.model.ts'

const sold = {
  price: 800,
  cost: null,
  wholesale: null,
  sku: null,
  barcodes: [],
  packs: [],
  available: true,
  stock: null,
}
const soda: Product = {
  ...sold,
  id: 'prod_1',
  name: 'Soda',
  name_sw: 'Soda ya chupa',
  category: null,
  unit: 'piece',
  sold_by_weight: false,
  tax_code: null,
  color: null,
  picture: null,
  position: null,
  low_at: null,
  track_stock: true,
  stock: 7,
  barcodes: ['5449000000996'],
  variations: [],
  created_at: '2026-11-21T09:00:00Z',
  updated_at: '2026-11-21T09:00:00Z',
}
const tea: Product = {
  ...soda,
  id: 'prod_2',
  name: 'Tea',
  name_sw: null,
  stock: null,
  barcodes: [],
  variations: [
    { ...sold, id: 'var_s', name: 'Small', sku: 'S', stock: -2 },
    { ...sold, id: 'var_l', name: 'Large', price: null },
  ],
}
const items = [soda, tea].flatMap(product => labelItemsOf(product, 'en'))
const picksOf = (...copies: number[]): Picks =>
  withPicks(new Map(), items, item => copies[items.indexOf(item)] ?? 0)

describe('the labels of an item', () => {
  test('are one, or one of each variation', () => {
    expect(items.map(({ id, variationId, of: { name, price } }) => [id, variationId, name, price])).toEqual([
      ['prod_1', undefined, 'Soda', 800],
      ['var_s', 'var_s', 'Tea Small', 800],
      ['var_l', 'var_l', 'Tea Large', null],
    ])
    expect(labelItemsOf(soda, 'sw')[0]?.of.name).toBe('Soda ya chupa')
  })
  test('are also of each pack, at the price of one pack', () => {
    const packs = [
      { name: 'Crate', holds: 24, price: null, barcodes: ['CRATE'] },
      { name: 'Six', holds: 6, price: 4_500, barcodes: [] },
    ]
    const wholesale = { from: 12, price: 700 }
    const [, ...ofPacks] = labelItemsOf({ ...soda, packs, wholesale }, 'en')
    expect(
      ofPacks.map(({ packName, of: { name, price, barcodes } }) => [packName, name, price, barcodes]),
    ).toEqual([
      ['Crate', 'Soda (Crate)', 16_800, ['CRATE']],
      ['Six', 'Soda (Six)', 4_500, []],
    ])
    const picks = withPicks(new Map(), ofPacks, () => 1)
    expect(labelRequests(picks, 0, 10)).toEqual([
      ['Crate', 'Six'].map(pack => ({ product_id: 'prod_1', pack, copies: 1 })),
    ])
  })
  test('are as many as in stock where pieces are counted', () => {
    expect(items.map(({ onHand }) => onHand)).toEqual([7, 0, undefined])
    expect(labelItemsOf({ ...soda, sold_by_weight: true }, 'en')[0]?.onHand).toBeUndefined()
    expect(labelItemsOf({ ...soda, track_stock: false }, 'en')[0]?.onHand).toBeUndefined()
  })
  test('are picked with a number, and not with none', () => {
    const picks = picksOf(2, 0, 5)
    expect([[...picks.keys()], labelCount(picks)]).toEqual([['prod_1', 'var_l'], 7])
    expect([...withPicks(picks, items, () => 0).keys()]).toEqual([])
    expect(['', '12', '1x2', '-3', '9999'].map(readCopies)).toEqual([0, 12, 12, 3, 999])
  })
})

describe('where labels are on their paper', () => {
  test.each(paperNames)('%s: inside the page, and none on another', name => {
    const paper = labelPapers[name]
    const places = Array.from({ length: perPage(paper) }, (_, at) => placeOf(paper, at))
    const { page, label } = paper
    const slack = 0.001
    for (const { x, y } of places) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0 - slack)
      expect(x + label.width).toBeLessThanOrEqual(page.width + slack)
      expect(y + label.height).toBeLessThanOrEqual(page.height + slack)
    }
    for (const [at, a] of places.entries())
      for (const b of places.slice(at + 1))
        expect(
          Math.abs(a.x - b.x) >= label.width - slack || Math.abs(a.y - b.y) >= label.height - slack,
        ).toBe(true)
  })
  test('65 of 38 × 21 mm begin 4.7 mm from the left and 10.7 mm from the top, as on Avery L7651', () => {
    const { x, y } = placeOf(labelPapers.sheet65, 0)
    expect([x.toFixed(1), y.toFixed(1)]).toEqual(['4.7', '10.7'])
    expect(placeOf(labelPapers.sheet24, 4)).toEqual({ x: 70, y: 37.5 })
  })
  test('used labels of the first sheet stay free', () => {
    const label = labelOf(
      { ...sold, name: 'Soda', unit: 'piece', isWeighed: false },
      { words: labelWords.en, showsWholesale: false },
    )
    const pages = pagesOf(Array<typeof label>(26).fill(label), labelPapers.sheet24, 23)
    expect(pages.map(page => page.length)).toEqual([24, 24, 1])
    expect(pages[0]?.map(one => one === undefined).indexOf(false)).toBe(23)
    expect(pagesOf([], labelPapers.sheet24, 3)).toEqual([])
    expect(pagesOf([label, label], labelPapers.roll50, 0)).toEqual([[label], [label]])
  })
})

describe('bars on a label', () => {
  const ean = '5449000000996'
  test.each(paperNames)('an EAN-13 fits on %s, at 80% of its nominal size or more', name => {
    const width = barWidth(ean, labelPapers[name]) ?? 0
    // 0.264 mm is the least of GS1; the smallest roll has whole dots of 0.25 mm.
    expect(width / 115).toBeGreaterThanOrEqual(name === 'roll40' ? 0.25 : 0.264)
    expect(width).toBeLessThanOrEqual(labelPapers[name].label.width)
  })
  test('of a label printer are whole dots wide', () => {
    expect((barWidth(ean, labelPapers.roll50) ?? 0) / 115 / 0.125).toBe(3)
  })
  test.each([
    ['', 'no_code', 'no_code'],
    ['Mkate – kubwa', 'no_letters', 'no_letters'],
    [ean, 'drawn', 'drawn'],
    ['ABCDEFGHIJK', 'drawn', 'drawn'],
    ['ABCDEFGHIJKL', 'too_long', 'drawn'],
    ['ABCDEFGHIJKLM', 'too_long', 'too_long'],
  ] as const)('%p on 38 mm: %s, on a 58 mm receipt: %s', (code, small, receipt) => {
    expect([barsState(code, labelPapers.sheet65), barsState(code, 58)]).toEqual([small, receipt])
  })
})

describe('requests to a receipt printer', () => {
  const requests = (picks: Picks, done = 0) =>
    labelRequests(picks, done, 10).map(labels =>
      labels.map(({ product_id, variation_id, copies }) => `${copies} ${variation_id ?? product_id}`),
    )
  test('have ten labels at most, in the order of the items', () => {
    expect(requests(picksOf(7, 14, 1))).toEqual([
      ['7 prod_1', '3 var_s'],
      ['10 var_s'],
      ['1 var_s', '1 var_l'],
    ])
    expect(labelRequests(picksOf(0, 1), 0, 10)).toEqual([
      [{ product_id: 'prod_2', variation_id: 'var_s', copies: 1 }],
    ])
  })
  test('go on where they stopped', () => {
    expect(requests(picksOf(7, 14, 1), 20)).toEqual([['1 var_s', '1 var_l']])
    expect(requests(picksOf(7, 14, 1), 22)).toEqual([])
  })
})
