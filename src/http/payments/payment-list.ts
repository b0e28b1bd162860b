// Lists and searches of payments: reads the query as a filter, and answers with a page and its total.

import type { Account } from '../../domain/account.ts'
import { daysWithin } from '../../domain/day.ts'
import { badField } from '../../domain/fault.ts'
import { referenceLength, referenceTailLength } from '../../domain/payment.ts'
import { paymentStatuses, paymentTypes } from '../../domain/payment-type.ts'
import { readPhone } from '../../domain/phone.ts'
import { isInScope } from '../../domain/sales-scope.ts'
import { readToken } from '../../domain/search-term.ts'
import { readSum } from '../../domain/shillings.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { findCreatedBy } from '../../flow/idempotency.ts'
import { searchFilter } from '../../flow/search.ts'
import { recordProgramRead } from '../../flow/watch.ts'
import type { Read } from '../../store/engine/statement.ts'
import { findPayment } from '../../store/payment.ts'
import type { PaymentFilter } from '../../store/payment-filter.ts'
import { countPayments, countPaymentsUpTo, listPayments, mayFitMore } from '../../store/payment-list.ts'
import { success } from '../../wire/money.ts'
import type { Caller } from '../access/caller.ts'
import { cursorPage, pageOfOne } from '../server/cursor.ts'
import {
  exactTotalMax,
  flagOf,
  oneOf,
  pageOf,
  periodOf,
  type Query,
  rangeOf,
  textOf,
  totalOfPage,
} from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { visibleView } from './visible-payment.ts'

/** Returns the filter in a query, limited to the caller's sales. @throws Fault naming an invalid parameter */
const filterOf = async (
  { store: { read } }: Appliance,
  { account, salesScope }: Caller,
  query: Query,
): Promise<PaymentFilter> => ({
  accountId: account.id,
  ...salesScope,
  status: oneOf(query, 'status', paymentStatuses),
  type: oneOf(query, 'payment_type', paymentTypes),
  unknown: flagOf(query, 'outcome_unknown'),
  ...(await rangeOf(read, account, query, 'payment')),
})

/** Whether no stored total fits the filter, so that the matching payments must be counted. */
const hasNoStoredTotal = ({ fromId, beforeId, tillId, staffId, unknown }: PaymentFilter) =>
  [fromId, beforeId, tillId, staffId, unknown].some(value => value !== undefined)

/**
 * Answers `GET /v1/payments`: a page of the payments that match, or the payment of an Idempotency-Key.
 * @param isRelayed whether the relay of another server asks, to read the status of the payments of a page
 */
export async function listAnswer(server: Server, caller: Caller, query: Query, isRelayed = false) {
  // Also refuses an invalid parameter next to an Idempotency-Key.
  const filter = await filterOf(server.appliance, caller, query)
  const key = textOf(query, 'idempotency_key')
  if (key !== undefined) return answerCreatedBy(server, caller, key, query)
  return pageAnswer(server, caller, filter, query, { needsCount: hasNoStoredTotal(filter), isRelayed })
}

/** Answers with a page of the payment that an Idempotency-Key created; empty if the caller may see none. */
async function answerCreatedBy(server: Server, caller: Caller, key: string, query: Query) {
  const id = await findCreatedBy(server.appliance, caller.account.id, key)
  const payment = id && (await findPayment(server.appliance.store.read, id))
  const isVisible =
    payment && payment.accountId === caller.account.id && isInScope(caller.salesScope, payment)
  const items = isVisible ? [visibleView(server, caller, payment)] : []
  return pageOfOne(query, items)
}

/** Answers `GET /v1/payments/search`: like the list, with more filters. */
export async function searchAnswer(server: Server, caller: Caller, query: Query) {
  const filter = await searchFilterOf(server.appliance, caller, query)
  return pageAnswer(server, caller, filter, query, { needsCount: true })
}

/**
 * Returns the filter in a query of the search: that of the list, and also by e-mail, reference, the network's
 * reference, payment number, phone, amount, words of the note, or `q`, a term that may mean any of these,
 * except an e-mail address.
 * @throws Fault naming an invalid parameter
 */
export async function searchFilterOf(
  appliance: Appliance,
  caller: Caller,
  query: Query,
): Promise<PaymentFilter> {
  const filter: PaymentFilter = {
    ...(await filterOf(appliance, caller, query)),
    email: textOf(query, 'email'),
    externalReference: textOf(query, 'external_reference'),
    token: tokenOf(query),
    phone: phoneOf(query),
    amount: amountOf(query),
  }
  return searchFilter(appliance, filter, {
    reference: referenceOf(query),
    note: textOf(query, 'note'),
    term: textOf(query, 'q'),
  })
}

/** Returns the searched phone number, E.164; undefined if absent. @throws Fault naming `phone_number` */
function phoneOf(query: Query): string | undefined {
  const text = textOf(query, 'phone_number')
  if (text === undefined) return undefined
  const phone = readPhone(text)
  if (!phone) throw badField('phone_number', 'phone_malformed')
  return phone.e164
}

/**
 * Returns the searched reference or part of one; undefined if absent.
 * @throws Fault naming `reference` when it is too short
 */
function referenceOf(query: Query): string | undefined {
  const text = textOf(query, 'reference')
  if (text !== undefined && text.length < referenceTailLength)
    throw badField('reference', 'reference_malformed', { min: referenceTailLength })
  return text
}

/** Returns the searched amount in whole shillings; undefined if absent. @throws Fault naming `amount` */
function amountOf(query: Query): number | undefined {
  const text = textOf(query, 'amount')
  if (text === undefined) return undefined
  const sum = readSum(text)
  if (sum.kind === 'cents') throw badField('amount', 'amount_not_whole', { amount: sum.amount })
  if (sum.kind === 'unreadable') throw badField('amount', 'amount_malformed')
  return sum.amount
}

/**
 * Returns the searched payment number without separators; undefined if absent. Any other text is returned as
 * it is, so that the search finds nothing.
 */
function tokenOf(query: Query): string | undefined {
  const text = textOf(query, 'payment_token')
  return text === undefined ? undefined : (readToken(text) ?? text)
}

interface PageOptions {
  /** Whether to count the payments, up to `exactTotalMax`, because no stored total fits the filter. */
  readonly needsCount: boolean
  /** Whether the relay of another server asks, to read the status of the payments of a page by offset. */
  readonly isRelayed?: boolean
}

/** Answers with a page of payments, by cursor or by offset, and the total of all that match. */
async function pageAnswer(
  server: Server,
  caller: Caller,
  filter: PaymentFilter,
  query: Query,
  options: PageOptions,
) {
  const { read } = server.appliance.store
  const cursorResult = await cursorPage(query, {
    filter,
    idOf: text => (text.length === referenceLength ? text : undefined),
    list: (paymentFilter, limit, offset) => listPayments(read, paymentFilter, limit, offset),
    countUpTo: (paymentFilter, max) => countPaymentsUpTo(read, paymentFilter, max),
    total: options.needsCount ? undefined : () => countPayments(read, filter),
  })
  if (!cursorResult) return offsetPageAnswer(server, caller, filter, query, options)
  return success(200, {
    items: cursorResult.rows.map(item => visibleView(server, caller, item)),
    ...cursorResult.page,
  })
}

/**
 * Answers with a page of payments by offset. The total follows from a page that is not full; otherwise it is
 * stored or counted. The field `total_capped` means that more payments may match than were counted.
 */
async function offsetPageAnswer(
  server: Server,
  caller: Caller,
  filter: PaymentFilter,
  query: Query,
  { needsCount, isRelayed = false }: PageOptions,
) {
  const { read } = server.appliance.store
  const page = pageOf(query)
  const items = await listPayments(read, filter, page.limit, page.offset)
  if (isRelayed) for (const item of items) recordProgramRead(server.appliance, caller.account, item)
  const countAll = () =>
    needsCount ? countUpToMax(read, filter, caller.account, query) : countPayments(read, filter)
  const fullTotal = totalOfPage({ ...page, rowCount: items.length }) ?? (await countAll())
  const total = needsCount ? Math.min(fullTotal, exactTotalMax) : fullTotal
  const isCapped = needsCount && (total === exactTotalMax || (await mayFitMore(read, filter)))
  return success(200, {
    items: items.map(item => visibleView(server, caller, item)),
    total,
    ...(isCapped ? { total_capped: true } : {}),
    ...page,
  })
}

/** Counts the payments that match, up to `exactTotalMax`. */
async function countUpToMax(
  read: Read,
  filter: PaymentFilter,
  account: Account,
  query: Query,
): Promise<number> {
  const isWholePeriod = await coversWholePeriod(read, filter, account, query)
  // The stored totals of these days show without a count whether more payments match than the maximum.
  const days = isWholePeriod ? daysWithin(periodOf(account, query), account.timeZone) : undefined
  return countPaymentsUpTo(read, filter, exactTotalMax, days)
}

/**
 * Whether the filter covers the whole period of the query. A search by the beginning of a reference narrows
 * the filter to a part of that period.
 */
async function coversWholePeriod(
  read: Read,
  filter: PaymentFilter,
  account: Account,
  query: Query,
): Promise<boolean> {
  const { fromId, beforeId } = await rangeOf(read, account, query, 'payment')
  return fromId === filter.fromId && beforeId === filter.beforeId
}
