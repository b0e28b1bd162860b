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

/** Returns `long` for a text of more than `max` characters; an emoji counts as one. */
const lengthFault = (text: string, max: number): FieldCheck => [...text].length > max && 'long'
/** Returns what is wrong with a text that must not be empty. */
const requiredTextFault = (text: string, max: number): FieldCheck =>
  text.trim() === '' ? 'empty' : lengthFault(text, max)

/** Returns what is wrong with an amount as typed; `min` is in shillings. */
function amountFault(text: string, min: number): FieldCheck {
  if (text.trim() === '') return 'empty'
  const amount = readShillings(text)
  if (amount === undefined) return 'digits'
  if (amount < min) return 'amount_low'
  return amount > amountMax && 'amount_high'
}

/**
 * Checks the amount of a link. If the customer chooses it, checks the two bounds, and that a suggested amount
 * is between them.
 */
function amountFaults({ open, amount, ...bounds }: LinkDraft): Record<string, FieldCheck> {
  if (!open) return { amount: amountFault(amount, amountMin) }
  const min = readShillings(bounds.amountMin) ?? 0
  const max = readShillings(bounds.amountMax) ?? 0
  const suggested = readShillings(amount) ?? 0
  return {
    min_amount: amountFault(bounds.amountMin, amountMin),
    max_amount: amountFault(bounds.amountMax, amountMin) || (max <= min && 'maximum_low'),
    amount:
      amount.trim() !== '' &&
      (amountFault(amount, amountMin) || ((suggested < min || suggested > max) && 'between')),
  }
}

/** Checks each item; the faults are named after the fields of the request. */
const itemFaults = (items: readonly ItemDraft[]) =>
  items.flatMap(({ name, description, quantity, price, sku }, index): [string, FieldCheck][] => {
    const count = readWholeNumber(quantity)
    return [
      [`line_items.${index}.name`, requiredTextFault(name, limits.name)],
      [`line_items.${index}.description`, lengthFault(description, limits.text)],
      [
        `line_items.${index}.quantity`,
        (count === undefined || count < 1 || count > limits.quantity) && 'quantity',
      ],
      [`line_items.${index}.unit_price`, amountFault(price, 0)],
      [`line_items.${index}.sku`, lengthFault(sku, limits.sku)],
    ]
  })

/** Checks the choices of a field of the type `select`. */
function optionsFault(options: readonly string[]): FieldCheck {
  if (options.length === 0) return 'options'
  if (new Set(options).size < options.length) return 'options_duplicate'
  if (options.length > limits.choices) return 'many'
  return options.some(option => lengthFault(option, limits.name)) && 'long'
}

/** Checks each custom field. Its key must differ from the keys of the fields above it. */
const fieldFaults = (fields: readonly FieldDraft[]) =>
  fields.flatMap((field, index): [string, FieldCheck][] => {
    const key = fieldKeyOf(field)
    const isRepeated = fields.findIndex(other => fieldKeyOf(other) === key) < index
    const keyFault = /^[A-Za-z0-9_]{1,40}$/.test(key) ? isRepeated && 'duplicate' : 'key'
    return [
      [`custom_fields.${index}.label`, requiredTextFault(field.label, limits.name)],
      [`custom_fields.${index}.key`, field.label.trim() !== '' && keyFault],
      [`custom_fields.${index}.placeholder`, lengthFault(field.placeholder, limits.name)],
      [`custom_fields.${index}.options`, field.type === 'select' && optionsFault(optionsOf(field))],
    ]
  })

/** Checks each pair of metadata; keys must differ. */
const pairFaults = (pairs: readonly MetadataDraft[]) =>
  pairs.flatMap(({ key, value }, index): [string, FieldCheck][] => [
    [
      `metadata.${index}.key`,
      requiredTextFault(key, limits.key) ||
        (pairs.findIndex(pair => pair.key === key) < index && 'duplicate'),
    ],
    [`metadata.${index}.value`, lengthFault(value, limits.text)],
  ])

/** Returns the fault of each field, by its name in the request. The server checks the same rules again. */
export function linkFaults(draft: LinkDraft): FieldFaults {
  const seconds = secondsOf(draft)
  const { redirect, webhook, phone, email } = draft
  const checks: [string, FieldCheck][] = [
    ...Object.entries(amountFaults(draft)),
    ['description', lengthFault(draft.description, limits.text)],
    [
      'expires_in',
      (seconds === undefined || seconds < sessionSeconds.min || seconds > sessionSeconds.max) && 'expiry',
    ],
    ['allowed_methods', draft.methods?.length === 0 && 'methods'],
    ...itemFaults(draft.items),
    ...fieldFaults(draft.fields),
    ['display.button_text', lengthFault(draft.button, limits.button)],
    ['display.success_message', lengthFault(draft.success, limits.text)],
    ['customer.name', lengthFault(draft.name, limits.name)],
    ['customer.phone', phone.trim() !== '' && !readPhone(phone) && 'phone'],
    ['customer.email', email.trim() !== '' && !/^[^@\s]+@[^@\s]+$/.test(email.trim()) && 'email'],
    ...addressChecks(redirect, webhook),
    ...pairFaults(draft.pairs),
  ]
  return faultsIn(checks)
}
