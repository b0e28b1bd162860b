// The limits of a payment's amount and time. Pages import this file rather than payment.ts, which brings the
// messages of all faults with it.

/** Whole shillings. */
export const amountMin = 500
export const amountMax = 999_999_999_999
export const expirySecondsMin = 60
/** 4 hours: the longest a payment stays pending (specification, Limits). */
export const expirySecondsMax = 14_400
