// Moves stock in the transaction that changes a payment, cash sale or refund. A sale without products reads
// nothing.
import { eq } from 'drizzle-orm'
import type { LineItem, StoredItems } from '../domain/line-item.ts'
import type { Payment } from '../domain/payment.ts'
import type { Product } from '../domain/product.ts'
import { countedLines, type Refund } from '../domain/refund.ts'
import { productIdsOf } from '../domain/sold-line.ts'
import {
  type Goods,
  goodsBack,
  goodsLeft,
  goodsOf,
  isGiven,
  isOfWholeSale,
  type StockMovement,
} from '../domain/stock.ts'
import { query, type Tx } from './engine/statement.ts'
import { findProduct } from './product.ts'
import { listRefundsOf, listRefundsOfCash } from './refund.ts'
import { listMoved, moveStock } from './stock.ts'
import { payment } from './table.ts'
import { cashSale } from './till-table.ts'

interface Cause extends Pick<StockMovement, 'accountId' | 'subject' | 'staffId'> {
  readonly now: number
}

async function productsOf(tx: Tx, lines: readonly LineItem[]): Promise<ReadonlyMap<string, Product>> {
  const products = new Map<string, Product>()
  for (const id of productIdsOf(lines)) {
    const product = await findProduct(tx, id)
    if (product) products.set(id, product)
  }
  return products
}

/** Takes the goods of a paid sale out of stock. */
export async function moveSold(tx: Tx, lines: StoredItems, { now, ...cause }: Cause): Promise<void> {
  if (lines === null) return
  const products = await productsOf(tx, lines)
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

type SaleRow = Pick<Payment, 'amount' | 'lineItems'>
const paidSale = query<{ id: string }, SaleRow>((db, at) =>
  db
    .select({ amount: payment.amount, lineItems: payment.lineItems })
    .from(payment)
    .where(eq(payment.id, at('id'))),
)
const soldForCash = query<{ id: string }, SaleRow>((db, at) =>
  db
    .select({ amount: cashSale.amount, lineItems: cashSale.lineItems })
    .from(cashSale)
    .where(eq(cashSale.id, at('id'))),
)

/** Brings back the goods of a refund of a whole sale or of lines; out again when it failed after all. */
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
  const [sale] = await (paymentId ? paidSale : soldForCash)(tx, { id: saleId })
  const { now, ...moved } = cause
  for (const goods of sale ? await goodsOfRefund(tx, refund, { ...sale, id: saleId }) : [])
    await moveStock(tx, { ...moved, ...goods, reason: null, createdAt: now })
}

/** Returns the goods that come back with a refund, after those of earlier refunds. */
async function goodsOfRefund(
  tx: Tx,
  refund: Refund,
  sale: SaleRow & { readonly id: string },
): Promise<readonly Goods[]> {
  const isWhole = isOfWholeSale(refund, sale.amount)
  const taken = isWhole || refund.lineItems ? await listMoved(tx, sale.id) : []
  if (taken.length === 0) return []
  const refunds = await (refund.paymentId ? listRefundsOf : listRefundsOfCash)(tx, sale.id)
  const returned: Goods[] = []
  for (const { id } of refunds) returned.push(...(await listMoved(tx, id)))
  if (isWhole) return goodsLeft(taken, returned)
  const products = await productsOf(tx, sale.lineItems ?? [])
  return goodsBack({ sold: sale.lineItems, back: countedLines(refunds) }, products, taken, returned)
}
