// A phone number as people write it in Tanzania.

/**
 * Writes a number as `0754 123 456`, or `0754 *** 456` if masked, and a landline as `022 212 3456`. A number
 * of another country stays as it is.
 */
export const localPhone = (e164: string): string =>
  e164.replace(/^\+255(2\d)(\d{3})(\d{4})$/, '0$1 $2 $3').replace(/^\+255(.{3})(.{3})(.{3})$/, '0$1 $2 $3')
