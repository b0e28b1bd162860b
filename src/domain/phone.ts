// Tanzanian mobile numbers: reads every form that people write, and guesses the wallet. Since 2017 a number
// can move to another network, so the provider is a guess: never refuse a number because of it.

export const providerNames = {
  mpesa: 'M-Pesa',
  mixx: 'Mixx by Yas',
  airtel: 'Airtel Money',
  halotel: 'HaloPesa',
} as const

/** Provider names, and a wallet without its own prefix, which only a network can name. */
export const walletNames: Readonly<Record<string, string>> = { ...providerNames, tpesa: 'T-Pesa' }

/** The customer's brand. */
export type Provider = keyof typeof providerNames

export interface Phone {
  readonly e164: string // `+255` and nine digits
  readonly provider: Provider | undefined // undefined for TTCL, whose T-Pesa is none of the four
}

/** First two digits after the country code (libphonenumber, June 2026). 60 and 64 are unassigned. */
const providerOf: ReadonlyMap<string, Provider | undefined> = new Map([
  ...(['72', '74', '75', '76', '79'] as const).map(prefix => [prefix, 'mpesa'] as const),
  ...(['65', '67', '70', '71', '77'] as const).map(prefix => [prefix, 'mixx'] as const),
  ...(['66', '68', '69', '78'] as const).map(prefix => [prefix, 'airtel'] as const),
  ...(['61', '62', '63'] as const).map(prefix => [prefix, 'halotel'] as const),
  ['73', undefined], // TTCL
])

/** Spaces, dots, dashes, brackets, and the invisible marks of numbers copied from a contact. */
const separators = /[\s.()[\]\p{Dash_Punctuation}\p{Format}]/gu

/** Returns a number of any country without separators and `tel:`. */
export const plainNumber = (text: string): string => text.replace(separators, '').replace(/^tel:/i, '')

/** Longer text is no phone number, however it is written. */
export const phoneTextMax = 40

/**
 * A mobile number with or without the country code: `+255754123456`, `00255754123456`, `0754123456`. Many
 * people write the domestic 0 after the country code, `+255 (0) 754 123 456`; no number begins with 0 there.
 */
const mobileNumber = /^(?:(?:\+|00)?2550?|0)?(?<national>[67][0-9]{8})$/

/** Reads a typed number; undefined when it is not a Tanzanian mobile number. */
export function readPhone(text: string): Phone | undefined {
  if (text.length > phoneTextMax) return undefined
  const national = mobileNumber.exec(plainNumber(text))?.groups?.national
  const prefix = national?.slice(0, 2) ?? ''
  if (!providerOf.has(prefix)) return undefined
  return { e164: `+255${national}`, provider: providerOf.get(prefix) }
}

/** Masks a number as `+2557*****678`: enough to recognise a customer, too little to call one. */
export const maskPhone = (e164: string): string =>
  /^\+\d{12}$/.test(e164) ? `${e164.slice(0, 5)}*****${e164.slice(-3)}` : '*****'

/** How many digits at the end of a number the till shows. */
const shownDigits = 3
/** The position, from 1, of the first of these digits in an E.164 number. */
export const phoneEndAt = '+255754123'.length + 1

/** Masks a number as `•••678`: enough to recognise it, too little to call it. */
export const maskAllButLastDigits = (phone: string): string => `•••${phone.slice(-shownDigits)}`

/** The last three digits of a number, alone or after a mask: `678`, `•••678`, `+2557*****678`. */
const endPattern = /^(?<mask>\+?\d{0,5}(?:[•*…]+|\.{2,})\s*)?(?<end>\d{3})$/u

/**
 * Reads the last three digits of a number, as pages show them; undefined for any other text. `isMasked` shows
 * that the text is certainly a phone number; three digits alone may be something else.
 */
export function readPhoneEnd(text: string): { readonly end: string; readonly isMasked: boolean } | undefined {
  const { end, mask } = endPattern.exec(text.trim())?.groups ?? {}
  return end === undefined ? undefined : { end, isMasked: mask !== undefined }
}
