// A shift: one cashier's time at a till, closed by counting the drawer.
//
//   waiting ──► open ──► closed        when one closes, the next one waits and counts what completes
//
// The totals of a shift are stored by method and cashier. A closed shift never changes: later money counts in
// the next.
import { assert, fault } from './fault.ts'
import type { StoredItems } from './line-item.ts'
import type { Payment } from './payment.ts'
import type { PaymentType } from './payment-type.ts'
import type { RefundWay } from './refund.ts'
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
  /** The payment link that this cash replaces. */
  readonly sessionId: string | null
  readonly cashier: string
  readonly amount: number
  readonly given: number
  readonly note: string | null
  readonly createdAt: number
  /**
   * When the whole amount had been given back; null again when money of a refund came back. The last refund
   * shows who did so and why.
   */
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
  /** The unmatched money that it gave back; missing in reports that were frozen before it was listed. */
  readonly unmatchedId?: string | null
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

export type ShiftAction =
  | { readonly kind: 'opened'; readonly by: string; readonly float: number }
  | {
      readonly kind: 'closed'
      readonly by: string
      readonly counted: number | null
      readonly shortReason: string | null
      readonly report: ShiftReport
    }

/**
 * Opens a waiting shift, or closes an open shift.
 * @param now the time of opening or closing
 * @throws Fault `shift_already_open` for opening an open shift, `shift_not_open` for closing a waiting shift
 */
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
 * Returns the reason to store with a count: null unless the count is short.
 * @throws Fault `short_count_reason_missing` when the count is short and `reason` is null
 */
export function shortReasonOf({ cash: { difference } }: ShiftReport, reason: string | null): string | null {
  if (difference === null || difference >= 0) return null
  if (reason === null) throw fault('short_count_reason_missing')
  return reason
}

/** Checks that a shift is open. @throws Fault `shift_not_open` for a waiting or closed shift */
export function assertOpen({ state }: Shift): void {
  if (state !== 'open') throw fault('shift_not_open')
}

/** Creates the waiting shift that follows this one at the same till, with the next number. */
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
 * Returns what a change of a payment adds to the totals of its shift: the sale when the payment completes, or
 * a fee that becomes known later. Undefined when it adds nothing, or the payment belongs to no till.
 */
export function tallyOf(before: Payment, after: Payment): Tally | undefined {
  if (after.status !== 'completed' || after.tillId === null) return undefined
  const isNewSale = before.status !== 'completed'
  const countedFees = isNewSale ? 0 : (before.fees ?? 0)
  const fees = (after.fees ?? 0) - countedFees
  if (!isNewSale && fees === 0) return undefined
  const { type, staffId, amount } = after
  return {
    method: saleMethodOf[type],
    cashier: staffId ?? '',
    count: isNewSale ? 1 : 0,
    gross: isNewSale ? amount : 0,
    fees,
  }
}

/** Returns what a cash sale adds to the totals of its shift. */
export const cashTally = ({ cashier, amount }: CashSale): Tally => ({
  method: 'cash',
  cashier,
  count: 1,
  gross: amount,
  fees: 0,
})
