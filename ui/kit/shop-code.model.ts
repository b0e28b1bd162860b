// The rules of scale barcodes as the API answers them.
import type { ShopCodeRule } from '../../src/domain/shop-code.ts'
import type { ShopCodesView } from '../../src/wire/shop-code.ts'

/** Converts the API's rules of scale barcodes to the field names of the domain. */
export const shopCodeRulesOf = ({ rules }: ShopCodesView): ShopCodeRule[] =>
  rules.map(({ prefix, item_digits, value, value_digits, decimals }) => ({
    prefix,
    itemDigits: item_digits,
    value,
    valueDigits: value_digits,
    decimals,
  }))
