// A shift: one cashier's time at a till, closed by counting the drawer.
//
//   waiting ──► open ──► closed        when one closes, the next one waits and counts what completes
//
// The totals of a shift are stored by method and cashier. A closed shift never changes: later money counts in
// the next.
import { assert, fault } from './fault.ts'
import type { StoredItems } from './line-item.ts'
import type { Payment, PaymentType } from './payment.ts'
import { type Refund, type RefundWay, refundStatus } from './refund.ts'
import type { SoldInShift } from './shift-item.ts'

export type ShiftState = 'waiting' | 'open' | 'closed'
export const saleMethods = ['qr', 'mobile', 'card', 'cash'] as const
export type SaleMethod = (typeof saleMethods)[number]
export const saleMethodOf: Readonly<Record<PaymentType, SaleMethod>> = {
  'dynamic-qr': 'qr',
  mobile: 'mobile',
  card: 'card',
}

export const moveKinds = ['drop', 'pay_in'] as const
/** Money taken out of the drawer, or put into it. */
export type MoveKind = (typeof moveKinds)[number]

export interface Shift {
  readonly id: string
  readonly accountId: string
  readonly tillId: string
  /** Numbered from 1 for each till. */
  readonly number: number
  readonly state: ShiftState
  /** The cash in the drawer at the opening, whole shillings. */
  readonly cashFloat: number
  readonly openedBy: string | null
  readonly openedAt: number | null
  /** The cash in the drawer at the close; null when it was not counted, because the till was revoked. */
  readonly counted: number | null
  readonly closedBy: string | null
  readonly closedAt: number | null
  /** Why the count was short; only set for a closed shift that was short. */
  readonly shortReason: string | null
  /** The report as it was at the close; null while the shift is open. */
  readonly report: ShiftReport | null
}

export interface DrawerMove {
  readonly id: string
  readonly shiftId: string
  readonly kind: MoveKind
  readonly amount: number
  readonly reason: string
  readonly cashier: string
  readonly createdAt: number
}

export interface CashSale {
  readonly id: string
  readonly accountId: string
  readonly tillId: string
  readonly shiftId: string
  /** The payment that this cash replaces. */
  readonly paymentId: string | null
  readonly cashier: string
  readonly amount: number
  readonly given: number
  readonly note: string | null
  readonly createdAt: number
  /** When the whole amount had been given back. The last refund shows who did so and why. */
  readonly voidedAt: number | null
  readonly voidedBy: string | null
  readonly voidReason: string | null
  /** The second person who approved the refund, if it needed one. */
  readonly voidApprovedBy: string | null
  readonly lineItems: StoredItems
}

/** What a shift sold with one method by one cashier, whole shillings. */
export interface ShiftTotal {
  readonly shiftId: string
  readonly method: SaleMethod
  readonly cashier: string
  readonly count: number
  readonly gross: number
  readonly fees: number
}

export interface SalesLine {
  readonly count: number
  readonly gross: number
  readonly fees: number
  readonly net: number
}
export interface MethodLine extends SalesLine {
  readonly method: SaleMethod
}
export interface ShiftReport {
  readonly byMethod: readonly MethodLine[]
  readonly byCashier: readonly (SalesLine & {
    readonly cashier: string
    readonly byMethod: readonly MethodLine[]
  })[]
  readonly total: SalesLine
  readonly cash: {
    readonly float: number
    readonly sales: number
    readonly payIns: number
    readonly drops: number
    /** Amount given back; missing in reports that were frozen when refunds were subtracted from the sales. */
    readonly refunds?: number
    /** The cash expected in the drawer. */
    readonly expected: number
    readonly counted: number | null
    readonly difference: number | null
  }
  readonly drawer: readonly Omit<DrawerMove, 'shiftId'>[]
  /** Cash that was given back. Missing in reports that were frozen before refunds were listed. */
  readonly refunds?: readonly ShiftRefund[]
  /** Missing in reports that were frozen before items were listed, and where items are not needed. */
  readonly sold?: SoldInShift
  /** Refunds by network or payout. Missing in reports that were frozen before such refunds existed. */
  readonly sentRefunds?: readonly ShiftRefund[]
}

/** A refund that was requested in the shift. */
export interface ShiftRefund {
  /** The id of the cash sale, or the reference of the payment. */
  readonly sale: string
  readonly amount: number
  /** Missing in reports that were frozen when all refunds were cash. */
  readonly way?: RefundWay
  readonly reason: string
  /** The person who gave the money back. */
  readonly cashier: string
  /** The second person, if one was needed; missing in reports that were frozen before that limit existed. */
  readonly approvedBy?: string | null
  readonly createdAt: number
}

const shiftRefund = ({ cashSaleId, paymentId, staffId, ...refund }: Refund): ShiftRefund => ({
  sale: cashSaleId ?? paymentId ?? '',
  amount: refund.amount,
  way: refund.way,
  reason: refund.reason,
  cashier: staffId ?? '',
  approvedBy: refund.approvedBy,
  createdAt: refund.createdAt,
})

const sum = <Row>(rows: readonly Row[], numberOf: (row: Row) => number) =>
  rows.reduce((total, row) => total + numberOf(row), 0)

function lineOf(totals: readonly ShiftTotal[]): SalesLine {
  const gross = sum(totals, ({ gross }) => gross)
  const fees = sum(totals, ({ fees }) => fees)
  return { count: sum(totals, ({ count }) => count), gross, fees, net: gross - fees }
}

const byMethod = (totals: readonly ShiftTotal[]): MethodLine[] =>
  saleMethods.flatMap(method => {
    const ofMethod = totals.filter(total => total.method === method)
    return ofMethod.length > 0 ? [{ method, ...lineOf(ofMethod) }] : []
  })

/**
 * A shift's sales and expected cash: the X report, or the Z report once the cash is counted.
 * @param counted null while the shift is open @param requestedRefunds in cash and by network
 */
export function shiftReport(
  cashFloat: number,
  totals: readonly ShiftTotal[],
  moves: readonly DrawerMove[],
  counted: number | null,
  requestedRefunds: readonly Refund[] = [],
): ShiftReport {
  const movedCash = (kind: MoveKind) =>
    sum(
      moves.filter(move => move.kind === kind),
      ({ amount }) => amount,
    )
  const { gross: sales } = lineOf(totals.filter(({ method }) => method === 'cash'))
  const drops = movedCash('drop')
  const payIns = movedCash('pay_in')
  const refunds = sum(
    requestedRefunds.filter(({ way, fromSales }) => way === 'cash' && !fromSales),
    ({ amount }) => amount,
  )
  const expected = cashFloat + sales + payIns - drops - refunds
  const cashiers = [...new Set(totals.map(({ cashier }) => cashier))].sort()
  return {
    byMethod: byMethod(totals),
    byCashier: cashiers.map(cashier => {
      const ofCashier = totals.filter(total => total.cashier === cashier)
      return { cashier, ...lineOf(ofCashier), byMethod: byMethod(ofCashier) }
    }),
    total: lineOf(totals),
    cash: {
      float: cashFloat,
      sales,
      payIns,
      drops,
      refunds,
      expected,
      counted,
      difference: counted === null ? null : counted - expected,
    },
    drawer: moves.map(({ shiftId: _, ...move }) => move),
    refunds: requestedRefunds.filter(({ way }) => way === 'cash').map(shiftRefund),
    sentRefunds: requestedRefunds
      .filter(refund => refund.way !== 'cash' && refundStatus(refund) !== 'failed')
      .map(shiftRefund),
  }
}

export type ShiftAction =
  | { readonly kind: 'opened'; readonly by: string; readonly float: number }
  | {
      readonly kind: 'closed'
      readonly by: string
      readonly counted: number | null
      readonly shortReason: string | null
      readonly report: ShiftReport
    }

/** @throws Fault `conflict` when a shift is already open, `invalid_state` when there is none to close */
export function nextShift(shift: Shift, action: ShiftAction, now: number): Shift {
  assert(shift.state !== 'closed', 'a closed shift never changes')
  if (action.kind === 'opened') {
    if (shift.state === 'open') throw fault('shift_already_open')
    return { ...shift, state: 'open', cashFloat: action.float, openedBy: action.by, openedAt: now }
  }
  assertOpen(shift)
  const { by, counted, shortReason, report } = action
  return { ...shift, state: 'closed', counted, closedBy: by, closedAt: now, shortReason, report }
}

/**
 * The reason to store with a count: only a short count needs one.
 * @throws Fault when it is missing
 */
export function shortReasonOf({ cash: { difference } }: ShiftReport, reason: string | null): string | null {
  if (difference === null || difference >= 0) return null
  if (reason === null) throw fault('short_count_reason_missing')
  return reason
}

/** @throws Fault `invalid_state` */
export function assertOpen({ state }: Shift): void {
  if (state !== 'open') throw fault('shift_not_open')
}

/** The shift that follows on the same till. */
export const followingShift = (
  { accountId, tillId, number }: Pick<Shift, 'accountId' | 'tillId' | 'number'>,
  id: string,
): Shift => ({
  id,
  accountId,
  tillId,
  number: number + 1,
  state: 'waiting',
  cashFloat: 0,
  openedBy: null,
  openedAt: null,
  counted: null,
  closedBy: null,
  closedAt: null,
  shortReason: null,
  report: null,
})

type Tally = Omit<ShiftTotal, 'shiftId'>

/**
 * What a payment's change adds to a shift: the sale when it completes, and a fee that becomes known only
 * later.
 */
export function tallyOf(before: Payment, after: Payment): Tally | undefined {
  if (after.status !== 'completed' || after.tillId === null) return undefined
  const isNew = before.status !== 'completed'
  const fees = (after.fees ?? 0) - (isNew ? 0 : (before.fees ?? 0))
  if (!isNew && fees === 0) return undefined
  const { type, staffId, amount } = after
  return {
    method: saleMethodOf[type],
    cashier: staffId ?? '',
    count: isNew ? 1 : 0,
    gross: isNew ? amount : 0,
    fees,
  }
}

/** What a cash sale adds to a shift. */
export const cashTally = ({ cashier, amount }: CashSale): Tally => ({
  method: 'cash',
  cashier,
  count: 1,
  gross: amount,
  fees: 0,
})
