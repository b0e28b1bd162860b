// The answer of POST /payments/{reference}/push, also as it is stored under an idempotency key.
import { maskAllButLastDigits } from '../../domain/phone.ts'
import type { PushResult } from '../../flow/push.ts'
import type { Caller } from '../access/caller.ts'
import { isMasked } from './visible-payment.ts'

/**
 * The header of an answer when no push was sent, because a prompt is still open on the phone. Tills count
 * sent pushes with the header, because the published format of the body has no field for it.
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

/** Returns the payment and the phone number of the push, masked for a caller who may not see the number. */
const pushView = (caller: Caller, { payment, phone }: PushResult) => ({
  reference: payment.id,
  external_reference: payment.externalReference ?? '',
  status: payment.status,
  phone: isMasked(caller, payment) ? maskAllButLastDigits(phone) : phone,
})
