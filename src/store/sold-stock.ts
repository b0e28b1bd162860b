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
import { listMoved, moveStock } from './stock.ts'
import { payment } from './table.ts'
import { cashSale } from './till-table.ts'

interface Cause extends Pick<StockMovement, 'accountId' | 'subject' | 'staffId'> {
  readonly now: number
}

/** Takes the goods of a paid sale out of stock. */
export async function moveSold(tx: Tx, lines: StoredItems, { now, ...cause }: Cause): Promise<void> {
  if (lines === null) return
  const products = new Map<string, Product>()
  for (const id of productIdsOf(lines)) {
    const product = await findProduct(tx, id)
    if (product) products.set(id, product)
  }
  for (const { quantity, ...goods } of goodsOf(lines, products))
    await moveStock(tx, {
      ...cause,
      ...goods,
      kind: 'sale',
      quantity: -quantity,
      reason: null,
      createdAt: now,
    })
}

/**
 * Moves the opposite of what a sale or refund has moved, whatever its products and packs are now.
 * @param moved the id of the payment, cash sale or refund
 */
export async function moveBack(
  tx: Tx,
  moved: string,
  { now, ...cause }: Cause & Pick<StockMovement, 'kind'>,
): Promise<void> {
  for (const { quantity, ...goods } of await listMoved(tx, moved))
    await moveStock(tx, { ...cause, ...goods, quantity: -quantity, reason: null, createdAt: now })
}

const paidAmount = query<{ id: string }, { amount: number }>((db, at) =>
  db
    .select({ amount: payment.amount })
    .from(payment)
    .where(eq(payment.id, at('id'))),
)
const cashAmount = query<{ id: string }, { amount: number }>((db, at) =>
  db
    .select({ amount: cashSale.amount })
    .from(cashSale)
    .where(eq(cashSale.id, at('id'))),
)

/** Brings the goods of a refund of a whole sale back; out again when the refund failed after all. */
export async function moveRefunded(tx: Tx, refund: Refund): Promise<void> {
  const { accountId, id, staffId, paymentId, cashSaleId } = refund
  const cause = {
    kind: 'refund',
    accountId,
    subject: id,
    staffId,
    now: refund.endedAt ?? refund.createdAt,
  } as const
  if (!isGiven(refund)) return moveBack(tx, id, cause)
  const saleId = paymentId ?? cashSaleId ?? ''
  const [sale] = await (paymentId ? paidAmount : cashAmount)(tx, { id: saleId })
  if (sale && isOfWholeSale(refund, sale.amount)) await moveBack(tx, saleId, cause)
}
