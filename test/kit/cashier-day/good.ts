// The price list of the cashier's day: drinks, food and household goods by piece, dozen, carton and kilogram.
import { checkDigit } from '../../../src/domain/barcode.ts'
import { ean } from '../product-file.ts'
import type { TillLanguage } from './word.ts'

/** A larger unit. Without a price it costs what it holds. */
export interface Pack {
  readonly name: string
  readonly holds: number
  readonly price: number | null
  readonly barcodes: readonly string[]
}

/** What one tap can sell: a product, or one of its variations. Prices are whole shillings. */
export interface Good {
  readonly product: string
  readonly variation?: string
  readonly name_sw?: string
  readonly category: string | null
  readonly tax_code: 'A' | 'C' | null
  /** For a piece or a kilogram; null where the cashier enters it. */
  readonly price: number | null
  readonly cost: number | null
  readonly wholesale?: { readonly from: number; readonly price: number }
  readonly isWeighed?: true
  readonly barcode?: string
  /** The digits of the item on the labels of the shop's scale. */
  readonly sku?: string
  readonly packs?: readonly Pack[]
  /** Pieces or grams on hand in the morning; missing where stock is not counted. */
  readonly stock?: number
  /** What a cashier types to find this product alone. */
  readonly search: string
}

const drink = { category: 'Vinywaji', tax_code: 'A' } as const
const food = { category: 'Vyakula', tax_code: 'C' } as const
const household = { category: 'Usafi', tax_code: 'A' } as const

const soda: Good = {
  ...drink,
  product: 'Soda',
  price: 700,
  cost: 455,
  wholesale: { from: 24, price: 600 },
  barcode: ean(1),
  packs: [
    { name: 'Dozen', holds: 12, price: 8_000, barcodes: [] },
    { name: 'Carton', holds: 24, price: 14_000, barcodes: ['5449000131836'] },
  ],
  stock: 3_000,
  search: 'sod',
}
const eggs: Good = {
  ...food,
  product: 'Eggs',
  name_sw: 'Mayai',
  price: 400,
  cost: 312,
  wholesale: { from: 60, price: 370 },
  barcode: ean(2),
  packs: [
    { name: 'Dozen', holds: 12, price: null, barcodes: [] },
    { name: 'Tray', holds: 30, price: 11_000, barcodes: [ean(3)] },
  ],
  stock: 2_000,
  search: 'mayai',
}
const matches: Good = {
  ...household,
  product: 'Matches',
  name_sw: 'Kiberiti',
  price: 100,
  cost: 62,
  packs: [
    { name: 'Packet', holds: 10, price: 900, barcodes: [ean(4)] },
    { name: 'Carton', holds: 100, price: 8_000, barcodes: [] },
  ],
  stock: 1_500,
  search: 'kiberi',
}
const sugar: Good = {
  ...food,
  product: 'Sugar',
  name_sw: 'Sukari',
  price: 3_202,
  cost: 2_707,
  wholesale: { from: 25_000, price: 2_951 },
  isWeighed: true,
  sku: '12345',
  stock: 300_000,
  search: 'suka',
}
const rice: Good = {
  ...food,
  product: 'Rice',
  name_sw: 'Mchele',
  price: 2_850,
  cost: 2_301,
  isWeighed: true,
  sku: '54321',
  stock: 200_000,
  search: 'mchel',
}
const beef: Good = {
  ...food,
  product: 'Beef',
  name_sw: 'Nyama',
  price: 12_300,
  cost: 9_650,
  isWeighed: true,
  sku: '00077',
  search: 'nyama',
}
const soap: Good = {
  ...household,
  product: 'Soap',
  name_sw: 'Sabuni',
  price: 2_500,
  cost: 1_850,
  barcode: ean(5),
  stock: 400,
  search: 'sabu',
}
const flour: Good = {
  ...food,
  product: 'Maize flour 2 kg',
  name_sw: 'Unga wa sembe',
  price: 4_250,
  cost: 3_615,
  barcode: ean(6),
  stock: 500,
  search: 'sembe',
}
const bread: Good = {
  ...food,
  product: 'Bread',
  name_sw: 'Mkate',
  price: 1_800,
  cost: 1_420,
  barcode: ean(7),
  search: 'mkat',
}
/** Its cost is not known, so it never counts as profit. */
const tea: Good = { ...drink, product: 'Chai ya maziwa', price: 1_500, cost: null, search: 'chai' }
const repair: Good = {
  product: 'Phone repair',
  category: null,
  tax_code: null,
  price: null,
  cost: null,
  search: 'repair',
}
const water = (variation: string, price: number, cost: number, barcode: string): Good => ({
  ...drink,
  product: 'Water',
  name_sw: 'Maji',
  variation,
  price,
  cost,
  barcode,
  stock: 600,
  search: 'maji',
})
const smallWater = water('500 ml', 500, 333, ean(8))
const largeWater = water('1.5 L', 1_000, 655, ean(9))

export const goods = {
  soda,
  eggs,
  matches,
  sugar,
  rice,
  beef,
  soap,
  flour,
  bread,
  tea,
  repair,
  smallWater,
  largeWater,
} as const

export const productName = ({ product, name_sw }: Good, language: TillLanguage): string =>
  (language === 'sw' && name_sw) || product

/** Returns the name on the line of a sale: `Water, 500 ml`, `Soda (Carton)`. Reports have the English one. */
export const lineName = (good: Good, pack?: Pack, language: TillLanguage = 'en'): string =>
  [productName(good, language), good.variation].filter(Boolean).join(', ') + (pack ? ` (${pack.name})` : '')

export function packOf({ product, packs = [] }: Good, name: string): Pack {
  const pack = packs.find(one => one.name === name)
  if (!pack) throw new Error(`${product} has no ${name}`)
  return pack
}

/** Returns a code of the shop's scale: 21 and grams, or 23 and shillings. */
export function scaleCode({ sku = '' }: Good, kind: 'grams' | 'shillings', value: number): string {
  const digits = `${kind === 'grams' ? '21' : '23'}${sku}${String(value).padStart(5, '0')}`
  return digits + checkDigit(digits)
}

/** Returns what is sold of a good, as the API takes it. */
const soldBody = ({ price, cost, wholesale, barcode, sku, packs = [] }: Good) => ({
  price,
  cost,
  ...(wholesale ? { wholesale } : {}),
  ...(sku ? { sku } : {}),
  barcodes: barcode ? [barcode] : [],
  packs,
})

/** Returns the bodies that create the list: variations of one product come together. */
export function productBodies(): object[] {
  const all: readonly Good[] = Object.values(goods)
  return [...new Set(all.map(({ product }) => product))].map(name => {
    const [first = soda, ...others] = all.filter(({ product }) => product === name)
    const { name_sw, category, tax_code, isWeighed = false, stock } = first
    const variations = first.variation
      ? [first, ...others].map(good => ({ name: good.variation, ...soldBody(good) }))
      : []
    return {
      name,
      ...(name_sw ? { name_sw } : {}),
      category,
      tax_code,
      sold_by_weight: isWeighed,
      track_stock: stock !== undefined,
      ...(variations.length > 0 ? { variations } : soldBody(first)),
    }
  })
}
