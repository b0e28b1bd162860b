// The payouts of the fake relay, and the balance they are paid from.
import { banks } from '../../src/domain/bank.ts'
import { badField, fault } from '../../src/domain/fault.ts'
import { readPhone } from '../../src/domain/phone.ts'
import { money, stamp } from '../../src/wire/money.ts'
import { type PayoutView, SendPayout } from '../../src/wire/payout.ts'
import { reader } from '../../src/wire/shape.ts'

const readPayout = reader(SendPayout)

export interface FakePayout {
  view: PayoutView
}

/** The outcome of a payout: its status, or that it is unknown. */
export const payoutAnswers = ['completed', 'failed', 'reversed', 'pending', 'unknown'] as const
export type PayoutAnswer = (typeof payoutAnswers)[number]

/** The fee of every payout, in whole shillings. */
const fee = 1_500

/**
 * Answers POST /v1/payouts/send: returns a pending payout. Throws a Fault that names what is wrong with the
 * body, or 'payout_balance_too_low'.
 */
export function newPayout(body: unknown, available: number, now: number): FakePayout {
  const { amount, channel, recipient_name: name, narration = '', metadata = {}, ...to } = readPayout(body)
  const phone = readPhone(to.recipient_phone ?? '')
  if (channel === 'mobile' && !phone) throw badField('recipient_phone', 'required_for_channel', { channel })
  if (channel === 'bank' && !banks.has(to.recipient_bank ?? ''))
    throw badField('recipient_bank', 'wrong_choice', { choices: [...banks].join(', ') })
  if (channel === 'bank' && !to.recipient_account)
    throw badField('recipient_account', 'required_for_channel', { channel })
  if (amount + fee > available) throw fault('payout_balance_too_low', { total: amount + fee, fee, available })
  const reference = crypto.randomUUID()
  return {
    view: {
      id: reference,
      reference,
      external_reference: '',
      object: 'payout',
      api_version: '2026-01-25',
      status: 'pending',
      amount: money(amount),
      fees: money(fee),
      total: money(amount + fee),
      channel:
        channel === 'mobile'
          ? { type: 'mobile_money', provider: phone?.provider ?? 'unknown' }
          : { type: 'bank', provider: (to.recipient_bank ?? '').toLowerCase() },
      recipient: {
        name,
        phone: channel === 'mobile' ? (phone?.e164 ?? '') : '',
        bank: channel === 'bank' ? (to.recipient_bank ?? '') : '',
        account: channel === 'bank' ? (to.recipient_account ?? '') : '',
      },
      narration,
      metadata,
      failure_reason: null,
      outcome_unknown: false,
      approval: null,
      manual_outcome: null,
      created_at: stamp(now),
      completed_at: null,
    },
  }
}

let receipts = 8_800_000

/** Applies the network's decision to a payout. One that was paid can only be reversed. */
export function decidePayout(payout: FakePayout, answer: PayoutAnswer, now: number): void {
  const { view } = payout
  const isPaid = view.status === 'completed'
  if (view.status === 'reversed' || (isPaid && answer !== 'reversed')) return
  if (answer === 'pending' || answer === 'unknown') {
    payout.view = { ...view, outcome_unknown: answer === 'unknown' }
    return
  }
  const decided = { ...view, status: answer, outcome_unknown: false }
  payout.view =
    answer === 'completed'
      ? { ...decided, external_reference: `P${++receipts}`, completed_at: stamp(now), failure_reason: null }
      : { ...decided, failure_reason: answer === 'failed' ? 'recipient_not_found' : 'reversed' }
}

/** Returns what a payout has taken from the balance, with its fee; 0 once it failed or was reversed. */
export const takenBy = ({ view }: FakePayout): number =>
  view.status === 'failed' || view.status === 'reversed' ? 0 : view.total.value
