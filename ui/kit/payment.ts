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

async function paymentResult(answer: Promise<ApiResult<unknown>>): Promise<ApiResult<Payment>> {
  const got = await answer
  return got.ok ? { ok: true, value: (got.value as PaymentReply).data } : got
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

export const fetchPayment = (caller: Caller, reference: string): Promise<ApiResult<Payment>> =>
  paymentResult(resultOf(api.v1.payments({ reference }).get(callerOptions(caller))))

export const voidPayment = (caller: Caller, reference: string): Promise<ApiResult<Payment>> =>
  paymentResult(resultOf(api.v1.payments({ reference }).void.post(undefined, callerOptions(caller))))

/**
 * Asks the customer on their phone, once more or for the first time. @returns whether a request was sent: not
 * while the one before still rings
 */
export async function pushPayment(
  caller: Caller,
  reference: string,
  phone: string,
): Promise<ApiResult<boolean>> {
  const answer = api.v1.payments({ reference }).push.post({ phone }, callerOptions(caller))
  const got = await resultOf<unknown>(answer)
  return got.ok ? { ok: true, value: !(await answer).response.headers.has('push-sent') } : got
}

/** Confirms a payment manually. */
export const confirmPayment = (
  caller: Caller,
  reference: string,
  confirmation: { readonly reason: string; readonly receipt_number: string; readonly pin?: string },
): Promise<ApiResult<Payment>> =>
  paymentResult(resultOf(api.v1.payments({ reference }).confirm.post(confirmation, callerOptions(caller))))

/** The messages of the shop's till number that may be for a sale. */
export const fetchSmsChoices = (caller: Caller, reference: string) =>
  resultOf(api.v1.payments({ reference }).sms.get(callerOptions(caller)))

type SmsChoicesReply = Extract<Awaited<ReturnType<typeof fetchSmsChoices>>, { ok: true }>['value']
export type SmsChoice = SmsChoicesReply['data']['items'][number]

/** Completes a payment with the SMS that the cashier chose. */
export const claimPaymentSms = (
  caller: Caller,
  reference: string,
  choice: { readonly sms: string; readonly digits?: string },
): Promise<ApiResult<Payment>> =>
  paymentResult(resultOf(api.v1.payments({ reference }).sms.post(choice, callerOptions(caller))))

export const fetchPayments = (caller: Caller, limit: number) =>
  resultOf(api.v1.payments.get({ query: { limit }, ...callerOptions(caller) }))

export const paymentEventsUrl = (caller: Caller, reference: string): string =>
  `/v1/payments/${encodeURIComponent(reference)}/events?${callerQuery(caller)}`

/** Changes of all payments that this caller may see. */
export const allPaymentEventsUrl = (caller: Caller): string => `/v1/payments/events?${callerQuery(caller)}`
