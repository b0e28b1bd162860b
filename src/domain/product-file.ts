// Reads a file with products (product-form.ts): its lines, grouped into products with their variations, and
// the problems of its cells. Whether they fit the list is decided in product-import.ts.
import { readCsv } from './csv-file.ts'
import { assert, badField, fault, type Problem, problem } from './fault.ts'
import type { FileProblem, FileProduct, FileQuantities } from './file-product.ts'
import type { Product } from './product.ts'
import { type CellReader, cellMax, cellReader, isNo } from './product-cell.ts'
import { type FileForm, type FileHeads, formOf, headsOf } from './product-form.ts'
import { joinLines } from './product-join.ts'
import { type FileWholesale, fieldsOf, shortCodesOf, soldOf, variationOf } from './product-line.ts'

export interface ProductFile extends FileForm {
  readonly heads: FileHeads
  readonly lines: number
  readonly groups: readonly LineGroup[]
  /**
   * Returns the text of a cell; empty if the file has no such line or column. Line 1 has the headers.
   * @param head the header of the column, or `column 27` for a column without one
   */
  cellAt(line: number, head: string): string
}
/** The lines of a product, which `fileProduct` reads. */
export type LineGroup = readonly Line[]

/** The most lines of products: twice the products of a list, because each variation has a line. */
const fileLinesMax = 20_000

/**
 * Reads a file with products as groups of lines, a group for each product.
 * @param shop the shop whose prices to read from a file with several shops; by default the first
 * @throws Fault `product_file_too_long`, `product_file_unreadable` if its headers are of no known form,
 * `file_quote_unclosed`, `validation_error` for a shop that the file does not have
 */
export function readProductFile(text: string, shop?: string): ProductFile {
  const { lines, unclosedAt } = readCsv(text, fileLinesMax + 2)
  if (lines.length > fileLinesMax + 1) throw fault('product_file_too_long', { max: fileLinesMax })
  const [headerLine = []] = lines
  const form = formOf(headerLine, shop)
  if (!form) throw fault('product_file_unreadable')
  if (unclosedAt !== undefined) throw fault('file_quote_unclosed', { line: unclosedAt })
  if (shop !== undefined && shop.toLowerCase() !== form.shop?.toLowerCase())
    throw badField('shop', 'filter_unknown', { choices: form.shops.join(', ') || 'none' })
  const heads = headerLine.map(head => head.trim())
  const productLines = lines
    .slice(1)
    .flatMap((cells, index) => readLine(cells, index + 2, form, heads.length))
  return {
    ...form,
    heads: headsOf(heads, form),
    lines: productLines.length,
    groups: groupsOf(productLines, form),
    cellAt(line, head) {
      const cells = lines[line - 1] ?? []
      const indexOfHead = heads.indexOf(head)
      if (indexOfHead >= 0) return cells[indexOfHead]?.trim() ?? ''
      return cells.find((_, index) => numberedColumn(index) === head)?.trim() ?? ''
    },
  }
}

/** Names a column without a header: "column 27" for index 26. */
const numberedColumn = (index: number) => `column ${index + 1}`

interface Line {
  readonly line: number
  readonly cells: CellReader
  readonly problems: Problem[]
}

/**
 * Reads a line of products. Returns a list with the line, or an empty list if the line has no product.
 * @param line the number of the line in the file, from 1
 * @param width how many columns the header line has
 */
function readLine(cells: readonly string[], line: number, form: FileForm, width: number): Line[] {
  if (cells.every(cell => cell.trim() === '')) return []
  const problems: Problem[] = []
  const isTooLong = (index: number) => (cells[index]?.length ?? 0) > cellMax
  for (const column of Object.values(form.columns))
    if (column && isTooLong(column.index)) problems.push(problem(column.head, 'too_long', { max: cellMax }))
  const shortCells = cells.map((cell, index) => (isTooLong(index) ? '' : cell))
  const reader = cellReader(shortCells, form, problems)
  // Below a set of items, Loyverse has a line without a name for each item of the set.
  if (form.form === 'loyverse' && reader.text('included') !== '' && reader.text('name') === '') return []
  const indexWithoutHead = cells.findIndex((cell, index) => index >= width && cell.trim() !== '')
  if (indexWithoutHead >= 0) problems.push(problem(numberedColumn(indexWithoutHead), 'cell_without_head'))
  return [{ line, cells: reader, problems }]
}

/** Returns the handle or id of a line; empty without either. */
const handleOf = ({ cells }: Line): string => cells.text('handle') || cells.text('id')

/**
 * Returns the key that lines of one product share: its handle or id, or else its name if the line has a
 * variation. Undefined for a line that is a product of its own.
 */
function groupKey(line: Line, { form }: FileForm): string | undefined {
  const handle = handleOf(line)
  if (handle !== '') return handle
  const isVariation = form !== 'loyverse' && line.cells.text('variation') !== ''
  return isVariation ? line.cells.text('name').toLowerCase() : undefined
}

/**
 * Groups the lines of each product, in the order of the file. Lines with the same handle or id belong
 * together wherever they are; lines that share only the name of their product must follow each other.
 */
function groupsOf(lines: readonly Line[], form: FileForm): Line[][] {
  const groups: Line[][] = []
  const groupByHandle = new Map<string, Line[]>()
  // The group of the previous line, unless that line has a handle or no key.
  let previous: { readonly key: string; readonly group: Line[] } | undefined
  for (const line of lines) {
    const key = groupKey(line, form)
    const hasHandle = handleOf(line) !== ''
    let group: Line[] | undefined
    if (key !== undefined && hasHandle) group = groupByHandle.get(key)
    else if (key !== undefined && previous?.key === key) group = previous.group
    if (!group) {
      group = []
      groups.push(group)
    }
    group.push(line)
    previous = undefined
    if (key === undefined) continue
    if (hasHandle) groupByHandle.set(key, group)
    else previous = { key, group }
  }
  return groups
}

/** Reads the lines of a group as one product. */
export const fileProduct = (lines: LineGroup, form: FileForm): FileProduct =>
  joinLines(
    lines.map((_, index) => lineProduct(lines, index, form)),
    form.columns,
  )

/** Reads one of a product's lines as a product with a single row, which `joinLines` joins with the others. */
function lineProduct(lines: LineGroup, index: number, form: FileForm): FileProduct {
  const first = lines[0]
  const lineOfRow = lines[index]
  assert(first && lineOfRow, 'a product of a file has lines')
  const { line, cells, problems } = lineOfRow
  // Other programs write the fields that variations share only in the first line.
  const isShared = lineOfRow === first || form.form === 'kaunta'
  // A file may switch stock counting on but not off, because the stored stock would become wrong.
  const trackStock = cells.flag('trackStock') || undefined
  const row = {
    line,
    variation: variationOf(cells, form, lines.length === 1),
    sold: soldOf(cells, form),
    shortCodes: shortCodesOf(cells),
  }
  const fields = { ...(isShared ? fieldsOf(cells, form) : {}), trackStock }
  const wholesalePrice = cells.sum('wholesalePrice')
  return {
    id: cells.text('id'),
    fields,
    rows: [row],
    problems: problems.map(cellProblem => ({ line, problem: cellProblem })),
    quantities: isWeighed => quantitiesOf(lineOfRow, { first, isShared, wholesalePrice, isWeighed }),
  }
}

/**
 * Returns a product of the file with its quantities. They are kilograms if the product is sold by weight, as
 * the file states, or else the price list.
 * @param before the product in the price list; undefined for a new one
 */
export function withQuantities(product: FileProduct, before: Product | undefined): FileProduct {
  const { fields, rows } = product
  const isWeighed = fields.soldByWeight ?? before?.soldByWeight ?? false
  const { lowAt, inStocks, wholesales, problems } = product.quantities(isWeighed)
  const isCounted = inStocks.some(quantity => quantity !== undefined)
  return {
    ...product,
    // A file with stock, but without a column for `trackStock`, means that stock is counted.
    fields: { ...fields, lowAt, trackStock: fields.trackStock ?? (isCounted || undefined) },
    rows: rows.map((row, index) => ({
      ...row,
      sold: { ...row.sold, wholesale: wholesales[index] },
      inStock: inStocks[index],
    })),
    problems: [...product.problems, ...problems],
  }
}

interface QuantityContext {
  readonly first: Line // the first line of the product
  readonly isShared: boolean // whether the line has the fields that all variations share
  readonly wholesalePrice: number | null | undefined
  readonly isWeighed: boolean
}

/** Reads the quantities of a line. An undefined quantity leaves the stored one as it is. */
function quantitiesOf(
  { line, cells }: Line,
  { first, isShared, wholesalePrice, isWeighed }: QuantityContext,
): FileQuantities {
  const problems: FileProblem[] = []
  const valueIn = (result: number | null | undefined | Problem) => {
    if (typeof result !== 'object' || result === null) return result
    problems.push({ line, problem: result })
    return undefined
  }
  // Programs write a stock of zero where they count none. Variations may leave the flag to the first line.
  const isUncounted = isNo(cells.text('trackStock') || first.cells.text('trackStock'))
  const lowAt = isShared ? valueIn(cells.quantity('lowAt', isWeighed)) : undefined
  const inStock = isUncounted ? undefined : valueIn(cells.stock('inStock', isWeighed))
  const wholesaleFrom = valueIn(cells.quantity('wholesaleFrom', isWeighed))
  return {
    lowAt,
    inStocks: [inStock ?? undefined],
    wholesales: [wholesaleOf(cells, wholesaleFrom, wholesalePrice)],
    problems,
  }
}

/**
 * Returns the wholesale price that a line sets; null to remove the stored price, undefined to leave it as it
 * is. The result has NaN in place of an empty cell, so that the check of ranges rejects it.
 * @param from the quantity from which the price applies: null for an empty cell, undefined for a faulty cell
 * or a missing column
 * @param price whole shillings; null and undefined as in `from`
 */
function wholesaleOf(
  cells: CellReader,
  from: number | null | undefined,
  price: number | null | undefined,
): FileWholesale | null | undefined {
  const isFromFaulty = from === undefined && cells.has('wholesaleFrom')
  const isPriceFaulty = price === undefined && cells.has('wholesalePrice')
  const hasNoColumns = from === undefined && price === undefined
  if (isFromFaulty || isPriceFaulty || hasNoColumns) return undefined
  const hasFrom = from !== undefined && from !== null
  // Programs without a column of quantities write 0 for no wholesale price.
  const hasPrice = price !== undefined && price !== null && !(price === 0 && from === undefined)
  if (!hasFrom && !hasPrice) return null
  return { from: from === null ? Number.NaN : from, price: price === null ? Number.NaN : price }
}
