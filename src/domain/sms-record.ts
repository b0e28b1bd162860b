// A stored payment SMS and its states:
//
//   waiting ──► claimed    it completed a sale: without a person, or chosen by one
//   rejected ─► claimed    an owner used it for a sale, with a reason
//      └──────► settled    a person decided that it completes no sale
//
// `waiting` may still be for a sale; `rejected` must not complete one without an owner.
import { fault } from './fault.ts'
import type { SmsPayment, SmsRejection } from './sms.ts'
import type { SmsWaitReason } from './sms-match.ts'

export type SmsState = 'waiting' | 'rejected' | 'claimed' | 'settled'
/** open: the message waits for a person · settled: it was used for a sale, or a person decided. */
export const smsStatuses = ['open', 'settled'] as const
export type SmsStatus = (typeof smsStatuses)[number]
/** Why a message waits or was rejected. `sms_id_reused`: its transaction id also came with another amount. */
export type SmsReason = SmsRejection | SmsWaitReason | 'sms_id_reused'

export interface Sms extends Omit<SmsPayment, 'template' | 'amount'> {
  readonly id: string
  readonly accountId: string
  readonly connection: string
  readonly state: SmsState
  readonly reason: SmsReason | null
  readonly fingerprint: string // equal for a repeated message
  readonly sender: string
  readonly text: string | null // sealed; null 90 days after the message came
  readonly template: string | null // null when no template matches
  readonly amount: number | null // whole shillings
  readonly receivedAt: number
  readonly paymentId: string | null // the sale that it completed
  /** Who chose the sale or settled the message; null when no person was needed. */
  readonly staffId: string | null
  readonly tillId: string | null
  readonly endedAt: number | null
  readonly note: string | null
}

/** How long texts are kept. */
export const smsTextKeptMs = 90 * 86_400_000

export interface SmsDecision {
  readonly staffId: string | null
  readonly tillId: string | null
  readonly note: string | null
}

/**
 * Returns the message unchanged if it still waits for a decision.
 * @throws Fault `sms_ended` when the message was used for a sale or settled
 */
export function assertSmsOpen(sms: Sms): Sms {
  if (sms.endedAt !== null) throw fault('sms_ended')
  return sms
}

/**
 * Marks a message as the report of the money of a sale.
 * @throws Fault `sms_ended` when the message was used or settled before, `sms_without_amount` when it names
 * no amount
 */
export function applySmsClaim(
  sms: Sms,
  paymentId: string,
  decision: SmsDecision,
  now: number,
): Sms & { readonly amount: number } {
  const { amount } = assertSmsOpen(sms)
  if (amount === null) throw fault('sms_without_amount')
  return { ...sms, ...decision, amount, state: 'claimed', paymentId, endedAt: now }
}

/**
 * Settles a message that completes no sale.
 * @throws Fault `sms_ended` when the message was used for a sale or settled
 */
export const applySmsSettlement = (sms: Sms, decision: SmsDecision, now: number): Sms => ({
  ...assertSmsOpen(sms),
  ...decision,
  state: 'settled',
  endedAt: now,
})
