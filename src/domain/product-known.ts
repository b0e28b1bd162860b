// Finds products of a list, and of the lines of a file read so far, by their ids, codes and names.
import { barcodeKey } from './barcode.ts'
import type { FileProduct, FileRow } from './file-product.ts'
import { visibleName } from './plain-text.ts'
import { codesOf, type Product, type ProductCode } from './product.ts'
import type { FileField } from './product-form.ts'

/** The product that has a code. */
interface Holder {
  readonly id: string // empty for a faulty product of the file
  readonly name: string
  readonly line?: number // undefined for a product of the list
}

/** Returns the key of a code in `holders`. A SKU and a barcode may be equal. */
export const keyOf = ({ kind, code }: Pick<ProductCode, 'kind' | 'code'>) => `${kind} ${code}`
/** Returns a name for comparison by its looks: `Panadol` equals `panadol`, but not `Panadol+`. */
export const seenName = (name: string) => visibleName(name).normalize().toLowerCase().replace(/\s+/g, ' ')

/** Returns the SKU and barcodes of a line, with the columns that give them. */
export const codesOfRow = ({ sold: { sku, barcodes = [], packs = [] } }: FileRow) => [
  ...(sku == null ? [] : [{ kind: 'sku' as const, code: sku, field: 'sku' as FileField }]),
  ...barcodes.map(code => ({
    kind: 'barcode' as const,
    code: barcodeKey(code),
    field: 'barcodes' as FileField,
  })),
  ...packs.flatMap(({ number, barcodes: packCodes = [] }) =>
    packCodes.map(code => ({
      kind: 'barcode' as const,
      code: barcodeKey(code),
      field: `pack${number}Barcodes` as FileField,
    })),
  ),
]

/**
 * Returns an index of a list's products by their ids, names and codes, with which the lines of a file find
 * them. `add` enters what the file makes of a product, so that later lines are checked against it.
 */
export function knownProducts(list: readonly Product[]) {
  const byId = new Map(list.map(product => [product.id, product]))
  const idsByName = new Map<string, string[]>()
  const holders = new Map<string, Holder>()
  const lineOf = new Map<string, number>()
  const addName = (product: Product) => {
    const name = seenName(product.name)
    const ids = idsByName.get(name)
    if (ids) ids.push(product.id)
    else idsByName.set(name, [product.id])
  }
  for (const product of list) {
    addName(product)
    for (const code of codesOf(product)) holders.set(keyOf(code), { id: product.id, name: product.name })
  }
  return {
    byId,
    holders,
    lineOf,
    productsNamed: (name: string) =>
      (idsByName.get(seenName(name)) ?? []).map(id => byId.get(id)).filter(product => product !== undefined),
    /** Takes the codes of a faulty product, so that a later line with one of them is faulty, too. */
    claim({ fields, rows }: FileProduct): void {
      for (const row of rows)
        for (const code of codesOfRow(row).map(keyOf))
          if (!holders.has(code)) holders.set(code, { id: '', name: fields.name ?? '', line: row.line })
    },
    /** Adds a product of the file, in place of what the list had before. */
    add(product: Product, before: Product | undefined, line: number): void {
      for (const code of before ? codesOf(before) : []) holders.delete(keyOf(code))
      for (const code of codesOf(product))
        holders.set(keyOf(code), { id: product.id, name: product.name, line })
      if (!before) addName(product)
      byId.set(product.id, product)
      lineOf.set(product.id, line)
    },
  }
}
export type KnownProducts = ReturnType<typeof knownProducts>

/** Finds the product of the list that has a code of these lines. A SKU is looked up before barcodes. */
export function productOfCodes(rows: readonly FileRow[], known: KnownProducts): Product | undefined {
  const codes = rows
    .flatMap(codesOfRow)
    .toSorted((a, b) => Number(b.kind === 'sku') - Number(a.kind === 'sku'))
  for (const code of codes) {
    const holder = known.holders.get(keyOf(code))
    if (holder && holder.line === undefined) return known.byId.get(holder.id)
  }
  return undefined
}
