// Payment SMS in the API.
import { type Static, Type } from '@sinclair/typebox'
import { staffActor } from '../domain/actor.ts'
import { smsWaitReasons } from '../domain/sms-match.ts'
import type { Sms, SmsReason } from '../domain/sms-record.ts'
import { type ActorNames, NamedActorView, namedActorView } from './actor.ts'
import { choice, nullable } from './choice.ts'
import { Money, money, Stamp, stamp } from './money.ts'

const Text = Type.String()

const rejections = [
  'sms_template_unknown',
  'sms_currency_other',
  'sms_id_missing',
  'sms_id_reused',
  'sms_till_other',
  'sms_amount_zero',
  'sms_amount_with_cents',
  'sms_amount_in_name',
  'sms_time_missing',
  'sms_time_ahead',
  'sms_clock_wrong',
  'sms_reversal',
  'sms_agent',
  'sms_loan',
  'sms_interest',
  'sms_outgoing',
  'sms_sender_unknown',
  'sms_notification',
] as const satisfies readonly SmsReason[]

const Reason = choice<SmsReason>([...smsWaitReasons, ...rejections], {
  description:
    'Why a person decides. Reasons that begin with `sms_` are about the message: it cannot complete a sale without an owner or admin',
})

/** The result of a forwarded message. */
export const ReceivedSmsView = Type.Object(
  {
    result: choice(['completed', 'choice', 'waiting', 'rejected', 'repeated', 'no_message'] as const, {
      description:
        '`completed`: it completed a sale. `choice`: a cashier chooses the sale. `waiting`: no open sale fits. `rejected`: it cannot complete a sale. `repeated`: it came before. `no_message`: a sign of life',
    }),
    reason: nullable(Reason),
  },
  { title: 'ReceivedSms' },
)
export type ReceivedSmsView = Static<typeof ReceivedSmsView>

const facts = {
  id: Text,
  amount: nullable(Money),
  paid_at: nullable(Stamp),
  received_at: Stamp,
  payer_name: nullable(Type.String({ description: 'First name and initials' })),
  payer_phone: nullable(Type.String({ description: 'The end of the number' })),
  reason: nullable(Reason),
}

export const SmsChoiceView = Type.Object(
  {
    ...facts,
    transaction_id_end: nullable(Type.String({ description: 'The last 4 characters' })),
    fits: Type.Boolean({ description: 'Amount and time are those of the sale, so a cashier may choose it' }),
    needs_digits: Type.Boolean({
      description: 'Above the account’s limit: `digits` from the customer’s own SMS are required',
    }),
  },
  { title: 'SmsChoice', description: 'A payment SMS that may be for a sale' },
)
export type SmsChoiceView = Static<typeof SmsChoiceView>

export const SmsView = Type.Object(
  {
    ...facts,
    state: choice(['waiting', 'rejected', 'claimed', 'settled'] as const, {
      description: '`claimed`: it completed a sale. `settled`: a person decided that it is for none',
    }),
    sender: Text,
    text: nullable(Type.String({ description: 'As the phone forwarded it; removed after 90 days' })),
    transaction_id: nullable(Text),
    payment_reference: nullable(Text),
    note: nullable(Text),
    decided_by: nullable(NamedActorView),
    decided_at: nullable(Stamp),
  },
  { title: 'Sms', description: 'A payment SMS that the shopkeeper’s phone forwarded' },
)
export type SmsView = Static<typeof SmsView>

/** Returns the facts about a payment SMS that both cashiers and owners see. */
const factsView = (sms: Sms) => ({
  id: sms.id,
  amount: sms.amount === null ? null : money(sms.amount),
  paid_at: stamp(sms.paidAt),
  received_at: stamp(sms.receivedAt),
  payer_name: sms.payerName,
  payer_phone: sms.payerPhone,
  reason: sms.reason,
})

/** Returns a payment SMS as it is shown to a cashier, who may choose it for a sale. */
export const smsChoiceView = (
  sms: Sms,
  { fits, needsDigits }: { readonly fits: boolean; readonly needsDigits: boolean },
): SmsChoiceView => ({
  ...factsView(sms),
  // Hide the digits that the cashier must ask the customer for.
  transaction_id_end: needsDigits ? null : (sms.transactionId?.slice(-4) ?? null),
  payer_phone: needsDigits ? null : sms.payerPhone,
  fits,
  needs_digits: needsDigits,
})

/** Returns a payment SMS as owners and admins see it. @param text the forwarded message; null once removed */
export const smsView = (sms: Sms, text: string | null, names: ActorNames): SmsView => ({
  ...factsView(sms),
  state: sms.state,
  sender: sms.sender,
  text,
  transaction_id: sms.transactionId,
  payment_reference: sms.paymentId,
  note: sms.note,
  decided_by: sms.staffId === null ? null : namedActorView(staffActor(sms.staffId, sms.tillId), names),
  decided_at: stamp(sms.endedAt),
})
