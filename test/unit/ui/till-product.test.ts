// The price list at the till: what a search and a code find, what becomes a line, and which tiles are drawn.
import { describe, expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defaultShopCodes } from '../../../src/domain/shop-code.ts'
import {
  type Draft,
  draftOf,
  emptyDraft,
  isAtWholesale,
  pressDraft,
  saleDraftFrom,
  totalOf,
  withAmount,
  withItems,
  withLine,
  withListed,
  withQuantity,
} from '../../../ui/till/entry/draft.model.ts'
import { draftReductionFault } from '../../../ui/till/entry/reduction.model.ts'
import { readDiscount } from '../../../ui/till/products/discount.model.ts'
import { readProducts, withChanged } from '../../../ui/till/products/price-list.model.ts'
import {
  choicesOf,
  findScanned,
  leftOfProduct,
  type Product,
  productIndexOf,
  searchProducts,
} from '../../../ui/till/products/product.model.ts'
import { tilesSeen } from '../../../ui/till/products/product-grid.model.ts'
import {
  itemOf,
  priceWhenAdded,
  readWeight,
  scannedChoice,
  scannedItem,
} from '../../../ui/till/products/product-item.model.ts'
import { ProductTile } from '../../../ui/till/products/product-tile.tsx'
import { isSale, newOrder, newSale } from '../../../ui/till/sale/sale.model.ts'

const product = (id: string, name: string, change: Partial<Product> = {}): Product => ({
  id,
  name,
  name_sw: null,
  category: null,
  price: 1_000,
  wholesale: null,
  sku: null,
  barcodes: [],
  packs: [],
  available: true,
  unit: 'piece',
  sold_by_weight: false,
  color: null,
  picture: null,
  position: null,
  variations: [],
  low_at: null,
  stock: null,
  ...change,
})
const crate = { name: 'Crate', holds: 24, price: 14_000, barcodes: ['5449000131836'] }
const soda = product('soda', 'Soda', {
  price: 700,
  wholesale: { from: 24, price: 600 },
  packs: [crate],
  barcodes: ['5449000000996'],
  category: 'Vinywaji',
})
const rice = product('rice', 'Rice', {
  name_sw: 'Mchele',
  price: 3_200,
  sold_by_weight: true,
  sku: '12345',
  category: 'Vyakula',
})
const soap = product('soap', 'Sabuni ya Ng’ombe', { category: 'Usafi', price: 2_500 })
const cream = product('cream', 'Crème ya mikono', { barcodes: ['012345678905'], price: 4_000 })
const water = product('water', 'Water', {
  price: null,
  variations: [
    { ...soap, id: 'small', name: '500 ml', price: 500, barcodes: ['96385074'] },
    {
      ...soap,
      id: 'large',
      name: '1.5 L',
      price: 1_000,
      packs: [{ name: 'Carton', holds: 12, price: null, barcodes: [] }],
    },
  ],
})
const repair = product('repair', 'Repair', { price: null })
const index = productIndexOf([soda, rice, soap, cream, water, repair], defaultShopCodes)

describe('a search', () => {
  test.each([
    ['', undefined, ['soda', 'rice', 'soap', 'cream', 'water', 'repair']],
    ['  ', undefined, ['soda', 'rice', 'soap', 'cream', 'water', 'repair']],
    ['ngombe', undefined, ['soap']],
    ["Ng'ombe sab", undefined, ['soap']],
    ['creme', undefined, ['cream']],
    ['CRÈME MIKONO', undefined, ['cream']],
    ['mchele', undefined, ['rice']],
    ['vinywaji', undefined, ['soda']],
    ['9638', undefined, ['water']],
    ['r', undefined, ['rice', 'repair', 'cream', 'water']],
    ['', 'Vyakula', ['rice']],
    ['soda', 'Vyakula', []],
    ['zzz', undefined, []],
  ] as const)('%j in %s', (search, category, ids) => {
    expect(searchProducts(index, search, category).map(({ id }) => id)).toEqual([...ids])
  })
})

describe('a code', () => {
  const lineOf = (code: string) => {
    const scanned = findScanned(index, code)
    const item = scanned && scannedItem(scanned, 'en')
    return item && { name: item.name, sum: totalOf({ ...emptyDraft, items: [item] }) }
  }
  test.each([
    ['5449000000996', 'Soda', 700],
    ['5449000131836', 'Soda (Crate)', 14_000],
    ['96385074', 'Water, 500 ml', 500],
    ['012345678905', 'Crème ya mikono', 4_000],
    ['0012345678905', 'Crème ya mikono', 4_000],
    ['2112345012506', 'Rice', 4_000],
  ] as const)('%s is one line of %s at %d', (code, name, sum) => {
    expect(lineOf(code)).toEqual({ name, sum })
  })
  test.each([['9999999999994'], ['2154321012507'], [''], ['2112345012507']])('%s is unknown', code => {
    expect(findScanned(index, code)).toBeUndefined()
  })
  test('a UPC-A of the scale is read with and without the 0 that some readers send', () => {
    const upc = { prefix: '2', itemDigits: 5, value: 'price', valueDigits: 5, decimals: 0 } as const
    const bySku = product('bread', 'Bread', { sku: '42' })
    const byBarcode = product('bun', 'Bun', { barcodes: ['200042000000'] })
    for (const code of ['200042050371', '0200042050371'])
      for (const choice of [{ product: bySku }, { product: byBarcode }])
        expect(findScanned(productIndexOf([choice.product], [upc]), code)).toEqual({ choice, price: 5_037 })
    const known = product('gum', 'Gum', { barcodes: ['200042050371'] })
    const withKnown = productIndexOf([bySku, known], [upc])
    expect(findScanned(withKnown, '0200042050371')).toEqual({ choice: { product: known } })
  })
  test('a price from the scale is charged to the shilling, whatever weight it gives', () => {
    const choice = { product: rice }
    for (const price of [1, 7, 999, 4_500, 12_345]) {
      const item = scannedItem({ choice, price }, 'en')
      expect(totalOf(withListed(emptyDraft, item ?? itemOf({ ...choice, quantity: 1 }, 'en')))).toBe(price)
    }
  })
  test('a UPC-E is found as it is printed, and as the UPC-A to which some readers expand it', () => {
    const [short, whole] = ['04252614', '042100005264']
    const crate = { name: 'Crate', holds: 24, price: null, barcodes: [short] }
    for (const gum of [
      product('gum', 'Gum', { barcodes: [short] }),
      product('gum', 'Gum', { barcodes: [whole] }),
      product('gum', 'Gum', { packs: [crate] }),
    ])
      for (const code of [short, whole, `0${whole}`])
        expect(findScanned(productIndexOf([soda, gum], []), code)?.choice).toMatchObject({ product: gum })
    const [one, other] = [product('1', '1', { barcodes: [short] }), product('2', '2', { barcodes: [whole] })]
    const both = productIndexOf([one, other], [])
    expect([short, whole].map(code => findScanned(both, code)?.choice.product.id)).toEqual(['1', '2'])
  })
  test('a label with no weight or price asks, however its item is sold', () => {
    expect(scannedItem({ choice: { product: rice }, grams: 0 }, 'en')).toBeUndefined()
    for (const product of [rice, soap, repair])
      expect(scannedItem({ choice: { product }, price: 0 }, 'en')).toBeUndefined()
    expect(scannedItem({ choice: { product: repair }, price: 500 }, 'en')).toMatchObject({ unit_price: 500 })
  })
  test.each([
    ['a weight', { grams: 1_250 }, 1_250, 10_000],
    ['a price', { price: 8_500 }, 1_063, 8_500],
  ] as const)(
    'a label with %s of an item with an open price asks only for the price of a kilogram',
    (...of) => {
      const [, label, quantity, sum] = of
      const scanned = { choice: { product: product('fish', 'Fish', { price: null, sold_by_weight: true }) } }
      expect(scannedChoice({ ...scanned, ...label })).toBeUndefined()
      const chosen = scannedChoice({ ...scanned, ...label }, 8_000)
      expect(chosen).toMatchObject({ quantity, price: 8_000 })
      const sale = withListed(emptyDraft, itemOf(chosen ?? { ...scanned.choice, quantity: 1 }, 'en'))
      expect(totalOf(sale)).toBe(sum)
      // Without a label, the weight is open too. So it is if the label means more than a line can hold.
      for (const unusable of [{}, { grams: 0 }, { grams: 1_000_001 }, { price: 0 }, { price: 8_000_001 }])
        expect(scannedChoice({ ...scanned, ...unusable }, 8_000)).toBeUndefined()
    },
  )
  test('a scan asks for a weight, an open price or a variation', () => {
    expect(scannedItem({ choice: { product: rice } }, 'en')).toBeUndefined()
    expect(scannedItem({ choice: { product: repair } }, 'en')).toBeUndefined()
    expect(choicesOf({ product: water }).map(({ variation, pack }) => [variation?.id, pack?.name])).toEqual([
      ['small', undefined],
      ['large', undefined],
      ['large', 'Carton'],
    ])
  })
})

describe('lines of the price list', () => {
  const add = (draft: Draft, chosen: Parameters<typeof itemOf>[0]) => withListed(draft, itemOf(chosen, 'en'))
  const sums = (draft: Draft) => draft.items.map(({ quantity, unit_price }) => [quantity, unit_price])
  test('another piece raises the quantity of its line, and wholesale counts packs, both ways', () => {
    const twice = add(add(emptyDraft, { product: soda, quantity: 1 }), { product: soda, quantity: 1 })
    expect(sums(twice)).toEqual([[2, 700]])
    const withCrate = add(twice, { product: soda, pack: crate, quantity: 1 })
    expect(sums(withCrate)).toEqual([
      [2, 600],
      [1, 14_000],
    ])
    expect(sums(withQuantity(withCrate, 1, 0))).toEqual([[2, 700]])
  })
  test('each choice shows the price at which one of it joins the sale', () => {
    const carton = { name: 'Carton', holds: 24, price: null, barcodes: [] }
    const withPacks = { ...soda, packs: [crate, carton] }
    const choices = [soda, withPacks, water].flatMap(product => choicesOf({ product }))
    const sales = [emptyDraft, add(emptyDraft, { product: withPacks, pack: carton, quantity: 1 })]
    for (const sale of sales)
      for (const choice of choices) {
        const chosen = { ...choice, quantity: 1 }
        expect(priceWhenAdded(sale.items, chosen)).toBe(add(sale, chosen).items.at(-1)?.unit_price ?? null)
      }
    // Twenty-four pieces in a carton cost the wholesale price, and so does a further piece.
    expect(priceWhenAdded([], { product: soda, pack: carton, quantity: 1 })).toBe(24 * 600)
    expect(priceWhenAdded(sales[1]?.items ?? [], { product: soda, quantity: 1 })).toBe(600)
  })
  test('a line is marked as wholesale when its quantity makes it cheaper, not by a price of its pack', () => {
    const lines = (draft: Draft) => draft.items.map(isAtWholesale)
    const one = add(emptyDraft, { product: soda, quantity: 1 })
    expect([lines(one), lines(withQuantity(one, 0, 24))]).toEqual([[false], [true]])
    expect(lines(add(one, { product: soda, pack: crate, quantity: 1 }))).toEqual([true, false])
    const typed = { name: 'Soda', quantity: 24, unit_price: 600 }
    expect([typed, { ...typed, listed: { price: soda }, own_price: 600 }].map(isAtWholesale)).toEqual([
      false,
      false,
    ])
  })
  test('an item is one line, whatever the language was when it was added', () => {
    const sabuni = product('sabuni', 'Soap', { name_sw: 'Sabuni', packs: [crate] })
    const two = (['en', 'sw', 'en'] as const).reduce<Draft>(
      (draft, language) => withListed(draft, itemOf({ product: sabuni, quantity: 1 }, language)),
      emptyDraft,
    )
    expect(sums(two)).toEqual([[3, 1_000]])
    const inPack = (draft: Draft, pack: typeof crate) =>
      withListed(draft, itemOf({ product: sabuni, pack, quantity: 1 }, 'sw'))
    const box = { ...crate, name: 'Box', price: 15_000 }
    expect(sums([crate, box, crate].reduce(inPack, two))).toEqual([
      [3, 1_000],
      [2, 14_000],
      [1, 15_000],
    ])
  })
  test('each weight is a separate line', () => {
    const one = add(emptyDraft, { product: rice, quantity: 500 })
    expect(sums(add(one, { product: rice, quantity: 500 }))).toHaveLength(2)
  })
  test('a price that the cashier entered stays, even at a wholesale quantity', () => {
    const draft = withLine(add(emptyDraft, { product: soda, quantity: 1 }), 0, { own_price: 650 })
    expect(sums(withQuantity(draft, 0, 30))).toEqual([[30, 650]])
  })
  test('a percentage follows the quantity, and the sale’s discount is spread to the shilling', () => {
    const off = { kind: 'percent', percent: 10 } as const
    const line = withLine(add(emptyDraft, { product: soda, quantity: 1 }), 0, { off })
    const draft: Draft = {
      ...withQuantity(line, 0, 3),
      amount: 333,
      off: { discount: off, reason: 'Regular' },
    }
    expect(totalOf(draft)).toBe(2_001)
    const { items = [], amount } = saleDraftFrom(draft, 'Item')
    expect(items).toEqual([
      {
        name: 'Soda',
        quantity: 3,
        unit_price: 700,
        product_id: 'soda',
        discount: 399,
        discount_reason: 'Regular',
      },
      { name: 'Item', quantity: 1, unit_price: 333, discount: 33, discount_reason: 'Regular' },
    ])
    expect(items.reduce((sum, item) => sum + item.quantity * item.unit_price - (item.discount ?? 0), 0)).toBe(
      amount,
    )
  })
  test('a discount above the limit of the role is refused, even if the sale became smaller later', () => {
    const off = { discount: { kind: 'sum', amount: 700 }, reason: '' } as const
    const draft: Draft = {
      ...add(add(emptyDraft, { product: soap, quantity: 3 }), { product: soda, quantity: 1 }),
      off,
    }
    expect(draftReductionFault(draft, 'cashier')).toBeUndefined()
    const smaller = withQuantity(draft, 0, 1)
    expect(draftReductionFault(smaller, 'cashier')).toBe('discount_above_limit')
    expect(draftReductionFault(smaller, 'owner')).toBe('discount_reason_missing')
    expect(draftReductionFault({ ...smaller, off: { ...off, reason: 'Old' } }, 'owner')).toBeUndefined()
  })
  test('a higher price of one’s own leaves no more room for a discount: the server does not know the list', () => {
    const [own] = add(emptyDraft, { product: soap, quantity: 1 }).items
    const dear = withItems(emptyDraft, own ? [{ ...own, own_price: own.unit_price * 2 }] : [])
    const off = { discount: { kind: 'percent', percent: 20 }, reason: '' } as const
    expect(draftReductionFault({ ...dear, off }, 'cashier')).toBe('discount_above_limit')
    expect(draftReductionFault({ ...dear, off }, 'owner')).toBe('discount_reason_missing')
  })
})

describe('a discount of the whole sale', () => {
  const off = { discount: { kind: 'percent', percent: 10 }, reason: 'Regular' } as const
  const added = (...products: readonly Product[]): Draft => ({
    ...products.reduce<Draft>(
      (draft, product) => withListed(draft, itemOf({ product, quantity: product === rice ? 500 : 1 }, 'en')),
      emptyDraft,
    ),
    off,
  })
  test.each([
    ['its lines', added(soda, soap), (draft: Draft) => withQuantity(withQuantity(draft, 1, 0), 0, 0)],
    ['its only line with backspace', added(soda), (draft: Draft) => pressDraft(draft, 'backspace')],
    ['a weight with backspace', added(rice), (draft: Draft) => pressDraft(draft, 'backspace')],
    ['everything with C', added(soda, soap), (draft: Draft) => pressDraft(draft, 'clear')],
    [
      'the line before a typed amount',
      { ...added(soda), amount: 700 },
      (draft: Draft) => withQuantity(draft, 0, 0),
    ],
  ] as const)('goes with the last line: a cashier removes %s', (_, draft, remove) => {
    const emptied = remove(draft)
    expect(emptied.off).toBeUndefined()
    expect(saleDraftFrom(withAmount(emptied, 10_000), 'Item')).toEqual({
      amount: 10_000,
      note: '',
      items: [],
    })
  })
  test('stays while there is a line', () => {
    expect(totalOf(withQuantity(added(soda, soap), 0, 0))).toBe(2_250)
  })
})

test('a sale that is edited again has its lines, prices and discounts as they were entered', () => {
  const line = withListed(emptyDraft, itemOf({ product: soda, quantity: 23 }, 'en'))
  const draft: Draft = {
    ...withLine(withListed(line, itemOf({ product: soap, quantity: 1 }, 'en')), 1, { own_price: 2_400 }),
    amount: 500,
    off: { discount: { kind: 'percent', percent: 10 }, reason: 'Regular' },
  }
  const order = newOrder(saleDraftFrom(draft, 'Item'))
  const sale = newSale({ key: 'K', caller: { account: 'a', till: null }, order, draft, startedAt: 1 })
  const kept: unknown = JSON.parse(JSON.stringify(sale))
  if (!isSale(kept)) throw new Error('a stored sale is read again')
  const edited = draftOf(kept, 'Item')
  expect(edited).toEqual(draft)
  const { items, off } = withListed(edited, itemOf({ product: soda, quantity: 1 }, 'en'))
  expect(items.map(({ quantity, unit_price }) => [quantity, unit_price])).toEqual([
    [24, 600],
    [1, 2_400],
  ])
  expect(off).toEqual(draft.off)
  expect(draftOf({ ...kept, draft: { amount: 'x' } }, 'Item').items).toHaveLength(3)
})

test.each([
  ['1.25', 1_250],
  ['0,5', 500],
  ['2', 2_000],
  ['1000', 1_000_000],
  ['1000.001', undefined],
  ['0', undefined],
  ['1.2345', undefined],
  ['', undefined],
  ['-1', undefined],
] as const)('%j kg is %p g', (text, grams) => {
  expect(readWeight(text)).toBe(grams)
})

test.each([
  ['percent', '10', { kind: 'percent', percent: 10 }],
  ['percent', '10 %', { kind: 'percent', percent: 10 }],
  ['percent', '101', 'wrong'],
  ['percent', '2.5', 'wrong'],
  ['percent', '', undefined],
  ['sum', '1,500', { kind: 'sum', amount: 1_500 }],
  ['sum', '0', undefined],
  ['sum', 'abc', 'wrong'],
] as const)('a discount of %s %j', (kind, text, discount) => {
  expect(readDiscount({ kind, text })).toEqual(discount)
})

test('changed products move to their new place, and deleted ones are removed', () => {
  const [first, second, third] = [product('1', 'Andazi'), product('2', 'Chai'), product('3', 'Soda')]
  const renamed = product('1', 'Zeze')
  const placed = product('4', 'Maji', { position: 3 })
  expect(withChanged([first, second, third], ['1', '2', '4'], [renamed, placed]).map(({ id }) => id)).toEqual(
    ['4', '3', '1'],
  )
})

test('a product whose stock changed stays where it is', () => {
  const list = [product('1', 'Soda', { position: 9 }), product('2', 'Chai'), product('3', 'Andazi')]
  const sold = { ...product('2', 'Chai'), stock: 2 }
  expect(withChanged(list, ['2'], [sold])).toEqual([list[0], sold, list[2]] as Product[])
})

describe('the whole list is read page by page', () => {
  const [andazi, chai, maji, soda] = ['Andazi', 'Chai', 'Maji', 'Soda'].map((name, at) =>
    product(`${at}`, name),
  )
  const list = [andazi, chai, maji, soda] as Product[]
  type Page = { readonly items: readonly Product[]; readonly total: number }
  /** Returns what is read of these pages, two products each, and what each request names. */
  const readOf = async (pages: readonly (Page | undefined)[]) => {
    const cursors: (string | undefined)[] = []
    const products = await readProducts(async after => {
      cursors.push(after)
      return pages[cursors.length - 1]
    }, 2)
    return { ids: products?.map(({ id }) => id), cursors }
  }
  const page = (...items: readonly (Product | undefined)[]): Page => ({ items: items as Product[], total: 4 })
  const first = page(andazi, chai)
  const whole = [first, page(maji, soda), page()]

  test('up to a page that is not full', async () => {
    expect(await readOf(whole)).toEqual({ ids: list.map(({ id }) => id), cursors: [undefined, '1', '3'] })
  })

  test.each<[string, (Page | undefined)[]]>([
    ['one moved before the page that comes next, and was skipped', [first, page(maji)]],
    ['one moved behind it, and was read twice', [first, page(maji, soda), page(andazi)]],
    ['the last one of a page moved back, and the same was read twice', [first, page(chai, maji), page()]],
    ['one was skipped while another one was read twice', [first, page(maji, andazi), page()]],
  ])('again if %s', async (_, changed) => {
    const { ids } = await readOf([...changed, ...whole])
    expect(ids).toEqual(list.map(({ id }) => id))
  })

  test.each<[string, (Page | undefined)[]]>([
    ['a page fails', [first, undefined]],
    ['it changes all the time', Array.from({ length: 3 }, () => [first, page(maji)]).flat()],
  ])('and not at all if %s', async (_, pages) => {
    expect(await readOf(pages)).toEqual({
      ids: undefined,
      cursors: pages.map((_, at) => (at % 2 ? '1' : undefined)),
    })
  })
})

const sized = (...stocks: readonly (number | null)[]) =>
  stocks.map((stock, at) => ({ ...soap, id: `size${at}`, name: `Size ${at}`, stock }))

test.each<[string, Partial<Product>, number | undefined]>([
  ['is not counted', { low_at: 5 }, undefined],
  ['has plenty', { low_at: 5, stock: 6 }, undefined],
  ['is at its mark', { low_at: 5, stock: 5 }, 5],
  ['is empty', { low_at: 5, stock: 0 }, 0],
  ['has sold more than it had', { low_at: 5, stock: -18 }, 0],
  ['has no mark', { stock: 1 }, undefined],
  ['has no mark and is empty', { stock: 0 }, 0],
  ['is sold out', { low_at: 5, stock: 3, available: false }, undefined],
  ['has plenty of one size', { low_at: 5, variations: sized(2, 6) }, undefined],
  ['has a size that is not counted yet', { low_at: 5, variations: sized(2, null) }, undefined],
  ['has few of each size', { low_at: 5, variations: sized(2, -1) }, 2],
])('what is left of a product that %s', (_, change, left) => {
  expect(leftOfProduct(product('soda', 'Soda', change))).toBe(left)
})

test.each<[string, Partial<Product>, string[]]>([
  ['a colour', { color: '#0b6e4f' }, ['background:#0b6e4f']],
  ['a colour and is sold out', { color: '#0b6e4f', available: false }, ['background:#0b6e4f']],
  ['no colour', {}, []],
])('the tile of a product that has %s', (_, change, bars) => {
  const text = { name: () => 'Soda', price: () => '700', left: () => undefined, inSale: () => '' }
  const place = { count: 0, position: 1, total: 1, onChoose: () => {} }
  const tile = createElement(ProductTile, { product: product('soda', 'Soda', change), text, ...place })
  const drawn = [...renderToStaticMarkup(tile).matchAll(/class="tile-color" style="([^"]*)"/g)]
  expect(drawn.map(([, style]) => style)).toEqual(bars)
})

test.each([
  ['at the top', 0, { columns: 4, from: 0, to: 36, before: 0, after: 45_172 }],
  ['in the middle', 9_200, { columns: 4, from: 392, to: 436, before: 9_016, after: 35_972 }],
  ['at the end', 46_000, { columns: 4, from: 1_992, to: 2_000, before: 45_816, after: 0 }],
] as const)('of 2,000 tiles only those near the view are drawn: %s', (_, top, seen) => {
  expect(tilesSeen(2_000, { width: 520, height: 600, top })).toEqual(seen)
})
