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

/** What a line sells. */
interface Sold {
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
 * @param problems receives what is wrong
 */
export function soldLines(
  lines: readonly RequestedLine[],
  products: ReadonlyMap<string, Product>,
  problems: Problem[],
): SoldLine[] {
  const sold = lines.map((line, index) => soldOf(line, index, products, problems))
  const quantities = quantitiesOf(lines, sold)
  return lines.map((line, index) => {
    const listed = sold[index] // what the line sells, if the list has it
    const isWeighed = listed?.product.soldByWeight
    if (listed && line.by_weight !== undefined && line.by_weight !== isWeighed)
      problems.push(unitProblem(index, line.name ?? nameOf(listed)))
    const listPrice = listed ? listPriceIn(listed, quantities) : null
    const item = listed ? fillLine(line, listed, listPrice) : unlisted(line)
    const { name, unit_price } = item
    const isUnknown = listed === undefined && line.product_id !== undefined
    // `soldOf` has added the problem of an unknown product.
    if (isUnknown && !isComplete(line)) return { line: { ...item, name: '', unit_price: 0 }, listPrice: null }
    if (name === undefined) problems.push(problem(lineField(index, 'name'), 'required'))
    if (unit_price === undefined) problems.push(problem(lineField(index, 'unit_price'), 'required'))
    const complete = { ...item, name: name ?? '', unit_price: unit_price ?? 0 }
    const sum = fullLineSum(complete)
    if (BigInt(line.discount ?? 0) > sum && unit_price !== undefined)
      problems.push(problem(lineField(index, 'discount'), 'too_high', { max: Number(sum) }))
    return { line: complete, listPrice }
  })
}

/** Returns the problem of a line in pieces whose product is sold by weight, or the other way round. */
const unitProblem = (index: number, name: string): Problem =>
  problem(lineField(index, 'by_weight'), 'weight_unlike_product', { name })

/**
 * Returns a problem for each line in pieces whose product is sold by weight now. A till leaves `by_weight`
 * out of lines in pieces, as a program may of lines in grams. These are in pieces if only so all lines add up
 * to the amount.
 * @param sold the completed lines, which do not add up to the amount
 */
export function changedUnitProblems(
  lines: readonly RequestedLine[],
  sold: readonly SoldLine[],
  amount: number,
): Problem[] {
  const mayBePieces = ({ line }: SoldLine, index: number) =>
    line.by_weight === true && lines[index]?.by_weight === undefined
  const inPieces = sold.map((one, index) =>
    mayBePieces(one, index) ? { ...one.line, by_weight: false } : one.line,
  )
  if (linesSum(inPieces) !== BigInt(amount)) return []
  return sold.flatMap((one, index) => (mayBePieces(one, index) ? unitProblem(index, one.line.name) : []))
}

/** Returns how much of each variation all lines of a sale take together, in pieces or grams. */
function quantitiesOf(
  lines: readonly RequestedLine[],
  sold: readonly (Sold | undefined)[],
): ReadonlyMap<Variation, number> {
  const quantities = new Map<Variation, number>()
  for (const [index, listed] of sold.entries()) {
    if (!listed) continue
    const quantity = baseQuantityOf(lines[index]?.quantity ?? 0, listed.pack)
    quantities.set(listed.variation, (quantities.get(listed.variation) ?? 0) + quantity)
  }
  return quantities
}

/**
 * Whether a line has a name and a price of its own. It then needs nothing from the list, because a till with
 * an older list sells at the prices it shows.
 */
const isComplete = ({ name, unit_price }: RequestedLine): boolean =>
  name !== undefined && unit_price !== undefined

/**
 * Returns the product, variation and pack of a line; undefined if it names no product, or something that the
 * list does not have. That is added to the problems, unless the line is complete without the list.
 */
function soldOf(
  line: RequestedLine,
  index: number,
  products: ReadonlyMap<string, Product>,
  problems: Problem[],
): Sold | undefined {
  const { product_id: id, variation_id: variationId, pack: packName } = line
  const reportUnlessComplete = (
    name: string,
    reason: 'product_unknown' | 'variation_required',
  ): undefined => {
    if (!isComplete(line)) problems.push(problem(lineField(index, name), reason))
  }
  if (id === undefined) return undefined
  const product = products.get(id)
  if (!product) return reportUnlessComplete('product_id', 'product_unknown')
  if (variationId === undefined && !isFlat(product))
    return reportUnlessComplete('variation_id', 'variation_required')
  const variation =
    variationId === undefined
      ? product.variations[0]
      : product.variations.find(eachVariation => eachVariation.id === variationId)
  if (!variation) return reportUnlessComplete('variation_id', 'product_unknown')
  const pack = variation.packs.find(({ name }) => name === packName)
  if (packName !== undefined && !pack) {
    const names = variation.packs.map(({ name }) => name).join(', ') || 'none'
    if (!isComplete(line)) problems.push(problem(lineField(index, 'pack'), 'pack_unknown', { names }))
    return undefined
  }
  return { product, variation, pack }
}

/** Returns the name of what a line sells. */
const nameOf = ({ product, variation, pack }: Sold, productName = product.name): string =>
  lineName({ product: productName, variation: variation.name, pack: pack?.name })

/** Whether a till sold it under its Swahili name. A program may have given it any other name. */
const isSwahiliName = (name: string | undefined, sold: Sold): boolean =>
  name !== undefined && name !== nameOf(sold) && name === nameOf(sold, sold.product.nameSw ?? undefined)

/**
 * Returns the list price of what a line sells; null for an open price.
 * @param quantities pieces or grams of each variation in all lines of the sale
 */
const listPriceIn = ({ variation, pack }: Sold, quantities: ReadonlyMap<Variation, number>): number | null =>
  listPriceOf(variation, quantities.get(variation) ?? 0, pack)

/**
 * Fills in what a line leaves out, from the price list. The price and the cost are of one unit or pack, in
 * whole shillings.
 * @param listPrice null for an open price, so that a line without a price of its own gets none
 */
function fillLine(
  line: RequestedLine,
  sold: Sold,
  listPrice: number | null,
): RequestedLine & Pick<LineItem, ListField> {
  const { product, variation, pack } = sold
  const { cost } = variation
  const sku = line.sku ?? variation.sku ?? undefined
  const category = line.category ?? product.category ?? undefined
  return {
    ...line,
    name: line.name ?? nameOf(sold),
    unit_price: line.unit_price ?? listPrice ?? undefined,
    ...(sku === undefined ? {} : { sku }),
    ...(category === undefined ? {} : { category }),
    ...(product.soldByWeight ? { by_weight: true } : {}),
    ...(pack ? { holds: pack.holds } : {}),
    ...(cost === null ? {} : { cost: cost * (pack?.holds ?? 1) }),
    ...(product.taxCode === null ? {} : { tax_code: product.taxCode }),
    ...(isSwahiliName(line.name, sold) ? { list_name: nameOf(sold) } : {}),
  }
}

/** Returns a line that the list does not have. If it names a product, it takes nothing from stock. */
const unlisted = (line: RequestedLine): RequestedLine & Pick<LineItem, 'holds'> =>
  line.product_id === undefined ? line : { ...line, holds: 0 }

/**
 * For this long after a price was changed, a till may sell at the earlier one: the till may have been out of
 * reach, or the sale parked. Milliseconds.
 */
const earlierPriceMs = 86_400_000

/**
 * Returns the lines to measure by `reductionFault`. If a price of their products was changed lately, they
 * lose their list prices, and only their discounts count.
 */
export function linesToMeasure(
  lines: readonly SoldLine[],
  products: Iterable<Product>,
  now: number,
): readonly SoldLine[] {
  const isSettled = ({ pricedAt }: Product) => pricedAt <= now - earlierPriceMs
  return [...products].every(isSettled) ? lines : lines.map(({ line }) => ({ line, listPrice: null }))
}

/** Returns the sum of all lines in whole shillings. */
export const linesSum = (lines: readonly LineItem[]): bigint =>
  lines.reduce((sum, line) => sum + lineSum(line), 0n)
