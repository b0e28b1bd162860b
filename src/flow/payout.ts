// Paying out. A payout is never sent twice, and never failed without a clear answer of its network.
import type { Appliance } from '../appliance.ts'
import {
  type Connector,
  type NetworkConnector,
  nextCheckMs,
  type PayoutAnswer,
  type PayoutOrder,
} from '../connector/connector.ts'
import type { Account, ApiVersion } from '../domain/account.ts'
import { actorColumns, type RequestedBy } from '../domain/actor.ts'
import { assert, fault } from '../domain/fault.ts'
import { networkReference } from '../domain/id.ts'
import type { Metadata } from '../domain/payment.ts'
import {
  holdPostings,
  nextPayout,
  type Payout,
  type PayoutChange,
  type PayoutOutcome,
  type Recipient,
} from '../domain/payout.ts'
import { feeOn } from '../domain/posting.ts'
import { findAccount } from '../store/account.ts'
import { putJob } from '../store/job.ts'
import { findPayout, insertPayout, lockPayout, updatePayout } from '../store/payout.ts'
import { insertPostings, lockBalance } from '../store/posting.ts'
import type { Tx } from '../store/statement.ts'
import { payoutEventBody } from '../wire/webhook.ts'
import { recordAudit } from './audit-log.ts'
import { connectorFor, connectorOf, sendOrder } from './connector.ts'
import { createEvent } from './event.ts'
import { fillKey, type IdempotentRequest, type IdempotentResult, runExclusive } from './idempotency.ts'
import { networkWaitMs } from './timeout.ts'

/** A request that has passed every check of its shape. */
export interface PayoutRequest {
  /** Whole shillings. */
  readonly amount: number
  readonly recipient: Recipient
  readonly narration: string
  readonly metadata: Metadata
  readonly webhookUrl: string | undefined
  readonly apiVersion: ApiVersion
  readonly by: RequestedBy
}

/** Amount, fee and their sum, whole shillings. */
export const payoutFee = (account: Account, amount: number) => {
  const fee = feeOn(amount, account.fees.payout)
  return { amount, fee, total: amount + fee }
}

/**
 * Holds the money and sends the payout.
 * @throws Fault `method_unavailable`, `insufficient_balance`
 */
export function sendPayout(
  appliance: Appliance,
  account: Account,
  request: PayoutRequest,
  idempotent?: IdempotentRequest<Payout>,
): Promise<IdempotentResult<Payout>> {
  const connector = connectorFor(appliance, account, { payOut: request.recipient.channel })
  return runExclusive(appliance, idempotent, async () => {
    const sent = await sendOrder<Payout, PayoutAnswer, Payout>(appliance, connector, idempotent, {
      plan: (tx, now) => planPayout(tx, appliance, account, request, connector, now),
      callLocal: (local, tx, payout) => local.payOut(tx, orderOf(payout, account), payout.createdAt),
      callNetwork: (network, payout) => sendPlanned(appliance, payout, network),
      save: (tx, payout, answer) => savePayout(tx, appliance, { account, by: request.by }, payout, answer),
      record: (tx, { id }, answer) => recordPayout(tx, appliance, id, answer, appliance.world.clock.now()),
    })
    if (sent.kind === 'replayed') return { replayed: true, response: sent.response }
    if (sent.kind === 'sent') return fillKey(appliance, idempotent, sent.value, sent.response)
    const payout = await findPayout(appliance.store.read, sent.subject)
    assert(payout, 'a claimed key has its payout')
    return fillKey(appliance, idempotent, payout, undefined)
  })
}

const orderOf = (payout: Payout, account: Account): PayoutOrder => ({
  accountId: account.id,
  networkReference: payout.networkReference,
  amount: payout.amount,
  recipient: payout.recipient,
  narration: payout.narration,
  payer: account.name,
})

/** A new payout, if the balance covers it; not stored yet. */
async function planPayout(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: PayoutRequest,
  connector: Connector,
  now: number,
): Promise<Payout> {
  const { ids, random } = appliance.world
  const { fee, total } = payoutFee(account, request.amount)
  const available = await lockBalance(tx, account.id, 'merchant')
  if (available < total) throw fault('payout_balance_too_low', { total, fee, available })
  const { staffId, keyId } = actorColumns(request.by.actor)
  return {
    id: ids.uuid(now),
    accountId: account.id,
    status: 'pending',
    amount: request.amount,
    fees: fee,
    connector: connector.name,
    networkReference: networkReference(now, random.bytes(10)),
    state: 'planned',
    recipient: request.recipient,
    narration: request.narration,
    metadata: request.metadata,
    webhookUrl: request.webhookUrl ?? null,
    apiVersion: request.apiVersion,
    externalReference: null,
    failureReason: null,
    staffId,
    keyId,
    createdAt: now,
    completedAt: null,
    endedAt: null,
  }
}

/** Writes the payout, holds its money, and puts its check job. */
async function savePayout(
  tx: Tx,
  appliance: Appliance,
  { account, by }: { readonly account: Account; readonly by: RequestedBy },
  planned: Payout,
  answer: PayoutAnswer | undefined,
): Promise<Payout> {
  const { id, createdAt: now } = planned
  const payout = answer ? nextPayout(planned, answer, now).payout : planned
  assert(payout.status === 'pending', 'a local connector only takes orders')
  await insertPayout(tx, payout)
  await insertPostings(tx, { accountId: account.id, subject: id, postings: holdPostings(payout) }, now, () =>
    appliance.world.ids.uuid(now),
  )
  const { amount, fees, recipient } = payout
  await recordAudit(tx, appliance, {
    account,
    by,
    kind: 'payout.created',
    subject: id,
    detail: { amount, fees, channel: recipient.channel },
  })
  const connector = connectorOf(appliance, payout.connector)
  const checkAt = answer?.nextCheckAt ?? now + nextCheckMs(connector, networkWaitMs * 2)
  await putJob(tx, 'payout.check', id, checkAt)
  tx.after(() => appliance.notifier.publishJob(checkAt))
  return payout
}

/**
 * Sends a planned payout, marked as sent before the first byte leaves: it can never be sent twice.
 * @returns undefined when it was not planned any more, and so not sent
 */
async function sendPlanned(
  appliance: Appliance,
  { id }: Payout,
  network: NetworkConnector,
): Promise<PayoutAnswer | undefined> {
  const order = await appliance.store.write(async tx => {
    const current = await lockPayout(tx, id)
    if (current?.state !== 'planned' || current.status !== 'pending') return undefined
    await updatePayout(tx, { ...current, state: 'unknown' })
    const account = await findAccount(tx, current.accountId)
    assert(account, 'a payout has its account')
    return orderOf(current, account)
  })
  return order && network.payOut(order)
}

/** Writes a decided change: the row, the money, the events. */
async function applyPayout(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  change: PayoutChange,
  now: number,
): Promise<void> {
  const { payout, events, postings } = change
  await updatePayout(tx, payout)
  if (postings.length > 0)
    await insertPostings(tx, { accountId: account.id, subject: payout.id, postings }, now, () =>
      appliance.world.ids.uuid(now),
    )
  for (const type of events)
    await createEvent(tx, appliance, account, payout, { type, now }, happening =>
      payoutEventBody(happening, payout),
    )
}

/** Records what a network answered about a payout, on the row as it is locked now. */
async function recordPayout(
  tx: Tx,
  appliance: Appliance,
  id: string,
  outcome: PayoutOutcome,
  now: number,
): Promise<Payout> {
  const payout = await lockPayout(tx, id)
  const account = payout && (await findAccount(tx, payout.accountId))
  assert(payout && account, 'a payout has its account')
  const change = nextPayout(payout, outcome, now)
  if (change.payout !== payout) await applyPayout(tx, appliance, account, change, now)
  return change.payout
}

/**
 * A network can send money back for days after it said yes: a completed payout is checked once a day for a
 * week, until the last check was answered.
 */
const watchEveryMs = 86_400_000
const watchMs = 7 * watchEveryMs

/**
 * Checks the status of a payout with its network and records the answer.
 * @returns when to check again, or undefined when nothing is left to check
 */
export async function settlePayout(appliance: Appliance, id: string): Promise<number | undefined> {
  const payout = await findPayout(appliance.store.read, id)
  if (!payout || payout.status === 'failed' || payout.status === 'reversed') return undefined
  return payout.state === 'planned'
    ? failUnsent(appliance, id)
    : (await checkStatus(appliance, payout)).nextAt
}

async function checkStatus(
  appliance: Appliance,
  payout: Payout,
): Promise<{ isUnanswered: boolean; nextAt: number | undefined }> {
  const { store, world } = appliance
  const connector = connectorOf(appliance, payout.connector)
  const outcome = await connector.checkPayout(payout.networkReference)
  const now = world.clock.now()
  const { status, completedAt } = await store.write(tx =>
    recordPayout(tx, appliance, payout.id, outcome, now),
  )
  const isUnanswered = outcome.kind === 'unknown'
  if (status === 'pending')
    return { isUnanswered, nextAt: now + nextCheckMs(connector, now - payout.createdAt) }
  const isWatched = status === 'completed' && (isUnanswered || now - (completedAt ?? now) < watchMs)
  return { isUnanswered, nextAt: isWatched ? now + watchEveryMs : undefined }
}

/** A payout still planned at its check was never sent, because Kaunta died before: it fails for good. */
const failUnsent = (appliance: Appliance, id: string): Promise<undefined> =>
  appliance.store.write(async tx => {
    const payout = await lockPayout(tx, id)
    if (payout?.state !== 'planned') return undefined
    await recordPayout(tx, appliance, id, { kind: 'failed', reason: 'not_sent' }, appliance.world.clock.now())
    return undefined
  })

/**
 * After a callback: checks the status. The callback itself decides nothing.
 * @param subject the payout's id and the callback's number
 * @returns when to check again: a completed payout whose week is over has no other job that would find out
 * that its money came back
 */
export async function recheckPayout(appliance: Appliance, subject: string): Promise<number | undefined> {
  const payout = await findPayout(appliance.store.read, subject.split(':')[0] ?? subject)
  if (!payout || payout.state === 'planned' || payout.status === 'failed' || payout.status === 'reversed')
    return undefined
  const { isUnanswered, nextAt } = await checkStatus(appliance, payout)
  return payout.status === 'completed' && isUnanswered ? nextAt : undefined
}

/** The account's payout. @throws Fault `not_found`, also for another account's */
export async function getPayout(appliance: Appliance, account: Account, reference: string): Promise<Payout> {
  const found = await findPayout(appliance.store.read, reference)
  if (!found || found.accountId !== account.id)
    throw fault('payout_not_found', { reference: reference.slice(0, 60) })
  return found
}
