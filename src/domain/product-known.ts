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
/** Returns a name for comparison: `Panadol` and `panadol` are equal, but not `Panadol+`. */
export const comparableName = (name: string) =>
  visibleName(name).normalize().toLowerCase().replace(/\s+/g, ' ')

/** Returns the SKU, barcodes and pack barcodes of a line, each with the field of its column. */
export function codesOfRow({ sold }: FileRow) {
  const { sku, barcodes = [], packs = [] } = sold
  const barcodesIn = (codes: readonly string[], field: FileField) =>
    codes.map(code => ({ kind: 'barcode' as const, code: barcodeKey(code), field }))
  return [
    ...(sku == null ? [] : [{ kind: 'sku' as const, code: sku, field: 'sku' as FileField }]),
    ...barcodesIn(barcodes, 'barcodes'),
    ...packs.flatMap(pack => barcodesIn(pack.barcodes ?? [], `pack${pack.number}Barcodes`)),
  ]
}

/**
 * Returns an index of the products of a price list by id, name and code. An import finds the product of each
 * line in it. `add` enters each planned product, so that later lines are checked against it.
 */
export function knownProducts(list: readonly Product[]) {
  const byId = new Map(list.map(product => [product.id, product]))
  const idsByName = new Map<string, string[]>()
  const holders = new Map<string, Holder>()
  const lineOf = new Map<string, number>()
  const addName = (product: Product) => {
    const name = comparableName(product.name)
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
      (idsByName.get(comparableName(name)) ?? [])
        .map(id => byId.get(id))
        .filter(product => product !== undefined),
    /** Reserves the codes of a faulty product, so that a later line with one of them has a problem, too. */
    claim({ fields, rows }: FileProduct): void {
      for (const row of rows)
        for (const code of codesOfRow(row).map(keyOf))
          if (!holders.has(code)) holders.set(code, { id: '', name: fields.name ?? '', line: row.line })
    },
    /** Adds a planned product from a line of the file. It replaces `before`, the product of the list. */
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

/** Finds the product of the list that has a code of these lines; SKUs are looked up before barcodes. */
export function productOfCodes(rows: readonly FileRow[], known: KnownProducts): Product | undefined {
  const codes = rows.flatMap(codesOfRow)
  const skus = codes.filter(({ kind }) => kind === 'sku')
  const barcodes = codes.filter(({ kind }) => kind === 'barcode')
  for (const code of [...skus, ...barcodes]) {
    const holder = known.holders.get(keyOf(code))
    const isInList = holder !== undefined && holder.line === undefined
    if (isInList) return known.byId.get(holder.id)
  }
  return undefined
}
