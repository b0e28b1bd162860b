// Reads all sales and refunds in small pieces, and adds them up by the same rules as the stored totals.

import {
  addSums,
  type CountedRefund,
  type PaidSale,
  type SaleTotal,
  totalsOfRefund,
  totalsOfSale,
} from '../domain/sale-total.ts'
import type { Read } from '../store/engine/statement.ts'
import { paymentAfter } from '../store/ledger-check.ts'
import { refundPiece } from '../store/refund-total.ts'
import { cashPiece, listPaidPayments } from '../store/sale-total.ts'

/** Bounds below and above the number of every payment. */
const [beforeAll, afterAll] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** Some sales or refunds, of all accounts. */
interface SalesPiece {
  readonly sales: readonly PaidSale[]
  readonly refunds: readonly CountedRefund[]
}

/** Yields all paid payments, then cash sales, then counted refunds. @param size the most rows of a piece */
export async function* readSales(read: Read, size: number): AsyncGenerator<SalesPiece> {
  let paymentNumber = beforeAll
  while (paymentNumber !== afterAll) {
    const upTo = (await paymentAfter(read, paymentNumber, size)) ?? afterAll
    yield { sales: await listPaidPayments(read, paymentNumber, upTo), refunds: [] }
    paymentNumber = upTo
  }
  let cashId: string | undefined = ''
  while (cashId !== undefined) {
    const { rows, next } = await cashPiece(read, cashId, size)
    yield { sales: rows, refunds: [] }
    cashId = next
  }
  let refundId: string | undefined = ''
  while (refundId !== undefined) {
    const { rows, next } = await refundPiece(read, refundId, size)
    yield { sales: [], refunds: rows }
    refundId = next
  }
}

/** Returns the text that identifies a total: its account, day, kind and name. */
export const saleTotalName = ({ accountId, day, kind, name }: SaleTotal): string =>
  `${accountId} ${day} ${kind} ${name}`

/**
 * Returns an accumulator, which adds up sales and refunds by account, day, kind and name.
 * @param zones the time zone of each account by its id; sales of other accounts are left out
 */
export function newSaleSums(zones: ReadonlyMap<string, string>) {
  const sums = new Map<string, SaleTotal>()
  const addTotals = (totals: readonly SaleTotal[]): void => {
    for (const total of totals) {
      const name = saleTotalName(total)
      const sum = sums.get(name)
      sums.set(name, sum ? { ...sum, ...addSums(sum, total) } : total)
    }
  }
  return {
    sums: sums as ReadonlyMap<string, SaleTotal>,
    add({ sales, refunds }: SalesPiece): void {
      for (const sale of sales) {
        const zone = zones.get(sale.accountId)
        if (zone !== undefined) addTotals(totalsOfSale(sale, zone))
      }
      for (const refund of refunds) {
        const zone = zones.get(refund.accountId)
        if (zone !== undefined) addTotals(totalsOfRefund(refund, zone))
      }
    },
    totals: (): SaleTotal[] => [...sums.values()],
  }
}
