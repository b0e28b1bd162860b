// Reads a file with products (product-form.ts): its lines, grouped into products with their variations, and
// the problems of its cells. Whether they fit the list is decided in product-import.ts.
import { readCsv } from './csv.ts'
import { badField, fault, type Problem, problem } from './fault.ts'
import { catalogMax, type Pack, type Product, type Wholesale } from './product.ts'
import { type CellReader, cellMax, cellReader, isNo } from './product-cell.ts'
import type { ProductChange, VariationChange } from './product-change.ts'
import { type FileField, type FileForm, formOf, type PackField, packFields } from './product-form.ts'

/** A problem of a line; its field is the head of a column. Line 1 has the heads. */
export interface FileProblem {
  readonly line: number
  readonly problem: Problem
}

/** The fields of a variation in a line, without the wholesale price, which is in `quantities`. */
type SoldChange = Omit<VariationChange, 'id' | 'name'>

export interface FileRow {
  readonly line: number
  readonly variation: string // empty when the product itself is sold
  readonly sold: SoldChange
  /** On hand, in base units; undefined if the file does not tell. `withQuantities` reads it. */
  readonly inStock?: number | undefined
  /** Barcodes that may lack their first zero, with their columns. */
  readonly shortCodes: ReadonlyMap<string, FileField>
}

/** The quantities of a product: its low mark, and of each row the wholesale price and what is on hand. */
interface FileQuantities {
  readonly lowAt: number | null | undefined
  readonly inStocks: readonly (number | undefined)[]
  readonly wholesales: readonly (Wholesale | null | undefined)[]
  readonly problems: readonly FileProblem[]
}

/** A product of a file. Fields of columns that the file does not have are undefined. */
export interface FileProduct {
  readonly id: string
  readonly fields: ProductChange
  readonly rows: readonly FileRow[] // at least one
  readonly problems: readonly FileProblem[]
  /** @param isWeighed goods sold by weight are counted in kilograms, and the result is in grams */
  quantities(isWeighed: boolean): FileQuantities
}

export interface ProductFile extends FileForm {
  readonly lines: number
  readonly groups: readonly LineGroup[]
}
/** The lines of a product, which `fileProduct` reads. */
export type LineGroup = readonly Line[]

/** Twice as many lines as a list has products, because variations have lines of their own. */
const fileLinesMax = 20_000

/**
 * @param shop whose prices count in a file with several shops
 * @throws Fault for a file that is too long, has an unclosed quote, or whose heads are of no known form
 */
export function readProductFile(text: string, shop?: string): ProductFile {
  const { lines, unclosedAt } = readCsv(text, fileLinesMax + 2)
  if (lines.length > fileLinesMax + 1) throw fault('product_file_too_long', { max: fileLinesMax })
  const form = formOf(lines[0] ?? [], shop)
  if (!form) throw fault('product_file_unreadable')
  if (unclosedAt !== undefined) throw fault('file_quote_unclosed', { line: unclosedAt })
  if (shop !== undefined && shop.toLowerCase() !== form.shop?.toLowerCase())
    throw badField('shop', 'filter_unknown', { choices: form.shops.join(', ') || 'none' })
  const read = lines.slice(1).flatMap((cells, at) => readLine(cells, at + 2, form, lines[0]?.length ?? 0))
  return { ...form, lines: read.length, groups: groupsOf(read, form) }
}

interface Line {
  readonly line: number
  readonly cells: CellReader
  readonly problems: Problem[]
}

function readLine(cells: readonly string[], line: number, form: FileForm, width: number): Line[] {
  if (cells.every(cell => cell.trim() === '')) return []
  const problems: Problem[] = []
  const isLong = (at: number) => (cells[at]?.length ?? 0) > cellMax
  for (const column of Object.values(form.columns))
    if (column && isLong(column.at)) problems.push(problem(column.head, 'too_long', { max: cellMax }))
  const short = cells.map((cell, at) => (isLong(at) ? '' : cell))
  const read: Line = { line, cells: cellReader(short, form, problems), problems }
  // Loyverse lists what a set is made of below it.
  if (form.form === 'loyverse' && read.cells.text('included') !== '' && read.cells.text('name') === '')
    return []
  const extra = cells.slice(width).find(cell => cell.trim() !== '')
  if (extra !== undefined) problems.push(problem(`column ${width + 1}`, 'cell_without_head'))
  return [read]
}

/** The group of a line, whose lines are variations of one product; undefined for a product without any. */
function groupName({ cells }: Line, { form }: FileForm): string | undefined {
  const handle = cells.text('handle') || cells.text('id')
  if (handle !== '') return handle
  return form !== 'loyverse' && cells.text('variation') !== '' ? cells.text('name').toLowerCase() : undefined
}

/** The lines of each product. Lines without a handle belong together only when they follow each other. */
function groupsOf(lines: readonly Line[], form: FileForm): Line[][] {
  const groups: Line[][] = []
  const byHandle = new Map<string, Line[]>()
  let last: { readonly name: string; readonly group: Line[] } | undefined
  for (const line of lines) {
    const name = groupName(line, form)
    const hasHandle = line.cells.text('handle') !== '' || line.cells.text('id') !== ''
    const lastGroup = name !== undefined && last?.name === name ? last.group : undefined
    const present = name !== undefined && hasHandle ? byHandle.get(name) : lastGroup
    const group = present ?? []
    if (!present) groups.push(group)
    group.push(line)
    if (name !== undefined && hasHandle) byHandle.set(name, group)
    last = name === undefined || hasHandle ? undefined : { name, group }
  }
  return groups
}

/** Reads the cells of a product. */
export function fileProduct(lines: LineGroup, form: FileForm): FileProduct {
  const [first] = lines
  const variations = lines.map(({ cells }) => variationOf(cells, form, lines.length === 1))
  // A file switches counting on, and never off: that would leave what is on hand wrong.
  const isCounted = lines.map(({ cells }) => cells.flag('trackStock')).includes(true)
  const fields = { ...(first && fieldsOf(first.cells, form)), trackStock: isCounted || undefined }
  const rows = lines.map(({ line, cells, problems }, at) => {
    const variation = variations[at] ?? ''
    if (variation === '' && lines.length > 1)
      problems.push(problem(cells.head('variation'), 'variation_name_missing'))
    return { line, variation, sold: soldOf(cells, form), shortCodes: shortCodesOf(cells) }
  })
  const wholesalePrices = lines.map(({ cells }) => cells.sum('wholesalePrice'))
  return {
    id: first?.cells.text('id') ?? '',
    fields,
    rows,
    problems: lines.flatMap(({ line, problems }) => problems.map(one => ({ line, problem: one }))),
    quantities: isWeighed => quantitiesOf(lines, wholesalePrices, isWeighed),
  }
}

/**
 * Adds the quantities of a product: kilograms where the file, or else the list, sells it by weight.
 * @param before the product of the list
 */
export function withQuantities(one: FileProduct, before: Product | undefined): FileProduct {
  const isWeighed = one.fields.soldByWeight ?? before?.soldByWeight ?? false
  const { lowAt, inStocks, wholesales, problems } = one.quantities(isWeighed)
  const isCounted = inStocks.some(quantity => quantity !== undefined)
  return {
    ...one,
    // A file with what is on hand but no column for counting means items that are counted.
    fields: { ...one.fields, lowAt, trackStock: one.fields.trackStock ?? (isCounted || undefined) },
    rows: one.rows.map((row, at) => ({
      ...row,
      sold: { ...row.sold, wholesale: wholesales[at] },
      inStock: inStocks[at],
    })),
    problems: [...one.problems, ...problems],
  }
}

function quantitiesOf(
  lines: LineGroup,
  wholesalePrices: readonly (number | null | undefined)[],
  isWeighed: boolean,
): FileQuantities {
  const problems: FileProblem[] = []
  const [first] = lines
  const read = (line: number, found: number | null | undefined | Problem) => {
    if (typeof found !== 'object' || found === null) return found
    return void problems.push({ line, problem: found })
  }
  const quantity = ({ line, cells }: Line, field: FileField) => read(line, cells.quantity(field, isWeighed))
  // Programs write a zero where stock is not counted. A variation may leave the flag to the first line.
  const isUncounted = (cells: CellReader) =>
    isNo(cells.text('trackStock') || (first?.cells.text('trackStock') ?? ''))
  const stock = ({ line, cells }: Line) =>
    isUncounted(cells) ? undefined : (read(line, cells.stock('inStock', isWeighed)) ?? undefined)
  return {
    lowAt: first && quantity(first, 'lowAt'),
    inStocks: lines.map(stock),
    wholesales: lines.map((line, at) =>
      wholesaleOf(line.cells, quantity(line, 'wholesaleFrom'), wholesalePrices[at]),
    ),
    problems,
  }
}

function wholesaleOf(
  cells: CellReader,
  from: number | null | undefined,
  price: number | null | undefined,
): Wholesale | null | undefined {
  if (!cells.has('wholesaleFrom') || !cells.has('wholesalePrice')) return undefined
  if (from === undefined || price === undefined) return undefined
  if (from === null && price === null) return null
  // A missing half becomes NaN, which the check of ranges rejects.
  return { from: from ?? Number.NaN, price: price ?? Number.NaN }
}

function variationOf(cells: CellReader, { form }: FileForm, isOnly: boolean): string {
  const name = (['variation', 'variation2', 'variation3'] as const)
    .map(cells.text)
    .filter(Boolean)
    .join(' / ')
  return form === 'square' && isOnly && /^regular$/i.test(name) ? '' : name
}

const textIf = (cells: CellReader, field: FileField): string | undefined =>
  cells.has(field) ? cells.text(field) : undefined

function fieldsOf(cells: CellReader, { form }: FileForm): ProductChange {
  const category = textIf(cells, 'category')
  return {
    // A file may name products by their id alone.
    name: cells.text('name') === '' && cells.text('id') !== '' ? undefined : cells.text('name'),
    nameSw: textIf(cells, 'nameSw'),
    category: form === 'square' ? category?.split(',')[0]?.trim() : category,
    unit: form === 'square' ? undefined : textIf(cells, 'unit') || undefined,
    soldByWeight: form === 'square' ? isWeight(cells.text('unit')) : cells.flag('soldByWeight'),
    taxCode: cells.taxCode('taxCode'),
    color: cells.has('color') ? cells.text('color') || null : undefined,
    position: cells.number('position'),
  }
}

/** Square's files count in pieces, unless their unit is a weight: `.000 kg`. */
const isWeight = (unit: string) => /\b(kg|kilograms?)\b/i.test(unit) || undefined

function soldOf(cells: CellReader, { form }: FileForm): SoldChange {
  const price =
    cells.text('price') === '' && cells.has('otherPrice') ? cells.sum('otherPrice') : cells.sum('price')
  const isSold = cells.flag('available')
  const available = form === 'square' && cells.flag('archived') === true ? false : isSold
  return {
    price,
    cost: cells.cost('cost'),
    sku: cells.code('sku'),
    barcodes: cells.codes('barcodes'),
    packs: packsOf(cells),
    available,
  }
}

const barcodeFields: readonly FileField[] = [
  'barcodes',
  ...Array.from({ length: catalogMax.packs }, (_, at): PackField => `pack${at + 1}Barcodes`),
]

const shortCodesOf = (cells: CellReader): ReadonlyMap<string, FileField> =>
  new Map(
    barcodeFields.flatMap(field => {
      const code = cells.has(field) ? cells.shortCode(field) : undefined
      return code === undefined ? [] : [[code, field] as const]
    }),
  )

/** Packs by their numbers; a pack without any cell is left out. */
function packsOf(cells: CellReader): readonly Pack[] | undefined {
  const numbers = Array.from({ length: catalogMax.packs }, (_, at) => at + 1)
  const field = (number: number, name: (typeof packFields)[number]): PackField => `pack${number}${name}`
  const parts = (number: number) => packFields.map(name => field(number, name))
  const known = numbers.filter(number => parts(number).some(cells.has))
  if (known.length === 0) return undefined
  return known
    .filter(number => parts(number).some(part => cells.text(part) !== ''))
    .map(number => ({
      name: cells.text(field(number, 'Name')),
      holds: cells.number(field(number, 'Holds')) ?? Number.NaN,
      price: cells.sum(field(number, 'Price')) ?? null,
      barcodes: cells.codes(field(number, 'Barcodes')) ?? [],
    }))
}
