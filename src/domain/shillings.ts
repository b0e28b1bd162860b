// Reads sums as people and files write them. It never guesses: a sum that could mean another amount is
// refused, together with the part that was understood.

export type ShillingsReading =
  | { readonly kind: 'whole'; readonly amount: number }
  /** Shillings with cents, which no network pays. `amount` is the text that a person reads: `12.50`. */
  | { readonly kind: 'cents'; readonly amount: string; readonly whole: number; readonly cents: string }
  | { readonly kind: 'unreadable' }

const unreadable = { kind: 'unreadable' } as const
/** A number holds this many digits exactly. */
const digitsMax = 15
/** No sum is this long, even with its currency and blanks. */
export const sumTextMax = 60

/** `TZS 12,500`, `Tsh. 12500`, `12,500/=`: the text before and after the number. */
const currency = /^(?:(?:tzs|tshs?|shs?)\.?)?\s*(.*?)\s*(?:\/?=|\/-|tzs|tshs?|shs?\.?)?(?:\/?=|\/-)?$/i
/**
 * Groups of three digits with one kind of separator, or none; then, after a different separator, the cents.
 */
const number = /^([1-9]\d{0,2}([,. '’])\d{3}(?:\2\d{3})*|0|[1-9]\d*)(?:([,.])(\d+))?$/

/** Converts full-width and Arabic digits to ASCII, and every blank to a space. */
const withAsciiDigits = (text: string) =>
  text
    // The last four bits of such a digit are its value.
    .replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g, digit => String(digit.charCodeAt(0) & 0xf))
    .replace(/\s/g, ' ')
    .trim()

/**
 * Reads a sum, with or without currency: `TZS 12,500`. A separator is a comma, point, space or apostrophe
 * before exactly three digits, and all separators of a sum are equal. A final `.00` or `,00` is dropped.
 */
export function readSum(text: string): ShillingsReading {
  if (text.length > sumTextMax) return unreadable
  const [, body = ''] = currency.exec(withAsciiDigits(text)) ?? []
  const [, grouped, separator, decimalMark, cents = ''] = number.exec(body) ?? []
  if (grouped === undefined || (decimalMark !== undefined && decimalMark === separator)) return unreadable
  const digits = grouped.replace(/\D/g, '')
  if (digits.length > digitsMax) return unreadable
  const whole = Number(digits)
  if (cents === '' || cents === '00') return { kind: 'whole', amount: whole }
  return { kind: 'cents', amount: `${groupDigits(digits)}.${cents}`, whole, cents }
}

/** Reads a sum in whole shillings; undefined when the text is no sum, or has cents. */
export function readShillings(text: string): number | undefined {
  const reading = readSum(text)
  return reading.kind === 'whole' ? reading.amount : undefined
}

/** Reads a whole number without a currency, such as a quantity; undefined for other texts. */
export const readWholeNumber = (text: string): number | undefined =>
  /[a-z=/]/i.test(text) ? undefined : readShillings(text)

/** Writes digits as `1,250,000`. */
const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * Formats a field while a person types at its end. It groups plain digits (`1250` becomes `1,250`), and
 * groups them again when digits were added to a grouped number or removed from it. Any other text stays,
 * because `12,50` must not become 1,250. The checkout's script contains the text of this function, so the
 * function must be one ES5 expression, except for its arrow.
 * @param before the previous text of the field
 * @param text its text now
 */
export const groupDigitsWhileTyping = (before: string, text: string): string =>
  /^\d+$/.test(text) ||
  (/^\d{1,3}(,\d{3})+$/.test(before) &&
    (before.indexOf(text) === 0 || (text.indexOf(before) === 0 && /^\d+$/.test(text.slice(before.length)))))
    ? text
        .replace(/\D/g, '')
        .replace(/^0+(?=\d)/, '')
        .replace(/\B(?=(\d{3})+$)/g, ',')
    : text
