// What is printed on the labels of an item.
import type { Product } from './product.model.ts'

/** What is printed on a label. */
export interface Label {
  readonly name: string
  readonly price: number | null
  readonly isPerKilo: boolean
  /** Of the barcode; empty when there is none. */
  readonly code: string
}

/** A label of the item, or of each of its variations. */
export const labelsOf = (product: Product): Label[] => {
  const sold = product.variations.length > 0 ? product.variations : [{ ...product, name: '' }]
  return sold.map(({ name, price, sku, barcodes }) => ({
    name: `${product.name} ${name}`.trim(),
    price,
    isPerKilo: product.sold_by_weight,
    code: barcodes[0] ?? sku ?? '',
  }))
}
