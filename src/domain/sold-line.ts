// The lines of a sale that name products. The price list fills in what a request leaves out, and the line
// keeps the name, price, cost and tax code of that moment.
import { type Problem, problem } from './fault.ts'
import { type LineItem, lineName } from './line-item.ts'
import { baseQuantityOf, fullLineSum, lineSum, listPriceOf } from './price-line.ts'
import { isFlat, type Pack, type Product, type Variation } from './product.ts'

/** What only the price list sets. */
type ListField = 'cost' | 'tax_code' | 'list_name' | 'holds'
/** A line of a request. With a product, its name and price may be left out. */
export type RequestedLine = Omit<LineItem, 'name' | 'unit_price' | ListField> & {
  readonly name?: string | undefined
  readonly unit_price?: number | undefined
}

/** A completed line, and the list price of one unit; null for an open price, or without a product. */
export interface SoldLine {
  readonly line: LineItem
  readonly listPrice: number | null
}

/** The entry of the price list that a line sells. */
interface ListedItem {
  readonly product: Product
  readonly variation: Variation
  readonly pack: Pack | undefined
}

const lineField = (index: number, name: string) => `line_items.${index}.${name}`

/** Returns the ids of the products that lines name. */
export const productIdsOf = (lines: readonly RequestedLine[]): readonly string[] => [
  ...new Set(lines.flatMap(({ product_id }) => product_id ?? [])),
]

/**
 * Completes the lines of a request from the price list. A line with a problem is returned as far as it could
 * be read.
 * @param products the products that the lines name and the list has, by id
 * @param problems the function adds what is wrong to this array
 */
export function soldLines(
  lines: readonly RequestedLine[],
  products: ReadonlyMap<string, Product>,
  problems: Problem[],
): SoldLine[] {
  const listedItems = lines.map((line, index) => findListed(line, index, products, problems))
  const quantities = quantitiesOf(lines, listedItems)
  return lines.map((line, index) => {
    const listed = listedItems[index] // undefined if the list does not have the item of the line
    const isOtherUnit = line.by_weight !== undefined && line.by_weight !== listed?.product.soldByWeight
    if (listed && isOtherUnit) problems.push(unitProblem(index, line.name ?? nameOf(listed)))
    const listPrice = listed ? listPriceIn(listed, quantities) : null
    const item = listed ? fillLine(line, listed, listPrice) : unlistedLine(line)
    const { name, unit_price } = item
    const isUnknown = listed === undefined && line.product_id !== undefined
    // `findListed` has added the problem of an unknown product.
    if (isUnknown && !isComplete(line)) return { line: { ...item, name: '', unit_price: 0 }, listPrice: null }
    if (name === undefined) problems.push(problem(lineField(index, 'name'), 'required'))
    if (unit_price === undefined) problems.push(problem(lineField(index, 'unit_price'), 'required'))
    const completeLine = { ...item, name: name ?? '', unit_price: unit_price ?? 0 }
    const fullSum = fullLineSum(completeLine)
    if (BigInt(line.discount ?? 0) > fullSum && unit_price !== undefined)
      problems.push(problem(lineField(index, 'discount'), 'too_high', { max: Number(fullSum) }))
    return { line: completeLine, listPrice }
  })
}

/** Returns the problem of a line in pieces whose product is sold by weight, or the other way round. */
const unitProblem = (index: number, name: string): Problem =>
  problem(lineField(index, 'by_weight'), 'weight_unlike_product', { name })

/**
 * Returns a problem for each line in pieces whose product has since been changed to sale by weight. A line
 * without `by_weight` may be in pieces (from a till) or in grams (from a program). Such lines are in pieces
 * if all lines add up to the amount of the sale only when they are read that way.
 * @param lines the lines of the request
 * @param sold the completed lines, which do not add up to the amount
 * @param amount of the sale, whole shillings
 */
export function changedUnitProblems(
  lines: readonly RequestedLine[],
  sold: readonly SoldLine[],
  amount: number,
): Problem[] {
  const mayBePieces = ({ line }: SoldLine, index: number) =>
    line.by_weight === true && lines[index]?.by_weight === undefined
  const readAsPieces = sold.map((soldLine, index) =>
    mayBePieces(soldLine, index) ? { ...soldLine.line, by_weight: false } : soldLine.line,
  )
  if (linesSum(readAsPieces) !== BigInt(amount)) return []
  return sold.flatMap((soldLine, index) =>
    mayBePieces(soldLine, index) ? unitProblem(index, soldLine.line.name) : [],
  )
}

/**
 * Returns how much of each variation all lines of a sale take together, in pieces or grams.
 * @param listedItems what each line sells; undefined for a line that the list does not have
 */
function quantitiesOf(
  lines: readonly RequestedLine[],
  listedItems: readonly (ListedItem | undefined)[],
): ReadonlyMap<Variation, number> {
  const quantities = new Map<Variation, number>()
  for (const [index, listed] of listedItems.entries()) {
    if (!listed) continue
    const quantity = baseQuantityOf(lines[index]?.quantity ?? 0, listed.pack)
    quantities.set(listed.variation, (quantities.get(listed.variation) ?? 0) + quantity)
  }
  return quantities
}

/**
 * Whether a line has a name and a price. Such a line is accepted even if the list does not have its product,
 * because a till with an older list sells at the prices that it shows.
 */
const isComplete = ({ name, unit_price }: RequestedLine): boolean =>
  name !== undefined && unit_price !== undefined

/**
 * Finds the product, variation and pack of a line; undefined if the line names no product, or something that
 * the list does not have.
 * @param problems the function adds what is missing to this array, unless the line needs nothing of the list
 */
function findListed(
  line: RequestedLine,
  index: number,
  products: ReadonlyMap<string, Product>,
  problems: Problem[],
): ListedItem | undefined {
  if (line.product_id === undefined) return undefined
  const found = listedOrProblem(line, index, products.get(line.product_id))
  if ('product' in found) return found
  if (!isComplete(line)) problems.push(found)
  return undefined
}

/**
 * Returns the variation and pack of a line, or the problem of the first field that the list does not have.
 * @param product of the line; undefined if the list does not have it
 */
function listedOrProblem(
  { variation_id: variationId, pack: packName }: RequestedLine,
  index: number,
  product: Product | undefined,
): ListedItem | Problem {
  if (!product) return problem(lineField(index, 'product_id'), 'product_unknown')
  if (variationId === undefined && !isFlat(product))
    return problem(lineField(index, 'variation_id'), 'variation_required')
  const variation =
    variationId === undefined
      ? product.variations[0]
      : product.variations.find(({ id }) => id === variationId)
  if (!variation) return problem(lineField(index, 'variation_id'), 'product_unknown')
  const pack = variation.packs.find(({ name }) => name === packName)
  if (packName !== undefined && !pack) {
    const names = variation.packs.map(({ name }) => name).join(', ') || 'none'
    return problem(lineField(index, 'pack'), 'pack_unknown', { names })
  }
  return { product, variation, pack }
}

/** Returns the name of an item of the list: its product, variation and pack. */
const nameOf = ({ product, variation, pack }: ListedItem, productName = product.name): string =>
  lineName({ product: productName, variation: variation.name, pack: pack?.name })

/** Whether a line's name is the Swahili name of its item, which differs from the name in the list. */
const isSwahiliName = (name: string | undefined, listed: ListedItem): boolean =>
  name !== undefined && name !== nameOf(listed) && name === nameOf(listed, listed.product.nameSw ?? undefined)

/**
 * Returns the list price of one unit of an item, whole shillings; null for an open price.
 * @param quantities pieces or grams of each variation in all lines of the sale, for the wholesale price
 */
const listPriceIn = (
  { variation, pack }: ListedItem,
  quantities: ReadonlyMap<Variation, number>,
): number | null => listPriceOf(variation, quantities.get(variation) ?? 0, pack)

/**
 * Fills in what a line leaves out, from the price list. The price and the cost are of one unit or pack, in
 * whole shillings.
 * @param listPrice null for an open price; then a line without its own price gets none
 */
function fillLine(
  line: RequestedLine,
  listed: ListedItem,
  listPrice: number | null,
): RequestedLine & Pick<LineItem, ListField> {
  const { product, variation, pack } = listed
  const { cost } = variation
  const sku = line.sku ?? variation.sku ?? undefined
  const category = line.category ?? product.category ?? undefined
  return {
    ...line,
    name: line.name ?? nameOf(listed),
    unit_price: line.unit_price ?? listPrice ?? undefined,
    ...(sku === undefined ? {} : { sku }),
    ...(category === undefined ? {} : { category }),
    ...(product.soldByWeight ? { by_weight: true } : {}),
    ...(pack ? { holds: pack.holds } : {}),
    ...(cost === null ? {} : { cost: cost * (pack?.holds ?? 1) }),
    ...(product.taxCode === null ? {} : { tax_code: product.taxCode }),
    ...(isSwahiliName(line.name, listed) ? { list_name: nameOf(listed) } : {}),
  }
}

/**
 * Returns a line whose item is not in the list. If the line names a product, `holds: 0` makes sure that the
 * sale takes nothing from stock.
 */
const unlistedLine = (line: RequestedLine): RequestedLine & Pick<LineItem, 'holds'> =>
  line.product_id === undefined ? line : { ...line, holds: 0 }

/**
 * For this long after a price was changed, a till may sell at the earlier price: the till may have been
 * offline, or the sale parked. Milliseconds.
 */
const earlierPriceMs = 86_400_000

/**
 * Returns the lines to check with `reductionFault`. If a price of any of their products was changed in the
 * last `earlierPriceMs`, all lines lose their list prices, so that only discounts count.
 */
export function linesToMeasure(
  lines: readonly SoldLine[],
  products: Iterable<Product>,
  now: number,
): readonly SoldLine[] {
  const hasOldPrice = ({ pricedAt }: Product) => pricedAt <= now - earlierPriceMs
  return [...products].every(hasOldPrice) ? lines : lines.map(({ line }) => ({ line, listPrice: null }))
}

/** Returns the sum of all lines in whole shillings. */
export const linesSum = (lines: readonly LineItem[]): bigint =>
  lines.reduce((sum, line) => sum + lineSum(line), 0n)
