// Plans a refund in the transaction that stores it: how much, by which way, and whether it waits for a person
// first.

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

/** Returns whom a refund goes to; an unnamed recipient for cash, and while the wallet is not known. */
const recipientOf = (way: RefundWay, wallet: RefundWallet | null): Recipient =>
  way === 'cash' || !wallet ? unnamedRecipient : { channel: 'mobile', ...wallet }

/** Returns what sending a refund costs on top, in whole shillings: the fee of a payout. */
export const refundFee = (account: Account, way: RefundWay, amount: number): number =>
  way === 'payout' ? feeOn(amount, account.fees.payout) : 0

/** The connection that sends a refund; none for cash and while the customer has to name a wallet. */
export interface RefundSender {
  readonly connection: Connection | undefined
  /** The wallet, with the name that the network has for it; null for cash and while no wallet is known. */
  readonly wallet: RefundWallet | null
}
const noConnection = { connector: 'cash', id: 'cash' }

/**
 * Drafts a new refund on the rows as this transaction sees them. It stores nothing, except that it releases
 * unmatched money that the refund gives back.
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
  return {
    ...unsentOrder(appliance, sender.connection ?? noConnection, now),
    ...orderColumns(account, decision, sender.wallet),
    ...(await approvalColumns(tx, account, request, sale, { ...decision, wallet: sender.wallet })),
    ...saleColumns(sale, decision),
    ...endColumns(decision, now),
    id,
    metadata: request.metadata,
    ...by,
    createdAt: now,
    reason,
    tillId: request.tillId ?? null,
    shiftId:
      request.tillId === undefined
        ? null
        : await shiftOf(tx, account, request.tillId, decision.way === 'cash' ? decision.amount : 0),
    approvedBy: request.approvedBy?.id ?? null,
    fromSales: false,
    claimTries: 0,
  }
}

/**
 * Checks that no other refund of the sale has changed what was decided before the transaction: the amount
 * that is left, or whether a second person has to approve.
 * @throws Fault `refund_left_changed`
 */
function assertAsDecided(
  account: Account,
  { decidedAmount, decidedUnapproved, approvedBy }: RefundRequest,
  amount: number,
  unapproved: number,
): void {
  const isSameAmount = amount === (decidedAmount ?? amount)
  const hasUnapprovedGrown = unapproved > (decidedUnapproved ?? unapproved)
  const isStillApproved = !hasUnapprovedGrown || approvedBy || !needsApprover(account, amount + unapproved)
  if (!isSameAmount || !isStillApproved) throw fault('refund_left_changed')
}

/** Returns the columns of the order that gives the money back. */
const orderColumns = (account: Account, { amount, way }: RefundDecision, wallet: RefundWallet | null) => ({
  accountId: account.id,
  amount,
  fees: refundFee(account, way, amount),
  way,
  recipient: recipientOf(way, wallet),
  narration: '',
  payer: account.name,
})

/** Returns the columns of a refund's end. Cash has been given back already; everything else is pending. */
const endColumns = ({ way }: RefundDecision, now: number) =>
  way === 'cash'
    ? ({ status: 'completed', completedAt: now, endedAt: now } as const)
    : ({ status: 'pending', completedAt: null, endedAt: null } as const)

/** Returns the columns of the sale that the refund belongs to. */
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
 * customer's wallet. Once the wallet is named, `sendToWallet` decides whether a second person is needed. Cash
 * was given back at the till and does not wait.
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
  // Refunds without an approval count together, so that small parts do not pass below the limit.
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
 * Returns the till's shift; cash comes from the drawer of an open one.
 * @param cash whole shillings; 0 when none is taken
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
