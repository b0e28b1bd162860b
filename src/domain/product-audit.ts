// What the audit log keeps of a changed product: each field before and after.
import type { ChangedField } from './audit-log.ts'
import { isFlat, type Pack, type Product, type Variation } from './product.ts'

type Value = ChangedField['from']
/** An entry stays small: a product may have a hundred variations. */
const changesMax = 20

/** Writes a pack for the audit log: `Carton 12: 9000`, or `Carton 12:` if it has no price of its own. */
const packText = ({ name, holds, price }: Pack) => `${name} ${holds}: ${price ?? ''}`.trim()

/** Returns the fields of a variation as short values for the audit log; null for an empty field. */
const variationValues = ({ price, cost, wholesale, sku, barcodes, packs, available }: Variation) => ({
  price,
  cost,
  wholesale: wholesale && `${wholesale.from}+: ${wholesale.price}`,
  sku,
  barcodes: barcodes.join(' ') || null,
  packs: packs.map(packText).join(', ') || null,
  available: available ? 'yes' : 'no',
})

/**
 * Returns the values of a product by field name. The fields of a variation are named `price.Large`, or just
 * `price` if the product has no variations to choose from.
 */
function valuesOf(product: Product): Readonly<Record<string, Value>> {
  const { name, nameSw, category, unit, taxCode, lowAt, trackStock, variations } = product
  const valuesOfVariations = variations.flatMap(variation =>
    Object.entries(variationValues(variation)).map(([field, value]) => [
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
    ...Object.fromEntries(valuesOfVariations),
  }
}

/** Returns the fields that differ between two states of a product, at most `changesMax`. */
export function productChanges(before: Product, after: Product): ChangedField[] {
  const oldValues = valuesOf(before)
  const newValues = valuesOf(after)
  const fields = new Set([...Object.keys(oldValues), ...Object.keys(newValues)])
  return [...fields]
    .map(field => ({ field, from: oldValues[field] ?? null, to: newValues[field] ?? null }))
    .filter(({ from, to }) => from !== to)
    .slice(0, changesMax)
}
