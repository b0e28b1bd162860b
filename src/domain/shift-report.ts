// Computes the report of a shift: the X report while it is open, the Z report once its cash is counted.
import { type Refund, refundStatus } from './refund.ts'
import {
  type DrawerMove,
  type MethodLine,
  type MoveKind,
  type SalesLine,
  type ShiftRefund,
  type ShiftReport,
  type ShiftTotal,
  saleMethods,
} from './shift.ts'

/**
 * Returns a shift's sales and the cash expected in its drawer. All amounts are whole shillings.
 * @param totals what the shift sold, one for each method and cashier
 * @param counted the cash in the drawer; null while the shift is open
 * @param requestedRefunds all refunds requested in the shift. Cash left the drawer at once, so every cash
 * refund counts; of the others, the report lists those that did not fail.
 */
export function shiftReport(
  cashFloat: number,
  totals: readonly ShiftTotal[],
  moves: readonly DrawerMove[],
  counted: number | null,
  requestedRefunds: readonly Refund[] = [],
): ShiftReport {
  const movedCash = (kind: MoveKind) => {
    const movesOfKind = moves.filter(move => move.kind === kind)
    return sum(movesOfKind, ({ amount }) => amount)
  }
  const { gross: cashSales } = salesLineOf(totals.filter(({ method }) => method === 'cash'))
  const drops = movedCash('drop')
  const payIns = movedCash('pay_in')
  const cashRefunds = requestedRefunds.filter(({ way }) => way === 'cash')
  const sentRefunds = requestedRefunds.filter(
    refund => refund.way !== 'cash' && refundStatus(refund) !== 'failed',
  )
  // Refunds marked `fromSales` were subtracted from the cash sales already.
  const laterCashRefunds = cashRefunds.filter(({ fromSales }) => !fromSales)
  const refundedCash = sum(laterCashRefunds, ({ amount }) => amount)
  const expected = cashFloat + cashSales + payIns - drops - refundedCash
  const cashiers = [...new Set(totals.map(({ cashier }) => cashier))].sort()
  return {
    byMethod: methodLinesOf(totals),
    byCashier: cashiers.map(cashier => {
      const cashierTotals = totals.filter(total => total.cashier === cashier)
      return { cashier, ...salesLineOf(cashierTotals), byMethod: methodLinesOf(cashierTotals) }
    }),
    total: salesLineOf(totals),
    cash: {
      float: cashFloat,
      sales: cashSales,
      payIns,
      drops,
      refunds: refundedCash,
      expected,
      counted,
      difference: counted === null ? null : counted - expected,
    },
    drawer: moves.map(({ shiftId: _, ...move }) => move),
    refunds: cashRefunds.map(shiftRefund),
    sentRefunds: sentRefunds.map(shiftRefund),
  }
}

/** Returns a refund as shift reports list it. */
const shiftRefund = ({ cashSaleId, paymentId, staffId, ...refund }: Refund): ShiftRefund => ({
  sale: cashSaleId ?? paymentId ?? '',
  unmatchedId: refund.unmatchedId,
  amount: refund.amount,
  way: refund.way,
  reason: refund.reason,
  cashier: staffId ?? '',
  approvedBy: refund.approvedBy,
  createdAt: refund.createdAt,
})

/** Adds up the number that `numberOf` returns for each row. */
const sum = <Row>(rows: readonly Row[], numberOf: (row: Row) => number) =>
  rows.reduce((total, row) => total + numberOf(row), 0)

/** Adds up the totals of several methods or cashiers. `net` is what is left after the networks' fees. */
function salesLineOf(totals: readonly ShiftTotal[]): SalesLine {
  const gross = sum(totals, ({ gross }) => gross)
  const fees = sum(totals, ({ fees }) => fees)
  return { count: sum(totals, ({ count }) => count), gross, fees, net: gross - fees }
}

/** Adds up the totals of each method. Methods without a sale are left out. */
const methodLinesOf = (totals: readonly ShiftTotal[]): MethodLine[] =>
  saleMethods.flatMap(method => {
    const methodTotals = totals.filter(total => total.method === method)
    return methodTotals.length > 0 ? [{ method, ...salesLineOf(methodTotals) }] : []
  })
