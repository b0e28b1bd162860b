// API reference of payouts. The routes are in payout.ts.
import { Type } from '@sinclair/typebox'
import { manualResults, payoutMin, payoutStatuses } from '../../domain/payout.ts'
import { Items, PayoutFeeView, Success } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { LookUpName, PayoutNameView, PayoutView, SendPayout } from '../../wire/payout.ts'
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
  requiredInQuery,
  routeDocs,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { guarded, guardedList } = routeDocs('Payouts')

export const send = guarded('pay_out', {
  id: 'sendPayout',
  summary: 'Create a payout',
  description:
    'Amount and fee are deducted from `available` at once, and returned if the payout fails or is reversed.',
  body: createJson(SendPayout, example.sendPayout),
  answers: { 201: jsonAnswer('The payout, pending', Success(201, PayoutView)) },
  faults: ['method_unavailable', 'insufficient_balance', 'confirmation_required'],
  idempotent: true,
  versioned: true,
  writes: true,
})

const decision = {
  parameters: [inPath('reference', 'The payout’s `reference`')],
  answers: { 200: jsonAnswer('The payout', Success(200, PayoutView)) },
  faults: ['invalid_state', 'forbidden', 'not_found', 'confirmation_required'],
  writes: true,
} as const

export const approve = guarded('approve_payouts', {
  ...decision,
  id: 'approvePayout',
  summary: 'Approve a payout',
  description:
    'A payout above the account’s `payout_approval_above` waits until another owner or admin than the person who made it, or its key, approves it. It is sent then. Safe to repeat.',
})
export const decline = guarded('approve_payouts', {
  ...decision,
  id: 'declinePayout',
  summary: 'Decline a payout',
  description: 'A waiting payout fails, and its money returns. Safe to repeat.',
})

const action = { ...decision, faults: ['not_found'] } as const
export const check = guarded('settle_unmatched', {
  ...action,
  id: 'checkPayout',
  summary: 'Check a payout with its network now',
  description:
    'As the next status check would. While `outcome_unknown` stays true, the network has given no outcome.',
})

export const MarkPayout = Type.Object(
  {
    result: choice(manualResults, { description: 'What the network’s own statement or app shows' }),
    reason: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { title: 'MarkPayout' },
)
export const mark = guarded('mark_payouts', {
  ...action,
  id: 'markPayout',
  summary: 'Mark a payout as sent or not sent',
  description:
    'For a payout whose outcome is unknown, when the network’s own statement shows it. `sent` completes it; `not_sent` fails it, and its money returns. Status checks continue: the network’s answer confirms it, or corrects it with `payout.reversed` or a late `payout.completed`.',
  body: json(MarkPayout, example.markPayout),
  faults: ['invalid_state', 'not_found', 'confirmation_required'],
})

/** The query parameters of the list, which totals and the export also take. */
export const listParameters = [
  ...pageParameters,
  inQuery('status', 'Payouts with this status', choice(payoutStatuses)),
  inQuery('channel', 'Payouts to wallets, or to bank accounts', choice(['mobile', 'bank'])),
  ...rangeParameters,
]

export const list = guardedList('see_payouts', {
  id: 'listPayouts',
  summary: 'List payouts',
  parameters: [...listParameters, ...cursorParameters, keyParameter],
  answers: { 200: jsonAnswer('A page, newest first', Success(200, Items(PayoutView))) },
})

export const fee = guarded('see_payouts', {
  id: 'getPayoutFee',
  summary: 'Read the fee of a payout',
  parameters: [
    requiredInQuery(
      'amount',
      'Whole shillings',
      Type.Integer({ minimum: payoutMin, maximum: 999_999_999_999, examples: [5_000] }),
    ),
  ],
  answers: { 200: jsonAnswer('The fee', Success(200, PayoutFeeView)) },
})

export const name = guarded('pay_out', {
  id: 'getPayoutName',
  summary: 'Look up the name of a recipient',
  description:
    'The name that the network has for a number or bank account: compare it before you send a payout there. At most 20 a minute.',
  parameters: [
    requiredInQuery('channel', 'Where it is', LookUpName.properties.channel),
    inQuery('recipient_phone', 'Required for mobile', LookUpName.properties.recipient_phone),
    inQuery('recipient_bank', 'A bank code; required for bank', LookUpName.properties.recipient_bank),
    inQuery('recipient_account', 'Required for bank', LookUpName.properties.recipient_account),
  ],
  answers: { 200: jsonAnswer('The name, or null', Success(200, PayoutNameView)) },
  faults: ['method_unavailable'],
})

export const get = guarded('see_payouts', {
  id: 'getPayout',
  summary: 'Read a payout',
  parameters: [inPath('reference', 'The payout’s `reference`')],
  answers: { 200: jsonAnswer('The payout', Success(200, PayoutView)) },
  faults: ['not_found'],
})
