// The answer of POST /payments/{reference}/push, also as it is stored under an idempotency key.
import { maskAllButLastDigits } from '../../domain/phone.ts'
import type { PushResult } from '../../flow/push.ts'
import type { Caller } from '../access/caller.ts'
import { isMasked } from './visible-payment.ts'

/**
 * The header of an answer without a push, because the phone already rings. Tills count sent pushes by it; the
 * body follows the specification.
 */
export const pushNotSent = { 'push-sent': 'false' }

/** Returns a function that renders the answer to a push, to be stored under an Idempotency-Key. */
export const pushRenderer = (caller: Caller) => (result: PushResult) => ({
  status: 200,
  body: JSON.stringify({
    status: 200,
    message: result.isSent
      ? 'a push was sent to the phone'
      : 'the phone rings already: nothing more was sent',
    data: pushView(caller, result),
  }),
})

/** Returns the payment and the number that rings, masked for a caller who may not see it. */
const pushView = (caller: Caller, { payment, phone }: PushResult) => ({
  reference: payment.id,
  external_reference: payment.externalReference ?? '',
  status: payment.status,
  phone: isMasked(caller, payment) ? maskAllButLastDigits(phone) : phone,
})
