// How the routes of refunds document themselves.
import { Type } from '@sinclair/typebox'
import { pendingReasons, refundStatuses, refundWays } from '../../domain/refund.ts'
import { Items, Success } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { CreateRefund, RefundOptionsView, RefundRecipientBody, RefundView } from '../../wire/refund.ts'
import {
  createJson,
  cursorParameters,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  keyParameter,
  pageParameters,
  rangeParameters,
  routeDocs,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { MarkPayout } from '../payouts/payout-doc.ts'

const { guarded, guardedList } = routeDocs('Refunds')

const ofSale = inPath('reference', 'The payment’s `reference`, or the `id` of a cash sale')

export const create = guarded('refund', {
  id: 'createRefund',
  summary: 'Refund a payment',
  description:
    'All of it, lines of the sale (`line_items`), or a sum (`amount`), in several refunds until all of it is back. Lines are worth what the customer paid for them, after discounts and their share of refunds of sums; an `amount` that differs from their sum is refused. Kaunta chooses the way: the network’s own refund, else a payout to the wallet that paid, else cash that you hand over. The amount and the fee of a payout are deducted from `available` at once, and returned if the refund fails. A refund is never sent twice: while its outcome is unknown, its network is asked. The payment’s own fee is not returned. On a till cash comes from the drawer.',
  parameters: [ofSale],
  body: createJson(CreateRefund, example.createRefund),
  answers: { 201: jsonAnswer('The refund', Success(201, RefundView)) },
  faults: [
    'not_found',
    'conflict',
    'invalid_state',
    'method_unavailable',
    'insufficient_balance',
    'forbidden',
    'confirmation_required',
  ],
  idempotent: true,
  writes: true,
})

export const options = guarded('refund', {
  id: 'getRefundOptions',
  summary: 'Read how a payment can be refunded',
  description:
    'What is left of the sale and of its lines, the ways of an amount and their fees, and the name behind the wallet that paid.',
  parameters: [
    ofSale,
    inQuery('amount', 'Whole shillings; all that is left when omitted', Type.Integer({ minimum: 1 })),
    inQuery('unmatched_id', 'Unmatched money of the payment', Type.String()),
  ],
  answers: { 200: jsonAnswer('The ways', Success(200, RefundOptionsView)) },
  faults: ['not_found', 'conflict', 'invalid_state'],
})

const page = { 200: jsonAnswer('A page, newest first', Success(200, Items(RefundView))) }

export const listOfSale = guardedList('see_sales', {
  id: 'listPaymentRefunds',
  summary: 'List the refunds of a payment',
  parameters: [ofSale, ...pageParameters, ...cursorParameters],
  answers: page,
  faults: ['not_found'],
})

/** The query parameters of the list, which totals and the export also take. */
export const listParameters = [
  ...pageParameters,
  inQuery('status', 'Refunds with this status', choice(refundStatuses)),
  inQuery('pending_reason', 'Pending refunds with this reason', choice(pendingReasons)),
  inQuery('way', 'Refunds by this way', choice(refundWays)),
  inQuery(
    'q',
    'Part of the reference of the refund or its sale; the phone number or name of the recipient; an amount; the network’s reference; or words of the reason',
    Type.String(),
  ),
  ...rangeParameters,
]
export const list = guardedList('see_balance', {
  id: 'listRefunds',
  summary: 'List refunds',
  parameters: [...listParameters, ...cursorParameters, keyParameter],
  answers: page,
})

const ofRefund = inPath('id', 'The refund’s `id`')
const oneRefund = { 200: jsonAnswer('The refund', Success(200, RefundView)) }

export const get = guarded('see_sales', {
  id: 'getRefund',
  summary: 'Read a refund',
  parameters: [ofRefund],
  answers: oneRefund,
  faults: ['not_found'],
})

const decision = {
  parameters: [ofRefund],
  answers: oneRefund,
  faults: ['invalid_state', 'forbidden', 'not_found', 'confirmation_required'],
  writes: true,
} as const

export const approve = guarded('approve_payouts', {
  ...decision,
  id: 'approveRefund',
  summary: 'Approve a refund',
  description:
    'A refund above the account’s `payout_approval_above`, together with what the same sale gave back before without a second person, waits until another owner or admin than the person who asked for it, or their key, approves it. If a person named its wallet later, that person may not approve it. It is sent then. Safe to repeat.',
})
export const decline = guarded('approve_payouts', {
  ...decision,
  id: 'declineRefund',
  summary: 'Decline a refund',
  description: 'A waiting refund fails, and its money returns. Safe to repeat.',
})
export const check = guarded('settle_unmatched', {
  ...decision,
  id: 'checkRefund',
  summary: 'Check a refund with its network now',
  description: 'As the next status check would. Nothing is sent again.',
  faults: ['not_found'],
})
export const mark = guarded('mark_payouts', {
  ...decision,
  id: 'markRefund',
  summary: 'Mark a refund as sent or not sent',
  description:
    'For a refund whose outcome is unknown, when the network’s own statement shows it. `sent` completes it; `not_sent` fails it, and its money returns. Status checks continue: the network’s answer confirms it, or corrects it.',
  body: json(MarkPayout, example.markPayout),
})
export const recipient = guarded('refund', {
  ...decision,
  id: 'nameRefundRecipient',
  summary: 'Name the wallet of a refund',
  description:
    'For a refund with the `pending_reason` `recipient_needed`, once the customer has told their number. It is sent there, above `payout_approval_above` once another person approves it.',
  body: json(RefundRecipientBody, example.nameRefundRecipient),
  faults: ['invalid_state', 'not_found', 'method_unavailable', 'confirmation_required'],
})
export const withdraw = guarded('withdraw_refunds', {
  ...decision,
  id: 'withdrawRefund',
  summary: 'Withdraw a refund',
  description:
    'A refund that was not sent yet, because its customer has not named a wallet or the network’s float does not cover it, fails, and its money returns.',
  faults: ['invalid_state', 'not_found'],
})
