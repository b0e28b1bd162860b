// What was sold, line by line; price-line.ts adds up what a line costs.
import { lineSum, type PriceLine } from './price-line.ts'
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
export const weightText = (grams: number): string => `${grams / 1_000} kg`
