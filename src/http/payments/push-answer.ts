// The answer of POST /payments/{reference}/push, also as it is stored under an idempotency key.
import { maskAllButLastDigits } from '../../domain/phone.ts'
import type { PushResult } from '../../flow/push.ts'
import type { Caller } from '../access/caller.ts'
import { isMasked } from './visible-payment.ts'

/** Added when the phone already rings. The body follows the specification, and tills count sent pushes. */
export const pushNotSent = { 'push-sent': 'false' }

export const pushRenderer = (caller: Caller) => (pushed: PushResult) => ({
  status: 200,
  body: JSON.stringify({
    status: 200,
    message: pushed.isSent
      ? 'a push was sent to the phone'
      : 'the phone rings already: nothing more was sent',
    data: pushView(caller, pushed),
  }),
})

const pushView = (caller: Caller, { payment, phone }: PushResult) => ({
  reference: payment.id,
  external_reference: payment.externalReference ?? '',
  status: payment.status,
  phone: isMasked(caller, payment) ? maskAllButLastDigits(phone) : phone,
})
