// Shillings as people read them.

/** `1,250,000`: commas in English and in Swahili alike. */
export const digitsOf = (amount: number): string =>
  String(Math.trunc(amount)).replace(/\B(?=(\d{3})+$)/g, ',')

/** `TZS 1,250,000`, with a space that does not break. */
export const moneyOf = (amount: number): string => `TZS\u00a0${digitsOf(amount)}`

/** `1234 5678`: the 8 digits of a payment as they are read out. */
export const tokenDigits = (token: string): string => token.replace(/^(\d{4})(\d{4})$/, '$1\u2009$2')
