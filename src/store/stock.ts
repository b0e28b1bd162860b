// Stock on hand and its movements as rows. A movement and what is on hand change together, in the transaction
// of what moved the stock.
import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Goods, onHandAfter, type StockMovement } from '../domain/stock.ts'
import { adHocQuery, mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { product, stock, stockMovement } from './product-table.ts'
import { type IdRange, idRange } from './range.ts'

type StockRow = typeof stock.$inferSelect
type StockKey = Omit<StockRow, 'onHand'>

const selectOnHand = query<StockKey, { onHand: number }>((db, param) =>
  db
    .select({ onHand: stock.onHand })
    .from(stock)
    .where(
      and(
        eq(stock.productId, param('productId')),
        eq(stock.accountId, param('accountId')),
        eq(stock.variationId, param('variationId')),
      ),
    ),
)
const upsertStock = mutation<StockRow>((db, param) =>
  db
    .insert(stock)
    .values(rowPlaceholders(stock))
    .onConflictDoUpdate({
      target: [stock.productId, stock.accountId, stock.variationId],
      set: { onHand: param('onHand') },
    }),
)
const selectNewestMovement = query<{ productId: string; accountId: string }, { id: string }>((db, param) =>
  db
    .select({ id: stockMovement.id })
    .from(stockMovement)
    .where(
      and(eq(stockMovement.productId, param('productId')), eq(stockMovement.accountId, param('accountId'))),
    )
    .orderBy(desc(stockMovement.id))
    .limit(1),
)
const insertMovement = mutation<StockMovement>(db =>
  db.insert(stockMovement).values(rowPlaceholders(stockMovement)),
)
const deleteStock = mutation<{ productId: string; variationId: string }>((db, param) =>
  db
    .delete(stock)
    .where(and(eq(stock.productId, param('productId')), eq(stock.variationId, param('variationId')))),
)
const deleteMovements = mutation<{ productId: string; variationId: string }>((db, param) =>
  db
    .delete(stockMovement)
    .where(
      and(
        eq(stockMovement.productId, param('productId')),
        eq(stockMovement.variationId, param('variationId')),
      ),
    ),
)

const selectMovedBySubject = query<{ subject: string }, Goods>((db, param) =>
  db
    .select({
      productId: stockMovement.productId,
      variationId: stockMovement.variationId,
      quantity: sql<number>`sum(${stockMovement.quantity})`.mapWith(Number),
    })
    .from(stockMovement)
    .where(eq(stockMovement.subject, param('subject')))
    .groupBy(stockMovement.productId, stockMovement.variationId),
)
/**
 * Returns how much of each variation a payment, cash sale or refund has moved in total, without variations
 * whose movements add up to 0.
 * @param subject id of the payment, cash sale or refund
 */
export const listMoved = async (read: Read, subject: string): Promise<readonly Goods[]> =>
  (await selectMovedBySubject(read, { subject })).filter(({ quantity }) => quantity !== 0)

/** Returns the stock on hand of a variation in an account; undefined before its first movement. */
export const findStock = async (read: Read, key: StockKey): Promise<number | undefined> =>
  (await selectOnHand(read, key))[0]?.onHand

/** Digits of the id of a movement, which counts from 1 for each product and account. */
const idDigits = 12

/** A movement, and what was on hand before it: undefined before the first one. */
export interface Moved {
  readonly movement: StockMovement
  readonly before: number | undefined
}

/**
 * Changes the stock on hand of a variation by a quantity, and records the movement. `onHandAfter` limits the
 * stock, so the recorded quantity may be smaller.
 */
export async function moveStock(
  tx: Tx,
  { quantity, ...details }: Omit<StockMovement, 'id' | 'onHand'>,
): Promise<Moved> {
  const { productId, accountId, variationId } = details
  const before = await findStock(tx, { productId, accountId, variationId })
  const onHandBefore = before ?? 0
  const onHand = onHandAfter(onHandBefore, quantity)
  const [newestMovement] = await selectNewestMovement(tx, { productId, accountId })
  const nextNumber = Number(newestMovement?.id ?? 0) + 1
  const id = String(nextNumber).padStart(idDigits, '0')
  const movement = { ...details, id, quantity: onHand - onHandBefore, onHand }
  await upsertStock(tx, { productId, accountId, variationId, onHand })
  await insertMovement(tx, movement)
  return { movement, before }
}

/** Deletes the stock of a variation in the live and the sandbox account, with its movements. */
export async function dropStock(
  tx: Tx,
  key: { readonly productId: string; readonly variationId: string },
): Promise<void> {
  await deleteStock(tx, key)
  await deleteMovements(tx, key)
}

/** Returns the stock on hand of all variations of some products, by the id of the variation. */
export async function listStock(
  read: Read,
  accountId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await adHocQuery(read, db =>
    db
      .select({ variationId: stock.variationId, onHand: stock.onHand })
      .from(stock)
      .where(and(inArray(stock.productId, [...productIds]), eq(stock.accountId, accountId))),
  )
  return new Map(rows.map(row => [row.variationId, row.onHand]))
}

/** Matches products with a variation whose stock in an account is at or below the product's low mark. */
export const isLow = (accountId: string): SQL =>
  sql`${product.trackStock} = 1 and exists (select 1 from ${stock} where ${stock.productId} = ${product.id}
    and ${stock.accountId} = ${accountId} and ${stock.onHand} <= ${product.lowAt})`

export interface MovementFilter extends IdRange {
  readonly productId: string
  readonly accountId: string
}
const movementConditions = ({ productId, accountId, ...range }: MovementFilter) =>
  and(
    eq(stockMovement.productId, productId),
    eq(stockMovement.accountId, accountId),
    idRange(stockMovement.id, range),
  )

/** Lists a page of the stock movements of a product, newest first. */
export const listMovements = (
  read: Read,
  filter: MovementFilter,
  limit: number,
  offset: number,
): Promise<StockMovement[]> =>
  adHocQuery(read, db =>
    db
      .select()
      .from(stockMovement)
      .where(movementConditions(filter))
      .orderBy(desc(stockMovement.id))
      .limit(limit)
      .offset(offset),
  )
export async function countMovements(read: Read, filter: MovementFilter): Promise<number> {
  const rows = await adHocQuery(read, db =>
    db.select({ count: count() }).from(stockMovement).where(movementConditions(filter)),
  )
  return Number(rows[0]?.count ?? 0)
}
