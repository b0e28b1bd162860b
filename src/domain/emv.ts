// EMVCo merchant-presented QR codes (version 1.1) in the Tanzanian profile, TANQR: reads any, writes ours. A
// payload is a list of objects: two digits of id, two of length in characters, and the value. A template is
// an object that contains objects. This file does not draw the symbol.
import { assert } from './fault.ts'
import { fold } from './fold.ts'

/** Values by id, `59`, or by both ids, `26.02`. Blanks that some networks put into values are kept. */
export type Emv = ReadonlyMap<string, string>

/** The merchant whom a code pays. */
export interface TanqrMerchant {
  readonly merchantName: string // folded to plain ASCII, at most 25 characters
  readonly city: string // folded to plain ASCII, at most 15 characters
  readonly postcode?: string // at most 10 digits; five in Tanzania
  readonly acquirer: string // the acquirer's id in TIPS: opaque digits
  readonly category?: string // merchant category, four digits; 0000 when not known
}

export interface TanqrPayment {
  readonly token: string // the eight digits the payer's app sends money to
  readonly amount: number // whole shillings
  readonly reference: string // up to 25 letters, digits or dashes
}

// Objects whose value is always the same.
const versionObject = '000201' // version 01 of the format
const onePaymentObject = '010212' // a code for one payment
const currencyObject = '5303834' // Tanzanian shillings
const countryObject = '5802TZ'
const crcHead = '6304' // the id and the length of the CRC

/**
 * Returns a function that writes a merchant's TANQR payload for one payment. Names are folded and shortened;
 * asserts that all other fields fit. Objects: 26 who is paid (01 acquirer, 02 token), 52 category, 54 amount,
 * 59 to 61 name, city and postcode, 62 additional data (05 reference, 03 token).
 */
export function tanqrWriter(merchant: TanqrMerchant): (payment: TanqrPayment) => string {
  const { acquirer, category = '0000', postcode = '' } = merchant
  assert(/^\d{1,10}$/.test(acquirer), 'a TANQR acquirer is digits')
  assert(
    /^\d{4}$/.test(category) && /^\d{0,10}$/.test(postcode),
    'a TANQR category is four digits, a postcode up to ten',
  )
  const payee = `0014tz.go.bot.tips${emvObject('01', acquirer)}`
  // The length of object 26 includes the token that follows: `02`, `08` and eight digits.
  const head = `${versionObject}${onePaymentObject}26${payee.length + 12}${payee}`
  const categoryAndCurrency = emvObject('52', category) + currencyObject
  const countryAndNames =
    countryObject +
    emvObject('59', nameOf(merchant.merchantName, 25) || 'SHOP') +
    emvObject('60', nameOf(merchant.city, 15) || 'TANZANIA') +
    (postcode ? emvObject('61', postcode) : '')
  return ({ token, amount, reference }) => {
    assert(/^\d{8}$/.test(token), 'a TANQR token is eight digits')
    assertAmount(amount)
    assert(/^[A-Za-z0-9-]{1,25}$/.test(reference), 'a TANQR reference is 1 to 25 letters, digits or dashes')
    const additionalData = emvObject('62', `0308${token}${emvObject('05', reference)}`)
    const amountObject = emvObject('54', String(amount))
    const objectsAfterToken = `${categoryAndCurrency}${amountObject}${countryAndNames}${additionalData}`
    const payload = `${head}0208${token}${objectsAfterToken}${crcHead}`
    return payload + emvCrc(payload)
  }
}

/** Asserts that an amount is whole shillings and fits object 54, which has at most 13 digits. */
function assertAmount(amount: number): void {
  assert(Number.isSafeInteger(amount) && amount > 0 && amount < 1e13, 'a TANQR amount is whole shillings')
}

export type Tanqr = TanqrMerchant & TanqrPayment

export const writeTanqr = (code: Tanqr): string => tanqrWriter(code)(code)

/** Objects that ask the payer for a tip or a fee on top of the amount (EMVCo §4.8). */
const tips = ['55', '56', '57']

/**
 * Returns the merchant number in each template 26 to 51 of a TANQR code; empty for a template without one. If
 * some templates are for TIPS, the national payment system, only those count.
 */
export function payeesOf(emv: Emv): readonly string[] {
  const templates = [...emv.keys()].filter(id => id >= '26' && id < '52' && id.length === 2)
  const isTips = (id: string) => /^tz\.go\.bot\.tips$/i.test(emv.get(`${id}.00`) ?? '')
  const tipsTemplates = templates.filter(isTips)
  const payeeTemplates = tipsTemplates.length > 0 ? tipsTemplates : templates
  return payeeTemplates.map(id => emv.get(`${id}.02`) ?? '')
}

/**
 * Returns a payload with an amount and without a request for a tip, marked as a code for one payment.
 * Undefined when the payload is not an EMVCo code, its CRC is wrong, or it would become too long.
 */
export function withAmount(payload: string, amount: number): string | undefined {
  assertAmount(amount)
  const objects = readEmv(payload) ? readObjects(payload) : undefined
  if (!objects) return undefined
  // 01 with the value 12 marks a code for one payment; 54 is the amount.
  const values = new Map([...objects, ['01', '12'], ['54', String(amount)]])
  const oldCrc = '63'
  for (const id of [...tips, oldCrc]) values.delete(id)
  const sorted = [...values].toSorted(([idA], [idB]) => Number(idA) - Number(idB))
  const text = sorted.map(([id, value]) => emvObject(id, value)).join('') + crcHead
  return text.length + crcLength > payloadMax ? undefined : text + emvCrc(text)
}

/**
 * Reads the objects of a scanned payload, and those inside its templates.
 * @returns undefined when it is not an EMVCo code, its CRC is wrong, or it repeats an object
 */
export function readEmv(payload: string): Emv | undefined {
  if (payload.length > payloadMax || !payload.startsWith(versionObject)) return undefined
  const objects = readObjects(payload)
  const lastId = objects?.at(-1)?.[0]
  if (!objects || lastId !== '63') return undefined
  if (payload.slice(-crcLength) !== emvCrc(payload.slice(0, -crcLength))) return undefined
  const emv = new Map(objects)
  const hasRepeatedObject = emv.size !== objects.length
  if (hasRepeatedObject) return undefined
  for (const [id, value] of objects) {
    const innerObjects = isTemplate(id) ? readObjects(value) : undefined
    for (const [innerId, innerValue] of innerObjects ?? []) emv.set(`${id}.${innerId}`, innerValue)
  }
  return emv
}

/**
 * Returns the CRC-16/CCITT-FALSE of a text as four upper-case hex digits.
 * @param text the payload up to and including `6304`, the head of the CRC itself (EMVCo §4.7.3)
 */
export function emvCrc(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let crc = 0xffff
  for (let offset = 0; offset < bytes.length; offset++)
    crc = ((crc << 8) & 0xffff) ^ (crcTable[(crc >> 8) ^ (bytes[offset] ?? 0)] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** EMVCo §3: a payload fits a symbol of 512 characters. */
const payloadMax = 512
const crcLength = 4

/** Returns a name in plain ASCII, of at most `max` characters; may be empty. */
const nameOf = (text: string, max: number): string => fold(text, '').slice(0, max).trimEnd()

/** Writes an object: its id, the length of its value in two digits, and the value. */
const emvObject = (id: string, value: string): string =>
  `${id}${value.length < 10 ? '0' : ''}${value.length}${value}`

/** Whether the value of an object with this id consists of objects. */
const isTemplate = (id: string): boolean =>
  (id >= '26' && id <= '51') || id === '62' || id === '64' || id >= '80'

/** Reads the id and value of each object; undefined when the text does not consist of whole objects. */
function readObjects(text: string): [string, string][] | undefined {
  const objects: [string, string][] = []
  let offset = 0
  while (offset < text.length) {
    const head = text.slice(offset, offset + 4)
    const end = offset + 4 + Number(head.slice(2))
    if (!/^\d{4}$/.test(head) || end > text.length) return undefined
    objects.push([head.slice(0, 2), text.slice(offset + 4, end)])
    offset = end
  }
  return objects
}

/** The CRC of each single byte: x¹⁶ + x¹² + x⁵ + 1, most significant bit first. */
const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  return crc
})
