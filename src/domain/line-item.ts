// What was sold, line by line; price-line.ts adds up what a line costs.
import { gramsPerKilogram, lineSum, type PriceLine } from './price-line.ts'
import type { TaxCode } from './tax-code.ts'

export interface LineItem extends PriceLine {
  readonly id?: string
  readonly name: string
  readonly description?: string
  readonly image_url?: string
  readonly sku?: string
  readonly category?: string
  /** The product of the price list. If it has variations, `variation_id` names one. */
  readonly product_id?: string
  readonly variation_id?: string
  /** The name of the larger unit that was sold, such as a carton. */
  readonly pack?: string
  /**
   * What this pack held at the sale; 0 for a product, variation or pack that the price list did not have.
   * Missing without a pack, and in lines of earlier versions. No view shows it.
   */
  readonly holds?: number
  readonly note?: string
  /** What the shop paid for one, as it was at the sale. No view shows it. */
  readonly cost?: number
  /** The product's tax code at the time of the sale. */
  readonly tax_code?: TaxCode
  /**
   * The name in the price list, if the line has the Swahili one. Reports count the line under it. No view
   * shows it.
   */
  readonly list_name?: string
}

/** Returns the name under which reports count a line. It does not depend on the language of the till. */
export const reportName = ({ name, list_name = name }: Pick<LineItem, 'name' | 'list_name'>): string =>
  list_name

/** The longest name of a line, in UTF-16 code units. */
export const lineNameMax = 200

/** The names of what a line sells. */
interface SoldName {
  readonly product: string
  readonly variation?: string | undefined // empty for the only variation of a product
  readonly pack?: string | undefined
}

/**
 * Names what a line sells: `Milk tea, Large (Carton)`. If that is too long for a line, the ends of the names
 * of product and variation are cut, unless one of them is short.
 */
export function lineName({ product, variation = '', pack }: SoldName): string {
  const inPack = pack === undefined ? '' : ` (${pack})`
  const max = lineNameMax - inPack.length
  if (variation === '') return `${cutName(product, max)}${inPack}`
  const bothMax = max - ', '.length
  const variationMax = Math.max(Math.floor(bothMax / 2), bothMax - product.length)
  const shownVariation = cutName(variation, variationMax)
  return `${cutName(product, bothMax - shownVariation.length)}, ${shownVariation}${inPack}`
}

/** Returns a name in at most `max` code units: if it is longer, whole characters of its beginning and `…`. */
function cutName(name: string, max: number): string {
  if (name.length <= max) return name
  let beginning = ''
  for (const character of name) {
    if (beginning.length + character.length >= max) break
    beginning += character
  }
  return `${beginning.trimEnd()}…`
}

/** The most lines of a sale. */
export const lineItemsMax = 50
/** The most pieces, packs or grams of a line. */
export const quantityMax = 1_000_000

/** Items as a sale stores them: null without items, so that most sales store and read nothing. */
export type StoredItems = readonly LineItem[] | null
/** Returns items as a sale stores them. */
export const storedItems = (items: readonly LineItem[] = []): StoredItems => (items.length > 0 ? items : null)

/**
 * Returns the lines of a sale, or none if they do not add up to its amount, which is not checked when a
 * program sends them.
 */
export function linesOfSale({
  amount,
  lineItems,
}: {
  readonly amount: number
  readonly lineItems: StoredItems
}): readonly LineItem[] {
  const lines = lineItems ?? []
  const sum = lines.reduce((total, line) => total + lineSum(line), 0n)
  return sum === BigInt(amount) ? lines : []
}

/** Writes grams as `1.25 kg`. */
export const weightText = (grams: number): string => `${grams / gramsPerKilogram} kg`
