// What the audit log keeps of a changed product: each field before and after.
import type { ChangedField } from './audit-log.ts'
import { isFlat, type Product, type Variation } from './product.ts'

type Value = ChangedField['from']
/** An entry stays small: a product may have a hundred variations. */
const changesMax = 20

/** Returns the fields of a variation as short values, for the audit log. */
const soldValues = ({ price, cost, wholesale, sku, barcodes, packs, available }: Variation) => ({
  price,
  cost,
  wholesale: wholesale && `${wholesale.from}+: ${wholesale.price}`,
  sku,
  barcodes: barcodes.join(' ') || null,
  packs:
    packs
      .map(({ name, holds, price: packPrice }) => `${name} ${holds}: ${packPrice ?? ''}`.trim())
      .join(', ') || null,
  available: available ? 'yes' : 'no',
})

/** Returns the values of a product by field; those of a variation have names such as `price.Large`. */
function valuesOf(product: Product): Readonly<Record<string, Value>> {
  const { name, nameSw, category, unit, taxCode, lowAt, trackStock, variations } = product
  const sold = variations.flatMap(variation =>
    Object.entries(soldValues(variation)).map(([field, value]) => [
      isFlat(product) ? field : `${field}.${variation.name}`,
      value,
    ]),
  )
  return {
    product_name: name,
    name_sw: nameSw,
    category,
    unit,
    tax_code: taxCode,
    low_at: lowAt,
    track_stock: trackStock ? 'on' : 'off',
    ...Object.fromEntries(sold),
  }
}

/** Returns the fields that differ between two states of a product, at most `changesMax`. */
export function productChanges(before: Product, after: Product): ChangedField[] {
  const [from, to] = [valuesOf(before), valuesOf(after)]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map(field => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
    .filter(change => change.from !== change.to)
    .slice(0, changesMax)
}
