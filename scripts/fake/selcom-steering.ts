// How a test or a person steers the fake Selcom: POST /_fake/orders/{order_id or transid, or "next"} with
//
//   answer    a payment status (COMPLETED, USERCANCELLED, …), "999", or "silence"; of a payout COMPLETED,
//             REJECTED, INPROGRESS, "990" or "999"
//   after_ms  when, from now; of "next" from its creation; at once without it
//   amount    what the customer pays, when not the order's amount
//   callback  true: an unsigned callback also of a failure; false: none
//   drop      "before" or "after": the line of one request breaks before or after it was carried out
//   call      which request that is, by the end of its path: create-order-minimal, wallet-payment, process, …
//
// and POST /_fake/settings {off: ["walletcashin"], revoked: true}: products that are off, or "address" where
// the caller's is not listed, a key that is
// refused; with skew_ms also a Timestamp that is further off than that.
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type OrderStatus, orderStatuses } from './selcom-order.ts'
import type { PayoutCode } from './selcom-payout.ts'

const answers = [...orderStatuses, '990', '999', 'silence'] as const

const Steering = Type.Object(
  {
    answer: Type.Optional(Type.Union(answers.map(answer => Type.Literal(answer)))),
    after_ms: Type.Optional(Type.Integer({ minimum: 0 })),
    amount: Type.Optional(Type.Integer({ minimum: 1 })),
    callback: Type.Optional(Type.Boolean()),
    drop: Type.Optional(Type.Union([Type.Literal('before'), Type.Literal('after')])),
    call: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type Steering = Static<typeof Steering>

const Settings = Type.Object(
  {
    off: Type.Optional(Type.Array(Type.String())),
    revoked: Type.Optional(Type.Boolean()),
    skew_ms: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
)

export type Settings = Static<typeof Settings>

/** @throws when it is no steering */
export const readSteering = (json: unknown): Steering => Value.Decode(Steering, json)
/** @throws when they are no settings */
export const readSettings = (json: unknown): Settings => Value.Decode(Settings, json)

export const statusOf = (answer: Steering['answer']): OrderStatus | undefined =>
  orderStatuses.find(status => status === answer)

/** A payout is paid at once unless steered. */
export function codeOf(answer: Steering['answer']): PayoutCode {
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
