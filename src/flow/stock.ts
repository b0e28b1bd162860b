// Records stock that a person or a program enters: a delivery adds to the stock, and a count corrects it.
// Sales and refunds change the stock in store/sold-stock.ts.
import { badFields, fault } from '../domain/fault.ts'
import { isFlat, type Product, type Variation } from '../domain/product.ts'
import type { StockCount } from '../domain/product-import.ts'
import {
  changesLeft,
  entryQuantity,
  readEntry,
  type StockEntry,
  type StockMovement,
} from '../domain/stock.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findStock, moveStock } from '../store/stock.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { getProduct, type ProductEditor } from './product.ts'

/** The person who enters stock, or a program, which has no `staffId`. */
export type StockEditor = ProductEditor & { readonly staffId?: string | undefined }

/**
 * Records a delivery or a count of a product, and notifies tills if they then show another number left.
 * @param id the product's id
 * @throws Fault `stock_not_tracked` if the product's stock is not counted, a fault about each wrong field, or
 * as `getProduct`
 */
export async function enterStock(
  tx: Tx,
  appliance: Appliance,
  by: StockEditor,
  id: string,
  entry: StockEntry,
): Promise<StockMovement> {
  const { id: accountId } = by.account
  const product = await getProduct(tx, by.account, id)
  if (!product.trackStock) throw fault('stock_not_tracked', { id })
  const { variation, problems } = readEntry(product, entry)
  if (!variation || problems.length > 0) throw badFields([...problems])
  const key = { productId: id, accountId, variationId: variation.id }
  const before = await findStock(tx, key)
  const { movement } = await moveStock(tx, {
    ...key,
    kind: entry.kind,
    quantity: entryQuantity(entry, before ?? 0),
    reason: entry.reason,
    subject: null,
    staffId: by.staffId ?? null,
    createdAt: appliance.world.clock.now(),
  })
  if (changesLeft(product, before, movement)) publishStockLeft(tx, appliance, [product])
  const changes = [{ field: stockFieldOf(product, variation), from: before ?? null, to: movement.onHand }]
  await recordAudit(tx, appliance, {
    account: by.account,
    by,
    kind: 'product.changed',
    subject: id,
    detail: { name: product.name, changes },
  })
  return movement
}

/** Notifies tills of products, all of one catalog, for which they now show another number left. */
export function publishStockLeft(tx: Tx, { notifier }: Appliance, products: readonly Product[]): void {
  const catalogId = products[0]?.catalogId
  if (catalogId === undefined) return
  const ids = products.map(({ id }) => id)
  notifier.publishProducts(tx, catalogId, ids)
}

/** Records the counts of a product in an imported file. The audit entry of the import covers them. */
export async function recordImportedCounts(
  tx: Tx,
  appliance: Appliance,
  by: StockEditor,
  productId: string,
  counts: readonly StockCount[],
): Promise<void> {
  for (const { variationId, quantity, isFirstCount } of counts) {
    const key = { productId, accountId: by.account.id, variationId }
    const before = await findStock(tx, key)
    // A sale or a delivery has moved this stock since the import was planned, so the count is wrong now.
    if (before !== undefined && !isFirstCount) continue
    await moveStock(tx, {
      ...key,
      kind: 'count',
      quantity: quantity - (before ?? 0),
      reason: 'Import',
      subject: null,
      staffId: by.staffId ?? null,
      createdAt: appliance.world.clock.now(),
    })
  }
}

/**
 * Returns the name of the changed field in the audit log: `stock` of a product without variations, otherwise
 * `stock.` and the variation's name, such as `stock.Large`.
 */
const stockFieldOf = (product: Product, { name }: Variation): string =>
  isFlat(product) ? 'stock' : `stock.${name}`
