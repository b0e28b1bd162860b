// The products of the price list as the till sells them: their names, categories and prices, the search, and
// the product of a scanned code.
import { barcodeKey, upcOf } from '../../../src/domain/barcode.ts'
import { lineName } from '../../../src/domain/line-item.ts'
import type { ListPrice, PackPrice } from '../../../src/domain/price-line.ts'
import { readShopCode, type ShopCodeRule } from '../../../src/domain/shop-code.ts'
import { leftShown } from '../../../src/domain/stock-left.ts'

interface Pack extends PackPrice {
  readonly name: string
  readonly barcodes: readonly string[]
}

/** What a product and each of its variations have. */
interface Sellable {
  readonly id: string
  readonly name: string
  readonly price: number | null
  readonly wholesale: ListPrice['wholesale']
  readonly sku: string | null
  readonly barcodes: readonly string[]
  readonly packs: readonly Pack[]
  readonly available: boolean
  readonly stock: number | null
}
interface Variation extends Sellable {}

/** As `GET /api/v1/products` answers it, without what the till does not use. */
export interface Product extends Sellable {
  readonly name_sw: string | null
  readonly category: string | null
  readonly unit: string
  readonly sold_by_weight: boolean
  readonly color: string | null
  readonly picture: string | null
  readonly position: number | null
  readonly low_at: number | null
  readonly variations: readonly Variation[]
}

export type Language = 'en' | 'sw'

/** Returns the name of a product in a language; the general one if it has no Swahili name. */
export const productName = (
  { name, name_sw }: Pick<Product, 'name' | 'name_sw'>,
  language: Language,
): string => (language === 'sw' && name_sw) || name

/** What is sold: a product, or one of its variations, and in which unit. */
export interface Choice {
  readonly product: Product
  readonly variation?: Variation | undefined
  readonly pack?: Pack | undefined
}

/** Returns the variation that is sold, or the product itself. */
export const sellableOf = ({ product, variation }: Choice): Sellable => variation ?? product

/** Returns the list price of a choice's base unit. */
export const listPriceIn = (choice: Choice): ListPrice => {
  const { price, wholesale } = sellableOf(choice)
  return { price, wholesale }
}

/** Returns the name of a line of the sale, such as `Soda, 500 ml (crate)`. */
export const choiceName = ({ product, variation, pack }: Choice, language: Language): string =>
  lineName({ product: productName(product, language), variation: variation?.name, pack: pack?.name })

/** Returns every way in which it is sold: each variation, and each of its packs. */
export function choicesOf(choice: Choice): Choice[] {
  if (choice.pack) return [choice]
  const { product, variation } = choice
  const isSingle = variation !== undefined || product.variations.length === 0
  const unpacked: Choice[] = isSingle
    ? [choice]
    : product.variations.map(variation => ({ product, variation }))
  return unpacked.flatMap(unit => [unit, ...sellableOf(unit).packs.map(pack => ({ ...unit, pack }))])
}

/** Returns the lowest price of a product; null if every price is open. */
export function lowestPrice({ price, variations }: Product): number | null {
  const prices = pricesOf({ price, variations }).filter(price => price !== null)
  return prices.length > 0 ? Math.min(...prices) : null
}

/** Returns whether all variations of a product cost the same. */
export const hasOnePrice = (product: Product): boolean => new Set(pricesOf(product)).size === 1

/** Returns the prices of a product's variations, or its own; null for an open price. */
const pricesOf = ({ price, variations }: Pick<Product, 'price' | 'variations'>): (number | null)[] =>
  variations.length > 0 ? variations.map(({ price }) => price) : [price]

/** Returns how many are left of a choice; undefined while there are plenty, or once it is sold out. */
export function leftOf(choice: Choice): number | undefined {
  const { stock, available } = sellableOf(choice)
  return available ? leftShown(stock, choice.product.low_at) : undefined
}

/** Returns how many are left of a product's variations together; undefined while there are plenty of any. */
export function leftOfProduct(product: Product): number | undefined {
  const { variations } = product
  if (variations.length === 0) return leftOf({ product })
  const available = variations.filter(variation => variation.available)
  const counts = available.flatMap(variation => leftOf({ product, variation }) ?? [])
  const isFewOfEach = counts.length > 0 && counts.length === available.length
  return isFewOfEach ? counts.reduce((sum, count) => sum + count, 0) : undefined
}

/** Returns the categories in the order of the list. */
const categoriesOf = (products: readonly Product[]): string[] => [
  ...new Set(products.flatMap(({ category }) => (category ? [category] : []))),
]

/** Folds case, accents and apostrophes, so that `ngombe` finds Ng'ombe and `creme` finds Crème. */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Mark}'’‘ʼʻ`]/gu, '')
    .toLowerCase()

/** The price list with what a search and a scanner need, built once for each list. */
export interface ProductIndex {
  readonly products: readonly Product[]
  readonly categories: readonly string[]
  /** The text that a search reads, for each product by its index. */
  readonly texts: readonly string[]
  readonly byCode: ReadonlyMap<string, Choice>
  /** The rules of the shop's scale barcodes, in their order. */
  readonly shopCodes: readonly ShopCodeRule[]
}

/** Builds the index of a price list. If two products have the same code, the first one gets it. */
export function productIndexOf(
  products: readonly Product[],
  shopCodes: readonly ShopCodeRule[],
): ProductIndex {
  const byCode = new Map<string, Choice>()
  const add = (code: string | null | undefined, choice: Choice) => {
    const key = code && barcodeKey(code)
    if (key && !byCode.has(key)) byCode.set(key, choice)
  }
  const choices = products.flatMap((product): Choice[] => [
    { product },
    ...product.variations.map(variation => ({ product, variation })),
  ])
  const packed = choices.flatMap((choice): Choice[] => [
    choice,
    ...sellableOf(choice).packs.map(pack => ({ ...choice, pack })),
  ])
  const barcodes = packed.flatMap(choice =>
    (choice.pack ?? sellableOf(choice)).barcodes.map(code => ({ code, choice })),
  )
  // All barcodes first: if the SKU of one product is the barcode of another, the barcode wins.
  for (const { code, choice } of barcodes) add(code, choice)
  for (const choice of choices) add(sellableOf(choice).sku, choice)
  // Some readers expand a UPC-E to the UPC-A that it abbreviates.
  for (const { code, choice } of barcodes) add(upcOf(code), choice)
  return { products, categories: categoriesOf(products), texts: products.map(knownText), byCode, shopCodes }
}

/** The text of each product: a change of one product leaves the others, and their texts, as they are. */
const texts = new WeakMap<Product, string>()
/** Returns the text that a search reads, and computes it once for each product. */
function knownText(product: Product): string {
  const text = texts.get(product) ?? textOfProduct(product)
  texts.set(product, text)
  return text
}

/** Returns the names, codes and category of a product, each on a line of its own. */
const textOfProduct = ({ name, name_sw, sku, barcodes, category, variations }: Product): string => {
  const variationTexts = variations.flatMap(({ name, sku, barcodes }) => [name, sku, ...barcodes])
  const lines = [name, name_sw, sku, ...barcodes, category, ...variationTexts].filter(Boolean)
  return searchText(`\n${lines.join('\n')}`)
}

/**
 * Returns the products that match a search: each word is part of the product's names, codes or category.
 * Products come first if one of these begins with the first word; otherwise the order of the list is kept. An
 * empty search matches all.
 */
export function searchProducts(
  { products, texts }: ProductIndex,
  search: string,
  category?: string,
): Product[] {
  const words = searchText(search).split(/\s+/).filter(Boolean)
  const first: Product[] = []
  const others: Product[] = []
  for (const [index, product] of products.entries()) {
    const text = texts[index] ?? ''
    if (category !== undefined && product.category !== category) continue
    if (!words.every(word => text.includes(word))) continue
    // Each name and code begins a line.
    const list = words[0] === undefined || text.includes(`\n${words[0]}`) ? first : others
    list.push(product)
  }
  return [...first, ...others]
}

/** What a code means: a choice, with the weight or the price that the shop's scale printed into it. */
export interface Scanned {
  readonly choice: Choice
  readonly grams?: number
  readonly price?: number
}

/** Returns what a scanned or typed code means; undefined if nothing has it. */
export function findScanned({ byCode, shopCodes }: ProductIndex, code: string): Scanned | undefined {
  const scanned = code.trim()
  const known = byCode.get(barcodeKey(scanned)) ?? byCode.get(barcodeKey(upcOf(scanned) ?? scanned))
  if (known) return { choice: known }
  const shopCode = readShopCode(scanned, shopCodes)
  if (!shopCode) return undefined
  // The shop may have entered the item's code, or its digits with or without leading zeros.
  const choice =
    byCode.get(barcodeKey(shopCode.itemCode)) ??
    byCode.get(shopCode.item) ??
    byCode.get(shopCode.item.replace(/^0+(?=\d)/, ''))
  // A weight has no price if the product is sold by the piece.
  if (!choice || (shopCode.kind === 'weight' && !choice.product.sold_by_weight)) return undefined
  return shopCode.kind === 'weight' ? { choice, grams: shopCode.value } : { choice, price: shopCode.value }
}
