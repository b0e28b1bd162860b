// Barcodes that the shop's own scale prints: EAN-13 or UPC-A with the item and its weight or price inside.
// Rules define what the digits mean; the first rule that matches wins.
import { checkDigit } from './barcode.ts'

export interface ShopCodeRule {
  /** How the code begins. */
  readonly prefix: string
  /** The digits of the item after the prefix. */
  readonly itemDigits: number
  readonly value: 'weight' | 'price'
  /** The digits of the weight in grams or the price in whole shillings, before the check digit. */
  readonly valueDigits: number
}

/** The default rules of scales, with GS1's prefixes for use inside a shop. */
const shopCodeRules: readonly ShopCodeRule[] = [
  { prefix: '21', itemDigits: 5, value: 'weight', valueDigits: 5 },
  { prefix: '23', itemDigits: 5, value: 'price', valueDigits: 5 },
]

export interface ShopCode {
  /** The digits of the item, as they are in the code. */
  readonly item: string
  /** The code of the item alone: the same code with zeros for its value, and a new check digit. */
  readonly itemCode: string
  /** Grams or whole shillings. */
  readonly value: number
  readonly kind: ShopCodeRule['value']
}

function readByRule(
  code: string,
  { prefix, itemDigits, value, valueDigits }: ShopCodeRule,
): ShopCode | undefined {
  const digits = code.slice(0, -1)
  const isWhole = /^\d+$/.test(code) && digits.length === prefix.length + itemDigits + valueDigits
  if (!isWhole || !code.startsWith(prefix) || checkDigit(digits) !== code.at(-1)) return undefined
  const item = digits.slice(prefix.length, prefix.length + itemDigits)
  const withoutValue = `${prefix}${item}${'0'.repeat(valueDigits)}`
  return {
    item,
    itemCode: `${withoutValue}${checkDigit(withoutValue)}`,
    value: Number(digits.slice(-valueDigits)),
    kind: value,
  }
}

/** Returns item and value of a scanned code; undefined if no rule matches or its check digit is wrong. */
export function readShopCode(code: string, rules = shopCodeRules): ShopCode | undefined {
  for (const rule of rules) {
    const read = readByRule(code, rule)
    if (read) return read
  }
  return undefined
}
