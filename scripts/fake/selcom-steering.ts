// How the fake Selcom is steered, in Selcom's words: a payment status (COMPLETED, USERCANCELLED, …), or
// "999"; a payout COMPLETED, REJECTED, INPROGRESS, "990" or "999". FORGOTTEN: Selcom no longer has such an
// order. POST /_fake/settings {off: ["walletcashin"], revoked: true}: products that are off, or "address" for
// a caller who is not listed; a refused key; with skew_ms also a Timestamp that is further off than that.
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type OrderStatus, orderStatuses } from './selcom-order.ts'
import type { PayoutCode } from './selcom-payout.ts'

export const forgotten = 'FORGOTTEN'
export const answers = [...orderStatuses, '990', '999', forgotten]

const Settings = Type.Object(
  {
    off: Type.Optional(Type.Array(Type.String())),
    revoked: Type.Optional(Type.Boolean()),
    skew_ms: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)

export type Settings = Static<typeof Settings>

/** Reads settings. Throws when they have another shape. */
export const readSettings = (json: unknown): Settings => Value.Decode(Settings, json)

/** The order status that an answer names; undefined if it names none. */
export const statusOf = (answer: string | undefined): OrderStatus | undefined =>
  orderStatuses.find(status => status === answer)

/** Returns the code of a payout's outcome. Without an answer it is paid at once. */
export function codeOf(answer: string | undefined): PayoutCode {
  switch (answer) {
    case '999':
      return '999'
    case '990':
      return '990'
    case 'INPROGRESS':
    case 'PENDING':
    case 'silence':
      return '111'
    case 'REJECTED':
    case 'CANCELLED':
    case 'USERCANCELLED':
      return '010'
    default:
      return '000'
  }
}
