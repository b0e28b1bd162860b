// The rules of the API that a payment link may break while it is written: shown at their fields before
// anything is sent.

import { amountMax, amountMin } from '../../../src/domain/payment-limit.ts'
import { readPhone } from '../../../src/domain/phone.ts'
import { sessionSeconds } from '../../../src/domain/session.ts'
import { readShillings, readWholeNumber } from '../../../src/domain/shillings.ts'
import { addressChecks } from '../parts/address-fault.model.ts'
import { type FieldCheck, type FieldFaults, faultsIn } from '../parts/form-fault.model.ts'
import {
  type FieldDraft,
  fieldKeyOf,
  type ItemDraft,
  type LinkDraft,
  type MetadataDraft,
  optionsOf,
  secondsOf,
} from './link-form.model.ts'

/** Limits of the API: characters of texts, the choices of a question, and the quantity of an item. */
const limits = {
  name: 200,
  text: 500,
  sku: 100,
  key: 40,
  button: 60,
  choices: 100,
  quantity: 1_000_000,
} as const

/** Returns `long` for a text of more than `max` characters, else false. An emoji counts as one character. */
const lengthFault = (text: string, max: number): FieldCheck => [...text].length > max && 'long'
/** Returns `empty` or `long` for a text that does not have 1 to `max` characters, else false. */
const requiredTextFault = (text: string, max: number): FieldCheck =>
  text.trim() === '' ? 'empty' : lengthFault(text, max)

/** Returns what is wrong with a typed amount; false if it is valid. `min` is in shillings. */
function amountFault(text: string, min: number): FieldCheck {
  if (text.trim() === '') return 'empty'
  const amount = readShillings(text)
  if (amount === undefined) return 'digits'
  if (amount < min) return 'amount_low'
  return amount > amountMax && 'amount_high'
}

/**
 * Checks the amount of a link. If the customer chooses the amount, checks the lowest and the highest amount,
 * and that an amount that the shop suggests is between them.
 * @returns the result of each check by the field's name in the request; a false value means that it is valid
 */
function amountFaults(draft: LinkDraft): Record<string, FieldCheck> {
  const { amount } = draft
  if (!draft.open) return { amount: amountFault(amount, amountMin) }
  const min = readShillings(draft.amountMin) ?? 0
  const max = readShillings(draft.amountMax) ?? 0
  const suggested = readShillings(amount) ?? 0
  const isOutside = suggested < min || suggested > max
  const suggestedFault = amountFault(amount, amountMin) || (isOutside && 'between')
  return {
    min_amount: amountFault(draft.amountMin, amountMin),
    max_amount: amountFault(draft.amountMax, amountMin) || (max <= min && 'maximum_low'),
    amount: amount.trim() !== '' && suggestedFault,
  }
}

/** Checks each item. Faults are named like the fields of the request: `line_items.0.name`. */
const itemFaults = (items: readonly ItemDraft[]) =>
  items.flatMap(({ name, description, quantity, price, sku }, index): [string, FieldCheck][] => {
    const count = readWholeNumber(quantity)
    const isInvalidCount = count === undefined || count < 1 || count > limits.quantity
    return [
      [`line_items.${index}.name`, requiredTextFault(name, limits.name)],
      [`line_items.${index}.description`, lengthFault(description, limits.text)],
      [`line_items.${index}.quantity`, isInvalidCount && 'quantity'],
      [`line_items.${index}.unit_price`, amountFault(price, 0)],
      [`line_items.${index}.sku`, lengthFault(sku, limits.sku)],
    ]
  })

/** Returns what is wrong with the choices of a field of the type `select`; false if they are valid. */
function optionsFault(options: readonly string[]): FieldCheck {
  if (options.length === 0) return 'options'
  if (new Set(options).size < options.length) return 'options_duplicate'
  if (options.length > limits.choices) return 'many'
  return options.some(option => lengthFault(option, limits.name)) && 'long'
}

/**
 * Checks each custom field. The key of a field must differ from the keys of the fields above it. Returns the
 * checks by the names of the fields in the request, such as `custom_fields.0.label`.
 */
const fieldFaults = (fields: readonly FieldDraft[]) =>
  fields.flatMap((field, index): [string, FieldCheck][] => {
    const key = fieldKeyOf(field)
    const isValidKey = /^[A-Za-z0-9_]{1,40}$/.test(key)
    const isRepeated = fields.findIndex(other => fieldKeyOf(other) === key) < index
    const keyFault = isValidKey ? isRepeated && 'duplicate' : 'key'
    return [
      [`custom_fields.${index}.label`, requiredTextFault(field.label, limits.name)],
      // Without a label, which is a fault already, there may be no key yet.
      [`custom_fields.${index}.key`, field.label.trim() !== '' && keyFault],
      [`custom_fields.${index}.placeholder`, lengthFault(field.placeholder, limits.name)],
      [`custom_fields.${index}.options`, field.type === 'select' && optionsFault(optionsOf(field))],
    ]
  })

/** Checks each pair of metadata. The key of a pair must differ from the keys of the pairs above it. */
const pairFaults = (pairs: readonly MetadataDraft[]) =>
  pairs.flatMap(({ key, value }, index): [string, FieldCheck][] => {
    const isRepeated = pairs.findIndex(pair => pair.key === key) < index
    return [
      [`metadata.${index}.key`, requiredTextFault(key, limits.key) || (isRepeated && 'duplicate')],
      [`metadata.${index}.value`, lengthFault(value, limits.text)],
    ]
  })

/**
 * Returns what is wrong with each field of the form, by the field's name in the request; valid fields are
 * left out. The server checks the same rules again.
 */
export function linkFaults(draft: LinkDraft): FieldFaults {
  const { redirect, webhook, phone, email } = draft
  const { min, max } = sessionSeconds
  const seconds = secondsOf(draft)
  const isInvalidExpiry = seconds === undefined || seconds < min || seconds > max
  const isInvalidPhone = phone.trim() !== '' && !readPhone(phone)
  const isInvalidEmail = email.trim() !== '' && !/^[^@\s]+@[^@\s]+$/.test(email.trim())
  const checks: [string, FieldCheck][] = [
    ...Object.entries(amountFaults(draft)),
    ['description', lengthFault(draft.description, limits.text)],
    ['expires_in', isInvalidExpiry && 'expiry'],
    ['allowed_methods', draft.methods?.length === 0 && 'methods'],
    ...itemFaults(draft.items),
    ...fieldFaults(draft.fields),
    ['display.button_text', lengthFault(draft.button, limits.button)],
    ['display.success_message', lengthFault(draft.success, limits.text)],
    ['customer.name', lengthFault(draft.name, limits.name)],
    ['customer.phone', isInvalidPhone && 'phone'],
    ['customer.email', isInvalidEmail && 'email'],
    ...addressChecks(redirect, webhook),
    ...pairFaults(draft.pairs),
  ]
  return faultsIn(checks)
}
