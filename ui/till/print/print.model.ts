// Printing at the till's printer: the pages, and when a receipt prints automatically.
import type { Shift } from '../../kit/till.ts'
import { isSameSale, type Sale, salePhaseOf } from '../sale/sale.model.ts'

/** A page that the till's printer can print. */
export interface PrinterPage {
  /** Pages with the same key are the same page. */
  readonly key: string
  /** What the server is asked to print. */
  readonly request:
    | { readonly what: 'bill' | 'receipt' | 'refund'; readonly reference: string }
    | { readonly what: 'report'; readonly shift_id: string }
}

/** Returns a page of a sale, by the sale's reference. */
const salePage = (what: 'bill' | 'receipt', reference: string): PrinterPage => ({
  key: `${what} ${reference}`,
  request: { what, reference },
})
/** Returns the page of a bill, which the customer pays by its QR code. */
export const billPage = (reference: string): PrinterPage => salePage('bill', reference)
/** Returns the page of a receipt. */
export const receiptPage = (reference: string): PrinterPage => salePage('receipt', reference)
/** Returns the page of a refund's receipt. In another state of the refund, it is another page. */
export const refundPage = (id: string, state: string): PrinterPage => ({
  key: `refund ${id} ${state}`,
  request: { what: 'refund', reference: id },
})
/**
 * Returns the page of a shift's report. The X report of an open shift and the Z report of a closed one are
 * two pages.
 */
export const reportPage = ({ id, state }: Pick<Shift, 'id' | 'state'>): PrinterPage => ({
  key: `report ${id} ${state}`,
  request: { what: 'report', shift_id: id },
})

/**
 * Returns the reference of a sale: the id of its cash sale, or its payment's reference; undefined while the
 * server has not answered.
 */
export const saleReferenceOf = ({ cash, payment }: Pick<Sale, 'cash' | 'payment'>): string | undefined =>
  cash?.done?.id ?? payment?.reference

/** Returns whether the sale became paid by this change. Opening a paid sale from the list does not count. */
export const becamePaid = (before: Sale | undefined, after: Sale | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  isSameSale(before, after) &&
  salePhaseOf(before) !== 'paid' &&
  salePhaseOf(after) === 'paid'
