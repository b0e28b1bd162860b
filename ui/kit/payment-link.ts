// A payment link: a checkout session that a till makes for one sale. Its payment begins with the customer.
import { type ApiResult, api, postJson, resultOf } from './api.ts'
import { type Caller, callerHeaders } from './caller.ts'
import type { LineItem } from './payment.ts'

type SessionReply = NonNullable<Awaited<ReturnType<ReturnType<typeof api.api.v1.sessions>['get']>>['data']>
export type Session = SessionReply['data']

/** Takes the session out of the answer's envelope. */
async function sessionResult(answer: Promise<ApiResult<unknown>>): Promise<ApiResult<Session>> {
  const result = await answer
  return result.ok ? { ok: true, value: (result.value as SessionReply).data } : result
}
const callerOptions = (caller: Caller) => ({ headers: callerHeaders(caller) })

/** What a till asks for; `amount` is in whole shillings. */
export interface PaymentLinkRequest {
  readonly amount: number
  readonly note: string
  readonly items?: readonly LineItem[] | undefined
  /** How long the link is valid, in seconds. */
  readonly expiresIn: number
}
/**
 * Creates the session of a link. It is posted without Eden, which takes lists of texts for lists of files.
 */
export const createPaymentLink = (
  caller: Caller,
  { amount, note, items = [], expiresIn }: PaymentLinkRequest,
): Promise<ApiResult<Session>> =>
  sessionResult(
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

/** Fetches the session of a link. */
export const fetchPaymentLink = (caller: Caller, reference: string): Promise<ApiResult<Session>> =>
  sessionResult(resultOf(api.api.v1.sessions({ reference }).get(callerOptions(caller))))

/** Cancels the session of a link, so that no payment can begin with it. */
export const cancelPaymentLink = (caller: Caller, reference: string): Promise<ApiResult<unknown>> =>
  resultOf(api.api.v1.sessions({ reference }).cancel.post(undefined, callerOptions(caller)))
