// What was sold, line by line. Line items are only shown; their sum is not compared with the amount of the
// sale.

export interface LineItem {
  readonly id?: string
  readonly name: string
  readonly description?: string
  readonly image_url?: string
  readonly quantity: number
  readonly unit_price: number // whole shillings
  readonly sku?: string
  readonly category?: string
}

export const lineItemsMax = 50
export const quantityMax = 1_000_000

/** As a sale stores them: null when there are none, so that most sales store and read nothing. */
export type StoredItems = readonly LineItem[] | null
export const storedItems = (items: readonly LineItem[] = []): StoredItems => (items.length > 0 ? items : null)

/**
 * Price of the pieces together, in whole shillings; a bigint, because the largest sum exceeds a safe integer.
 */
export const itemSum = ({ quantity, unit_price }: LineItem): bigint => BigInt(quantity) * BigInt(unit_price)
