// Printing at the printer beside the till: what a page is of, when a receipt prints by itself, and what went
// wrong in which words.
import type { ApiError } from '../../kit/api.ts'
import type { Shift } from '../../kit/till.ts'
import { isSameSale, type Sale, salePhaseOf } from '../sale/sale.model.ts'

/** A page that the till's printer can be asked for. */
export interface Page {
  /** Two pages of the same name are one. */
  readonly key: string
  readonly order:
    | { readonly what: 'bill' | 'receipt'; readonly reference: string }
    | { readonly what: 'report'; readonly shift_id: string }
}

const ofSale = (what: 'bill' | 'receipt', reference: string): Page => ({
  key: `${what} ${reference}`,
  order: { what, reference },
})
export const billPage = (reference: string): Page => ofSale('bill', reference)
export const receiptPage = (reference: string): Page => ofSale('receipt', reference)
/** X and Z of a shift are two pages. */
export const reportPage = ({ id, state }: Pick<Shift, 'id' | 'state'>): Page => ({
  key: `report ${id} ${state}`,
  order: { what: 'report', shift_id: id },
})

/** What a sale is known by on paper; undefined while the box has not answered. */
export const referenceOf = ({ cash, payment }: Pick<Sale, 'cash' | 'payment'>): string | undefined =>
  cash?.done?.id ?? payment?.reference

/** Whether this very change is the one that paid the sale: not its being shown again. */
export const turnsPaid = (before: Sale | undefined, after: Sale | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  isSameSale(before, after) &&
  salePhaseOf(before) !== 'paid' &&
  salePhaseOf(after) === 'paid'

export type PrintWord = 'print_off' | 'print_doubt' | 'print_busy' | 'print_lost'
/** The till's own words for what printers do; undefined where the box's words are better. */
export function printWordOf(apiError: ApiError): PrintWord | undefined {
  if (apiError.kind === 'unreachable') return 'print_lost'
  if (apiError.kind === 'logged_out') return undefined
  if (apiError.errorCode === 'network_unavailable') return 'print_off'
  if (apiError.errorCode === 'outcome_unknown') return 'print_doubt'
  return apiError.errorCode === 'conflict' ? 'print_busy' : undefined
}
