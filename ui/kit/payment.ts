// A payment as the box sends it, and the calls of a till. Every call names the account it works on.
import { type Answer, api, asked } from './api.ts'

type PaymentReply = NonNullable<Awaited<ReturnType<ReturnType<typeof api.v1.payments>['get']>>['data']>
export type Payment = PaymentReply['data']

/** The body of `POST /v1/payments`. */
export interface Order {
  readonly payment_type: 'dynamic-qr' | 'mobile'
  readonly details: { readonly amount: number; readonly currency: 'TZS'; readonly expires_in: number }
  readonly phone_number?: string
}

const named = (account: string) => ({ headers: { 'kaunta-account': account } })

async function unwrapped(answer: Promise<Answer<unknown>>): Promise<Answer<Payment>> {
  const got = await answer
  return got.ok ? { ok: true, value: (got.value as PaymentReply).data } : got
}

/** The same key asked again is the same payment. */
export const createPayment = (account: string, key: string, order: Order): Promise<Answer<Payment>> =>
  unwrapped(asked(api.v1.payments.post(order, { headers: { 'kaunta-account': account, 'idempotency-key': key } })))

export const fetchPayment = (account: string, reference: string): Promise<Answer<Payment>> =>
  unwrapped(asked(api.v1.payments({ reference }).get(named(account))))

export const voidPayment = (account: string, reference: string): Promise<Answer<Payment>> =>
  unwrapped(asked(api.v1.payments({ reference }).void.post(undefined, named(account))))

export const fetchPayments = (account: string, limit: number) =>
  asked(api.v1.payments.get({ query: { limit }, ...named(account) }))

const pathOf = (account: string, reference: string, what: string) =>
  `/v1/payments/${encodeURIComponent(reference)}/${what}?account=${encodeURIComponent(account)}`

export const paymentEventsUrl = (account: string, reference: string): string => pathOf(account, reference, 'events')
export const paymentQrUrl = (account: string, reference: string): string => `${pathOf(account, reference, 'qr.svg')}&margin=4`
