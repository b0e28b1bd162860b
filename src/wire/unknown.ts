// Orders without a known outcome, in the API.
import { type Static, Type } from '@sinclair/typebox'
import { isRefund } from '../domain/refund.ts'
import type { UnknownOrder } from '../domain/unknown-order.ts'
import { choice } from './choice.ts'
import { Money, money, Stamp, stamp } from './money.ts'

const Text = Type.String()

export const UnknownView = Type.Object(
  {
    kind: choice(['payment', 'payout', 'refund'] as const),
    reference: Text,
    payment_reference: Type.Union([Text, Type.Null()], {
      description: 'For a refund, the reference of its payment or the id of its cash sale; otherwise null',
    }),
    status: choice(['pending', 'completed', 'failed', 'voided', 'expired', 'reversed'] as const, {
      description: 'A cancelled or expired payment may still turn out to be paid',
    }),
    amount: Money,
    network: Type.Object({ name: Text, title: Text }, { description: 'Which has given no outcome' }),
    method: choice(['qr', 'push', 'card', 'mobile', 'bank'] as const, {
      description: 'What it was asked: to collect by QR, push or card, or to pay out to a wallet or bank',
    }),
    to: Type.String({ description: 'The number or account; empty where there is none' }),
    name: Type.String({ description: 'Of the recipient of a payout; empty otherwise' }),
    created_at: Stamp,
  },
  { title: 'UnknownOrder' },
)
export type UnknownView = Static<typeof UnknownView>

/**
 * Returns a payment, payout or refund whose network has given no outcome, in one format for all three.
 * @param titleOf returns the title of a network by its name
 */
export function unknownView(order: UnknownOrder, titleOf: (network: string) => string): UnknownView {
  const networkOf = ({ connector }: { connector: string }) => ({ name: connector, title: titleOf(connector) })
  if (order.kind === 'payment') {
    const { payment, attempt } = order
    return {
      kind: 'payment',
      reference: payment.id,
      payment_reference: null,
      status: payment.status,
      amount: money(attempt.amount),
      network: networkOf(attempt),
      method: attempt.method,
      to: attempt.phone ?? '',
      name: '',
      created_at: stamp(attempt.createdAt),
    }
  }
  const { payout } = order
  const { recipient } = payout
  return {
    kind: order.kind,
    reference: payout.id,
    payment_reference: isRefund(payout) ? (payout.paymentId ?? payout.cashSaleId) : null,
    status: payout.status,
    amount: money(payout.amount),
    network: networkOf(payout),
    method: recipient.channel,
    to: recipient.channel === 'mobile' ? recipient.phone : `${recipient.bank} ${recipient.account}`,
    name: recipient.name,
    created_at: stamp(payout.createdAt),
  }
}
