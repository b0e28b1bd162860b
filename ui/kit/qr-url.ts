// Where the pictures of QR codes are: of a payment, and of a payment link.
import { type Caller, callerQuery } from './caller.ts'

/** Returns the address of the picture of a payment's QR code. */
export const paymentQrUrl = (caller: Caller, reference: string): string =>
  `/v1/payments/${encodeURIComponent(reference)}/qr.svg?${callerQuery(caller)}&margin=4`

/** Returns the address of the picture of a payment link's QR code. */
export const linkQrUrl = (caller: Caller, reference: string): string =>
  `/api/v1/sessions/${encodeURIComponent(reference)}/qr.svg?${callerQuery(caller)}&margin=4`
