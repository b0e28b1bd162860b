// The form of an item that someone else changed in between: both changes are kept, and theirs are named.
import { describe, expect, test } from 'bun:test'
import { emptyProduct, type ProductDraft } from '../../../ui/admin/products/product.model.ts'
import { mergedDraft, otherChanges } from '../../../ui/admin/products/product-merge.model.ts'
import { newPack, newVariation } from '../../../ui/admin/products/product-row.model.ts'

const variation = (id: number, name: string, price: string, storedId?: string) => ({
  ...newVariation([]),
  id,
  name,
  price,
  ...(storedId === undefined ? {} : { stored: { id: storedId, barcodes: [] } }),
})
const pack = (id: number, name: string, price: string, isStored = true) => ({
  ...newPack([]),
  id,
  name,
  price,
  ...(isStored ? { stored: { name, barcodes: [] } } : {}),
})
const begin: ProductDraft = {
  ...emptyProduct,
  name: 'Soda',
  price: '1,000',
  barcodes: ['A', 'B'],
  variations: [variation(0, 'Small', '500', 'v1'), variation(1, 'Large', '900', 'v2')],
}
const changed = (part: Partial<ProductDraft>): ProductDraft => ({ ...begin, ...part })

describe('both changes are kept', () => {
  test.each<[string, Partial<ProductDraft>, Partial<ProductDraft>, Partial<ProductDraft>]>([
    ['different fields', { name: 'Soda 350' }, { price: '1,100' }, { name: 'Soda 350', price: '1,100' }],
    ['the same field', { price: '1,200' }, { price: '1,100' }, { price: '1,200' }],
    ['barcodes', { barcodes: ['B', 'C'] }, { barcodes: ['A', 'B', 'D'] }, { barcodes: ['B', 'D', 'C'] }],
    [
      'variations',
      {
        variations: [
          variation(0, 'Small', '550', 'v1'),
          variation(1, 'Large', '900', 'v2'),
          variation(2, 'Huge', '1,500'),
        ],
      },
      { variations: [variation(0, 'Tiny', '500', 'v1'), variation(1, 'Jug', '3,000', 'v3')] },
      {
        variations: [
          variation(0, 'Tiny', '550', 'v1'),
          variation(1, 'Huge', '1,500'),
          variation(2, 'Jug', '3,000', 'v3'),
        ],
      },
    ],
  ])('%s', (_, mine, theirs, both) =>
    expect(mergedDraft(begin, changed(mine), changed(theirs))).toEqual(changed(both)),
  )
})

test('both changes of one variation are kept, also of its packs', () => {
  const small = (part: Partial<ProductDraft['variations'][number]>): ProductDraft =>
    changed({ variations: [{ ...variation(0, 'Small', '500', 'v1'), ...part }] })
  const carton = pack(0, 'Carton', '11,000')
  const stored = small({ packs: [carton] })
  const mine = small({
    wholesaleFrom: '12',
    wholesalePrice: '450',
    packs: [{ ...carton, price: '10,500' }, pack(1, 'Dozen', '5,500', false)],
  })
  const theirs = small({ available: false, packs: [{ ...carton, holds: '24' }, pack(1, 'Crate', '9,000')] })
  expect(mergedDraft(stored, mine, theirs)).toEqual(
    small({
      available: false,
      wholesaleFrom: '12',
      wholesalePrice: '450',
      packs: [
        { ...carton, holds: '24', price: '10,500' },
        pack(1, 'Dozen', '5,500', false),
        pack(2, 'Crate', '9,000'),
      ],
    }),
  )
})

test('what another person changed is named, with what was typed in the same field', () => {
  const mine = changed({ price: '1,200', name: 'Soda 350' })
  const theirs = changed({ price: '1,100', category: 'Drinks', open: false, picture: { kind: 'kept' } })
  expect(otherChanges(begin, mine, theirs)).toEqual([
    { field: 'price', from: '1,000', to: '1,100', typed: '1,200' },
    { field: 'category', from: '', to: 'Drinks', typed: undefined },
    { field: 'picture', from: 'none', to: 'kept', typed: undefined },
  ])
  expect(otherChanges(begin, mine, begin)).toEqual([])
})
