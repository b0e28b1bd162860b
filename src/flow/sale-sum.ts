// Reads all sales and refunds piece by piece, and adds them up as the stored totals do.

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

/** A few sales or refunds of any account. */
interface SalesPiece {
  readonly sales: readonly PaidSale[]
  readonly refunds: readonly CountedRefund[]
}

/** Yields all paid sales and counted refunds of all accounts. @param size the rows of one piece */
export async function* readSales(read: Read, size: number): AsyncGenerator<SalesPiece> {
  for (let after = beforeAll; after !== afterAll; ) {
    const upTo = (await paymentAfter(read, after, size)) ?? afterAll
    yield { sales: await listPaidPayments(read, after, upTo), refunds: [] }
    after = upTo
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows, next } = await cashPiece(read, after, size)
    yield { sales: rows, refunds: [] }
    after = next
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows, next } = await refundPiece(read, after, size)
    yield { sales: [], refunds: rows }
    after = next
  }
}

/** Returns the key of a total: account, day, kind and name. */
export const saleTotalName = ({ accountId, day, kind, name }: SaleTotal): string =>
  `${accountId} ${day} ${kind} ${name}`

/**
 * Returns empty sums, to which sales and refunds are added by account, day, kind and name.
 * @param zones time zone of each account by its id; sales of other accounts are left out
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
