// Barcodes that the shop's own scale prints: EAN-13 or UPC-A with the item and its weight or price inside.
// Rules define what the digits mean; the first rule that matches wins.
import { barcodeKey, checkDigit } from './barcode.ts'

export const shopCodeValues = ['weight', 'price'] as const

export interface ShopCodeRule {
  /** How the code begins. */
  readonly prefix: string
  /** The digits of the item after the prefix. */
  readonly itemDigits: number
  readonly value: (typeof shopCodeValues)[number]
  /** The digits of the weight or the price, before the check digit. */
  readonly valueDigits: number
  /** How many of the weight's digits are decimals of a kilogram. A price is in whole shillings. */
  readonly decimals: number
}

/** The default rules of scales, with GS1's prefixes for use inside a shop. */
export const defaultShopCodes: readonly ShopCodeRule[] = [
  { prefix: '21', itemDigits: 5, value: 'weight', valueDigits: 5, decimals: 3 },
  { prefix: '23', itemDigits: 5, value: 'price', valueDigits: 5, decimals: 0 },
]

export const shopCodeMax = { rules: 20, digits: 10, decimals: 3 } as const

/** Digits of the barcodes that scales print, with the check digit: UPC-A and EAN-13. */
const codeLengths: readonly number[] = [12, 13]
/** Returns how many digits the codes of a rule have, with the check digit. */
export const shopCodeLength = ({ prefix, itemDigits, valueDigits }: ShopCodeRule): number =>
  prefix.length + itemDigits + valueDigits + 1

export type ShopCodeFault = 'shop_code_prefix' | 'shop_code_length' | 'shop_code_price_decimals'

/** Returns what is wrong with a rule; undefined for a valid rule. Rules may overlap: the first match wins. */
export function shopCodeFault(rule: ShopCodeRule): ShopCodeFault | undefined {
  if (!/^\d+$/.test(rule.prefix)) return 'shop_code_prefix'
  if (!codeLengths.includes(shopCodeLength(rule))) return 'shop_code_length'
  return rule.value === 'price' && rule.decimals > 0 ? 'shop_code_price_decimals' : undefined
}

export interface ShopCode {
  /** The digits of the item, as they are in the code. */
  readonly item: string
  /**
   * The code of the item alone: the same code with zeros for its value, and a new check digit. A UPC-A is
   * written as an EAN-13.
   */
  readonly itemCode: string
  /** Grams or whole shillings. */
  readonly value: number
  readonly kind: ShopCodeRule['value']
}

/**
 * Reads a scanned code by one rule; undefined if the code does not match or its check digit is wrong. Some
 * readers send a UPC-A (12 digits) as an EAN-13 that begins with 0, so code and rule are compared in that
 * form.
 */
function readByRule(scanned: string, rule: ShopCodeRule): ShopCode | undefined {
  const { itemDigits, value, valueDigits, decimals } = rule
  const code = barcodeKey(scanned)
  const isUpcRule = shopCodeLength(rule) === 12
  const prefix = isUpcRule ? `0${rule.prefix}` : rule.prefix
  const digits = code.slice(0, -1) // without the check digit
  const hasLength = /^\d+$/.test(code) && digits.length === prefix.length + itemDigits + valueDigits
  if (!hasLength || !code.startsWith(prefix) || checkDigit(digits) !== code.at(-1)) return undefined
  const item = digits.slice(prefix.length, prefix.length + itemDigits)
  const withoutValue = `${prefix}${item}${'0'.repeat(valueDigits)}`
  // A weight in grams has three decimals of a kilogram; one with fewer decimals is converted to grams.
  const factor = value === 'weight' ? 10 ** (3 - decimals) : 1
  return {
    item,
    itemCode: `${withoutValue}${checkDigit(withoutValue)}`,
    value: Number(digits.slice(-valueDigits)) * factor,
    kind: value,
  }
}

/** Returns the item and value of a scanned code; undefined if no rule matches or its check digit is wrong. */
export function readShopCode(code: string, rules: readonly ShopCodeRule[]): ShopCode | undefined {
  for (const rule of rules) {
    const shopCode = readByRule(code, rule)
    if (shopCode) return shopCode
  }
  return undefined
}
