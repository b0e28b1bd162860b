// Moves stock in the transaction that changes a payment, cash sale or refund. A sale without products reads
// nothing. The exported functions return the products whose number left changes on the tills.
import { eq } from 'drizzle-orm'
import type { LineItem, StoredItems } from '../domain/line-item.ts'
import type { Payment } from '../domain/payment.ts'
import type { Product } from '../domain/product.ts'
import { isGiven, type Refund, refundedOrPendingLines } from '../domain/refund.ts'
import { productIdsOf } from '../domain/sold-line.ts'
import {
  changesLeft,
  type Goods,
  goodsBack,
  goodsLeft,
  goodsOf,
  isOfWholeSale,
  type StockMovement,
} from '../domain/stock.ts'
import { query, type Read, type Tx } from './engine/statement.ts'
import { findProduct } from './product.ts'
import { listRefundsOfSale } from './refund.ts'
import { listMoved, moveStock } from './stock.ts'
import { payment } from './table.ts'
import { cashSale } from './till-table.ts'

/** What moved stock, who did it, and when in milliseconds. */
interface Cause extends Pick<StockMovement, 'accountId' | 'subject' | 'staffId'> {
  readonly now: number
}

/** Returns the products of line items, by product id; products that were deleted are left out. */
async function productsOf(tx: Tx, lines: readonly LineItem[]): Promise<ReadonlyMap<string, Product>> {
  const products = new Map<string, Product>()
  for (const id of productIdsOf(lines)) {
    const product = await findProduct(tx, id)
    if (product) products.set(id, product)
  }
  return products
}

type MoveCause = Cause & Pick<StockMovement, 'kind'>

/**
 * Changes the stock of each of the goods by its quantity; a negative quantity takes goods out.
 * @param products products that were already read; the others are read here
 * @returns the products for which tills now show another number left
 */
async function moveGoods(
  tx: Tx,
  goods: readonly Goods[],
  { now, ...cause }: MoveCause,
  products: ReadonlyMap<string, Product>,
): Promise<readonly Product[]> {
  const changed = new Map<string, Product>()
  for (const item of goods) {
    const { before, movement } = await moveStock(tx, { ...cause, ...item, reason: null, createdAt: now })
    const product = products.get(item.productId) ?? (await findProduct(tx, item.productId))
    if (product && changesLeft(product, before, movement)) changed.set(product.id, product)
  }
  return [...changed.values()]
}

/** Returns the goods with negated quantities. */
const oppositeOf = (goods: readonly Goods[]): readonly Goods[] =>
  goods.map(({ quantity, ...item }) => ({ ...item, quantity: -quantity }))

/** Takes the goods of a paid sale out of stock. */
export async function moveSold(tx: Tx, lines: StoredItems, cause: Cause): Promise<readonly Product[]> {
  if (lines === null) return []
  const products = await productsOf(tx, lines)
  const soldGoods = goodsOf(lines, products)
  return moveGoods(tx, oppositeOf(soldGoods), { ...cause, kind: 'sale' }, products)
}

/**
 * Reverses the stock movements of a sale or refund, even if its products or packs have changed since.
 * @param subject the id of the payment, cash sale or refund
 */
export async function moveBack(tx: Tx, subject: string, cause: MoveCause): Promise<readonly Product[]> {
  const moved = await listMoved(tx, subject)
  return moveGoods(tx, oppositeOf(moved), cause, new Map())
}

type SaleRow = Pick<Payment, 'id' | 'amount' | 'lineItems'>
const selectPayment = query<{ id: string }, SaleRow>((db, param) =>
  db
    .select({ id: payment.id, amount: payment.amount, lineItems: payment.lineItems })
    .from(payment)
    .where(eq(payment.id, param('id'))),
)
const selectCashSale = query<{ id: string }, SaleRow>((db, param) =>
  db
    .select({ id: cashSale.id, amount: cashSale.amount, lineItems: cashSale.lineItems })
    .from(cashSale)
    .where(eq(cashSale.id, param('id'))),
)

/** Returns the payment or cash sale that a refund belongs to; undefined if there is none. */
async function saleOfRefund(
  read: Read,
  { paymentId, cashSaleId }: Pick<Refund, 'paymentId' | 'cashSaleId'>,
): Promise<SaleRow | undefined> {
  const [sale] = paymentId
    ? await selectPayment(read, { id: paymentId })
    : await selectCashSale(read, { id: cashSaleId ?? '' })
  return sale
}

/**
 * Puts the goods of a refund back into stock: those of the whole sale, or of the refunded lines. If the
 * refund has failed, takes its goods out again, and puts back those that other refunds of the sale give back
 * as well.
 */
export async function moveRefunded(tx: Tx, refund: Refund): Promise<readonly Product[]> {
  const now = refund.endedAt ?? refund.createdAt
  const causeOf = ({ accountId, id: subject, staffId }: Refund) =>
    ({ kind: 'refund', accountId, subject, staffId, now }) as const
  const hasNotFailed = isGiven(refund)
  const changed = hasNotFailed ? [] : [...(await moveBack(tx, refund.id, causeOf(refund)))]
  const sale = await saleOfRefund(tx, refund)
  if (!sale) return changed
  const refundsWithGoods = hasNotFailed ? [refund] : (await listRefundsOfSale(tx, refund)).filter(isGiven)
  for (const refundWithGoods of refundsWithGoods) {
    const goods = await goodsOfRefund(tx, refundWithGoods, sale)
    changed.push(...(await moveGoods(tx, goods, causeOf(refundWithGoods), new Map())))
  }
  return changed
}

/**
 * Returns the goods that a refund puts back into stock, without those that refunds have put back before. A
 * refund of a part of the amount, without lines, has none.
 */
async function goodsOfRefund(tx: Tx, refund: Refund, sale: SaleRow): Promise<readonly Goods[]> {
  const isWhole = isOfWholeSale(refund, sale.amount)
  const hasGoods = isWhole || refund.lineItems !== null
  const sold = hasGoods ? await listMoved(tx, sale.id) : []
  if (sold.length === 0) return []
  const refunds = await listRefundsOfSale(tx, refund)
  const returned: Goods[] = []
  for (const { id } of refunds) returned.push(...(await listMoved(tx, id)))
  if (isWhole) return goodsLeft(sold, returned)
  const products = await productsOf(tx, sale.lineItems ?? [])
  return goodsBack({ sold: sale.lineItems, back: refundedOrPendingLines(refunds) }, products, sold, returned)
}
