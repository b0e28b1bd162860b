// Checks what a browser or a parked sale has stored of a draft. Another release of the till, or another
// program, may have stored something else: a fraction where whole shillings belong would stop the page.

type Check = (value: unknown) => boolean

/** Returns whether a value is an object, whose fields are then known to be unknown. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isText: Check = value => typeof value === 'string'
const isFlag: Check = value => typeof value === 'boolean'
/** Returns whether a value is a whole number of shillings, pieces, grams or percent. */
const isWhole: Check = value => Number.isSafeInteger(value) && Number(value) >= 0
const orNull =
  (check: Check): Check =>
  value =>
    value === null || check(value)
const optional =
  (check: Check): Check =>
  value =>
    value === undefined || check(value)
/** Returns a check of an object that has each of these fields; others are not looked at. */
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  value =>
    isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]))

const isSum = shape({ kind: value => value === 'sum', amount: isWhole })
const isPercent = shape({ kind: value => value === 'percent', percent: isWhole })
const isDiscount: Check = value => isSum(value) || isPercent(value)

const isListed = shape({
  price: shape({
    price: orNull(isWhole),
    wholesale: optional(orNull(shape({ from: isWhole, price: isWhole }))),
  }),
  pack: optional(shape({ holds: isWhole, price: optional(orNull(isWhole)) })),
})

/** Returns whether a value has the fields of an item, and the optional ones that the till reads. */
const isItemShape = shape({
  name: isText,
  quantity: isWhole,
  unit_price: isWhole,
  by_weight: optional(isFlag),
  product_id: optional(isText),
  variation_id: optional(isText),
  pack: optional(isText),
  note: optional(isText),
  discount: optional(isWhole),
  discount_reason: optional(isText),
  listed: optional(isListed),
  own_price: optional(isWhole),
  off: optional(isDiscount),
})

/** Returns whether a value has the fields of a draft, and of each of its items. */
export const isDraftShape = shape({
  amount: isWhole,
  note: isText,
  items: value => Array.isArray(value) && value.every(isItemShape),
  off: optional(shape({ discount: isDiscount, reason: isText })),
  taken: optional(value => Array.isArray(value) && value.every(isText)),
})
