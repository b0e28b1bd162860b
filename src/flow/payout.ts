// Paying out: once per idempotency key, sent once, and never called failed while nobody knows. Plan → call →
// record.
import type { Appliance } from '../appliance.ts'
import type { Connector, PayoutOrder } from '../connector/connector.ts'
import { nextCheckMs } from '../connector/connector.ts'
import type { Account, ApiVersion } from '../domain/account.ts'
import type { Actor } from '../domain/audit-log.ts'
import { assert, Fault } from '../domain/fault.ts'
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
import { fillAnswer, insertAnswer } from '../store/idempotency.ts'
import { putJob } from '../store/job.ts'
import { findPayout, insertPayout, lockPayout, updatePayout } from '../store/payout.ts'
import { lockBalance, post } from '../store/posting.ts'
import type { Tx } from '../store/statement.ts'
import { success } from '../wire/money.ts'
import { payoutView } from '../wire/payout.ts'
import { payoutEventBody } from '../wire/webhook.ts'
import { connectorOf } from './attempt.ts'
import { recordAudit } from './audit-log.ts'
import { announce } from './event.ts'
import {
  type IdempotentRequest,
  networkWaitMs,
  runExclusive,
  type StoredResponse,
  storedAnswer,
  withTimeout,
} from './idempotency.ts'

/** A request that has passed every check of its shape. */
export interface PayoutRequest {
  /** Whole shillings. */
  readonly amount: number
  readonly recipient: Recipient
  readonly narration: string
  readonly metadata: Metadata
  readonly webhookUrl: string | undefined
  readonly apiVersion: ApiVersion
  readonly by: Actor
}

/** Amount, fee and their sum, whole shillings. */
export const payoutFee = (account: Account, amount: number) => {
  const fee = feeOn(amount, account.fees.payout)
  return { amount, fee, total: amount + fee }
}

function payoutConnector(appliance: Appliance, account: Account, channel: Recipient['channel']): Connector {
  for (const connector of appliance.connectors.values())
    if (
      (connector.name === 'simulator') === (account.mode === 'sandbox') &&
      connector.payouts.includes(channel)
    )
      return connector
  throw new Fault(
    'method_unavailable',
    `this ${account.mode} account has no network that pays out to ${channel === 'bank' ? 'banks' : 'wallets'}: connect one under Settings → Networks`,
  )
}

const answered = (payout: Payout): StoredResponse => ({
  status: 201,
  body: JSON.stringify(success(201, payoutView(payout))),
  replayed: false,
})

/** Pays out and answers as JSON; the same key and request get the same answer. */
export function sendPayout(
  appliance: Appliance,
  account: Account,
  request: PayoutRequest,
  once: IdempotentRequest | undefined,
): Promise<StoredResponse> {
  const connector = payoutConnector(appliance, account, request.recipient.channel)
  const call = () => planAndSend(appliance, account, request, once, connector)
  return once ? runExclusive(appliance, account.id, once, call) : call()
}

async function planAndSend(
  appliance: Appliance,
  account: Account,
  request: PayoutRequest,
  once: IdempotentRequest | undefined,
  connector: Connector,
): Promise<StoredResponse> {
  const { store } = appliance
  const planned = await store.write(tx => plan(tx, appliance, account, request, once, connector))
  if ('stored' in planned) {
    const { status, body, subject } = planned.stored
    if (body && status !== null) return { status, body, replayed: true }
    const payout = await findPayout(store.read, subject)
    assert(payout, 'a claimed key has its payout')
    return keepAnswer(appliance, account, payout, once)
  }
  if (connector.reach === 'box') return planned.answer
  const sent = withTimeout(appliance, networkWaitMs, send(appliance, planned.payout, connector))
  return keepAnswer(appliance, account, (await sent) ?? planned.payout, once)
}

const orderOf = (payout: Payout, account: Account): PayoutOrder => ({
  accountId: account.id,
  networkReference: payout.networkReference,
  amount: payout.amount,
  recipient: payout.recipient,
  narration: payout.narration,
  payer: account.name,
})

/**
 * Takes the money out of what is available and writes the payout down; a connector in the box takes the order
 * at once.
 */
async function plan(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: PayoutRequest,
  once: IdempotentRequest | undefined,
  connector: Connector,
) {
  const { clock, ids, random } = appliance.world
  const now = clock.now()
  const stored = once && (await storedAnswer(tx, appliance, account.id, once))
  if (stored) return { stored }
  const { fee, total } = payoutFee(account, request.amount)
  const available = await lockBalance(tx, account.id, 'merchant')
  if (available < total)
    throw new Fault(
      'insufficient_balance',
      `the payout needs ${total} TZS with its fee of ${fee}, but only ${available} are available`,
    )
  const id = ids.uuid(now)
  const fresh: Payout = {
    id,
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
    createdBy: request.by.name,
    createdAt: now,
    completedAt: null,
    endedAt: null,
  }
  const taken =
    connector.reach === 'box' ? await connector.payOut(tx, orderOf(fresh, account), now) : undefined
  const payout = taken ? nextPayout(fresh, taken, now).payout : fresh
  assert(payout.status === 'pending', 'a connector in the box only takes orders')
  await insertPayout(tx, payout)
  await post(tx, { accountId: account.id, subject: id, postings: holdPostings(payout) }, now, () =>
    ids.uuid(now),
  )
  await recordAudit(tx, appliance, {
    account,
    by: request.by,
    kind: 'payout.created',
    subject: id,
    detail: { amount: payout.amount, fees: fee, channel: payout.recipient.channel },
  })
  const checkAt = taken?.nextCheckAt ?? now + nextCheckMs(connector, networkWaitMs * 2)
  await putJob(tx, 'payout.check', id, checkAt)
  tx.after(() => appliance.notifier.publishJob(checkAt))
  const answer = answered(payout)
  if (once)
    await insertAnswer(tx, {
      accountId: account.id,
      key: once.key,
      fingerprint: once.fingerprint,
      subject: id,
      ...(taken ? { status: answer.status, body: answer.body } : { status: null, body: null }),
      createdAt: now,
      ranAt: appliance.ranMs(),
    })
  return { payout, answer }
}

/**
 * Sends a planned payout over the network: it is marked as sent before the first byte leaves, so it can never
 * be sent twice.
 */
async function send(
  appliance: Appliance,
  payout: Payout,
  connector: Extract<Connector, { reach: 'network' }>,
): Promise<Payout> {
  const { store } = appliance
  const account = await store.write(async tx => {
    const current = await lockPayout(tx, payout.id)
    if (current?.state !== 'planned' || current.status !== 'pending') return undefined
    await updatePayout(tx, { ...current, state: 'unknown' })
    return findAccount(tx, payout.accountId)
  })
  if (!account) return payout
  const outcome = await connector.payOut(orderOf(payout, account))
  return store.write(tx => recordPayout(tx, appliance, payout.id, outcome, appliance.world.clock.now()))
}

async function keepAnswer(
  appliance: Appliance,
  account: Account,
  payout: Payout,
  once: IdempotentRequest | undefined,
): Promise<StoredResponse> {
  const answer = answered(payout)
  if (once)
    await appliance.store.write(tx =>
      fillAnswer(tx, { accountId: account.id, key: once.key, status: answer.status, body: answer.body }),
    )
  return answer
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
    await post(tx, { accountId: account.id, subject: payout.id, postings }, now, () =>
      appliance.world.ids.uuid(now),
    )
  for (const type of events)
    await announce(tx, appliance, account, payout, { type, now }, happening =>
      payoutEventBody(happening, payout),
    )
}

/** Records what a network said of a payout, on the row as it is locked now. */
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
 * A network can send money back for days after it said yes: a completed payout is looked at once a day for a
 * week, the last look answered.
 */
const watchEveryMs = 86_400_000
const watchMs = 7 * watchEveryMs

/**
 * Asks the network about a payout and records what is true.
 * @returns when to ask again, or undefined when there is nothing left to ask
 */
export async function settlePayout(appliance: Appliance, id: string): Promise<number | undefined> {
  const payout = await findPayout(appliance.store.read, id)
  if (!payout || payout.status === 'failed' || payout.status === 'reversed') return undefined
  return payout.state === 'planned' ? giveUp(appliance, id) : (await askAbout(appliance, payout)).next
}

async function askAbout(
  appliance: Appliance,
  payout: Payout,
): Promise<{ isUnanswered: boolean; next: number | undefined }> {
  const { store, world } = appliance
  const connector = connectorOf(appliance, payout.connector)
  const outcome =
    connector.reach === 'box'
      ? await connector.checkPayout(store.read, payout.networkReference, world.clock.now())
      : await connector.checkPayout(payout.networkReference)
  const now = world.clock.now()
  const { status, completedAt } = await store.write(tx =>
    recordPayout(tx, appliance, payout.id, outcome, now),
  )
  const isUnanswered = outcome.kind === 'unknown'
  if (status === 'pending')
    return { isUnanswered, next: now + nextCheckMs(connector, now - payout.createdAt) }
  const isWatched = status === 'completed' && (isUnanswered || now - (completedAt ?? now) < watchMs)
  return { isUnanswered, next: isWatched ? now + watchEveryMs : undefined }
}

/**
 * A payout still planned when its check comes never left the box, which died in between: it fails, and can no
 * longer be sent.
 */
const giveUp = (appliance: Appliance, id: string): Promise<undefined> =>
  appliance.store.write(async tx => {
    const payout = await lockPayout(tx, id)
    if (payout?.state !== 'planned') return undefined
    await recordPayout(tx, appliance, id, { kind: 'failed', reason: 'not_sent' }, appliance.world.clock.now())
    return undefined
  })

/**
 * A callback about a payout arrived: it only makes us ask.
 * @param subject the payout's id and the callback's number
 * @returns when to ask again: of a completed payout whose week is over, only this callback tells that the
 * money came back
 */
export async function recheckPayout(appliance: Appliance, subject: string): Promise<number | undefined> {
  const payout = await findPayout(appliance.store.read, subject.split(':')[0] ?? subject)
  if (!payout || payout.state === 'planned' || payout.status === 'failed' || payout.status === 'reversed')
    return undefined
  const { isUnanswered, next } = await askAbout(appliance, payout)
  return payout.status === 'completed' && isUnanswered ? next : undefined
}

/** The account's payout, or 404: another account's is not found either. */
export async function getPayout(appliance: Appliance, account: Account, reference: string): Promise<Payout> {
  const found = await findPayout(appliance.store.read, reference)
  if (!found || found.accountId !== account.id)
    throw new Fault('not_found', `there is no payout with the reference ${reference.slice(0, 60)}`)
  return found
}
