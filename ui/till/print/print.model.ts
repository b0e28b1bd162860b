// Printing on the till's printer: the pages and when a receipt prints automatically.
import type { Shift } from '../../kit/till.ts'
import { isSameSale, type Sale, salePhaseOf } from '../sale/sale.model.ts'

/** A page that the till's printer can print. */
export interface PrintPage {
  /** Pages with the same key are the same page. */
  readonly key: string
  readonly order:
    | { readonly what: 'bill' | 'receipt' | 'refund'; readonly reference: string }
    | { readonly what: 'report'; readonly shift_id: string }
}

/** Returns a page of a sale, by the sale's reference. */
const salePage = (what: 'bill' | 'receipt', reference: string): PrintPage => ({
  key: `${what} ${reference}`,
  order: { what, reference },
})
/** Returns the page of a bill, which the customer pays by its QR code. */
export const billPage = (reference: string): PrintPage => salePage('bill', reference)
/** Returns the page of a receipt. */
export const receiptPage = (reference: string): PrintPage => salePage('receipt', reference)
/** Returns the page of a refund. A refund in a new state (`look`) is another page. */
export const refundPage = (id: string, look: string): PrintPage => ({
  key: `refund ${id} ${look}`,
  order: { what: 'refund', reference: id },
})
/**
 * Returns the page of a shift's report. The X report of an open shift and the Z report of a closed one are
 * two pages.
 */
export const reportPage = ({ id, state }: Pick<Shift, 'id' | 'state'>): PrintPage => ({
  key: `report ${id} ${state}`,
  order: { what: 'report', shift_id: id },
})

/** Returns the reference of a sale on paper; undefined while the server has not answered. */
export const referenceOf = ({ cash, payment }: Pick<Sale, 'cash' | 'payment'>): string | undefined =>
  cash?.done?.id ?? payment?.reference

/** Returns whether this change paid the sale. Opening a paid sale again does not count. */
export const becamePaid = (before: Sale | undefined, after: Sale | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  isSameSale(before, after) &&
  salePhaseOf(before) !== 'paid' &&
  salePhaseOf(after) === 'paid'
