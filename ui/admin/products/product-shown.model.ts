// What the price list shows of an item: its price, its code, and the letter on its tile.
import type { Product } from './product.model.ts'

/** Returns the lowest and the highest price in whole shillings; null if the cashier enters the price. */
export function pricesOf({ price, variations }: Product): readonly [number, number] | null {
  const prices = variations.length === 0 ? [price] : variations.map(variation => variation.price)
  const fixed = prices.filter(amount => amount !== null)
  return fixed.length === 0 ? null : [Math.min(...fixed), Math.max(...fixed)]
}

/**
 * Returns what a person reads off the shelf: the SKU, else the first barcode, else that of the first
 * variation.
 */
export const codeOf = ({ sku, barcodes, variations }: Product): string => {
  const [variation] = variations
  return sku ?? barcodes[0] ?? variation?.sku ?? variation?.barcodes[0] ?? ''
}

/** Returns the letter on a tile without a picture. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase('en') ?? ''
