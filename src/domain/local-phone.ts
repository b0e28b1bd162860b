// A phone number as people write it in Tanzania.

const landline = /^\+255(2\d)(\d{3})(\d{4})$/
/** A mobile number, whose digits may be masked. */
const mobile = /^\+255(.{3})(.{3})(.{3})$/

/**
 * Writes a number as `0754 123 456`, or `0754 *** 456` if masked, and a landline as `022 212 3456`. A number
 * of another country stays as it is.
 */
export const localPhone = (e164: string): string =>
  e164.replace(landline, '0$1 $2 $3').replace(mobile, '0$1 $2 $3')
