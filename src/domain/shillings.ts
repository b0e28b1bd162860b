// Sums as people and files write them: the one reader of a typed amount. It never guesses: a sum that could
// mean another amount is refused, with what was understood of it.

export type ShillingsReading =
  | { readonly kind: 'whole'; readonly amount: number }
  /** Shillings with cents, which no network pays. `amount` as a person reads it: `12.50`. */
  | { readonly kind: 'cents'; readonly amount: string; readonly whole: number; readonly cents: string }
  | { readonly kind: 'unreadable' }

const unreadable = { kind: 'unreadable' } as const
/** Fewer digits than a number holds exactly. */
const digitsMax = 15

/** `TZS 12,500`, `Tsh. 12500`, `12,500/=`: what comes before and after the number. */
const currency = /^(?:(?:tzs|tshs?|shs?)\.?)?\s*(.*?)\s*(?:\/?=|\/-|tzs|tshs?|shs?\.?)?(?:\/?=|\/-)?$/i
/** Groups of three with one kind of separator, or none; then, with another sign, cents. */
const number = /^([1-9]\d{0,2}([,. '’])\d{3}(?:\2\d{3})*|0|[1-9]\d*)(?:([,.])(\d+))?$/

/** Digits of other scripts as ASCII: full-width, Arabic and Persian ones. Any blank is a space. */
const plain = (text: string) =>
  text
    .replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g, digit => String(digit.charCodeAt(0) & 0xf))
    .replace(/\s/g, ' ')
    .trim()

/**
 * Reads a sum. A separator is a comma, point, space or apostrophe before exactly three digits, and all of a sum
 * are of one kind. A final `.00` or `,00` is dropped.
 */
export function readSum(text: string): ShillingsReading {
  const [, body = ''] = currency.exec(plain(text)) ?? []
  const [, grouped, separator, mark, cents = ''] = number.exec(body) ?? []
  if (grouped === undefined || (mark !== undefined && mark === separator)) return unreadable
  const digits = grouped.replace(/\D/g, '')
  if (digits.length > digitsMax) return unreadable
  const whole = Number(digits)
  if (cents === '' || cents === '00') return { kind: 'whole', amount: whole }
  return { kind: 'cents', amount: `${groupedDigits(digits)}.${cents}`, whole, cents }
}

/** Whole shillings; undefined when the text is no such sum. */
export function readShillings(text: string): number | undefined {
  const read = readSum(text)
  return read.kind === 'whole' ? read.amount : undefined
}

/** A whole number without a currency: a quantity, minutes. */
export const readWholeNumber = (text: string): number | undefined =>
  /[a-z=/]/i.test(text) ? undefined : readShillings(text)

/** `1,250,000` */
const groupedDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * The text of a field while it is typed at its end: digits alone are grouped, and groups go on when digits are
 * added or removed. Any other separator is the person's own and stays, for `12,50` must not become 1,250.
 * The checkout's script carries this function as text, so it is an expression of ES5 but for its arrow.
 * @param before what the field held
 */
export const groupedWhileTyped = (before: string, text: string): string =>
  /^\d+$/.test(text) ||
  (/^\d{1,3}(,\d{3})+$/.test(before) &&
    (before.indexOf(text) === 0 || (text.indexOf(before) === 0 && /^\d+$/.test(text.slice(before.length)))))
    ? text
        .replace(/\D/g, '')
        .replace(/^0+(?=\d)/, '')
        .replace(/\B(?=(\d{3})+$)/g, ',')
    : text
