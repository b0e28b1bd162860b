// Where the pictures of QR codes are: of a payment, and of a payment link.
import { type Caller, callerQuery } from './caller.ts'

export const paymentQrUrl = (caller: Caller, reference: string): string =>
  `/v1/payments/${encodeURIComponent(reference)}/qr.svg?${callerQuery(caller)}&margin=4`

export const linkQrUrl = (caller: Caller, reference: string): string =>
  `/api/v1/sessions/${encodeURIComponent(reference)}/qr.svg?${callerQuery(caller)}&margin=4`
