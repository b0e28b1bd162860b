// Paying out through the other server. A payout is sent once and never again: the specification promises only
// for payments that a repeated key creates nothing. A payout whose answer was lost is searched for in the
// list.
import type { Destination, PayoutOrder } from '../../domain/payout.ts'
import { retryWaitMs } from '../budget.ts'
import type { Call, PayoutAnswer } from '../connector.ts'
import { type RelayClient, type RelayData, shillings, text } from './client.ts'
import { findOrder, referenceName } from './list.ts'
import { failureOf, rejectionOf, unsent } from './reason.ts'

const unknown = { kind: 'unknown' } as const
/** The other server rejected the payout, because its balance does not cover the amount. */
const noFloat = { kind: 'failed', reason: 'insufficient_balance', unsent: true } as const

/** Sends the payout to the other server, once. */
export async function payOut(client: RelayClient, { order }: Call<PayoutOrder>): Promise<PayoutAnswer> {
  const reply = await client.send({
    method: 'POST',
    path: '/payouts/send',
    key: order.networkReference,
    body: JSON.stringify(payoutBody(order)),
  })
  switch (reply.kind) {
    case 'yes':
      return answerOf(reply.data)
    case 'unsent':
    case 'busy':
    case 'not let in':
    case 'absent':
      return unsent
    case 'no':
      return reply.reason === 'payout_balance_too_low' ? noFloat : rejectionOf(reply.reason)
    default:
      return unknown
  }
}

/** Returns the body of a payout, with our reference in its metadata. */
const payoutBody = ({ networkReference, amount, recipient, narration }: PayoutOrder) => ({
  amount,
  ...destinationFields(recipient),
  // A refund goes to a number whose name may be unknown to every network.
  recipient_name: recipient.name || 'Customer',
  ...(narration ? { narration } : {}),
  metadata: { [referenceName]: networkReference },
})

/** Returns the API fields for a wallet or a bank account. */
const destinationFields = (to: Destination): Readonly<Record<string, string>> =>
  to.channel === 'mobile'
    ? { channel: 'mobile', recipient_phone: to.phone }
    : { channel: 'bank', recipient_bank: to.bank, recipient_account: to.account }

/** Returns the holder's name of a number or account; undefined when the other server offers none. */
export async function lookUpName(client: RelayClient, to: Destination): Promise<string | undefined> {
  const query = new URLSearchParams(destinationFields(to))
  const reply = await client.send({ method: 'GET', path: `/payouts/name?${query}` })
  return reply.kind === 'yes' ? text(reply.data.name) || undefined : undefined
}

/** Checks the status of the payout. If the answer to it was lost, searches the other server's list. */
export async function checkPayout(
  client: RelayClient,
  { order, memo }: Call<PayoutOrder>,
  now: number,
): Promise<PayoutAnswer> {
  const reply = memo.payout
    ? await client.send({ method: 'GET', path: `/payouts/${memo.payout}` })
    : await findOrder(client, 'payouts', order.networkReference, now)
  if (reply.kind === 'yes') return answerOf(reply.data)
  if (reply.kind === 'busy')
    return { ...unknown, nextCheckAt: now + retryWaitMs(client.budget), isUnasked: true }
  return reply.kind === 'absent' ? reply : unknown
}

/** Reads a payout of the other server as an answer about our payout. Unknown without a reference. */
export function answerOf(data: RelayData): PayoutAnswer {
  const reference = text(data.reference)
  return reference === '' ? unknown : { ...stateOf(data), memo: { payout: reference } }
}

/** Returns what the status of the other server's payout means for our payout. */
function stateOf(data: RelayData): PayoutAnswer {
  const externalReference = text(data.external_reference)
  const referenceField = externalReference ? { externalReference } : {}
  if (data.status === 'completed') return { kind: 'completed', ...referenceField }
  if (data.outcome_unknown === true) return unknown
  switch (data.status) {
    case 'pending':
      return { kind: 'pending', ...referenceField }
    case 'failed':
    case 'reversed':
      return { kind: data.status, reason: failureOf(text(data.failure_reason)) }
    default:
      return unknown
  }
}

/** Returns the whole shillings that the other server can pay out for us; undefined without an answer. */
export async function balanceOf(client: RelayClient): Promise<number | undefined> {
  const reply = await client.send({ method: 'GET', path: '/payments/balance' })
  return reply.kind === 'yes' ? shillings(reply.data.available) : undefined
}
