// The bodies of webhooks: written once, when the event happens, and sent unchanged at every try.
import type { EventType } from '../domain/event.ts'
import type { Payment } from '../domain/payment.ts'
import { money, stamp } from './money.ts'
import { settlementView } from './payment.ts'

const nameOf = ({ first_name = '', last_name = '' }: Payment['customer']) => `${first_name} ${last_name}`.trim()

function paymentData(type: EventType, payment: Payment, now: number): Record<string, unknown> {
  const phone = payment.phone ?? payment.customer.phone ?? ''
  const shared = { amount: money(payment.amount), channel: { type: payment.channelType, provider: payment.provider } }
  const customer = { phone, name: nameOf(payment.customer), email: payment.customer.email ?? '' }
  const head = { reference: payment.id, status: payment.status }
  switch (type) {
    case 'payment.completed':
      return {
        reference: payment.id,
        external_reference: payment.externalReference ?? '',
        status: payment.status,
        amount: shared.amount,
        settlement: settlementView(payment),
        channel: shared.channel,
        customer,
        metadata: payment.metadata,
        ...(payment.late ? { late: true } : {}),
        completed_at: stamp(now),
      }
    case 'payment.failed':
      return {
        ...head,
        failure_reason: payment.failureReason ?? '',
        ...shared,
        customer: { phone },
        metadata: payment.metadata,
        failed_at: stamp(now),
      }
    case 'payment.voided':
      return { ...head, amount: shared.amount, customer, metadata: payment.metadata, voided_at: stamp(now) }
    case 'payment.expired':
      return { ...head, amount: shared.amount, customer, metadata: payment.metadata, expired_at: stamp(now) }
  }
}

/** The exact text of an event about a payment. @param now when it happened, milliseconds */
export const paymentEventBody = (id: string, type: EventType, payment: Payment, now: number): string =>
  JSON.stringify({ id, type, api_version: payment.apiVersion, created_at: stamp(now), data: paymentData(type, payment, now) })
