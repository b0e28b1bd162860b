// Where the pictures of QR codes are: of a payment, and of a payment link.
import { type Place, placeQuery } from './place.ts'

export const paymentQrUrl = (place: Place, reference: string): string =>
  `/v1/payments/${encodeURIComponent(reference)}/qr.svg?${placeQuery(place)}&margin=4`

export const linkQrUrl = (place: Place, reference: string): string =>
  `/api/v1/sessions/${encodeURIComponent(reference)}/qr.svg?${placeQuery(place)}&margin=4`
