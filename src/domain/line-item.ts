// What was sold, line by line. Line items are only shown: the amount of the sale is not compared with them.

export interface LineItem {
  readonly id?: string
  readonly name: string
  readonly description?: string
  readonly image_url?: string
  readonly quantity: number
  /** Whole shillings. */
  readonly unit_price: number
  readonly sku?: string
  readonly category?: string
}

export const lineItemsMax = 50
export const quantityMax = 1_000_000

/** As a sale keeps them: null when there are none, so that most sales store and read nothing. */
export type StoredItems = readonly LineItem[] | null
export const storedItems = (items: readonly LineItem[] = []): StoredItems => (items.length > 0 ? items : null)

/**
 * What the pieces cost together, in whole shillings; a bigint, because a million of the
 * dearest is more than a number holds exactly.
 */
export const itemSum = ({ quantity, unit_price }: LineItem): bigint => BigInt(quantity) * BigInt(unit_price)
