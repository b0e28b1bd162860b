// The filters of the console's list of sales: those of payments and of cash sales, read from one query.

import type { Account } from '../../domain/account.ts'
import { accentedWords } from '../../domain/note.ts'
import { paymentStatuses, paymentTypes } from '../../domain/payment-type.ts'
import { readPhoneEnd } from '../../domain/phone.ts'
import { readShillings } from '../../domain/shillings.ts'
import { type CashFilter, cashKeyOf } from '../../store/cash-list.ts'
import type { Read } from '../../store/engine/statement.ts'
import type { PaymentFilter } from '../../store/payment-filter.ts'
import type { PeriodRange } from '../../store/range.ts'
import type { Caller } from '../access/caller.ts'
import { searchFilterOf } from '../payments/payment-list.ts'
import { oneOf, periodQueryOf, type Query, rangeOf, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'

const saleStates = [...paymentStatuses, 'unknown', 'refunded'] as const
const saleMethods = [...paymentTypes, 'cash'] as const

/**
 * The filters of payments and of cash sales, undefined where none of that kind can match; and the range of
 * the page.
 */
export interface SaleFilter {
  readonly fromId?: string | undefined
  readonly beforeId?: string | undefined
  readonly payment: PaymentFilter | undefined
  readonly cash: CashFilter | undefined
}

/** Smaller numbers are searched as words of the note, such as a table's number. Shillings. */
const searchedAmountMin = 100
/**
 * Returns how to search cash sales for a term: as an amount in shillings, or as words of the note. Unlike
 * payments, they have no phone number. A term without words, such as a dash, is searched as it is.
 */
function cashSearchOf(term: string | undefined): Pick<CashFilter, 'amount' | 'words'> {
  if (term === undefined) return {}
  // The end of a phone number, such as `•••678`, is not an amount.
  if (readPhoneEnd(term)?.isMasked) return { words: [term] }
  const amount = readShillings(term)
  if (amount !== undefined && amount >= searchedAmountMin) return { amount }
  const words = accentedWords(term)
  return { words: words.length > 0 ? words : [term] }
}

/**
 * Returns the filters in a query of the list, limited to the sales that the caller may see. A kind of sale
 * that the query excludes has no filter: cash has neither the types nor most statuses of payments.
 * @throws Fault naming an invalid filter
 */
export async function saleFilterOf(server: Server, caller: Caller, query: Query): Promise<SaleFilter> {
  const { account, salesScope } = caller
  const state = oneOf(query, 'state', saleStates)
  const method = oneOf(query, 'method', saleMethods)
  const status = paymentStatuses.find(name => name === state)
  const type = paymentTypes.find(name => name === method)
  const term = textOf(query, 'q')
  const isRefunded = refundFilterOf(state)
  const includesCash = type === undefined && (state === undefined || isRefunded !== undefined)
  const paymentQuery = {
    q: query.q,
    ...periodQueryOf(query),
    status: isRefunded ? 'completed' : status, // a refunded payment stays completed
    payment_type: type,
  }
  const stateFilter = state === undefined ? {} : { unknown: state === 'unknown', isRefunded }
  let payment: PaymentFilter | undefined
  if (method !== 'cash')
    payment = { ...(await searchFilterOf(server.appliance, caller, paymentQuery)), ...stateFilter }
  if (!includesCash) return { payment, cash: undefined }
  const cashRange = await cashRangeOf(server.appliance.store.read, account, query)
  const cash = { accountId: account.id, ...salesScope, isRefunded, ...cashSearchOf(term), ...cashRange }
  return { payment, cash }
}

/**
 * Returns whether a list filtered by state has only refunded sales: true for `refunded`, false for
 * `completed`, because a refunded sale is not listed as completed, and undefined for a state that refunds do
 * not affect.
 */
function refundFilterOf(state: (typeof saleStates)[number] | undefined): boolean | undefined {
  if (state === 'refunded') return true
  return state === 'completed' ? false : undefined
}

/** Returns the range of cash sales in the query's period, as keys that sort together with payment ids. */
async function cashRangeOf(read: Read, account: Account, query: Query): Promise<PeriodRange> {
  const { fromId, beforeId, ...range } = await rangeOf(read, account, query, 'cash')
  return { ...range, fromId: fromId && cashKeyOf(fromId), beforeId: beforeId && cashKeyOf(beforeId) }
}

/** Returns the larger of two ids. If one is undefined, returns the other. */
function largerId(id?: string, other?: string): string | undefined {
  if (id === undefined || other === undefined) return id ?? other
  return other > id ? other : id
}
/** Returns the smaller of two ids. If one is undefined, returns the other. */
function smallerId(id?: string, other?: string): string | undefined {
  if (id === undefined || other === undefined) return id ?? other
  return other < id ? other : id
}

/** Returns the filters of payments and of cash sales, each limited to the range of the page. */
export const rangedFiltersOf = ({ fromId, beforeId, payment, cash }: SaleFilter) => ({
  payment: payment && {
    ...payment,
    fromId: largerId(payment.fromId, fromId),
    beforeId: smallerId(payment.beforeId, beforeId),
  },
  cash: cash && {
    ...cash,
    fromId: largerId(cash.fromId, fromId),
    beforeId: smallerId(cash.beforeId, beforeId),
  },
})
