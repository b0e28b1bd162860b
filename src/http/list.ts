// Lists of payments: filters, pages and totals, the same cost at a million rows as at a thousand.
import { badField } from '../domain/fault.ts'
import { idFrom } from '../domain/id.ts'
import { paymentStatuses, paymentTypes } from '../domain/payment.ts'
import { countPayments, countPaymentsUpTo, listPayments, type PaymentFilter } from '../store/payment.ts'
import type { Read } from '../store/statement.ts'
import { success } from '../wire/money.ts'
import { paymentView } from '../wire/payment.ts'

const limitMax = 100
const limitDefault = 20
/** With free filters the total is exact up to here, then capped and marked. */
const exactMost = 10_000

type Query = Readonly<Record<string, string | undefined>>

function wholeOf(query: Query, name: string, ifAbsent: number, least: number, most: number): number {
  const text = query[name]
  if (text === undefined) return ifAbsent
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw badField(
      name,
      most === Number.MAX_SAFE_INTEGER
        ? `must be a whole number from ${least} on`
        : `must be a whole number from ${least} to ${most}`,
    )
  return value
}

function oneOf<T extends string>(query: Query, name: string, allowed: readonly T[]): T | undefined {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  const known = allowed.find(one => one === text)
  if (!known) throw badField(name, `must be one of ${allowed.join(', ')}`)
  return known
}

function timeOf(query: Query, name: string): number | undefined {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw badField(name, 'must be a date or a time in ISO 8601, such as 2026-11-21 or 2026-11-21T08:00:00Z')
  return time
}

/** The answer of `GET /v1/payments`: newest first, with the total of all that fit. */
export async function listAnswer(read: Read, accountId: string, query: Query) {
  const limit = wholeOf(query, 'limit', limitDefault, 1, limitMax)
  const offset = wholeOf(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
  const from = timeOf(query, 'from')
  const to = timeOf(query, 'to')
  const filter: PaymentFilter = {
    accountId,
    status: oneOf(query, 'status', paymentStatuses),
    type: oneOf(query, 'payment_type', paymentTypes),
    fromId: from === undefined ? undefined : idFrom(from),
    beforeId: to === undefined ? undefined : idFrom(to),
  }
  const free = from !== undefined || to !== undefined
  const items = await listPayments(read, filter, limit, offset)
  const total = free ? await countPaymentsUpTo(read, filter, exactMost) : await countPayments(read, filter)
  return success(200, {
    items: items.map(paymentView),
    total,
    ...(free && total === exactMost ? { total_capped: true } : {}),
    limit,
    offset,
  })
}
