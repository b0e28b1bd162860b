// A sale that is being put together: what keys make of it, what is asked for in the end, and what is kept.
import { describe, expect, test } from 'bun:test'
import {
  areKnownItems,
  type Draft,
  draftOf,
  emptyDraft,
  type Item,
  isDraft,
  itemsMax,
  knownItemsAfter,
  pressDraft,
  saleDraftFrom,
  totalOf,
  withAmount,
  withItem,
  withItemName,
  withQuantity,
} from '../../../ui/till/entry/draft.model.ts'
import type { PadKey } from '../../../ui/till/parts/amount.model.ts'
import { itemSum, itemsText } from '../../../ui/till/parts/sold-items.model.ts'
import { newOrder } from '../../../ui/till/sale/sale.model.ts'

const item = (name: string, quantity: number, unit_price: number): Item => ({ name, quantity, unit_price })
const chai = item('Chai', 1, 1_000)
const andazi = item('Andazi', 3, 500)
const draft = (change: Partial<Draft>): Draft => ({ ...emptyDraft, ...change })
const most = 999_999_999_999

describe('keys', () => {
  const press = (keys: string) => (keys.split(' ') as PadKey[]).reduce(pressDraft, emptyDraft)
  test.each([
    ['1 2 5 00', [], 12_500],
    ['plus', [], 0],
    ['5 00 plus', [item('', 1, 500)], 0],
    ['5 00 plus plus', [item('', 1, 500)], 0],
    ['5 00 plus 7 00', [item('', 1, 500)], 700],
    ['5 00 plus 7 00 plus 5 00 plus', [item('', 2, 500), item('', 1, 700)], 0],
    ['5 00 plus 7 backspace', [item('', 1, 500)], 0],
    ['5 00 plus 5 00 plus 7 backspace backspace', [item('', 1, 500)], 0],
    ['5 00 plus 7 00 plus backspace', [item('', 1, 500)], 0],
    ['5 00 plus 5 00 plus 0 erase', [item('', 2, 500)], 0],
    ['5 0 0 6 erase erase', [], 50],
    ['5 00 plus 7 clear', [item('', 1, 500)], 0],
    ['5 00 plus 7 clear clear', [], 0],
  ] as const)('%s', (keys, items, amount) => {
    expect(press(keys)).toEqual(draft({ items, amount }))
  })

  test.each([
    ['a digit too many for all together', draft({ items: [item('Nyumba', 1, most - 9)], amount: 1 }), '0'],
    [
      'an item too many',
      draft({ items: Array.from({ length: itemsMax }, (_, index) => item('', 1, index + 1)), amount: 900 }),
      'plus',
    ],
  ] as const)('%s changes nothing', (_, before, key) => {
    expect(pressDraft(before, key)).toBe(before)
  })
})

describe('items', () => {
  const two = draft({ items: [chai, andazi], note: 'Meza 4' })
  test.each([
    ['the same again', withItem(two, chai), [item('Chai', 2, 1_000), andazi]],
    [
      'the same at another price',
      withItem(two, { name: 'Chai', unit_price: 1_200 }),
      [chai, andazi, item('Chai', 1, 1_200)],
    ],
    ['one more', withQuantity(two, 1, 4), [chai, item('Andazi', 4, 500)]],
    ['none any more', withQuantity(two, 0, 0), [andazi]],
    ['another name', withItemName(two, 0, 'Chai ya maziwa'), [item('Chai ya maziwa', 1, 1_000), andazi]],
    ['more than there can be of it', withQuantity(two, 1, most), [chai, andazi]],
  ] as const)('%s', (_, after, items) => {
    expect(after).toEqual({ ...two, items })
  })

  test('have a sum, and a text each', () => {
    expect(totalOf({ items: [chai, andazi], amount: 250 })).toBe(2_750)
    expect(itemSum(andazi)).toBe(1_500)
    expect(itemSum({ ...item('Mchele', 1_250, 3_202), by_weight: true, discount: 3 })).toBe(4_000)
    expect(itemsText([chai, andazi])).toBe('Chai, 3\u00a0× Andazi')
    expect(itemsText([{ ...andazi, discount: 1_500 }])).toBe('3\u00a0× Andazi (−1,500)')
    expect(itemsText([])).toBe('')
  })
})

describe('what is sent', () => {
  test.each([
    ['an amount alone has no items', draft({ amount: 5_000 }), { amount: 5_000, note: '', items: [] }],
    [
      'what is typed last is the last item',
      draft({ items: [andazi], amount: 1_000, note: 'Meza 4' }),
      { amount: 2_500, note: 'Meza 4', items: [andazi, item('Bidhaa', 1, 1_000)] },
    ],
    [
      'an item without a name is called one',
      draft({ items: [item(' ', 2, 700), item(' Chai ', 1, 1_000)] }),
      { amount: 2_400, note: '', items: [item('Bidhaa', 2, 700), chai] },
    ],
  ] as const)('%s', (_, before, request) => {
    expect(saleDraftFrom(before, 'Bidhaa')).toEqual({ ...request, items: [...request.items] })
  })

  test('a refused sale becomes a draft again', () => {
    const order = newOrder({ amount: 2_500, note: 'Meza 4', items: [andazi, chai] })
    expect(order).toMatchObject({
      details: { amount: 2_500 },
      metadata: { note: 'Meza 4' },
      line_items: [andazi, chai],
    })
    expect(draftOf({ order }, 'Bidhaa')).toEqual({ amount: 0, note: 'Meza 4', items: [andazi, chai] })
    expect(draftOf({ order: newOrder({ amount: 2_500, note: '' }) }, 'Bidhaa')).toEqual(
      draft({ amount: 2_500 }),
    )
    const unnamed = newOrder({ amount: 700, note: '', items: [item('Bidhaa', 1, 700)] })
    expect(draftOf({ order: unnamed }, 'Bidhaa').items).toEqual([item('', 1, 700)])
    expect(withAmount(draft({ items: [chai] }), 2_000)).toEqual(draft({ items: [chai], amount: 2_000 }))
  })
})

test('what was sold before: the latest first, each name once at its last price', () => {
  const before = [
    { name: 'Soda', unit_price: 800 },
    { name: 'Chai', unit_price: 900 },
  ]
  expect(knownItemsAfter(before, [chai, item('', 1, 300), item(' Andazi', 1, 500)])).toEqual([
    { name: 'Andazi', unit_price: 500 },
    { name: 'Chai', unit_price: 1_000 },
    { name: 'Soda', unit_price: 800 },
  ])
  const many = Array.from({ length: 30 }, (_, index) => item(`Bidhaa ${index}`, 1, 500))
  expect(knownItemsAfter([], many)).toHaveLength(24)
})

const listed = { price: { price: 800, wholesale: null }, pack: { holds: 24, price: null } }
const percent = (part: unknown) => ({ kind: 'percent', percent: part })
test.each<[unknown, boolean]>([
  [draft({ items: [chai], amount: 3 }), true],
  [{ ...emptyDraft, items: [{ ...chai, listed, own_price: 900, off: percent(10), pack: 'Crate' }] }, true],
  [{ ...emptyDraft, items: [{ ...chai, off: { kind: 'sum', amount: 50 }, discount: 50 }] }, true],
  [{ ...emptyDraft, off: { discount: percent(5), reason: '' }, taken: ['park_1'] }, true],
  // A draft in memory may have fields that are undefined.
  [{ ...emptyDraft, items: [{ ...chai, off: undefined, own_price: undefined }], off: undefined }, true],
  [{ amount: 3, note: '' }, false],
  [{ amount: '3', note: '', items: [] }, false],
  [draft({ items: [{ name: 'Chai', unit_price: 1 } as Item] }), false],
  [null, false],
  ...[
    { off: percent(1.5) },
    { off: percent('10') },
    { off: { kind: 'half' } },
    { off: null },
    { listed: {} },
    { listed: { price: { price: 1.5, wholesale: null } } },
    { listed: { price: { price: 800, wholesale: { from: 2 } } } },
    { listed: { ...listed, pack: { holds: '24', price: null } } },
    { discount: 0.5 },
    { discount_reason: 7 },
    { own_price: '900' },
    { quantity: -1 },
    { by_weight: 'yes' },
  ].map((field): [unknown, boolean] => [{ ...emptyDraft, items: [{ ...chai, ...field }] }, false]),
  [{ ...emptyDraft, off: { discount: percent(1.5), reason: '' } }, false],
  [{ ...emptyDraft, off: percent(5) }, false],
  [{ ...emptyDraft, taken: 'park_1' }, false],
])('%#: what a browser kept of a draft: %j', (value, kept) => {
  expect(isDraft(value)).toBe(kept)
})

test('what a browser kept of items sold', () => {
  expect(areKnownItems([{ name: 'Chai', unit_price: 900 }])).toBeTrue()
  expect(areKnownItems([{ name: 'Chai', unit_price: '900' }])).toBeFalse()
  expect(areKnownItems({})).toBeFalse()
})
