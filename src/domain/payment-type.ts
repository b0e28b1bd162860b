// The types and statuses of payments, for pages as well: payment.ts would bring all texts of errors into
// their first view.

export const paymentTypes = ['mobile', 'card', 'dynamic-qr'] as const
export type PaymentType = (typeof paymentTypes)[number]
export const paymentStatuses = ['pending', 'completed', 'failed', 'voided', 'expired'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
