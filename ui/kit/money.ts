// Shillings as people read them.

/** Returns whole shillings as `1,250,000`: English and Swahili both use commas. */
export const digitsOf = (amount: number): string =>
  String(Math.trunc(amount)).replace(/\B(?=(\d{3})+$)/g, ',')

/** Returns whole shillings as `TZS 1,250,000`, with a space that does not break. */
export const moneyOf = (amount: number): string => `TZS\u00a0${digitsOf(amount)}`

/** Returns the 8 digits of a payment as they are read out: `1234 5678`. */
export const tokenDigits = (token: string): string => token.replace(/^(\d{4})(\d{4})$/, '$1\u2009$2')
