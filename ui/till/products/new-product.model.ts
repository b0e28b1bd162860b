// An item that is added to the price list at the till: which codes can be added, and what was typed for one.
import { barcodeFault } from '../../../src/domain/barcode.ts'
import { amountMax } from '../../../src/domain/payment-limit.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import { readShopCode, type ShopCodeRule } from '../../../src/domain/shop-code.ts'
import type { CreateProduct } from '../../../src/wire/product.ts'

/** The fields as they were typed. */
export interface NewProduct {
  readonly name: string
  readonly price: string
  /** Empty for none. */
  readonly category: string
  readonly byWeight: boolean
}

/** The fields before anything is typed. */
export const emptyNewProduct: NewProduct = { name: '', price: '', category: '', byWeight: false }

/**
 * Returns whether an unknown text can become the barcode of a new item. The code of a scale cannot, because
 * it holds one weight or price, and neither can a word of a search.
 */
export const canBeAdded = (code: string, rules: readonly ShopCodeRule[]): boolean =>
  /^\S*\d\S*$/.test(code) && barcodeFault(code) === undefined && readShopCode(code, rules) === undefined

type NewProductFault = 'new_product_name' | 'new_product_price' | 'line_price_wrong' | 'new_product_high'
export type NewProductFaults = Partial<Readonly<Record<'name' | 'price', NewProductFault>>>

/** Returns why a typed price cannot be used; undefined if it can. */
function priceFault(text: string): NewProductFault | undefined {
  const price = readShillings(text)
  if (text.trim() === '' || price === 0) return 'new_product_price'
  if (price === undefined) return 'line_price_wrong'
  return price > amountMax ? 'new_product_high' : undefined
}

/** Returns what is wrong with each field before it is sent. */
export function newProductFaults({ name, price }: NewProduct): NewProductFaults {
  const wrongPrice = priceFault(price)
  return {
    ...(name.trim() === '' ? { name: 'new_product_name' } : {}),
    ...(wrongPrice ? { price: wrongPrice } : {}),
  }
}

/** Returns the request that creates the item. */
export const newProductBody = (
  code: string,
  { name, price, category, byWeight }: NewProduct,
): CreateProduct => ({
  name: name.trim(),
  price: readShillings(price) ?? null,
  barcodes: [code],
  ...(category === '' ? {} : { category }),
  ...(byWeight ? { sold_by_weight: true } : {}),
})
