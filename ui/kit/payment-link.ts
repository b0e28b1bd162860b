// A payment link: a checkout session that a till makes for one sale. Its payment begins with the customer.
import { type Answer, api, asked, post } from './api.ts'
import type { LineItem } from './payment.ts'
import { type Place, placeHeaders } from './place.ts'

type SessionReply = NonNullable<Awaited<ReturnType<ReturnType<typeof api.api.v1.sessions>['get']>>['data']>
export type Session = SessionReply['data']

async function unwrapped(answer: Promise<Answer<unknown>>): Promise<Answer<Session>> {
  const got = await answer
  return got.ok ? { ok: true, value: (got.value as SessionReply).data } : got
}
const at = (place: Place) => ({ headers: placeHeaders(place) })

export interface LinkOrder {
  readonly amount: number
  readonly note: string
  readonly items?: readonly LineItem[] | undefined
  /** Seconds. */
  readonly expiresIn: number
}
/** Posted plainly: Eden takes lists of words for lists of files. */
export const createLink = (
  place: Place,
  { amount, note, items = [], expiresIn }: LinkOrder,
): Promise<Answer<Session>> =>
  unwrapped(
    post(
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
      placeHeaders(place),
    ),
  )

export const fetchLink = (place: Place, reference: string): Promise<Answer<Session>> =>
  unwrapped(asked(api.api.v1.sessions({ reference }).get(at(place))))

export const cancelLink = (place: Place, reference: string): Promise<Answer<unknown>> =>
  asked(api.api.v1.sessions({ reference }).cancel.post(undefined, at(place)))
