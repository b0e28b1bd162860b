// Moves stock in the transaction that changes a payment, cash sale or refund. A sale without products reads
// nothing.
import { eq } from 'drizzle-orm'
import type { StoredItems } from '../domain/line-item.ts'
import type { Product } from '../domain/product.ts'
import type { Refund } from '../domain/refund.ts'
import { productIdsOf } from '../domain/sold-line.ts'
import { goodsOf, isGiven, isOfWholeSale, type StockMovement } from '../domain/stock.ts'
import { query, type Tx } from './engine/statement.ts'
import { findProduct } from './product.ts'
import { moveStock } from './stock.ts'
import { payment } from './table.ts'
import { cashSale } from './till-table.ts'

interface Cause extends Pick<StockMovement, 'kind' | 'accountId' | 'subject' | 'staffId'> {
  readonly now: number
}

/**
 * Moves the goods of a sale: out by a sale, and in by a reversal or refund.
 * @param sign -1 for the opposite
 */
export async function moveSold(
  tx: Tx,
  lines: StoredItems,
  { now, ...cause }: Cause,
  sign: 1 | -1 = 1,
): Promise<void> {
  if (lines === null) return
  const products = new Map<string, Product>()
  for (const id of productIdsOf(lines)) {
    const product = await findProduct(tx, id)
    if (product) products.set(id, product)
  }
  const direction = cause.kind === 'sale' ? -sign : sign
  for (const { quantity, ...goods } of goodsOf(lines, products))
    await moveStock(tx, { ...cause, ...goods, quantity: direction * quantity, reason: null, createdAt: now })
}

type Sale = { readonly amount: number; readonly lineItems: StoredItems }
const paidSale = query<{ id: string }, Sale>((db, at) =>
  db
    .select({ amount: payment.amount, lineItems: payment.lineItems })
    .from(payment)
    .where(eq(payment.id, at('id'))),
)
const soldForCash = query<{ id: string }, Sale>((db, at) =>
  db
    .select({ amount: cashSale.amount, lineItems: cashSale.lineItems })
    .from(cashSale)
    .where(eq(cashSale.id, at('id'))),
)

/** Brings the goods of a refund of a whole sale back. @param sign -1 when the refund failed after all */
export async function moveRefunded(tx: Tx, refund: Refund, sign: 1 | -1): Promise<void> {
  const { accountId, id, staffId, paymentId, cashSaleId } = refund
  if (sign === 1 && !isGiven(refund)) return
  const [sale] = paymentId
    ? await paidSale(tx, { id: paymentId })
    : await soldForCash(tx, { id: cashSaleId ?? '' })
  if (!sale || !isOfWholeSale(refund, sale.amount)) return
  const now = refund.endedAt ?? refund.createdAt
  await moveSold(tx, sale.lineItems, { kind: 'refund', accountId, subject: id, staffId, now }, sign)
}
