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

const ofSale = (what: 'bill' | 'receipt', reference: string): PrintPage => ({
  key: `${what} ${reference}`,
  order: { what, reference },
})
export const billPage = (reference: string): PrintPage => ofSale('bill', reference)
export const receiptPage = (reference: string): PrintPage => ofSale('receipt', reference)
/** A refund in a new state is another page. */
export const refundPage = (id: string, look: string): PrintPage => ({
  key: `refund ${id} ${look}`,
  order: { what: 'refund', reference: id },
})
/** X and Z of a shift are two pages. */
export const reportPage = ({ id, state }: Pick<Shift, 'id' | 'state'>): PrintPage => ({
  key: `report ${id} ${state}`,
  order: { what: 'report', shift_id: id },
})

/** The reference of a sale on paper; undefined while the server has not answered. */
export const referenceOf = ({ cash, payment }: Pick<Sale, 'cash' | 'payment'>): string | undefined =>
  cash?.done?.id ?? payment?.reference

/** Whether this change paid the sale; not when a paid sale is opened again. */
export const becamePaid = (before: Sale | undefined, after: Sale | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  isSameSale(before, after) &&
  salePhaseOf(before) !== 'paid' &&
  salePhaseOf(after) === 'paid'
