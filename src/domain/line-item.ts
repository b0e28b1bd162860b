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

/** Returns the name under which reports count a line, in the language of the price list. */
export const reportName = ({ name, list_name = name }: Pick<LineItem, 'name' | 'list_name'>): string =>
  list_name

/** The longest name of a line, in UTF-16 code units. */
export const lineNameMax = 200

interface SoldName {
  readonly product: string
  readonly variation?: string | undefined // empty for the only variation of a product
  readonly pack?: string | undefined
}

/**
 * Names what a line sells: `Milk tea, Large (Carton)`. If that is too long, product and variation are cut to
 * half of the space each; a short name leaves the rest of its half to the other.
 */
export function lineName({ product, variation = '', pack }: SoldName): string {
  const packText = pack === undefined ? '' : ` (${pack})`
  const max = lineNameMax - packText.length
  if (variation === '') return `${cutName(product, max)}${packText}`
  const bothNamesMax = max - ', '.length
  const variationMax = Math.max(Math.floor(bothNamesMax / 2), bothNamesMax - product.length)
  const variationText = cutName(variation, variationMax)
  const productText = cutName(product, bothNamesMax - variationText.length)
  return `${productText}, ${variationText}${packText}`
}

/** Cuts a name to at most `max` UTF-16 code units, with `…` at its end and without splitting a character. */
function cutName(name: string, max: number): string {
  if (name.length <= max) return name
  let beginning = ''
  for (const character of name) {
    if (beginning.length + character.length >= max) break
    beginning += character
  }
  return `${beginning.trimEnd()}…`
}

export const lineItemsMax = 50
/** The most pieces, packs or grams of a line. */
export const quantityMax = 1_000_000

/** Items as a sale stores them: null without items, so that most sales store and read nothing. */
export type StoredItems = readonly LineItem[] | null
/** Returns items as a sale stores them. */
export const storedItems = (items: readonly LineItem[] = []): StoredItems => (items.length > 0 ? items : null)

/**
 * Returns the lines of a sale; an empty list if their sums do not add up to its amount. A program may create
 * a sale with such lines, because its request is accepted without this check.
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
