// Refunds in the API: the create request, what may be refunded, and the view. Amounts are whole shillings.
import { type Static, Type } from '@sinclair/typebox'
import { lineItemsMax, quantityMax } from '../domain/line-item.ts'
import { amountMax } from '../domain/payment-limit.ts'
import { maskPhone } from '../domain/phone.ts'
import {
  pendingReasonOf,
  pendingReasons,
  type Refund,
  type RefundWallet,
  refundStatus,
  refundStatuses,
  refundWays,
  walletOf,
} from '../domain/refund.ts'
import { linesBack, type RefundableLine, type StoredRefundLines } from '../domain/refund-line.ts'
import { waitsUntil } from '../domain/refund-waiting.ts'
import { choice, nullable } from './choice.ts'
import { LineItemShape, lineItemsView } from './line-item.ts'
import { Money, money, Stamp, stamp } from './money.ts'
import { Metadata } from './payment.ts'
import { ApprovalView, approvalView, ManualOutcomeView, manualOutcomeView } from './payout.ts'
import { phoneHint } from './phone.ts'

const Way = choice(refundWays, {
  description:
    '`network`: the network’s own refund · `payout`: a payout to a wallet · `cash`: handed over by you',
})

const walletFields = {
  phone: Type.String({ minLength: 1, maxLength: 30, ...phoneHint }),
  name: Type.Optional(Type.String({ maxLength: 200 })),
}
/** The body of `POST /v1/refunds/{id}/recipient`. */
export const RefundRecipientBody = Type.Object(walletFields, { title: 'NameRefundRecipient' })

const Line = Type.Integer({ minimum: 0, description: 'The index of the line in the sale, from 0' })

/** The body of `POST /v1/payments/{reference}/refunds`. */
export const CreateRefund = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: amountMax,
        description: 'Whole shillings; the sum of `line_items`, else all that is left when omitted',
      }),
    ),
    line_items: Type.Optional(
      Type.Array(
        Type.Object({
          line: Line,
          quantity: Type.Integer({
            minimum: 1,
            maximum: quantityMax,
            description: 'What comes back, in the unit of the line: grams of what was sold by weight',
          }),
        }),
        {
          minItems: 1,
          maxItems: lineItemsMax,
          description: 'The lines of the sale that come back; their stock and their profit move back, too',
        },
      ),
    ),
    reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'At most 200 characters' }),
    way: Type.Optional(
      choice(refundWays, { description: 'Kaunta chooses when omitted; …/refunds/options lists the ways' }),
    ),
    recipient: Type.Optional(
      Type.Object(walletFields, {
        description: 'Another wallet than the one that paid: the refund goes by payout',
      }),
    ),
    unmatched_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Unmatched money of the payment to give back, instead of what paid for it',
      }),
    ),
    metadata: Type.Optional(Metadata),
    till_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description:
          'The till whose shift counts the refund. A cash refund comes from its drawer and needs an open shift. A request from a till always uses that till.',
      }),
    ),
    pin: Type.Optional(Type.String({ maxLength: 20, description: 'On a till: the cashier’s PIN' })),
    approver_id: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'On a till, above `cash_refund_approval_above`: another owner or admin',
      }),
    ),
    approver_pin: Type.Optional(Type.String({ maxLength: 20, description: 'The PIN of this person' })),
  },
  { title: 'CreateRefund' },
)
export type CreateRefund = Static<typeof CreateRefund>

export const RefundRecipient = nullable(
  Type.Object(
    {
      phone: Type.String({ description: 'Masked' }),
      provider: Type.String(),
      name: Type.String({ description: 'As the network has it; empty when it names none' }),
    },
    { description: 'Null for cash, and until the customer names a wallet' },
  ),
)

const {
  description: _description,
  image_url: _imageUrl,
  note: _note,
  discount: _discount,
  discount_reason: _discountReason,
  ...shownOfLine
} = LineItemShape.properties
/** A line as a refund gives it back. */
const RefundLine = Type.Object(
  { line: Line, ...shownOfLine, amount: Type.Integer({ description: 'Whole shillings given back for it' }) },
  { title: 'RefundLine' },
)
export const RefundLines = Type.Array(RefundLine, {
  description: 'The lines that come back, as they were sold; empty for a refund of a sum',
})

/** A line of a sale, with how much can still be refunded. */
const RefundableLineShape = Type.Object(
  {
    line: Line,
    ...LineItemShape.properties,
    amount: Type.Integer({
      description: 'What the line is worth after all discounts and refunds of sums, whole shillings',
    }),
    refunded_quantity: Type.Integer({ minimum: 0 }),
    refunded_amount: Type.Integer({ minimum: 0, description: 'Whole shillings' }),
  },
  { title: 'RefundableLine' },
)

/** What may be refunded of a sale, and how. */
export const RefundOptionsView = Type.Object(
  {
    paid: Money,
    refundable: Money,
    amount: Money,
    way: choice(refundWays, { description: 'The way of this amount unless you ask for another' }),
    ways: Type.Array(Type.Object({ way: Way, fee: Money }), {
      description: 'All ways that can give this amount back',
    }),
    recipient: RefundRecipient,
    approval_needed: Type.Boolean({ description: 'A second person has to approve it' }),
    line_items: Type.Array(RefundableLineShape, {
      description: 'The lines of the sale, with what its refunds gave back of each, unless they failed',
    }),
  },
  {
    title: 'RefundOptions',
    description:
      '`refundable` is left to give back, `amount` is what was asked for or all that is left; a `fee` is what the way costs you on top',
  },
)
export type RefundOptionsView = Static<typeof RefundOptionsView>

/** A refund as every answer shows it. */
export const RefundView = Type.Object(
  {
    id: Type.String(),
    reference: Type.String({ description: 'The same as `id`: use it in paths' }),
    external_reference: Type.String({ description: "The network's reference; empty until known" }),
    object: Type.Literal('refund'),
    api_version: Type.String(),
    payment_reference: Type.String({ description: 'The payment, or the id of the cash sale' }),
    unmatched_id: nullable(Type.String({ description: 'The unmatched money that it gives back' })),
    status: choice(refundStatuses, {
      description: '`completed` becomes `failed` when the money comes back',
    }),
    pending_reason: nullable(
      choice(pendingReasons, {
        description:
          '`processing`: sent · `insufficient_balance`: sent once the network’s float covers it · `approval`: a second person decides · `recipient_needed`: the customer has to name a wallet · `unknown`: the network has given no outcome. Status checks continue, and nothing is sent again',
      }),
    ),
    amount: Money,
    line_items: RefundLines,
    fees: Money,
    way: Way,
    reason: Type.String(),
    recipient: RefundRecipient,
    failure_reason: nullable(Type.String()),
    metadata: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    claim_url: nullable(
      Type.String({
        description:
          'While it waits for a wallet (`recipient_needed`): show it as a QR code, and the customer names theirs there. Anyone with the link gets the money, so callers without the right to refund see null',
      }),
    ),
    claim_expires_at: nullable(Stamp),
    approval: nullable(ApprovalView),
    manual_outcome: nullable(ManualOutcomeView),
    created_at: Stamp,
    completed_at: nullable(Stamp),
  },
  { title: 'Refund' },
)
export type RefundView = Static<typeof RefundView>

/** Returns the wallet of a refund with a masked phone number; null without a wallet, as for cash. */
export const refundRecipient = (wallet: RefundWallet | null): Static<typeof RefundRecipient> =>
  wallet && { phone: maskPhone(wallet.phone), provider: wallet.provider, name: wallet.name }

/** Returns the lines that a refund gives back, without their cost prices. A refund of a sum has none. */
export const refundLinesView = (lines: StoredRefundLines): Static<typeof RefundLines> =>
  linesBack(lines).flatMap(({ line, amount, ...item }) => {
    const itemViews = lineItemsView([item]) // exactly one
    return itemViews.map(itemView => ({ ...itemView, line, amount }))
  })

/** Returns the lines of a sale, with the quantity and amount that earlier refunds gave back of each line. */
export const refundableLinesView = (lines: readonly RefundableLine[]): Static<typeof RefundableLineShape>[] =>
  lines.flatMap(({ item, amount, refundedQuantity, refundedAmount }, line) => {
    const itemViews = lineItemsView([item]) // exactly one
    return itemViews.map(itemView => ({
      ...itemView,
      line,
      amount,
      refunded_quantity: refundedQuantity,
      refunded_amount: refundedAmount,
    }))
  })

/**
 * Returns a refund as the merchant sees it.
 * @param claimUrl the link with which the customer names a wallet; null if the refund waits for no wallet, or
 * the caller may not see the link
 */
export const refundView = (refund: Refund, claimUrl: string | null): RefundView => ({
  id: refund.id,
  reference: refund.id,
  external_reference: refund.externalReference ?? '',
  object: 'refund',
  api_version: refund.apiVersion,
  payment_reference: refund.paymentId ?? refund.cashSaleId ?? '',
  unmatched_id: refund.unmatchedId,
  status: refundStatus(refund),
  pending_reason: pendingReasonOf(refund),
  amount: money(refund.amount),
  line_items: refundLinesView(refund.lineItems),
  fees: money(refund.fees),
  way: refund.way,
  reason: refund.reason,
  recipient: refundRecipient(walletOf(refund)),
  failure_reason: refundStatus(refund) === 'failed' ? refund.failureReason : null,
  metadata: refund.metadata,
  claim_url: claimUrl,
  claim_expires_at: claimUrl === null ? null : stamp(waitsUntil(refund)),
  approval: approvalView(refund),
  manual_outcome: manualOutcomeView(refund),
  created_at: stamp(refund.createdAt),
  completed_at: refundStatus(refund) === 'completed' ? stamp(refund.completedAt) : null,
})
