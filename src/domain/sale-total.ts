// What a sale or a refund adds to the stored totals of its day: by method, till, cashier, hour, item,
// category and tax code.
//
// A sale counts on the day and in the hour of its creation, gross, for as long as it is completed. A refund
// counts on its own day and in its own hour, under the method, till and cashier of its sale, unless it
// failed or gave back unmatched money, which was no sale. A refund reduces the totals of the items,
// categories and tax codes of its lines; a refund of a sum has a share of each line.
// sale-profit.ts has the rule of profit.
import { dayOf, hourOf } from './day.ts'
import { type LineItem, linesOfSale, reportName } from './line-item.ts'
import type { Payment } from './payment.ts'
import { lineSum } from './price-line.ts'
import { type Refund, refundStatus } from './refund.ts'
import { costedSumOfRefundLines, type RefundLine, refundableLines, sumOf } from './refund-line.ts'
import { countedLines } from './returned-line.ts'
import {
  type CostedSum,
  costedSumOfLine,
  costedSumOfLines,
  costedSumOfRefund,
  nothingCosted,
  shareOfCosted,
} from './sale-profit.ts'
import { type CashSale, type SaleMethod, saleMethodOf } from './shift.ts'

/** `item` counts pieces, and `weight` counts grams of what is sold by weight. */
export type SaleKind = 'method' | 'till' | 'cashier' | 'hour' | 'item' | 'weight' | 'category' | 'tax'

/** Sums in whole shillings. */
export interface SaleSum extends CostedSum {
  /** The number of sales; of an item, category or tax code, the number of lines. */
  readonly count: number
  readonly gross: number
  /** Pieces or grams of an item, less those that refunds brought back; 0 for the other kinds. */
  readonly quantity: number
  readonly refunds: number
  readonly refunded: number
}
/** The sums of a report's row, and those of the same row in the days that it is compared with. */
export interface ComparedSum extends SaleSum {
  readonly before: SaleSum
}
export interface SaleTotal extends SaleSum {
  readonly accountId: string
  readonly kind: SaleKind
  /** YYYYMMDD in the account's time zone. */
  readonly day: number
  /**
   * The method, the id of the till or person, the hour (`08`), the item, the category, or the tax code and
   * the method (`A qr`), because a rate may depend on both.
   */
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
/** A refund of a sale that has not failed, with the sale's place and its part of the sale's cost. */
export interface CountedRefund extends SalePlace, CostedSum {
  readonly accountId: string
  readonly createdAt: number
  readonly amount: number
  /** None if the lines of its sale do not count, and for a refund of a sum by an earlier version. */
  readonly lines: readonly RefundLine[]
}

type PaymentFacts = Pick<
  Payment,
  'accountId' | 'createdAt' | 'amount' | 'status' | 'type' | 'tillId' | 'staffId' | 'lineItems'
>

/** Returns where the sale of a payment was made, and how it was paid. */
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

/** Returns where a cash sale was made. */
export const placeOfCash = ({ tillId, cashier }: Pick<CashFacts, 'tillId' | 'cashier'>): SalePlace => ({
  method: 'cash',
  tillId,
  cashier,
})

/** Returns a cash sale as a paid sale. */
export const saleOfCash = (sale: CashFacts): PaidSale => ({
  accountId: sale.accountId,
  createdAt: sale.createdAt,
  amount: sale.amount,
  lineItems: sale.lineItems,
  ...placeOfCash(sale),
})

/** The sale that a refund gives back: its place, amount and lines. */
type RefundedSale = SalePlace & Pick<PaidSale, 'amount' | 'lineItems'>

/**
 * Returns what a refund adds to the totals; undefined if it failed, because no money went back, or gave back
 * unmatched money, which never was a sale.
 * @param refundedSale the sale whose money goes back, with its place
 * @param earlierLines the lines of the sale's earlier refunds that did not fail
 */
export function newCountedRefund(
  refund: Pick<Refund, 'accountId' | 'createdAt' | 'amount' | 'status' | 'unmatchedId' | 'lineItems'>,
  refundedSale: RefundedSale,
  earlierLines: readonly RefundLine[] = [],
): CountedRefund | undefined {
  if (refundStatus(refund) === 'failed' || refund.unmatchedId !== null) return undefined
  const { accountId, createdAt, amount } = refund
  const { method, tillId, cashier, ...sale } = refundedSale
  const soldItems = linesOfSale(sale)
  const lines =
    soldItems.length > 0 ? countedLines(refundableLines(sale, earlierLines), refund.lineItems ?? []) : []
  const saleSum = costedSumOfLines(soldItems)
  const costedSum =
    refund.lineItems === null
      ? costedSumOfRefund(amount, sale.amount, saleSum)
      : costedSumWithLines(amount, lines, sale.amount, saleSum)
  return { accountId, createdAt, amount, lines, method, tillId, cashier, ...costedSum }
}

/**
 * Returns what a refund with lines subtracts from profit (sale-profit.ts): sums of zero or less. Its counted
 * lines can be worth less than its amount, if other refunds had given back the same goods before its money
 * went out. The rest of the amount then counts like a refund of a sum.
 */
function costedSumWithLines(
  amount: number,
  lines: readonly RefundLine[],
  saleAmount: number,
  saleSum: CostedSum,
): CostedSum {
  const { costed, cost } = costedSumOfRefundLines(lines)
  const rest = amount - sumOf(lines.map(line => line.amount))
  return { costed: costed - shareOfCosted(rest, saleAmount, saleSum), cost }
}

/** Returns the kinds and names of the totals that a sale or refund counts in: method, till, cashier, hour. */
const totalNamesOfSale = (
  { method, tillId, cashier, createdAt }: SalePlace & Pick<PaidSale, 'createdAt'>,
  timeZone: string,
): (readonly [SaleKind, string])[] => [
  ['method', method],
  ...(tillId ? [['till', tillId] as const] : []),
  ...(cashier ? [['cashier', cashier] as const] : []),
  ['hour', String(hourOf(createdAt, timeZone)).padStart(2, '0')],
]

const noSum: SaleSum = { count: 0, gross: 0, quantity: 0, refunds: 0, refunded: 0, ...nothingCosted }

type NamedLine = Pick<LineItem, 'name' | 'list_name' | 'by_weight' | 'category' | 'tax_code'>
/** Returns the kinds and names of the totals that a line counts in: item or weight, category, tax code. */
const totalNamesOfLine = (line: NamedLine, method: SaleMethod): (readonly [SaleKind, string])[] => [
  [line.by_weight ? 'weight' : 'item', reportName(line)],
  ...(line.category ? [['category', line.category] as const] : []),
  ...(line.tax_code ? [['tax', `${line.tax_code} ${method}`] as const] : []),
]

/** Reads the name of a tax code's total, such as `A qr`. Names of earlier versions have no method. */
export function readTaxTotalName(name: string): { taxCode: string; method: string | undefined } {
  const [taxCode = '', method] = name.split(' ')
  return { taxCode, method }
}

/** Returns a sum, or its negation for the sign -1. */
const signedSum = (sum: SaleSum, sign: 1 | -1): SaleSum =>
  // Unlike a negation, `0 - 0` is not -0.
  sign === 1 ? sum : mapSums(name => 0 - sum[name])

/**
 * Returns the totals that a sale changes.
 * @param sign 1 to add the sale, -1 to take it out
 */
export function totalsOfSale(sale: PaidSale, timeZone: string, sign: 1 | -1 = 1): SaleTotal[] {
  const { accountId, createdAt, amount } = sale
  const accountDay = { accountId, day: dayOf(createdAt, timeZone) }
  const lines = linesOfSale(sale)
  const saleSum = signedSum({ ...noSum, count: 1, gross: amount, ...costedSumOfLines(lines) }, sign)
  const totals: SaleTotal[] = totalNamesOfSale(sale, timeZone).map(([kind, name]) => ({
    ...accountDay,
    ...saleSum,
    kind,
    name,
  }))
  for (const line of lines) {
    const { quantity } = line
    const sum = { ...noSum, count: 1, gross: Number(lineSum(line)), quantity, ...costedSumOfLine(line) }
    addLine(totals, accountDay, line, sale.method, signedSum(sum, sign))
  }
  return totals
}

/**
 * Adds the sum of a line to the totals of its item, category and tax code.
 * @param totals is changed: a total that it lacks is appended
 */
function addLine(
  totals: SaleTotal[],
  accountDay: Pick<SaleTotal, 'accountId' | 'day'>,
  line: NamedLine,
  method: SaleMethod,
  sum: SaleSum,
): void {
  for (const [kind, name] of totalNamesOfLine(line, method)) {
    const hasQuantity = kind === 'item' || kind === 'weight'
    const lineSums = hasQuantity ? sum : { ...sum, quantity: 0 }
    const index = totals.findIndex(saleTotal => saleTotal.kind === kind && saleTotal.name === name)
    const total = totals[index]
    if (total) totals[index] = { ...total, ...addSums(total, lineSums) }
    else totals.push({ ...accountDay, ...lineSums, kind, name })
  }
}

/**
 * Returns the totals that a refund changes.
 * @param sign 1 to add the refund, -1 to take it out
 */
export function totalsOfRefund(refund: CountedRefund, timeZone: string, sign: 1 | -1 = 1): SaleTotal[] {
  const { accountId, createdAt, amount, costed, cost, lines } = refund
  const accountDay = { accountId, day: dayOf(createdAt, timeZone) }
  const refundSum = signedSum({ ...noSum, refunds: 1, refunded: amount, costed, cost }, sign)
  const totals: SaleTotal[] = totalNamesOfSale(refund, timeZone).map(([kind, name]) => ({
    ...accountDay,
    ...refundSum,
    kind,
    name,
  }))
  for (const line of lines) {
    const quantity = 0 - line.quantity // the goods came back
    const sum = { ...noSum, refunds: 1, refunded: line.amount, quantity, ...costedSumOfRefundLines([line]) }
    addLine(totals, accountDay, line, refund.method, signedSum(sum, sign))
  }
  return totals
}

export const saleSumNames = ['count', 'gross', 'quantity', 'refunds', 'refunded', 'costed', 'cost'] as const

/** Builds a sum from the number that `numberOf` returns for each field. */
const mapSums = (numberOf: (name: (typeof saleSumNames)[number]) => number): SaleSum => ({
  count: numberOf('count'),
  gross: numberOf('gross'),
  quantity: numberOf('quantity'),
  refunds: numberOf('refunds'),
  refunded: numberOf('refunded'),
  costed: numberOf('costed'),
  cost: numberOf('cost'),
})

/** Adds two sums, number by number. */
export const addSums = (a: SaleSum, b: SaleSum): SaleSum => mapSums(name => a[name] + b[name])
/** Subtracts the second sum from the first, number by number. */
export const subtractSums = (a: SaleSum, b: SaleSum): SaleSum => mapSums(name => a[name] - b[name])

/** Adds up any number of sums. */
export const sumOfSales = (sums: readonly SaleSum[]): SaleSum => sums.reduce(addSums, noSum)
