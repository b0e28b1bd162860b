// What a sale or a refund adds to the stored totals of its day: by method, till, cashier and item.
//
// A sale counts on the day of its creation, gross, for as long as it is completed. A refund counts on its own
// day, under the method, till and cashier of its sale, unless it failed. It does not reduce the totals of
// items, because a refund is stored as an amount.
import { dayOf } from './day.ts'
import type { LineItem } from './line-item.ts'
import type { Payment } from './payment.ts'
import { lineSum } from './price-line.ts'
import { type Refund, refundStatus } from './refund.ts'
import { type CashSale, type SaleMethod, saleMethodOf } from './shift.ts'

/** `item` counts pieces, and `weight` counts grams of what is sold by weight. */
export type SaleKind = 'method' | 'till' | 'cashier' | 'item' | 'weight'

/** Sums in whole shillings. */
export interface SaleSum {
  /** The number of sales; of an item, the number of lines that sold it. */
  readonly count: number
  readonly gross: number
  /** Pieces or grams of an item; 0 for the other kinds. */
  readonly quantity: number
  readonly refunds: number
  readonly refunded: number
}
export interface SaleTotal extends SaleSum {
  readonly accountId: string
  readonly kind: SaleKind
  /** YYYYMMDD in the account's time zone. */
  readonly day: number
  /** The method, the id of the till or person, or the item as its sale names it. */
  readonly name: string
}

/** Where a sale was made, and how it was paid. */
export interface SalePlace {
  readonly method: SaleMethod
  readonly tillId: string | null
  readonly cashier: string | null
}
/** A sale that was paid. */
export interface PaidSale extends SalePlace {
  readonly accountId: string
  readonly createdAt: number
  readonly amount: number
  readonly lineItems: readonly LineItem[] | null
}
/** A refund that has not failed, with the place of its sale. */
export interface CountedRefund extends SalePlace {
  readonly accountId: string
  readonly createdAt: number
  readonly amount: number
}

type PaymentFacts = Pick<
  Payment,
  'accountId' | 'createdAt' | 'amount' | 'status' | 'type' | 'tillId' | 'staffId' | 'lineItems'
>

export const placeOfPayment = (payment: Pick<PaymentFacts, 'type' | 'tillId' | 'staffId'>): SalePlace => ({
  method: saleMethodOf[payment.type],
  tillId: payment.tillId,
  cashier: payment.staffId,
})

/** Returns the sale of a payment; undefined unless the payment is completed. */
export function saleOfPayment(payment: PaymentFacts): PaidSale | undefined {
  const { accountId, createdAt, amount, lineItems, status } = payment
  if (status !== 'completed') return undefined
  return { accountId, createdAt, amount, lineItems, ...placeOfPayment(payment) }
}

type CashFacts = Pick<CashSale, 'accountId' | 'createdAt' | 'amount' | 'tillId' | 'cashier' | 'lineItems'>

export const placeOfCash = ({ tillId, cashier }: Pick<CashFacts, 'tillId' | 'cashier'>): SalePlace => ({
  method: 'cash',
  tillId,
  cashier,
})

export const saleOfCash = (sale: CashFacts): PaidSale => ({
  accountId: sale.accountId,
  createdAt: sale.createdAt,
  amount: sale.amount,
  lineItems: sale.lineItems,
  ...placeOfCash(sale),
})

/** Returns the refund with the place of its sale; undefined if it failed, because no money went back. */
export function refundCounted(
  refund: Pick<Refund, 'accountId' | 'createdAt' | 'amount' | 'status'>,
  place: SalePlace,
): CountedRefund | undefined {
  const { accountId, createdAt, amount } = refund
  return refundStatus(refund) === 'failed' ? undefined : { accountId, createdAt, amount, ...place }
}

const namesOf = ({ method, tillId, cashier }: SalePlace): (readonly [SaleKind, string])[] => [
  ['method', method],
  ...(tillId ? [['till', tillId] as const] : []),
  ...(cashier ? [['cashier', cashier] as const] : []),
]

const noSum: SaleSum = { count: 0, gross: 0, quantity: 0, refunds: 0, refunded: 0 }

/** Returns the lines of a sale; none if they do not add up to its amount, because a program may send any. */
function soldLines({ amount, lineItems }: PaidSale): readonly LineItem[] {
  const lines = lineItems ?? []
  const sum = lines.reduce((sum, line) => sum + lineSum(line), 0n)
  return sum === BigInt(amount) ? lines : []
}

/** Returns the totals that a sale changes. @param sign 1 to add the sale, -1 to take it out */
export function totalsOfSale(sale: PaidSale, timeZone: string, sign: 1 | -1 = 1): SaleTotal[] {
  const { accountId, createdAt, amount } = sale
  const of = { ...noSum, accountId, day: dayOf(createdAt, timeZone), count: sign }
  return [
    ...namesOf(sale).map(([kind, name]) => ({ ...of, kind, name, gross: sign * amount })),
    ...soldLines(sale).map(line => ({
      ...of,
      kind: line.by_weight ? ('weight' as const) : ('item' as const),
      name: line.name,
      gross: sign * Number(lineSum(line)),
      quantity: sign * line.quantity,
    })),
  ]
}

/** Returns the totals that a refund changes. @param sign 1 to add the refund, -1 to take it out */
export function totalsOfRefund(refund: CountedRefund, timeZone: string, sign: 1 | -1 = 1): SaleTotal[] {
  const { accountId, createdAt, amount } = refund
  const of = { ...noSum, accountId, day: dayOf(createdAt, timeZone), refunds: sign, refunded: sign * amount }
  return namesOf(refund).map(([kind, name]) => ({ ...of, kind, name }))
}

export const saleSumNames = ['count', 'gross', 'quantity', 'refunds', 'refunded'] as const

export const plusSums = (one: SaleSum, other: SaleSum): SaleSum => ({
  count: one.count + other.count,
  gross: one.gross + other.gross,
  quantity: one.quantity + other.quantity,
  refunds: one.refunds + other.refunds,
  refunded: one.refunded + other.refunded,
})

export const sumOfSales = (sums: readonly SaleSum[]): SaleSum => sums.reduce(plusSums, noSum)
