// A payment as the box sends it, and the calls of a till. Every call names the place it is made at.
import type { LineItem } from '../../src/domain/line-item.ts'
import { type Answer, api, asked } from './api.ts'
import { type Place, placeHeaders, placeQuery } from './place.ts'

type PaymentReply = NonNullable<Awaited<ReturnType<ReturnType<typeof api.v1.payments>['get']>>['data']>
export type Payment = PaymentReply['data']
export type { LineItem }

/** The body of `POST /v1/payments`. */
export interface Order {
  readonly payment_type: 'dynamic-qr' | 'mobile'
  readonly details: { readonly amount: number; readonly currency: 'TZS'; readonly expires_in: number }
  readonly phone_number?: string
  readonly metadata?: { readonly note: string }
  readonly line_items?: LineItem[]
}

const at = (place: Place) => ({ headers: placeHeaders(place) })

async function unwrapped(answer: Promise<Answer<unknown>>): Promise<Answer<Payment>> {
  const got = await answer
  return got.ok ? { ok: true, value: (got.value as PaymentReply).data } : got
}

/** The same key asked again is the same payment. */
export const createPayment = (place: Place, key: string, order: Order): Promise<Answer<Payment>> =>
  unwrapped(
    asked(api.v1.payments.post(order, { headers: { ...placeHeaders(place), 'idempotency-key': key } })),
  )

export const fetchPayment = (place: Place, reference: string): Promise<Answer<Payment>> =>
  unwrapped(asked(api.v1.payments({ reference }).get(at(place))))

export const voidPayment = (place: Place, reference: string): Promise<Answer<Payment>> =>
  unwrapped(asked(api.v1.payments({ reference }).void.post(undefined, at(place))))

/** Asks the customer on their phone, once more or for the first time. */
export const pushPayment = (place: Place, reference: string, phone: string): Promise<Answer<unknown>> =>
  asked(api.v1.payments({ reference }).push.post({ phone }, at(place)))

/** Says by hand that it is paid. */
export const confirmPayment = (
  place: Place,
  reference: string,
  word: { readonly reason: string; readonly receipt_number: string; readonly pin?: string },
): Promise<Answer<Payment>> => unwrapped(asked(api.v1.payments({ reference }).confirm.post(word, at(place))))

export const fetchPayments = (place: Place, limit: number) =>
  asked(api.v1.payments.get({ query: { limit }, ...at(place) }))

export const paymentEventsUrl = (place: Place, reference: string): string =>
  `/v1/payments/${encodeURIComponent(reference)}/events?${placeQuery(place)}`
