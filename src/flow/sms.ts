// Receives payment SMS from a shopkeeper's phone. Each message is stored once, matched with the open sales
// over the shop's till number, and used for at most one sale, whose attempt it completes.

import type { Attempt } from '../domain/attempt.ts'
import { assert } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import { type ForwardedSms, normalSms, readSms, type SmsPayment, type SmsReading } from '../domain/sms.ts'
import {
  type BalanceChain,
  balanceChain,
  balanceDrop,
  matchSms,
  reasonOfBalance,
  type SmsContext,
  type SmsMatch,
  smsProofCount,
  smsRecentMs,
} from '../domain/sms-match.ts'
import type { Sms, SmsDecision, SmsReason } from '../domain/sms-record.ts'
import { smsTemplates } from '../domain/sms-template.ts'
import type { TillNumber } from '../domain/till-number.ts'
import { findAttempt } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { sha256 } from '../store/hash.ts'
import { findPayment } from '../store/payment.ts'
import {
  countChosenSms,
  findSmsByFingerprint,
  findSmsByUniqueId,
  insertSms,
  listEndedAt,
  listOpenSales,
  listWaitingPaidAt,
  updateSms,
} from '../store/sms.ts'
import { hasBalances, listBalances } from '../store/sms-balance.ts'
import type { Appliance } from './appliance.ts'
import { hasReversal, reportBalanceDrop, reportReversal } from './sms-alarm.ts'
import { claimSms, paymentPaidWith, unconfirmedAttempt } from './sms-claim.ts'

/** The result of receiving a message. */
export interface ReceivedSms {
  /** `choice`: several sales match, and a person chooses · `repeated`: the message was received before. */
  readonly result: 'completed' | 'choice' | 'waiting' | 'rejected' | 'repeated'
  readonly reason: SmsReason | null
}

/** Each sealed text needs this many random bytes. */
const nonceBytes = 12

/** Stored with a message that the server used without a person's decision. */
const withoutPerson: SmsDecision = { staffId: null, tillId: null, note: null }

/**
 * Receives a message that the shopkeeper's phone has forwarded, and completes the sale if it is certain which
 * sale the message paid. A message that is not about the till number's money is not stored: it is private.
 */
export async function receiveSms(
  appliance: Appliance,
  till: TillNumber,
  forwarded: ForwardedSms,
): Promise<ReceivedSms> {
  const now = appliance.world.clock.now()
  const reading = readSms(forwarded, till, now)
  if (reading.kind === 'rejected' && isPrivate(reading.reason))
    return { result: 'rejected', reason: reading.reason }
  return appliance.store.write(async tx => {
    const draft = draftSms(appliance, till, forwarded, reading, now)
    const duplicate = await findSmsByFingerprint(tx, draft)
    if (duplicate) return { result: 'repeated', reason: duplicate.reason }
    return receiveNew(tx, appliance, till, { draft, reading, text: forwarded.body }, now)
  })
}

/** Returns whether a rejected message may be the owner's private mail, by the reason of its rejection. */
const isPrivate = (reason: SmsReason) => reason === 'sms_sender_unknown' || reason === 'sms_notification'

/** Returns the row of a new message, with its text encrypted. The caller stores it. */
function draftSms(
  { seal, world }: Appliance,
  till: TillNumber,
  forwarded: ForwardedSms,
  reading: SmsReading,
  now: number,
): Sms {
  const { payment } = reading
  // A phone may forward a message twice. The fingerprint tells Kaunta that both copies are one message.
  const { sender, sentAt = '' } = forwarded
  const fingerprinted = `${seal.derive('sms fingerprint')} ${sender} ${sentAt} ${normalSms(forwarded.body)}`
  return {
    id: idWithPrefix('sms', world.ids.uuid(now)),
    accountId: till.accountId,
    connection: till.connection,
    state: reading.kind === 'rejected' ? 'rejected' : 'waiting',
    reason: reading.kind === 'rejected' ? reading.reason : null,
    fingerprint: sha256(fingerprinted),
    sender,
    text: seal.close(forwarded.body, world.random.bytes(nonceBytes)),
    template: payment?.template ?? null,
    transactionId: payment?.transactionId ?? null,
    uniqueId: payment?.uniqueId ?? null,
    amount: payment?.amount ?? null,
    balance: payment?.balance ?? null,
    balanceLabel: payment?.balanceLabel ?? null,
    paidAt: payment?.paidAt ?? null,
    payerName: payment?.payerName ?? null,
    payerPhone: payment?.payerPhone ?? null,
    receivedAt: now,
    paymentId: null,
    staffId: null,
    tillId: null,
    endedAt: null,
    note: null,
  }
}

/**
 * Receives a message that was not forwarded before: rejects it, or matches it with the open sales. A second
 * message with the same transaction id may add its balance to the first; otherwise `receiveSecond` decides.
 */
async function receiveNew(
  tx: Tx,
  appliance: Appliance,
  till: TillNumber,
  { draft, reading, text }: { readonly draft: Sms; readonly reading: SmsReading; readonly text: string },
  now: number,
): Promise<ReceivedSms> {
  const { uniqueId } = draft
  const first = uniqueId === null ? undefined : await findSmsByUniqueId(tx, { ...draft, uniqueId })
  if (first) {
    if (reading.kind === 'rejected' || !isBalanceNew(first, draft))
      return receiveSecond(tx, appliance, first, draft)
    // Add the balance to the first message, and match that message again.
    const { template, balance, balanceLabel } = draft
    const sms = { ...first, template, balance, balanceLabel, reason: null }
    return receivePayment(tx, appliance, till, { sms, payment: reading.payment, save: updateSms }, now)
  }
  if (reading.kind === 'rejected') {
    await insertSms(tx, draft)
    if (reading.reason === 'sms_reversal') await reportReversal(tx, appliance, till, text)
    return { result: 'rejected', reason: reading.reason }
  }
  return receivePayment(tx, appliance, till, { sms: draft, payment: reading.payment, save: insertSms }, now)
}

/** A message that reports a payment. */
interface IncomingSms {
  readonly sms: Sms
  readonly payment: SmsPayment
  /** Inserts a new message, or updates the stored one. */
  readonly save: (tx: Tx, sms: Sms) => Promise<unknown>
}

/** Matches a message about a payment with the open sales, and saves it. Rejects reversed money. */
async function receivePayment(
  tx: Tx,
  appliance: Appliance,
  till: TillNumber,
  incoming: IncomingSms,
  now: number,
): Promise<ReceivedSms> {
  const { sms, payment, save } = incoming
  if (await hasReversal(tx, appliance, till, payment.transactionId)) {
    await save(tx, { ...sms, state: 'rejected', reason: 'sms_reversal' })
    return { result: 'rejected', reason: 'sms_reversal' }
  }
  const balances = await balancesBefore(tx, till, payment)
  await reportBalanceDrop(tx, appliance, till, balanceDrop(payment, balances.all))
  const balance = balanceChain(payment, balances)
  const paidId = await paymentPaidWith(tx, sms)
  if (paidId !== undefined) {
    const attempt = await unconfirmedAttempt(tx, sms, paidId)
    if (attempt) return receiveConfirmed(tx, appliance, incoming, attempt, balance, now)
    // The money of the message has paid for a sale already, so it pays for no other.
    return saveMatched(tx, appliance, incoming, { kind: 'unmatched', reason: 'no_sale' }, now)
  }
  const match = matchSms(payment, await matchContextOf(tx, till, incoming, balance, now))
  return saveMatched(tx, appliance, incoming, match, now)
}

/**
 * Uses a message for the sale that a person has confirmed with its transaction id. If its balance does not
 * agree with earlier messages, it may be forged: it is only saved, and waits for the owner.
 */
async function receiveConfirmed(
  tx: Tx,
  appliance: Appliance,
  incoming: IncomingSms,
  attempt: Attempt,
  balance: BalanceChain,
  now: number,
): Promise<ReceivedSms> {
  const reason = reasonOfBalance(balance)
  if (reason) return saveMatched(tx, appliance, incoming, { kind: 'unmatched', reason }, now)
  await incoming.save(tx, incoming.sms)
  await claimSms(tx, appliance, incoming.sms, attempt, withoutPerson, now)
  return { result: 'completed', reason: null }
}

/** Returns whether a second message about the same money has a balance that the waiting first one lacks. */
const isBalanceNew = (first: Sms, second: Sms) =>
  first.state === 'waiting' &&
  first.balance === null &&
  second.balance !== null &&
  first.amount === second.amount &&
  first.connection === second.connection

/**
 * Receives a second message with the transaction id of a stored one. With the same amount it reports the same
 * money, for example in another language. With another amount, one of the two messages must be wrong: both
 * are rejected, unless the first was used already, so that neither completes a sale without an owner.
 */
async function receiveSecond(tx: Tx, appliance: Appliance, first: Sms, draft: Sms): Promise<ReceivedSms> {
  if (first.amount === draft.amount) return { result: 'repeated', reason: first.reason }
  const reason = 'sms_id_reused'
  await insertSms(tx, { ...draft, uniqueId: null, state: 'rejected', reason })
  if (first.endedAt === null) await updateSms(tx, { ...first, state: 'rejected', reason })
  appliance.world.log('warn', 'a payment SMS came with the transaction id of another', {
    sms: draft.id,
    other: first.id,
  })
  return { result: 'rejected', reason }
}

const noBalances = { all: [], claimed: [], waiting: [] }
/**
 * Returns the balances in earlier messages of the till number, with which a new message must agree.
 * @returns also `areSeen`: whether any message of the till number had a balance
 */
async function balancesBefore(tx: Tx, { connection }: TillNumber, { balanceLabel }: SmsPayment) {
  const balances = balanceLabel === null ? noBalances : await listBalances(tx, { connection, balanceLabel })
  return { ...balances, areSeen: await hasBalances(tx, connection) }
}

/** Returns what decides on a match: open sales, recent equal ones, and whether to trust the message. */
async function matchContextOf(
  tx: Tx,
  { accountId, connection, policy }: TillNumber,
  { sms: { id }, payment: { amount, template } }: IncomingSms,
  balance: BalanceChain,
  now: number,
): Promise<SmsContext> {
  const isProven = smsTemplates.some(smsTemplate => smsTemplate.name === template && smsTemplate.isProven)
  return {
    policy,
    sales: await listOpenSales(tx, { accountId, connection }),
    equalSalesEndedAt: await listEndedAt(tx, { accountId, amount, since: now - smsRecentMs }),
    equalMessagesPaidAt: await listWaitingPaidAt(tx, { connection, amount, exceptId: id }),
    isTemplateProven:
      isProven ||
      (await countChosenSms(tx, { connection, template, limit: smsProofCount })) === smsProofCount,
    balance,
    now,
  }
}

/** Saves a message, and completes the sale that it matches. If several match, notifies their tills. */
async function saveMatched(
  tx: Tx,
  appliance: Appliance,
  { sms, save }: IncomingSms,
  match: SmsMatch,
  now: number,
): Promise<ReceivedSms> {
  if (match.kind === 'automatic') {
    await save(tx, sms)
    const attempt = await findAttempt(tx, match.sale.attemptId)
    assert(attempt, 'an open sale has its attempt')
    await claimSms(tx, appliance, sms, attempt, withoutPerson, now)
    return { result: 'completed', reason: null }
  }
  await save(tx, { ...sms, reason: match.reason })
  if (match.kind === 'unmatched') return { result: 'waiting', reason: match.reason }
  for (const { paymentId } of match.sales) {
    const payment = await findPayment(tx, paymentId)
    // Publish the payment, so that the till reads the messages to choose from.
    if (payment) appliance.notifier.publishPayment(tx, payment)
  }
  return { result: 'choice', reason: match.reason }
}
