// Barcodes of products. A code of 8, 12 or 13 digits is an EAN-8, UPC or EAN-13 and ends with a check digit
// (GS1 General Specifications, 7.9), even if it is the shop's own and begins with 20 to 29. Any other code is
// the shop's own and has no check digit.

/** The most characters of a code. */
export const barcodeMax = 48

/** Returns the check digit for these digits. From the right, their weights are 3, 1, 3, 1 and so on. */
export function checkDigit(digits: string): string {
  let sum = 0
  let weight = 3
  for (const digit of [...digits].reverse()) {
    sum += Number(digit) * weight
    weight = weight === 3 ? 1 : 3
  }
  return String((10 - (sum % 10)) % 10)
}

/** Whether the last digit is the check digit of the others. */
export const hasCheckDigit = (code: string): boolean => checkDigit(code.slice(0, -1)) === code.slice(-1)

/** Returns the UPC-A that an eight-digit UPC-E abbreviates; undefined if the code is not a UPC-E. */
export function upcOf(code: string): string | undefined {
  const [, system, body = '', last = '', check] = /^([01])(\d{5})(\d)(\d)$/.exec(code) ?? []
  if (system === undefined) return undefined
  const upc = `${system}${expandDigits(body, last)}${check}`
  return hasCheckDigit(upc) ? upc : undefined
}

/** Expands the six digits of a UPC-E to ten. The last of the six shows where zeros were left out. */
function expandDigits(body: string, last: string): string {
  const [a, b, c, d, e] = body
  if (last <= '2') return `${a}${b}${last}0000${c}${d}${e}`
  if (last === '3') return `${a}${b}${c}00000${d}${e}`
  if (last === '4') return `${a}${b}${c}${d}00000${e}`
  return `${body}0000${last}`
}

export type BarcodeFault = 'barcode_malformed' | 'barcode_check_digit' | 'code_rounded'

/** Returns what is wrong with a trimmed code; undefined if it is valid. */
export function barcodeFault(code: string): BarcodeFault | undefined {
  if (/^\d+(?:[.,]\d+)?E\+\d+$/i.test(code)) return 'code_rounded'
  if (code === '' || code.length > barcodeMax || /\p{Control}/u.test(code)) return 'barcode_malformed'
  if (!/^(?:\d{8}|\d{12,13})$/.test(code) || hasCheckDigit(code)) return undefined
  // The check digit of a UPC-E is that of its UPC-A.
  return upcOf(code) === undefined ? 'barcode_check_digit' : undefined
}

/**
 * Returns the UPC-A of these eleven digits if a spreadsheet has removed its leading zero; undefined if the
 * check digit does not fit.
 */
export const lostZeroOf = (digits: string): string | undefined =>
  hasCheckDigit(`0${digits}`) ? `0${digits}` : undefined

/** Returns a code for comparison: a UPC-A of 12 digits with a 0 in front, as some scanners send it. */
export const barcodeKey = (code: string): string => (/^\d{12}$/.test(code) ? `0${code}` : code)
