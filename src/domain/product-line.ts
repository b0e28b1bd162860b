// Reads the fields of a product and of a variation from one line of a file (product-file.ts).
import { catalogMax } from './product.ts'
import type { CellReader } from './product-cell.ts'
import type { ProductChange, VariationChange } from './product-change.ts'
import { type FileField, type FileForm, type PackField, packFields } from './product-form.ts'

/**
 * Returns the name of a line's variation, such as `Large / Red`; empty if the product has no variations.
 * @param isOnlyLine whether the product has only this line: Square then calls its variation Regular
 */
export function variationOf(cells: CellReader, { form }: FileForm, isOnlyLine: boolean): string {
  const parts = (['variation', 'variation2', 'variation3'] as const).map(cells.text)
  const name = parts.filter(part => part !== '').join(' / ')
  const isPlaceholder = form === 'square' && isOnlyLine && /^regular$/i.test(name)
  return isPlaceholder ? '' : name
}

/** Returns the text of a cell; undefined if the file does not have the column. */
const textIf = (cells: CellReader, field: FileField): string | undefined =>
  cells.has(field) ? cells.text(field) : undefined

/**
 * Reads the fields of a product from its first line, without its quantities and `trackStock`. An undefined
 * field stays as it is in the price list.
 */
export function fieldsOf(cells: CellReader, { form, columns }: FileForm): ProductChange {
  const isSquare = form === 'square'
  const category = textIf(cells, 'category')
  // Square's Categories lists several; its other columns hold one name, which may have a comma.
  const isCategoryList = isSquare && /categories/i.test(columns.category?.head ?? '')
  // A product with an id keeps its name if the line has none.
  const hasOnlyId = cells.text('name') === '' && cells.text('id') !== ''
  return {
    name: hasOnlyId ? undefined : cells.text('name'),
    nameSw: textIf(cells, 'nameSw'),
    category: isCategoryList ? category?.split(',')[0]?.trim() : category,
    // Square's unit only shows whether the product is sold by weight.
    unit: isSquare ? undefined : textIf(cells, 'unit') || undefined,
    soldByWeight: isSquare ? weightFlag(cells.text('unit')) : cells.flag('soldByWeight'),
    taxCode: cells.taxCode('taxCode'),
    color: cells.has('color') ? cells.text('color') || null : undefined,
    position: cells.number('position'),
  }
}

/** Returns true for a unit of Square that is a weight, such as `.000 kg`; else undefined: nothing changes. */
const weightFlag = (unit: string) => /\b(kg|kilograms?)\b/i.test(unit) || undefined

/** A pack of a line. Fields of columns that the file does not have are undefined. */
export interface FilePack {
  readonly number: number // the number in the headers of its columns, from 1
  readonly isEmpty: boolean // none of its cells has text
  readonly name: string | undefined
  readonly holds: number | undefined // NaN for an empty cell
  readonly price: number | null | undefined
  readonly barcodes: readonly string[] | undefined
}

/** A wholesale price of a line. Undefined: the file has no such column. NaN: the cell is empty. */
export interface FileWholesale {
  readonly from: number | undefined
  readonly price: number | undefined
}

/** The fields of a variation in a line. `withQuantities` adds the wholesale price. */
export type SoldChange = Omit<VariationChange, 'id' | 'name' | 'packs' | 'wholesale'> & {
  readonly packs?: readonly FilePack[] | undefined
  readonly wholesale?: FileWholesale | null | undefined
}

/** Reads the fields of a line's variation, without its wholesale price. */
export function soldOf(cells: CellReader, { form }: FileForm): SoldChange {
  const usesOtherPrice = cells.text('price') === '' && cells.has('otherPrice')
  const available = cells.flag('available')
  const isArchived = form === 'square' && cells.flag('archived') === true
  return {
    price: cells.sum(usesOtherPrice ? 'otherPrice' : 'price'),
    cost: cells.cost('cost'),
    sku: cells.code('sku'),
    barcodes: cells.codes('barcodes'),
    packs: packsOf(cells),
    available: isArchived ? false : available,
  }
}

const barcodeFields: readonly FileField[] = [
  'barcodes',
  ...Array.from({ length: catalogMax.packs }, (_, index): PackField => `pack${index + 1}Barcodes`),
]

/** Returns the barcodes of a line that may lack their first zero, with the field of each. */
export const shortCodesOf = (cells: CellReader): ReadonlyMap<string, FileField> =>
  new Map(
    barcodeFields.flatMap(field => {
      const code = cells.has(field) ? cells.shortCode(field) : undefined
      return code === undefined ? [] : [[code, field] as const]
    }),
  )

/** Reads the packs of a line, one for each number with columns; undefined if the file has no pack columns. */
function packsOf(cells: CellReader): readonly FilePack[] | undefined {
  const numbers = Array.from({ length: catalogMax.packs }, (_, index) => index + 1)
  const packs = numbers.flatMap((number): FilePack[] => {
    const fieldOf = (name: (typeof packFields)[number]): PackField => `pack${number}${name}`
    const fields = packFields.map(fieldOf)
    if (!fields.some(cells.has)) return []
    const holds = cells.number(fieldOf('Holds'))
    return [
      {
        number,
        isEmpty: fields.every(field => cells.text(field) === ''),
        name: textIf(cells, fieldOf('Name')),
        holds: holds === null ? Number.NaN : holds, // which the check of ranges rejects
        price: cells.sum(fieldOf('Price')),
        barcodes: cells.codes(fieldOf('Barcodes')),
      },
    ]
  })
  return packs.length === 0 ? undefined : packs
}
