// Plans a refund in the transaction that stores it: amount, way, and whether it waits for a person first.

import type { Connection } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { actorColumns, type RequestedBy } from '../domain/actor.ts'
import { currentVersion } from '../domain/api-version.ts'
import { badField, fault } from '../domain/fault.ts'
import type { Metadata } from '../domain/payment.ts'
import type { Recipient } from '../domain/payout.ts'
import { needsApproval } from '../domain/payout-approval.ts'
import { feeOn } from '../domain/posting.ts'
import { type Refund, type RefundWallet, type RefundWay, unnamedRecipient } from '../domain/refund.ts'
import { needsApprover } from '../domain/refund-approval.ts'
import type { LineReturn } from '../domain/refund-line.ts'
import { decideRefund, type RefundDecision } from '../domain/refund-way.ts'
import type { SalesScope } from '../domain/sales-scope.ts'
import { assertOpen } from '../domain/shift.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'
import { requesterOf, unsentOrder } from './payout.ts'
import { findRefundable, type RefundableSale } from './refund-source.ts'
import { assertPayoutsResumed } from './restore.ts'
import { currentShiftOf, shiftWithReport } from './shift.ts'
import { findActiveTill } from './till.ts'
import { releaseUnmatched } from './unmatched-refund.ts'

/** A request that has passed every check of its shape and of the people who make it. */
export interface RefundRequest {
  /** The reference of a payment, or the id of a cash sale. */
  readonly reference: string
  readonly unmatchedId?: string | undefined
  readonly salesScope: SalesScope
  /** Whole shillings; undefined for the sum of `lines`, or for all that is left. */
  readonly amount?: number | undefined
  readonly lines?: readonly LineReturn[] | undefined
  /** The amount that was decided before the transaction, and that a second person may have approved. */
  readonly decidedAmount?: number | undefined
  /** What the sale's earlier refunds had given back without a second person at that time. */
  readonly decidedUnapproved?: number | undefined
  readonly way?: RefundWay | undefined
  /** The wallet that the caller names instead of the one that paid. */
  readonly wallet?: RefundWallet | undefined
  readonly reason: string
  readonly metadata: Metadata
  readonly by: RequestedBy
  /** The till where a cashier gives the refund; cash comes from its drawer. */
  readonly tillId?: string | undefined
  /** The second person, whose PIN was checked. */
  readonly approvedBy?: Approved | undefined
}
/** The second person who approved a refund. */
export interface Approved {
  readonly id: string
  readonly name: string
}

/** Returns the recipient of a refund; an unnamed one for cash, and while the customer's wallet is unknown. */
const recipientOf = (way: RefundWay, wallet: RefundWallet | null): Recipient =>
  way === 'cash' || !wallet ? unnamedRecipient : { channel: 'mobile', ...wallet }

/** Returns what sending a refund costs on top of its amount, whole shillings: the fee of a payout. */
export const refundFee = (account: Account, way: RefundWay, amount: number): number =>
  way === 'payout' ? feeOn(amount, account.fees.payout) : 0

/** The connection that sends a refund; undefined for cash and while the customer has to name a wallet. */
export interface RefundSender {
  readonly connection: Connection | undefined
  /** The wallet, with the name that the network has for it; null for cash and while no wallet is known. */
  readonly wallet: RefundWallet | null
}
/** Stored in place of a connection for cash, and until the customer has named a wallet. */
const noConnection = { connector: 'cash', id: 'cash' }

/**
 * Drafts a new refund from the rows as this transaction sees them. The caller stores it. The only change in
 * the database is that unmatched money is released from suspense, if the refund gives such money back.
 * @throws Fault as `findRefundable` and `decideRefund`, `refund_left_changed`, or `payouts_paused_by_restore`
 */
export async function planRefund(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: RefundRequest,
  sender: RefundSender,
  now: number,
): Promise<Refund> {
  const sale = await findRefundable(tx, appliance, { account, ...request })
  const decision = decideRefund(sale.facts, request)
  assertAsDecided(account, request, decision.amount, sale.unapproved)
  if (sender.connection?.reach === 'network') await assertPayoutsResumed(tx, account)
  const id = appliance.world.ids.uuid(now)
  const by = actorColumns(request.by.actor)
  const { reason } = request
  if (sale.unmatched) await releaseUnmatched(tx, sale.unmatched, { id, reason, ...by }, now)
  const { wallet } = sender // with the name at its network, which the wallet of `decision` lacks
  const order = unsentOrder(appliance, sender.connection ?? noConnection, now)
  const approval = await approvalColumns(tx, account, request, sale, { ...decision, wallet })
  const drawerCash = decision.way === 'cash' ? decision.amount : 0
  const shiftId = request.tillId === undefined ? null : await shiftOf(tx, account, request.tillId, drawerCash)
  return {
    ...order,
    ...orderColumns(account, decision, wallet),
    ...approval,
    ...saleColumns(sale, decision),
    ...endColumns(decision, now),
    id,
    metadata: request.metadata,
    ...by,
    createdAt: now,
    reason,
    tillId: request.tillId ?? null,
    shiftId,
    approvedBy: request.approvedBy?.id ?? null,
    fromSales: false,
    claimTries: 0,
  }
}

/**
 * Checks that the decision made before the transaction still holds: that another refund of the sale has not
 * changed the amount, and that this refund does not need a second person now if it has none.
 * @param amount what this refund gives back as decided in the transaction, whole shillings
 * @param unapproved what the sale's earlier refunds gave back without a second person, whole shillings
 * @throws Fault `refund_left_changed`
 */
function assertAsDecided(
  account: Account,
  { decidedAmount, decidedUnapproved, approvedBy }: RefundRequest,
  amount: number,
  unapproved: number,
): void {
  // A request without a decision from before has nothing to compare.
  const isSameAmount = amount === (decidedAmount ?? amount)
  const hasUnapprovedGrown = unapproved > (decidedUnapproved ?? unapproved)
  const isStillApproved = !hasUnapprovedGrown || approvedBy || !needsApprover(account, amount + unapproved)
  if (!isSameAmount || !isStillApproved) throw fault('refund_left_changed')
}

/** Returns the columns for sending the money: amount, fee, way and recipient. */
const orderColumns = (account: Account, { amount, way }: RefundDecision, wallet: RefundWallet | null) => ({
  accountId: account.id,
  amount,
  fees: refundFee(account, way, amount),
  way,
  recipient: recipientOf(way, wallet),
  narration: '',
  payer: account.name,
})

/** Returns the status and end times of a new refund: cash is complete at once, everything else is pending. */
const endColumns = ({ way }: RefundDecision, now: number) =>
  way === 'cash'
    ? ({ status: 'completed', completedAt: now, endedAt: now } as const)
    : ({ status: 'pending', completedAt: null, endedAt: null } as const)

/** Returns the columns that link a refund to its sale, with the returned lines. */
const saleColumns = (
  { payment, cash, unmatched, origin }: RefundableSale,
  { way, lines }: RefundDecision,
) => ({
  paymentId: payment?.id ?? null,
  cashSaleId: cash?.id ?? null,
  unmatchedId: unmatched?.id ?? null,
  webhookUrl: payment?.webhookUrl ?? null,
  apiVersion: payment?.apiVersion ?? currentVersion,
  origin: way === 'network' ? origin : null,
  lineItems: lines,
})

/**
 * Returns the columns that decide whether the refund is sent at once, or waits for a second person or for the
 * customer's wallet. A refund without a wallet waits only for the wallet: once it is named, `sendToWallet`
 * decides whether a second person is needed. Cash was given back at the till and does not wait.
 */
async function approvalColumns(
  tx: Tx,
  account: Account,
  { approvedBy, by }: RefundRequest,
  { unapproved }: RefundableSale,
  { amount, way, wallet }: RefundDecision,
) {
  const isCash = way === 'cash'
  const hasRecipient = way === 'network' || wallet !== null
  // Add earlier unapproved refunds, or several small refunds could stay below the limit together.
  const isAboveLimit = !isCash && !approvedBy && needsApproval(account, amount + unapproved)
  const awaitsApproval = isAboveLimit && hasRecipient
  const orderState = awaitsApproval || !hasRecipient ? 'waiting' : 'planned'
  return {
    state: isCash ? 'settled' : orderState,
    approval: awaitsApproval ? 'waiting' : null,
    // Stored even before the wallet is named, because a node of the previous release then keeps this value.
    approvalRequestedBy: isAboveLimit ? await requesterOf(tx, account.id, actorColumns(by.actor)) : null,
    approvalBy: null,
    approvalAt: null,
  } as const
}

/**
 * Returns the id of the till's current shift. Cash needs an open shift whose drawer holds enough.
 * @param cash whole shillings taken from the drawer; 0 when the refund is not in cash
 * @throws Fault `shift_not_open`, `drop_above_drawer` for more than the drawer should hold, or as
 * `findActiveTill`
 */
async function shiftOf(tx: Tx, account: Account, tillId: string, cash: number): Promise<string> {
  await findActiveTill(tx, account, tillId)
  const { shift } = await currentShiftOf(tx, tillId)
  if (cash === 0) return shift.id
  assertOpen(shift)
  const { report } = await shiftWithReport(tx, shift)
  if (cash > report.cash.expected) throw badField('amount', 'drop_above_drawer')
  return shift.id
}
