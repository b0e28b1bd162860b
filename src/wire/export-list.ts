// The columns of the exports of webhooks, shifts, keys, staff, tills and profiles: the fields of their views.
// Amounts are whole shillings, times are in UTC, and an object or a list is one cell.
import { actorOf, formatActor, staffActor } from '../domain/actor.ts'
import type { Cell } from '../domain/csv.ts'
import { dayText } from '../domain/day.ts'
import { differenceState, type StoredDifference } from '../domain/difference.ts'
import type { Profile } from '../domain/profile.ts'
import { refundedOfSales } from '../domain/shift-table.ts'
import type { Unmatched } from '../domain/unmatched.ts'
import type { KeyView } from './answer.ts'
import type { DeliveryView, EventView } from './event.ts'
import type { Columns } from './export.ts'
import { stamp } from './money.ts'
import type { ShiftView } from './shift.ts'
import type { StaffView } from './staff.ts'
import type { TillView } from './till.ts'

/** Returns a value as one cell. The items of a list are separated by spaces; an object becomes JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.join(' ')
  return JSON.stringify(value)
}

/** Returns a column for each named field of a row. The name of the field is the head of the column. */
const fields = <Row>(...names: readonly (keyof Row & string)[]): Columns<Row> =>
  Object.fromEntries(names.map(name => [name, (row: Row) => cellOf(row[name])]))

export const eventColumns = fields<EventView>('id', 'created_at', 'type', 'reference', 'api_version')

export const deliveryColumns: Columns<DeliveryView> = {
  ...fields<DeliveryView>(
    'id',
    'created_at',
    'event_id',
    'event_type',
    'reference',
    'url',
    'status',
    'attempts',
  ),
  ...fields<DeliveryView>('last_status', 'last_error', 'next_attempt_at'),
}

export const unmatchedColumns: Columns<Unmatched> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => stamp(createdAt),
  payment_reference: ({ paymentId }) => paymentId,
  amount: ({ amount }) => amount,
  reason: ({ reason }) => reason,
  resolution: ({ resolution }) => resolution,
  note: ({ note }) => note,
  settled_by: ({ settledBy }) => (settledBy === null ? null : formatActor(staffActor(settledBy))),
  settled_at: ({ settledAt }) => stamp(settledAt),
}

export const differenceColumns: Columns<StoredDifference> = {
  id: ({ id }) => id,
  date: ({ day }) => dayText(day),
  network: ({ network }) => network,
  source: ({ source }) => source,
  result: ({ result }) => result,
  state: differenceState,
  kind: ({ kind }) => kind,
  reference: ({ subject }) => subject,
  network_reference: ({ reference, networkReference }) => reference ?? networkReference,
  receipt: ({ receipt, networkReceipt }) => networkReceipt ?? receipt,
  amount_here: ({ ownAmount }) => ownAmount,
  amount_there: ({ networkAmount }) => networkAmount,
  state_here: ({ ownState }) => ownState,
  state_there: ({ networkState }) => networkState,
  found_at: ({ foundAt }) => stamp(foundAt),
  cured_at: ({ curedAt }) => stamp(curedAt),
  seen_at: ({ seenAt }) => stamp(seenAt),
  seen_by: ({ seenBy }) => (seenBy === null ? null : formatActor(staffActor(seenBy))),
  note: ({ note }) => note,
}

export const keyColumns: Columns<KeyView> = {
  ...fields<KeyView>('id', 'name', 'hint', 'scopes', 'created_at'),
  created_by: ({ created_by: { id } }) => formatActor(actorOf({ staffId: id })),
  ...fields<KeyView>('last_used_at', 'revoked_at'),
}

export const staffColumns: Columns<StaffView> = {
  ...fields<StaffView>('id', 'name', 'email', 'role', 'created_at', 'last_login_at'),
  ...fields<StaffView>('two_factor', 'pin_set', 'may_confirm'),
}

export const tillColumns: Columns<TillView> = {
  ...fields<TillView>('id', 'name', 'created_at', 'paired_at', 'last_seen_at', 'revoked_at'),
  signed_in: ({ staff }) => staff?.name ?? null,
  open_shift: ({ shift }) => shift?.id ?? null,
  printer: ({ printer }) => printer?.host ?? null,
}

/** Returns the sum of refunds in whole shillings. */
const sumOf = (refunds: readonly { readonly amount: number }[]) =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

export const shiftColumns: Columns<ShiftView> = {
  ...fields<ShiftView>('id', 'number'),
  till: ({ till }) => till.name,
  state: ({ state }) => state,
  opened_at: ({ opened_at }) => opened_at,
  opened_by: ({ opened_by }) => opened_by.name,
  closed_at: ({ closed_at }) => closed_at,
  closed_by: ({ closed_by }) => closed_by?.name ?? null,
  sales: ({ report }) => report.total.count,
  gross: ({ report }) => report.total.gross,
  fees: ({ report }) => report.total.fees,
  net: ({ report }) => report.total.net,
  cash_float: ({ report }) => report.cash.float,
  cash_sales: ({ report }) => report.cash.sales,
  cash_in: ({ report }) => report.cash.pay_ins,
  cash_out: ({ report }) => report.cash.drops,
  cash_refunds: ({ report }) => report.refunds.length,
  cash_refunded: ({ report }) => sumOf(report.refunds),
  cash_refunds_approved: ({ report }) => report.refunds.filter(refund => refund.approved_by !== null).length,
  cash_expected: ({ report }) => report.cash.expected,
  cash_counted: ({ report }) => report.cash.counted,
  cash_difference: ({ report }) => report.cash.difference,
  sent_refunds: ({ report }) => report.sent_refunds.length,
  sent_refunded: ({ report }) => sumOf(report.sent_refunds),
  gross_after_refunds: ({ report }) => report.total.gross - refundedOfSales(report),
}

export const profileColumns: Columns<Profile> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  merchant_name: ({ merchantName }) => merchantName,
  brand_color: ({ brandColor }) => brandColor,
  locale: ({ locale }) => locale,
  allowed_methods: ({ allowedMethods }) => allowedMethods.join(' '),
  collect_email: ({ collectEmail }) => collectEmail,
  redirect_url: ({ redirectUrl }) => redirectUrl,
  webhook_url: ({ webhookUrl }) => webhookUrl,
  is_default: ({ isDefault }) => isDefault,
  shop_page: ({ shopPage }) => shopPage,
  created_at: ({ createdAt }) => stamp(createdAt),
}
