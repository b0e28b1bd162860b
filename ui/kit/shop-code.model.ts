// The rules of scale barcodes as the API answers them.
import type { ShopCodeRule } from '../../src/domain/shop-code.ts'
import type { ShopCodesView } from '../../src/wire/shop-code.ts'

/** Returns the rules as the domain reads them. */
export const shopCodesOf = ({ rules }: ShopCodesView): ShopCodeRule[] =>
  rules.map(({ prefix, item_digits, value, value_digits, decimals }) => ({
    prefix,
    itemDigits: item_digits,
    value,
    valueDigits: value_digits,
    decimals,
  }))
