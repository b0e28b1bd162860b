// Payouts in the API: the create request and the view.
import { type Static, Type } from '@sinclair/typebox'
import { banks } from '../domain/bank.ts'
import { amountMax } from '../domain/payment-limit.ts'
import { manualResults, type Payout, payoutMin } from '../domain/payout.ts'
import { approvalMs } from '../domain/payout-approval.ts'
import { choice } from './choice.ts'
import { Money, money, Stamp, stamp } from './money.ts'
import { Metadata } from './payment.ts'
import { phoneHint } from './phone.ts'

/** The body of `POST /v1/payouts/send`. */
export const SendPayout = Type.Object(
  {
    amount: Type.Integer({ minimum: payoutMin, maximum: amountMax, description: 'whole shillings' }),
    channel: Type.Union([Type.Literal('mobile'), Type.Literal('bank')]),
    recipient_name: Type.String({ minLength: 1, maxLength: 200 }),
    recipient_phone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 30, ...phoneHint, description: 'Required for mobile' }),
    ),
    recipient_bank: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 30,
        documentedEnum: [...banks], // only capitals, although it is read in any case
        description: 'A bank code, in capitals or not; required for bank',
      }),
    ),
    recipient_account: Type.Optional(
      Type.String({
        maxLength: 34,
        pattern: '^[A-Za-z0-9-]{4,34}$',
        description: 'an account number of 4 to 34 letters, digits or dashes',
      }),
    ),
    narration: Type.Optional(Type.String({ maxLength: 200 })),
    webhook_url: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    metadata: Type.Optional(Metadata),
  },
  { title: 'SendPayout' },
)
export type SendPayout = Static<typeof SendPayout>

/** The query of `GET /v1/payouts/name`. */
export const LookUpName = Type.Pick(SendPayout, [
  'channel',
  'recipient_phone',
  'recipient_bank',
  'recipient_account',
])

export const PayoutNameView = Type.Object(
  {
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'As the network has it; null when it names none, or does not answer in time',
    }),
  },
  { title: 'PayoutName' },
)

export const ApprovalView = Type.Object(
  {
    state: choice(['waiting', 'approved', 'declined', 'expired'] as const, {
      description: 'While it is `waiting`, nothing is sent; `declined` and `expired` payouts fail',
    }),
    requested_by: Type.Union([Type.String(), Type.Null()], {
      description:
        'The `id` of the person who made the payout, or named the wallet of a refund, or whose key did: another person decides',
    }),
    decided_by: Type.Union([Type.String({ description: 'The `id` of the person who decided' }), Type.Null()]),
    decided_at: Type.Union([Stamp, Type.Null()]),
    expires_at: { ...Stamp, description: 'When a waiting payout fails' },
  },
  { title: 'PayoutApproval' },
)

/** Returns the decision of a second person about a payout; null when no decision was needed. */
export const approvalView = (payout: Payout): PayoutView['approval'] =>
  payout.approval && {
    state: payout.approval,
    requested_by: payout.approvalRequestedBy,
    decided_by: payout.approvalBy,
    decided_at: stamp(payout.approvalAt),
    expires_at: stamp(payout.createdAt + approvalMs),
  }

export const ManualOutcomeView = Type.Object(
  {
    result: choice(manualResults),
    reason: Type.String(),
    by: Type.String({ description: 'The `id` of the owner' }),
    at: Stamp,
    network: choice(['silent', 'agrees', 'differs'] as const, {
      description: 'What the network has said since. `differs`: the payout was corrected by it',
    }),
  },
  { title: 'ManualOutcome' },
)

/** Returns what an owner decided while the outcome of a payout was unknown; null without a decision. */
export const manualOutcomeView = ({ manualOutcome }: Payout): PayoutView['manual_outcome'] =>
  manualOutcome && { ...manualOutcome, at: stamp(manualOutcome.at) }

export const PayoutView = Type.Object(
  {
    id: Type.String(),
    reference: Type.String({ description: 'Our reference: use it in paths' }),
    external_reference: Type.String({ description: "The network's reference; empty until known" }),
    object: Type.Literal('payout'),
    api_version: Type.String(),
    status: Type.Union([
      Type.Literal('pending'),
      Type.Literal('completed'),
      Type.Literal('failed'),
      Type.Literal('reversed'),
    ]),
    amount: Money,
    fees: Money,
    total: Money,
    channel: Type.Object({ type: Type.String(), provider: Type.String() }),
    recipient: Type.Object({
      name: Type.String(),
      phone: Type.String(),
      bank: Type.String(),
      account: Type.String(),
    }),
    narration: Type.String(),
    metadata: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    failure_reason: Type.Union([Type.String(), Type.Null()]),
    outcome_unknown: Type.Boolean({
      description: 'The outcome is unknown: neither paid nor failed. Status checks continue',
    }),
    approval: Type.Union([ApprovalView, Type.Null()], {
      description: 'The decision of a second person; null when none was needed',
    }),
    manual_outcome: Type.Union([ManualOutcomeView, Type.Null()], {
      description: 'What an owner decided while the outcome was unknown; null when no one had to',
    }),
    created_at: Stamp,
    completed_at: Type.Union([Stamp, Type.Null()]),
  },
  { title: 'Payout' },
)
export type PayoutView = Static<typeof PayoutView>

/** Returns the channel of a payout: the provider of a wallet, or the bank code in lower case. */
export const payoutChannel = ({ recipient }: Payout): PayoutView['channel'] =>
  recipient.channel === 'mobile'
    ? { type: 'mobile_money', provider: recipient.provider }
    : { type: 'bank', provider: recipient.bank.toLowerCase() }

/** Returns the recipient of a payout, with empty texts for the fields that its channel does not have. */
export const recipientView = ({ recipient }: Payout): PayoutView['recipient'] =>
  recipient.channel === 'mobile'
    ? { name: recipient.name, phone: recipient.phone, bank: '', account: '' }
    : { name: recipient.name, phone: '', bank: recipient.bank, account: recipient.account }

/** Returns a payout as the merchant sees it. `total` is the amount with the fees, which the balance paid. */
export const payoutView = (payout: Payout): PayoutView => ({
  id: payout.id,
  reference: payout.id,
  external_reference: payout.externalReference ?? '',
  object: 'payout',
  api_version: payout.apiVersion,
  status: payout.status,
  amount: money(payout.amount),
  fees: money(payout.fees),
  total: money(payout.amount + payout.fees),
  channel: payoutChannel(payout),
  recipient: recipientView(payout),
  narration: payout.narration,
  metadata: payout.metadata,
  failure_reason: payout.failureReason,
  outcome_unknown: payout.state === 'unknown',
  approval: approvalView(payout),
  manual_outcome: manualOutcomeView(payout),
  created_at: stamp(payout.createdAt),
  completed_at: stamp(payout.completedAt),
})
