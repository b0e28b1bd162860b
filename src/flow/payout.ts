// Sends payouts. A payout is never sent twice, and never fails without a clear answer from its network.

import type { Connection, LocalConnection, NetworkConnection, PayoutResult } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { type ActorColumns, actorColumns, type RequestedBy } from '../domain/actor.ts'
import type { ApiVersion } from '../domain/api-version.ts'
import { assert, fault, shortValue } from '../domain/fault.ts'
import { networkReference } from '../domain/id.ts'
import type { Metadata } from '../domain/payment.ts'
import { holdPostings, nextPayout, type Payout, type PayoutOrder, type Recipient } from '../domain/payout.ts'
import { approvalMs, needsApproval } from '../domain/payout-approval.ts'
import { feeOn } from '../domain/posting.ts'
import { isRefund, refundPostings } from '../domain/refund.ts'
import { reasonWhilePlanned } from '../domain/refund-waiting.ts'
import { listKeys } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import { findPayout, insertPayout, keepPayoutMemo, updatePayout } from '../store/payout.ts'
import { findBalance, insertPostings } from '../store/posting.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { throughCircuit } from './circuit.ts'
import { findOrderWithoutRoute, type NetworkSteps, type Rerouted, routeFor, sendOrder } from './connector.ts'
import { fillKey, type IdempotentRequest, type IdempotentResult, runExclusive } from './idempotency.ts'
import { firstCheckWaitMs, sendInSteps } from './network-call.ts'
import { recordPayout } from './payout-change.ts'
import { assertPayoutsResumed } from './restore.ts'
import { publishStockLeft } from './stock.ts'
import { assertNotOfTwin } from './twin.ts'

/** A request whose shape was checked. */
export interface PayoutRequest {
  readonly amount: number // whole shillings
  readonly recipient: Recipient
  readonly narration: string
  readonly metadata: Metadata
  readonly webhookUrl: string | undefined
  readonly apiVersion: ApiVersion
  readonly by: RequestedBy
  readonly isRelayed?: boolean | undefined // whether another server's relay sent the request
}

/** Returns the amount, the account's fee for a payout of it, and their sum; whole shillings. */
export const payoutFee = (account: Account, amount: number) => {
  const fee = feeOn(amount, account.fees.payout)
  return { amount, fee, total: amount + fee }
}

/**
 * Holds the money and sends the payout, once per idempotency key. A payout above the owner's limit waits for
 * a second person first.
 * @throws Fault as `routeFor` and `planPayout`
 */
export async function sendPayout(
  appliance: Appliance,
  account: Account,
  request: PayoutRequest,
  idempotent?: IdempotentRequest<Payout>,
): Promise<IdempotentResult<Payout>> {
  const purpose = { payOut: request.recipient.channel, isRelayed: request.isRelayed }
  const send = async () => {
    // A repeated request returns what the first one sent, even if no network can send it now.
    const earlier = await findOrderWithoutRoute(appliance, account, purpose, idempotent)
    if (earlier) return earlier
    const route = routeFor(appliance, account, purpose)
    const [connection] = route
    return sendOrder<Payout, PayoutResult, Payout>(appliance, route, idempotent, {
      plan: (tx, now) => planPayout(tx, appliance, account, request, connection, now),
      callLocal: async (local, tx, payout) =>
        payout.state === 'waiting' ? undefined : local.payOut(tx, orderOf(payout), payout.createdAt),
      save: (tx, payout, answer) =>
        savePayout(tx, appliance, { account, connection, by: request.by }, payout, answer),
      ...networkSteps(appliance),
    })
  }
  return runExclusive(appliance, idempotent, async () => {
    const sentOrder = await send()
    if (sentOrder.kind === 'replayed') return { replayed: true, response: sentOrder.response }
    if (sentOrder.kind === 'sent') return fillKey(appliance, idempotent, sentOrder.value, sentOrder.response)
    const payout = await findPayout(appliance.store.read, sentOrder.subject)
    assert(payout, 'a claimed key has its payout')
    return fillKey(appliance, idempotent, payout)
  })
}

/** Returns the steps that send a planned payout over one network after another. */
export const networkSteps = (appliance: Appliance): NetworkSteps<Payout, PayoutResult, Payout> => ({
  callNetwork: (network, payout) => sendPlanned(appliance, payout, network),
  record: (tx, payout, answer) => recordPayout(tx, appliance, payout, answer, appliance.world.clock.now()),
  reroute: (tx, payout, answer, next) => reroutePayout(tx, appliance, payout, answer, next),
})

/** Returns the order that a network receives for a payout, as it was planned. */
export const orderOf = (payout: Payout): PayoutOrder => ({
  accountId: payout.accountId,
  networkReference: payout.networkReference,
  amount: payout.amount,
  recipient: payout.recipient,
  narration: payout.narration,
  payer: payout.payer,
  ...(isRefund(payout) && payout.origin ? { origin: payout.origin } : {}),
})

/** Returns the fields of an order that was not sent: its connection, and a reference new to all networks. */
export const unsentOrder = (appliance: Appliance, { connector, id }: OrderPlace, now: number) => ({
  connector,
  connection: id,
  networkReference: networkReference(now, appliance.world.random.bytes(10)),
  externalReference: null,
  failureReason: null,
  completedAt: null,
  endedAt: null,
  ranAt: appliance.ranMs(),
  yesCount: 0,
  memo: null,
  manualOutcome: null,
})
/** The connection that an order is for. */
type OrderPlace = Pick<Connection, 'connector' | 'id'>

/** Returns the person who requested a payout or refund, or created the API key that did; null for none. */
export async function requesterOf(
  tx: Tx,
  accountId: string,
  { staffId, keyId }: Pick<ActorColumns, 'staffId' | 'keyId'>,
) {
  if (keyId === null) return staffId
  const keys = await listKeys(tx, accountId)
  return keys.find(({ id }) => id === keyId)?.createdBy ?? null
}

/**
 * Drafts a new payout, if the balance covers it. It stores nothing.
 * @throws Fault `payout_balance_too_low`, or `payouts_paused_by_restore`
 */
async function planPayout(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: PayoutRequest,
  connection: Connection,
  now: number,
): Promise<Payout> {
  if (connection.reach === 'network') await assertPayoutsResumed(tx, account)
  const { fee, total } = payoutFee(account, request.amount)
  const available = await findBalance(tx, account.id, 'merchant')
  if (available < total) throw fault('payout_balance_too_low', { total, fee, available })
  const { staffId, keyId } = actorColumns(request.by.actor)
  const isWaiting = needsApproval(account, request.amount)
  return {
    ...unsentOrder(appliance, connection, now),
    id: appliance.world.ids.uuid(now),
    accountId: account.id,
    status: 'pending',
    amount: request.amount,
    fees: fee,
    state: isWaiting ? 'waiting' : 'planned',
    recipient: request.recipient,
    narration: request.narration,
    metadata: request.metadata,
    webhookUrl: request.webhookUrl ?? null,
    apiVersion: request.apiVersion,
    staffId,
    keyId,
    createdAt: now,
    approval: isWaiting ? 'waiting' : null,
    approvalRequestedBy: isWaiting ? await requesterOf(tx, account.id, { staffId, keyId }) : null,
    approvalBy: null,
    approvalAt: null,
    payer: account.name,
  }
}

/** Writes a new payout, and records in the audit log who created it. */
async function savePayout(
  tx: Tx,
  appliance: Appliance,
  { account, connection, by }: { account: Account; connection: Connection; by: RequestedBy },
  planned: Payout,
  answer: PayoutResult | undefined,
): Promise<Payout> {
  const payout = await savePlanned(tx, appliance, connection, planned, answer)
  const { id, amount, fees, recipient } = payout
  const detail = { amount, fees, channel: recipient.channel }
  await recordAudit(tx, appliance, { account, by, kind: 'payout.created', subject: id, detail })
  return payout
}

/**
 * Writes a payout or a refund, holds its money, and schedules its check.
 * @param connection undefined for a refund whose wallet is not named yet
 * @param answer the answer of a local connection; undefined for a network
 */
export async function savePlanned<Planned extends Payout>(
  tx: Tx,
  appliance: Appliance,
  connection: Connection | undefined,
  planned: Planned,
  answer: PayoutResult | undefined,
): Promise<Planned> {
  const { id, accountId, createdAt: now } = planned
  const payout: Planned = answer ? { ...planned, ...nextPayout(planned, answer, now).payout } : planned
  assert(payout.status === 'pending', 'a local connection only takes orders')
  publishStockLeft(tx, appliance, await insertPayout(tx, payout))
  const payoutPostings = holdPostings(payout)
  const postings = isRefund(payout) ? refundPostings(payoutPostings) : payoutPostings
  await insertPostings(tx, { accountId, subject: id, postings }, now)
  const waitMs = payout.state === 'waiting' || !connection ? approvalMs : firstCheckWaitMs(connection.facts)
  const checkAt = answer?.nextCheckAt ?? now + waitMs
  await putJob(tx, 'payout.check', id, checkAt)
  appliance.notifier.publishJob(tx, checkAt)
  return payout
}

/**
 * Plans the payout again over the next connection, with a new reference.
 * @param formerAnswer the answer that shows that nothing was sent over the previous network
 * @returns undefined when the previous network may have the payout
 */
async function reroutePayout(
  tx: Tx,
  appliance: Appliance,
  { id, networkReference: formerReference }: Payout,
  formerAnswer: PayoutResult,
  connection: Connection,
): Promise<Rerouted<Payout, PayoutResult, Payout> | undefined> {
  const current = await findPayout(tx, id)
  const isUnsent =
    current?.networkReference === formerReference && current.status === 'pending' && current.yesCount === 0
  if (!isUnsent) return undefined
  const now = appliance.world.clock.now()
  const failureReason = reasonWhilePlanned(current, formerAnswer)
  const order = unsentOrder(appliance, connection, now)
  const rerouted: Payout = { ...current, ...order, failureReason, state: 'planned' }
  const answer = connection.reach === 'local' ? await payLocally(tx, connection, rerouted, now) : undefined
  const payout = answer ? nextPayout(rerouted, answer, now).payout : rerouted
  await updatePayout(tx, payout)
  const checkAt = answer?.nextCheckAt ?? now + firstCheckWaitMs(connection.facts)
  await putJob(tx, 'payout.check', id, checkAt)
  return { plan: payout, value: payout, answer }
}

/**
 * Sends a planned payout. Its state becomes `unknown` before the first byte leaves, so that it is not sent
 * twice after a crash.
 * @returns the network's answer; undefined when the payout was no longer planned, so that nothing was sent
 */
async function sendPlanned(
  appliance: Appliance,
  planned: Payout,
  network: NetworkConnection,
): Promise<PayoutResult | undefined> {
  const { store, ranMs } = appliance
  const order = await store.write(async tx => {
    const current = await findPayout(tx, planned.id)
    if (current?.state !== 'planned' || current.status !== 'pending') return undefined
    await updatePayout(tx, { ...current, state: 'unknown', ranAt: ranMs() })
    return orderOf(current)
  })
  if (!order) return undefined
  return throughCircuit(appliance, network, { payOut: order.recipient.channel }, () =>
    sendInSteps(appliance, network, {
      order,
      send: async call => {
        if (order.origin) {
          assert(network.refund, 'a connection that gives back orders has refund')
          return network.refund(call)
        }
        assert(network.payOut, 'a connection that pays out to a channel has payOut')
        return network.payOut(call)
      },
      saveMemo: memo => store.write(tx => keepPayoutMemo(tx, planned, memo, ranMs())).then(() => true),
    }),
  )
}

/** Pays out over a local connection, in the transaction that plans the payout. */
export const payLocally = (tx: Tx, connection: LocalConnection, payout: Payout, now: number) =>
  connection.payOut(tx, orderOf(payout), now)

/**
 * Returns a payout of the account.
 * @throws Fault `payout_not_found`, also for another account's payout and for a refund, which is stored as a
 * payout; `forbidden` for a payout of the account's live or practice twin
 */
export async function getPayout(appliance: Appliance, account: Account, reference: string): Promise<Payout> {
  const payout = await findPayout(appliance.store.read, reference)
  assertNotOfTwin(account, payout?.accountId)
  if (!payout || payout.accountId !== account.id || isRefund(payout))
    throw fault('payout_not_found', { reference: shortValue(reference) })
  return payout
}
