// The rules of scale barcodes in the API.
import { type Static, Type } from '@sinclair/typebox'
import { type ShopCodeRule, shopCodeMax, shopCodeValues } from '../domain/shop-code.ts'
import { choice } from './choice.ts'

/** Returns the schema of how many digits a part of a barcode has. */
const digits = (description: string) => Type.Integer({ minimum: 1, maximum: shopCodeMax.digits, description })

const fields = {
  prefix: Type.String({
    maxLength: shopCodeMax.digits,
    description: 'The digits with which the code begins',
  }),
  item_digits: digits('How many digits of the item follow the prefix'),
  value: choice(shopCodeValues, { description: 'What the next digits are' }),
  value_digits: digits('How many digits the weight or the price has. The check digit follows'),
}
const decimals = Type.Integer({
  minimum: 0,
  maximum: shopCodeMax.decimals,
  description:
    'How many digits of a weight are decimals of a kilogram: 3 if the scale prints grams, the default. 0 for a price, which is in whole shillings',
})

/** The body of `PUT /api/v1/products/shop-codes`. */
export const ChangeShopCodes = Type.Object(
  {
    rules: Type.Array(
      Type.Object({ ...fields, decimals: Type.Optional(decimals) }, { title: 'NewShopCodeRule' }),
      {
        maxItems: shopCodeMax.rules,
        description: 'In their order: the first rule that matches a code wins',
      },
    ),
  },
  { title: 'ChangeShopCodes' },
)
export type ChangeShopCodes = Static<typeof ChangeShopCodes>

export const ShopCodesView = Type.Object(
  { rules: Type.Array(Type.Object({ ...fields, decimals }, { title: 'ShopCodeRule' })) },
  { title: 'ShopCodes' },
)
export type ShopCodesView = Static<typeof ShopCodesView>

/** Returns the rules in a request. Without `decimals`, a weight is in grams, a price in whole shillings. */
export const readShopCodes = ({ rules }: ChangeShopCodes): ShopCodeRule[] =>
  rules.map(({ prefix, item_digits, value, value_digits, decimals }) => ({
    prefix,
    itemDigits: item_digits,
    value,
    valueDigits: value_digits,
    decimals: decimals ?? (value === 'weight' ? shopCodeMax.decimals : 0),
  }))

/** Returns the rules of scale barcodes, in the order in which they are tried. */
export const shopCodesView = (rules: readonly ShopCodeRule[]): ShopCodesView => ({
  rules: rules.map(({ prefix, itemDigits, value, valueDigits, decimals }) => ({
    prefix,
    item_digits: itemDigits,
    value,
    value_digits: valueDigits,
    decimals,
  })),
})
