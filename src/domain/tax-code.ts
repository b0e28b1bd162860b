// The tax codes of the revenue authority. Which rate a code has is data.

export const taxCodes = ['A', 'B', 'C', 'D', 'E'] as const
export type TaxCode = (typeof taxCodes)[number]
