// Shifts and cash in the API. Amounts are whole shillings.
import { type Static, Type } from '@sinclair/typebox'
import { amountMax } from '../domain/payment-limit.ts'
import { refundWays } from '../domain/refund.ts'
import {
  type CashSale,
  type MethodLine,
  moveKinds,
  type SalesLine,
  type Shift,
  type ShiftRefund,
  type ShiftReport,
  saleMethods,
} from '../domain/shift.ts'
import { choice, nullable } from './choice.ts'
import { LineItems, LineItemsView, lineItemsView } from './line-item.ts'
import { Stamp, stamp } from './money.ts'
import { SoldView, soldView } from './shift-item.ts'
import { type NameOf, Shillings, StaffName } from './till.ts'

const Text = Type.String()
const Amount = Type.Integer({ minimum: 1, maximum: amountMax, description: 'Whole shillings' })
const Drawer = Type.Integer({
  minimum: 0,
  maximum: amountMax,
  description: 'The cash in the drawer, in whole shillings',
})

export const OpenShiftBody = Type.Object({ float: Drawer }, { title: 'OpenAShift' })
export const CloseShiftBody = Type.Object(
  {
    counted: Drawer,
    reason: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Why less is there than expected; required when it is. At most 200 characters',
      }),
    ),
  },
  { title: 'CloseShift' },
)
export const MoveCashBody = Type.Object(
  {
    kind: choice(moveKinds),
    amount: Amount,
    reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'At most 200 characters' }),
  },
  { title: 'MoveCash', description: '`drop`: taken out of the drawer · `pay_in`: put into it' },
)
export const SellForCash = Type.Object(
  {
    amount: Amount,
    given: Type.Integer({
      minimum: 1,
      maximum: amountMax,
      description: 'The cash received, in whole shillings',
    }),
    note: Type.Optional(Type.String({ maxLength: 1_000, description: 'At most 200 characters' })),
    line_items: Type.Optional(LineItems),
    payment_reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'The payment of the same sale, which is voided if it is pending',
      }),
    ),
    session_reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'The payment link of the same sale, which is cancelled; its payment is voided',
      }),
    ),
  },
  { title: 'SellForCash' },
)
export const VoidCash = Type.Object(
  {
    reason: Type.String({ minLength: 1, maxLength: 1_000 }),
    pin: Type.String({ minLength: 1, maxLength: 20, description: 'The cashier’s PIN' }),
    approver_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Above `cash_refund_approval_above`: another owner or admin',
      }),
    ),
    approver_pin: Type.Optional(
      Type.String({ minLength: 1, maxLength: 20, description: 'The PIN of this person' }),
    ),
  },
  { title: 'VoidCash' },
)

export const CashView = Type.Object(
  {
    id: Text,
    amount: Shillings,
    given: Shillings,
    change: Type.Integer({ description: 'The change to give back' }),
    note: nullable(Text),
    line_items: LineItemsView,
    payment_reference: nullable(Text),
    state: Type.Union([Type.Literal('completed'), Type.Literal('voided')]),
    cashier: StaffName,
    created_at: Stamp,
    voided_at: nullable(Stamp),
    void_reason: nullable(Text),
    void_approved_by: nullable(StaffName),
  },
  { title: 'CashSale' },
)
export type CashView = Static<typeof CashView>

/** Returns a cash sale for the API, with the change that the customer got. */
export const cashView = (sale: CashSale, nameOf: NameOf): CashView => ({
  id: sale.id,
  amount: sale.amount,
  given: sale.given,
  change: sale.given - sale.amount,
  note: sale.note,
  line_items: lineItemsView(sale.lineItems),
  payment_reference: sale.paymentId,
  state: sale.voidedAt === null ? 'completed' : 'voided',
  cashier: nameOf(sale.cashier),
  created_at: stamp(sale.createdAt),
  voided_at: stamp(sale.voidedAt),
  void_reason: sale.voidReason,
  void_approved_by: sale.voidApprovedBy === null ? null : nameOf(sale.voidApprovedBy),
})

const line = { count: Type.Integer(), gross: Shillings, fees: Shillings, net: Shillings }
const MethodLineView = Type.Object({ method: choice(saleMethods), ...line }, { title: 'MethodLine' })
const RefundLine = Type.Object(
  {
    sale: Type.String({ description: 'The id of the cash sale, or the reference of the payment' }),
    unmatched_id: nullable(
      Type.String({ description: 'The unmatched money that it gave back: it takes nothing from the sales' }),
    ),
    amount: Shillings,
    way: choice(refundWays),
    reason: Text,
    cashier: StaffName,
    approved_by: nullable(StaffName),
    created_at: Stamp,
  },
  { title: 'ShiftRefund' },
)
const ReportView = Type.Object(
  {
    by_method: Type.Array(MethodLineView),
    by_cashier: Type.Array(
      Type.Object(
        { cashier: StaffName, ...line, by_method: Type.Array(MethodLineView) },
        { title: 'CashierLine' },
      ),
    ),
    total: Type.Object(line, { title: 'Line' }),
    cash: Type.Object(
      {
        float: Shillings,
        sales: Shillings,
        pay_ins: Shillings,
        drops: Shillings,
        refunds: { ...Shillings, description: 'Cash that was given back' },
        expected: Type.Integer({ description: 'float + sales + pay_ins − drops − refunds' }),
        counted: nullable(Shillings),
        difference: nullable(Type.Integer({ description: 'counted − expected' })),
      },
      { title: 'CashCount' },
    ),
    drawer: Type.Array(
      Type.Object(
        {
          kind: choice(moveKinds),
          amount: Shillings,
          reason: Text,
          cashier: StaffName,
          created_at: Stamp,
        },
        { title: 'DrawerMove' },
      ),
    ),
    refunds: Type.Array(RefundLine, { description: 'Cash that was given back; it stays in the sales' }),
    sent_refunds: Type.Array(RefundLine, { description: 'Refunds by network or payout' }),
    sold: nullable(SoldView, {
      description:
        'What was sold, before refunds. Null in lists of shifts, and where an earlier version closed the shift',
    }),
  },
  {
    title: 'ShiftReport',
    description: 'An X report of an open shift, or the final Z report of a closed one',
  },
)
type ReportView = Static<typeof ReportView>

export const ShiftView = Type.Object(
  {
    id: Text,
    number: Type.Integer({ description: 'Counts the shifts of a till, from 1' }),
    till: Type.Object({ id: Text, name: Text }),
    state: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
    opened_at: Stamp,
    opened_by: StaffName,
    closed_at: nullable(Stamp),
    closed_by: nullable(StaffName),
    short_reason: nullable(Type.String({ description: 'Why less was counted than expected' })),
    report: ReportView,
  },
  { title: 'Shift' },
)
export type ShiftView = Static<typeof ShiftView>

export const TillShiftView = Type.Object(
  {
    ...ShiftView.properties,
    report: nullable(ReportView),
  },
  {
    title: 'TillShift',
    description: 'Its report is null while it is open, where the drawer is counted blind',
  },
)
export type TillShiftView = Static<typeof TillShiftView>

/** Returns a shift as its till may see it. @param isBlind whether an open shift must hide its report */
export const tillShiftView = (view: ShiftView, isBlind: boolean): TillShiftView =>
  isBlind && view.state === 'open' ? { ...view, report: null } : view

/** Returns the number and the sums of a line of the report, without the other fields of the row. */
const lineView = ({ count, gross, fees, net }: SalesLine) => ({ count, gross, fees, net })
const methodLineView = (line: MethodLine) => ({ method: line.method, ...lineView(line) })

/** Returns a refund of the report. Reports of earlier versions have only cash refunds, without a `way`. */
const refundLineView = (refund: ShiftRefund, nameOf: NameOf): Static<typeof RefundLine> => ({
  sale: refund.sale,
  unmatched_id: refund.unmatchedId ?? null,
  amount: refund.amount,
  way: refund.way ?? 'cash',
  reason: refund.reason,
  cashier: nameOf(refund.cashier),
  approved_by: refund.approvedBy ? nameOf(refund.approvedBy) : null,
  created_at: stamp(refund.createdAt),
})

/** Returns the report of a shift. Fields that an earlier version did not store are empty. */
const reportView = (
  { byMethod, byCashier, total, cash, drawer, refunds = [], sentRefunds = [], sold }: ShiftReport,
  nameOf: NameOf,
): ReportView => ({
  by_method: byMethod.map(methodLineView),
  by_cashier: byCashier.map(line => ({
    cashier: nameOf(line.cashier),
    ...lineView(line),
    by_method: line.byMethod.map(methodLineView),
  })),
  total: lineView(total),
  cash: {
    float: cash.float,
    sales: cash.sales,
    pay_ins: cash.payIns,
    drops: cash.drops,
    refunds: cash.refunds ?? 0,
    expected: cash.expected,
    counted: cash.counted,
    difference: cash.difference,
  },
  drawer: drawer.map(({ kind, amount, reason, cashier, createdAt }) => ({
    kind,
    amount,
    reason,
    cashier: nameOf(cashier),
    created_at: stamp(createdAt),
  })),
  refunds: refunds.map(refund => refundLineView(refund, nameOf)),
  sent_refunds: sentRefunds.map(refund => refundLineView(refund, nameOf)),
  sold: sold ? soldView(sold) : null,
})

/** Returns an open or closed shift for the API, with its report. */
export const shiftView = (
  { shift, report }: { readonly shift: Shift; readonly report: ShiftReport },
  till: ShiftView['till'],
  nameOf: NameOf,
): ShiftView => ({
  id: shift.id,
  number: shift.number,
  till,
  state: shift.state === 'closed' ? 'closed' : 'open',
  opened_at: stamp(shift.openedAt ?? 0),
  opened_by: nameOf(shift.openedBy ?? ''),
  closed_at: stamp(shift.closedAt),
  closed_by: shift.closedBy === null ? null : nameOf(shift.closedBy),
  short_reason: shift.shortReason,
  report: reportView(report, nameOf),
})
