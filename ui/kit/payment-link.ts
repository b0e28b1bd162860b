// A payment link: a checkout session that a till makes for one sale. Its payment begins with the customer.
import { type ApiResult, api, postJson, resultOf } from './api.ts'
import { type Caller, callerHeaders } from './caller.ts'
import type { LineItem } from './payment.ts'

type SessionReply = NonNullable<Awaited<ReturnType<ReturnType<typeof api.api.v1.sessions>['get']>>['data']>
export type Session = SessionReply['data']

async function linkResult(answer: Promise<ApiResult<unknown>>): Promise<ApiResult<Session>> {
  const got = await answer
  return got.ok ? { ok: true, value: (got.value as SessionReply).data } : got
}
const callerOptions = (caller: Caller) => ({ headers: callerHeaders(caller) })

export interface PaymentLinkRequest {
  readonly amount: number
  readonly note: string
  readonly items?: readonly LineItem[] | undefined
  /** Seconds. */
  readonly expiresIn: number
}
/** Posted plainly: Eden takes lists of words for lists of files. */
export const createPaymentLink = (
  caller: Caller,
  { amount, note, items = [], expiresIn }: PaymentLinkRequest,
): Promise<ApiResult<Session>> =>
  linkResult(
    postJson(
      '/api/v1/sessions',
      {
        amount,
        allowed_methods: ['mobile_money', 'qr'],
        expires_in: expiresIn,
        description: note,
        metadata: note === '' ? {} : { note },
        line_items: items,
        display: { show_description: note !== '', show_line_items: items.length > 0 },
      },
      callerHeaders(caller),
    ),
  )

export const fetchPaymentLink = (caller: Caller, reference: string): Promise<ApiResult<Session>> =>
  linkResult(resultOf(api.api.v1.sessions({ reference }).get(callerOptions(caller))))

export const cancelPaymentLink = (caller: Caller, reference: string): Promise<ApiResult<unknown>> =>
  resultOf(api.api.v1.sessions({ reference }).cancel.post(undefined, callerOptions(caller)))
