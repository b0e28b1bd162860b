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
   * Returns the text of a cell; empty if the file has no such line or column.
   * @param head the head of its column, or `column 27` for one without a head
   */
  cellAt(line: number, head: string): string
}
/** The lines of a product, which `fileProduct` reads. */
export type LineGroup = readonly Line[]

/** Twice as many lines as a list has products, because variations have lines of their own. */
const fileLinesMax = 20_000

/**
 * Reads a file with products as groups of lines.
 * @param shop the shop whose prices count in a file with several shops
 * @throws Fault `product_file_too_long`, `product_file_unreadable` if its heads are of no known form,
 * `file_quote_unclosed`, `validation_error` for a shop that the file does not have
 */
export function readProductFile(text: string, shop?: string): ProductFile {
  const { lines, unclosedAt } = readCsv(text, fileLinesMax + 2)
  if (lines.length > fileLinesMax + 1) throw fault('product_file_too_long', { max: fileLinesMax })
  const form = formOf(lines[0] ?? [], shop)
  if (!form) throw fault('product_file_unreadable')
  if (unclosedAt !== undefined) throw fault('file_quote_unclosed', { line: unclosedAt })
  if (shop !== undefined && shop.toLowerCase() !== form.shop?.toLowerCase())
    throw badField('shop', 'filter_unknown', { choices: form.shops.join(', ') || 'none' })
  const heads = (lines[0] ?? []).map(head => head.trim())
  const readLines = lines.slice(1).flatMap((cells, index) => readLine(cells, index + 2, form, heads.length))
  return {
    ...form,
    heads: headsOf(heads, form),
    lines: readLines.length,
    groups: groupsOf(readLines, form),
    cellAt: (line, head) => {
      const cells = lines[line - 1] ?? []
      const numbered = cells.findIndex((_, index) => numberedColumn(index) === head)
      return cells[heads.includes(head) ? heads.indexOf(head) : numbered]?.trim() ?? ''
    },
  }
}

/** Returns the name of a column without a head: "column 27" for index 26. */
const numberedColumn = (index: number) => `column ${index + 1}`

interface Line {
  readonly line: number
  readonly cells: CellReader
  readonly problems: Problem[]
}

/**
 * Reads a line; returns nothing for a line without a product.
 * @param line the number of the line in the file, from 1
 * @param width how many columns the line of heads has
 */
function readLine(cells: readonly string[], line: number, form: FileForm, width: number): Line[] {
  if (cells.every(cell => cell.trim() === '')) return []
  const problems: Problem[] = []
  const isLong = (index: number) => (cells[index]?.length ?? 0) > cellMax
  for (const column of Object.values(form.columns))
    if (column && isLong(column.index)) problems.push(problem(column.head, 'too_long', { max: cellMax }))
  const shortCells = cells.map((cell, index) => (isLong(index) ? '' : cell))
  const reader = cellReader(shortCells, form, problems)
  // Loyverse lists what a set is made of below it.
  if (form.form === 'loyverse' && reader.text('included') !== '' && reader.text('name') === '') return []
  const extraAt = cells.findIndex((cell, index) => index >= width && cell.trim() !== '')
  if (extraAt >= 0) problems.push(problem(numberedColumn(extraAt), 'cell_without_head'))
  return [{ line, cells: reader, problems }]
}

/** Names the group of a line, whose lines are variations of one product; undefined without a group. */
function groupName({ cells }: Line, { form }: FileForm): string | undefined {
  const handle = cells.text('handle') || cells.text('id')
  if (handle !== '') return handle
  return form !== 'loyverse' && cells.text('variation') !== '' ? cells.text('name').toLowerCase() : undefined
}

/**
 * Groups the lines of each product, in the order of the file. Lines with the same handle or id belong
 * together wherever they are; lines that share only the name of their product must follow each other.
 */
function groupsOf(lines: readonly Line[], form: FileForm): Line[][] {
  const groups: Line[][] = []
  const byHandle = new Map<string, Line[]>()
  // The group of the previous line, unless that line has a handle or no name.
  let previous: { readonly name: string; readonly group: Line[] } | undefined
  for (const line of lines) {
    const name = groupName(line, form)
    const hasHandle = line.cells.text('handle') !== '' || line.cells.text('id') !== ''
    let group: Line[] | undefined
    if (name !== undefined && hasHandle) group = byHandle.get(name)
    else if (name !== undefined && previous?.name === name) group = previous.group
    if (!group) {
      group = []
      groups.push(group)
    }
    group.push(line)
    previous = undefined
    if (name === undefined) continue
    if (hasHandle) byHandle.set(name, group)
    else previous = { name, group }
  }
  return groups
}

/** Reads the cells of a product. */
export const fileProduct = (lines: LineGroup, form: FileForm): FileProduct =>
  joinLines(
    lines.map((_, index) => lineProduct(lines, index, form)),
    form.columns,
  )

/** Reads a line as a product of its own. */
function lineProduct(lines: LineGroup, index: number, form: FileForm): FileProduct {
  const [first, own] = [lines[0], lines[index]]
  assert(first && own, 'a product of a file has lines')
  const { line, cells, problems } = own
  // Other programs write what variations share in the first line.
  const isShared = own === first || form.form === 'kaunta'
  // A file switches counting on, and never off: that would leave what is on hand wrong.
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
    quantities: isWeighed => quantitiesOf(own, { first, isShared, wholesalePrice, isWeighed }),
  }
}

/**
 * Adds the quantities of a product, which are kilograms where the file, or else the list, sells it by weight.
 * @param before the product of the list; undefined for a new one
 */
export function withQuantities(product: FileProduct, before: Product | undefined): FileProduct {
  const { fields, rows } = product
  const isWeighed = fields.soldByWeight ?? before?.soldByWeight ?? false
  const { lowAt, inStocks, wholesales, problems } = product.quantities(isWeighed)
  const isCounted = inStocks.some(quantity => quantity !== undefined)
  return {
    ...product,
    // A file with what is on hand but no column for counting means items that are counted.
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
  readonly first: Line // of the product
  readonly isShared: boolean // whether the line has what all variations share
  readonly wholesalePrice: number | null | undefined
  readonly isWeighed: boolean
}

/** Reads the quantities of a line, once it is known whether goods are weighed. */
function quantitiesOf(
  { line, cells }: Line,
  { first, isShared, wholesalePrice, isWeighed }: QuantityContext,
): FileQuantities {
  const problems: FileProblem[] = []
  const valueOrProblem = (reading: number | null | undefined | Problem) => {
    if (typeof reading !== 'object' || reading === null) return reading
    problems.push({ line, problem: reading })
    return undefined
  }
  // Programs write a zero where stock is not counted. A variation may leave the flag to the first line.
  const isUncounted = isNo(cells.text('trackStock') || first.cells.text('trackStock'))
  const lowAt = isShared ? valueOrProblem(cells.quantity('lowAt', isWeighed)) : undefined
  const inStock = isUncounted ? undefined : valueOrProblem(cells.stock('inStock', isWeighed))
  const wholesaleFrom = valueOrProblem(cells.quantity('wholesaleFrom', isWeighed))
  return {
    lowAt,
    inStocks: [inStock ?? undefined],
    wholesales: [wholesaleOf(cells, wholesaleFrom, wholesalePrice)],
    problems,
  }
}

/**
 * Returns the wholesale price that a line sets; null to remove the price, undefined to leave it as it is.
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
  // An empty half becomes NaN, which the check of ranges rejects.
  return { from: from === null ? Number.NaN : from, price: price === null ? Number.NaN : price }
}
