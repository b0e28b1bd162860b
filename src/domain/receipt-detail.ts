// Reads what receipts show of the shop besides its name and city: how to find it, its tax numbers, and its
// own words above and below the sale. They do not make a receipt a fiscal one: only the revenue authority's
// device issues those.
import { type Problem, problem, problemIf } from './fault.ts'
import { fold } from './fold.ts'
import { phoneTextMax, plainNumber, readPhone } from './phone.ts'
import { hasControlCharacter, visibleName } from './plain-text.ts'
import { linesOf, type ReceiptDetails } from './receipt-shop.ts'

/** The most characters and lines of each text, so that it does not bury the sale on a roll of 58 mm. */
export const receiptTextMax = 200
export const receiptLinesMax = 6

/** Reads the nine digits of a TIN as `123-456-789`, as the revenue authority prints them; else undefined. */
const readTin = (text: string): string | undefined => {
  const groups = /^(\d{3})(\d{3})(\d{3})$/.exec(plainNumber(text))
  return groups ? groups.slice(1).join('-') : undefined
}

/** Reads the eight digits and the letter of a VRN, as the revenue authority writes them; else undefined. */
const readVrn = (text: string): string | undefined =>
  /^\d{8}[A-Z]$/.exec(plainNumber(text).toUpperCase())?.[0]

/** Landlines (area codes 22 to 28 with seven digits), toll-free and shared-cost numbers. */
const fixedLine = /^(?:(?:\+|00)?2550?|0)?(2[2-8]\d{7}|8\d{8})$/
/** A number of any other country, in international form. */
const foreign = /^(?:\+|00)(?!255)([1-9]\d{6,14})$/

/**
 * Reads a Tanzanian mobile number or landline, or a number of another country in international form.
 * @returns E.164; undefined for other text
 */
function readShopPhone(text: string): string | undefined {
  if (text.length > phoneTextMax) return undefined
  const plain = plainNumber(text)
  const mobile = readPhone(text)
  if (mobile) return mobile.e164
  const landline = fixedLine.exec(plain)?.[1]
  if (landline) return `+255${landline}`
  const foreignNumber = foreign.exec(plain)?.[1]
  return foreignNumber && `+${foreignNumber}`
}

/** Returns a text of several lines with plain line breaks, and without invisible characters and tabs. */
const plainLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(line => visibleName(line.replaceAll('\t', ' ')))
    .join('\n')
    .trim()

/** Reads a detail with `read`. Returns null for an empty text, and an unreadable text trimmed. */
function readDetail(text: string | null, read: (text: string) => string | undefined): string | null {
  if (text === null || text.trim() === '') return null
  return read(text) ?? text.trim()
}

/** Returns the details in their stored form. An unreadable one stays for `receiptDetailProblems` to name. */
export const readReceiptDetails = (requested: ReceiptDetails): ReceiptDetails => ({
  // `plainLines` returns an empty text if all characters are invisible.
  address: readDetail(requested.address, plainLines) || null,
  phone: readDetail(requested.phone, readShopPhone),
  tin: readDetail(requested.tin, readTin),
  vrn: readDetail(requested.vrn, readVrn),
  receiptHeader: readDetail(requested.receiptHeader, plainLines) || null,
  receiptFooter: readDetail(requested.receiptFooter, plainLines) || null,
})

/** Returns the characters of a text that receipt printers do not have, each once. */
const unprintableIn = (text: string): string[] => [
  // `fold` replaces an unprintable character by its second argument.
  ...new Set([...text].filter(letter => fold(letter, '?') === '?' && fold(letter, '') === '')),
]

/** Returns the first problem of a text that receipts print; none for null. */
function textProblems(field: string, text: string | null): Problem[] {
  if (text === null) return []
  if ([...text].length > receiptTextMax) return [problem(field, 'too_long', { max: receiptTextMax })]
  if (linesOf(text).length > receiptLinesMax)
    return [problem(field, 'too_many_lines', { max: receiptLinesMax })]
  if (hasControlCharacter(text)) return [problem(field, 'control_characters_in_text')]
  const letters = unprintableIn(text)
  return problemIf(letters.length > 0, field, 'unprintable', { characters: letters.join(' ') })
}

/** Returns a problem for each wrong detail. @param details as `readReceiptDetails` returned them */
export function receiptDetailProblems(details: ReceiptDetails): Problem[] {
  const { address, phone, tin, vrn, receiptHeader, receiptFooter } = details
  const isWrong = (text: string | null, read: (text: string) => string | undefined) =>
    text !== null && read(text) === undefined
  return [
    ...textProblems('address', address),
    ...problemIf(isWrong(phone, readShopPhone), 'phone', 'shop_phone_malformed'),
    ...problemIf(isWrong(tin, readTin), 'tin', 'tin_malformed'),
    ...problemIf(isWrong(vrn, readVrn), 'vrn', 'vrn_malformed'),
    ...textProblems('receipt_header', receiptHeader),
    ...textProblems('receipt_footer', receiptFooter),
  ]
}
