// Gives money of a sale back: plan → call → record. It never gives back more than was paid, and never sends a
// refund twice: refunds over a network are sent as payouts are (payout.ts).

import type { Connection, PayoutResult } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { assert, fault } from '../domain/fault.ts'
import type { Refund, RefundWallet } from '../domain/refund.ts'
import { decideRefund, type RefundDecision } from '../domain/refund-way.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findRefund, insertPayout } from '../store/payout.ts'
import { findBalance } from '../store/posting.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { findEarlierOrder, type Route, routeFor, type SentOrder, sendOrder } from './connector.ts'
import {
  fillKey,
  findKey,
  type IdempotentRequest,
  type IdempotentResult,
  insertKey,
  responseOf,
  runExclusive,
} from './idempotency.ts'
import { networkSteps, payLocally, savePlanned } from './payout.ts'
import { lookUpPayoutName } from './payout-name.ts'
import { announceRefund } from './refund-change.ts'
import { type Approved, planRefund, type RefundRequest } from './refund-plan.ts'
import { findRefundable, type RefundableSale } from './refund-source.ts'
import { withRefusedCashRecorded } from './refused-cash.ts'
import { publishStockLeft } from './stock.ts'

/**
 * Gives money of a sale back, once per idempotency key.
 * @param approve checks and returns the second person whom a cashier needs above the owner's limit; undefined
 * where no limit applies. It is called only for a new request, with the sum of this refund and the sale's
 * earlier unapproved refunds, whole shillings
 * @throws Fault as `findRefundable`, `decideRefund`, `approve`, `routeFor` and `planRefund`, or
 * `refund_balance_too_low`
 */
export async function createRefund(
  appliance: Appliance,
  account: Account,
  request: RefundRequest,
  idempotent?: IdempotentRequest<Refund>,
  approve?: (amount: number) => Promise<Approved | undefined>,
): Promise<IdempotentResult<Refund>> {
  return runExclusive(appliance, idempotent, async () => {
    const earlierOrder = idempotent && (await findEarlierOrder(appliance, idempotent))
    if (earlierOrder) return finishRefund(appliance, idempotent, earlierOrder)
    const sale = await findRefundable(appliance.store.read, appliance, { account, ...request })
    const decision = decideRefund(sale.facts, request)
    const route = routeOf(appliance, account, sale, decision)
    const { amount: decidedAmount, way } = decision
    // `planRefund` compares this decision with the rows in the transaction, and refuses a refund that
    // differs. Without a limit, it does not compare what was given back without a second person.
    const decidedUnapproved = approve && sale.unapproved
    const approvedBy = await approve?.(decidedAmount + sale.unapproved)
    const decidedRequest = { ...request, way, decidedAmount, decidedUnapproved, approvedBy }
    if (!route) {
      const detail = { kind: 'refund', amount: decidedAmount, sale: request.reference } as const
      return withRefusedCashRecorded(appliance, { account, ...request, detail }, () =>
        refundWithoutNetwork(appliance, account, decidedRequest, idempotent),
      )
    }
    const wallet = decision.wallet && (await lookUpWalletName(appliance, account, decision, sale.isRelayed))
    return sendRefund(appliance, account, { request: decidedRequest, wallet, route }, idempotent)
  })
}

/**
 * Returns the refund that this request or an earlier one with the same key has sent, and stores its response
 * under the key. An earlier request whose response is stored already is answered with that response.
 */
async function finishRefund(
  appliance: Appliance,
  idempotent: IdempotentRequest<Refund> | undefined,
  sentOrder: SentOrder<PayoutResult, Refund>,
): Promise<IdempotentResult<Refund>> {
  if (sentOrder.kind === 'replayed') return { replayed: true, response: sentOrder.response }
  if (sentOrder.kind === 'sent') return fillKey(appliance, idempotent, sentOrder.value, sentOrder.response)
  const refund = await findRefund(appliance.store.read, sentOrder.subject)
  assert(refund, 'a claimed key has its refund')
  return fillKey(appliance, idempotent, refund)
}

/** Returns the connections that may send the refund, best first; undefined for cash and without a wallet. */
function routeOf(
  appliance: Appliance,
  account: Account,
  { connection, isRelayed }: RefundableSale,
  { way, wallet }: RefundDecision,
): Route | undefined {
  if (way === 'network') {
    assert(connection, 'a network that gives back has its connection')
    return [connection]
  }
  if (way === 'cash' || !wallet) return undefined
  return routeFor(appliance, account, { payOut: 'mobile', isRelayed })
}

/**
 * Returns the wallet of a payout with its holder's name from the network, or with its present name if no
 * network returns one. Any other wallet is returned unchanged.
 */
export async function lookUpWalletName(
  appliance: Appliance,
  account: Account,
  { way, wallet }: RefundDecision,
  isRelayed: boolean,
): Promise<RefundWallet | null> {
  if (way !== 'payout' || !wallet) return wallet
  const name = await lookUpPayoutName(appliance, account, { channel: 'mobile', ...wallet }, { isRelayed })
  return { ...wallet, name: name ?? wallet.name }
}

/** A refund to send over a network. */
interface NetworkRefund {
  readonly request: RefundRequest
  readonly wallet: RefundWallet | null
  readonly route: Route
}

/**
 * Plans a refund, sends it over its route and records the network's answer. If certainly nothing was sent
 * over one connection, the next one of the route is tried.
 */
async function sendRefund(
  appliance: Appliance,
  account: Account,
  { request, wallet, route }: NetworkRefund,
  idempotent: IdempotentRequest<Refund> | undefined,
): Promise<IdempotentResult<Refund>> {
  const [connection] = route
  const { callNetwork, record, reroute } = networkSteps(appliance)
  const sentOrder = await sendOrder<Refund, PayoutResult, Refund>(appliance, route, idempotent, {
    plan: (tx, now) => planRefund(tx, appliance, account, request, { connection, wallet }, now),
    // A refund that waits for a second person is not sent yet.
    callLocal: async (local, tx, refund) =>
      refund.state === 'waiting' ? undefined : payLocally(tx, local, refund, refund.createdAt),
    save: (tx, refund, answer) =>
      saveRefundToSend(tx, appliance, account, request, connection, refund, answer),
    callNetwork,
    async record(tx, refund, answer) {
      await record(tx, refund, answer)
      return findStoredRefund(tx, refund.id)
    },
    async reroute(tx, refund, answer, next) {
      const rerouted = await reroute(tx, refund, answer, next)
      if (!rerouted) return undefined
      const value = await findStoredRefund(tx, refund.id)
      return { ...rerouted, plan: value, value }
    },
  })
  return finishRefund(appliance, idempotent, sentOrder)
}

/** Reads a refund that this transaction has stored. */
async function findStoredRefund(tx: Tx, id: string): Promise<Refund> {
  const refund = await findRefund(tx, id)
  assert(refund, 'a refund is never deleted')
  return refund
}

/** Records a refund in cash, or one that waits until the customer names a wallet, in one transaction. */
const refundWithoutNetwork = (
  appliance: Appliance,
  account: Account,
  request: RefundRequest,
  idempotent: IdempotentRequest<Refund> | undefined,
): Promise<IdempotentResult<Refund>> =>
  appliance.store.write(async tx => {
    const usedKey = idempotent && (await findKey(tx, appliance, idempotent))
    const storedResponse = usedKey && responseOf(usedKey)
    if (storedResponse) return { replayed: true, response: storedResponse }
    const now = appliance.world.clock.now()
    const sender = { connection: undefined, wallet: null }
    const planned = await planRefund(tx, appliance, account, request, sender, now)
    const refund =
      planned.way === 'cash'
        ? await saveCashRefund(tx, appliance, account, request, planned)
        : await saveRefundToSend(tx, appliance, account, request, undefined, planned, undefined)
    const response = idempotent?.render(refund)
    if (idempotent) await insertKey(tx, appliance, idempotent, refund.id, response)
    return { replayed: false, value: refund, response }
  })

/**
 * Stores a refund that is sent now or after a wait, and holds its amount and fee in the merchant's balance.
 * @param connection undefined while the customer has to name a wallet
 * @param answer of a connection that answers inside the transaction; otherwise undefined
 * @throws Fault `refund_balance_too_low`
 */
async function saveRefundToSend(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: RefundRequest,
  connection: Connection | undefined,
  planned: Refund,
  answer: PayoutResult | undefined,
): Promise<Refund> {
  const { amount, fees } = planned
  const available = await findBalance(tx, account.id, 'merchant')
  const total = amount + fees
  if (available < total) throw fault('refund_balance_too_low', { total, fee: fees, available })
  const refund = await savePlanned(tx, appliance, connection, planned, answer)
  await recordRefund(tx, appliance, account, request, refund)
  return refund
}

/** Stores a refund that the cashier has given back in cash, and announces that it is complete. */
async function saveCashRefund(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: RefundRequest,
  refund: Refund,
): Promise<Refund> {
  publishStockLeft(tx, appliance, await insertPayout(tx, refund))
  const change = { refund, events: ['refund.completed'], refunded: refund.amount } as const
  await announceRefund(tx, appliance, account, change, refund.createdAt)
  await recordRefund(tx, appliance, account, request, refund)
  return refund
}

/** Records in the audit log who gave back how much, and who approved it. */
async function recordRefund(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  { by, approvedBy }: RefundRequest,
  { id, amount, fees, way, reason, shiftId, paymentId, cashSaleId }: Refund,
): Promise<void> {
  const detail = {
    amount,
    fees,
    way,
    reason,
    sale: paymentId ?? cashSaleId,
    shift: shiftId,
    ...(approvedBy ? { approved_by: approvedBy.id, approver: approvedBy.name } : {}),
  }
  await recordAudit(tx, appliance, { account, by, kind: 'refund.created', subject: id, detail })
}
