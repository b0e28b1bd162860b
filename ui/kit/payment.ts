// A payment as the server sends it, and the calls of a till. Every call names its caller.
import type { LineItem } from '../../src/domain/line-item.ts'
import { type ApiResult, api, resultOf } from './api.ts'
import { type Caller, callerHeaders, callerQuery } from './caller.ts'

type PaymentReply = NonNullable<Awaited<ReturnType<ReturnType<typeof api.v1.payments>['get']>>['data']>
export type Payment = PaymentReply['data']
export type { LineItem }

/** The body of `POST /v1/payments`. */
export interface CreatePayment {
  readonly payment_type: 'dynamic-qr' | 'mobile'
  readonly details: { readonly amount: number; readonly currency: 'TZS'; readonly expires_in: number }
  readonly phone_number?: string
  readonly metadata?: { readonly note: string }
  readonly line_items?: LineItem[]
}

const callerOptions = (caller: Caller) => ({ headers: callerHeaders(caller) })

/** Takes the payment out of the answer's envelope. */
async function paymentResult(answer: Promise<ApiResult<unknown>>): Promise<ApiResult<Payment>> {
  const result = await answer
  return result.ok ? { ok: true, value: (result.value as PaymentReply).data } : result
}

/** Creates a payment. A repeat with the same key returns the first one. */
export const createPayment = (
  caller: Caller,
  key: string,
  order: CreatePayment,
): Promise<ApiResult<Payment>> =>
  paymentResult(
    resultOf(api.v1.payments.post(order, { headers: { ...callerHeaders(caller), 'idempotency-key': key } })),
  )

/** Fetches a payment as it is now. */
export const fetchPayment = (caller: Caller, reference: string): Promise<ApiResult<Payment>> =>
  paymentResult(resultOf(api.v1.payments({ reference }).get(callerOptions(caller))))

/** Voids a payment, so that its customer can no longer pay it. */
export const voidPayment = (caller: Caller, reference: string): Promise<ApiResult<Payment>> =>
  paymentResult(resultOf(api.v1.payments({ reference }).void.post(undefined, callerOptions(caller))))

/**
 * Asks the customer on their phone. The value tells whether a push was sent: none is while the previous one
 * still waits there.
 */
export async function pushPayment(
  caller: Caller,
  reference: string,
  phone: string,
): Promise<ApiResult<boolean>> {
  const answer = api.v1.payments({ reference }).push.post({ phone }, callerOptions(caller))
  const result = await resultOf<unknown>(answer)
  return result.ok ? { ok: true, value: !(await answer).response.headers.has('push-sent') } : result
}

/** Confirms a payment manually. A till sends the PIN of a person who may do so. */
export const confirmPayment = (
  caller: Caller,
  reference: string,
  confirmation: { readonly reason: string; readonly receipt_number: string; readonly pin?: string },
): Promise<ApiResult<Payment>> =>
  paymentResult(resultOf(api.v1.payments({ reference }).confirm.post(confirmation, callerOptions(caller))))

/** Fetches the payment SMS of the shop's till number that may belong to a sale. */
export const fetchSmsChoices = (caller: Caller, reference: string) =>
  resultOf(api.v1.payments({ reference }).sms.get(callerOptions(caller)))

type SmsChoicesReply = Extract<Awaited<ReturnType<typeof fetchSmsChoices>>, { ok: true }>['value']
export type SmsChoice = SmsChoicesReply['data']['items'][number]

/**
 * Completes a payment with the SMS that the cashier chose. `digits` are those that the cashier read on the
 * customer's phone.
 */
export const claimPaymentSms = (
  caller: Caller,
  reference: string,
  choice: { readonly sms: string; readonly digits?: string },
): Promise<ApiResult<Payment>> =>
  paymentResult(resultOf(api.v1.payments({ reference }).sms.post(choice, callerOptions(caller))))

/** Fetches the newest payments that this caller may see. */
export const fetchPayments = (caller: Caller, limit: number) =>
  resultOf(api.v1.payments.get({ query: { limit }, ...callerOptions(caller) }))

/** Returns the address of the event stream of one payment. */
export const paymentEventsUrl = (caller: Caller, reference: string): string =>
  `/v1/payments/${encodeURIComponent(reference)}/events?${callerQuery(caller)}`

/** Returns the address of the event stream of all payments that this caller may see. */
export const allPaymentEventsUrl = (caller: Caller): string => `/v1/payments/events?${callerQuery(caller)}`
