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

const tooLong = (text: string, max: number): FieldCheck => [...text].length > max && 'long'
const requiredTextFault = (text: string, max: number): FieldCheck =>
  text.trim() === '' ? 'empty' : tooLong(text, max)

function amountFault(text: string, min: number): FieldCheck {
  if (text.trim() === '') return 'empty'
  const amount = readShillings(text)
  if (amount === undefined) return 'digits'
  return amount < min ? 'amount_low' : amount > amountMax && 'amount_high'
}

function amountFaults({ open, amount, ...bounds }: LinkDraft): Record<string, FieldCheck> {
  if (!open) return { amount: amountFault(amount, amountMin) }
  const [from = 0, to = 0] = [readShillings(bounds.amountMin), readShillings(bounds.amountMax)]
  const inside = readShillings(amount) ?? 0
  return {
    min_amount: amountFault(bounds.amountMin, amountMin),
    max_amount: amountFault(bounds.amountMax, amountMin) || (to <= from && 'maximum_low'),
    amount:
      amount.trim() !== '' &&
      (amountFault(amount, amountMin) || ((inside < from || inside > to) && 'between')),
  }
}

const itemFaults = (items: readonly ItemDraft[]) =>
  items.flatMap(({ name, description, quantity, price, sku }, index): [string, FieldCheck][] => {
    const count = readWholeNumber(quantity)
    return [
      [`line_items.${index}.name`, requiredTextFault(name, 200)],
      [`line_items.${index}.description`, tooLong(description, 500)],
      [`line_items.${index}.quantity`, (count === undefined || count < 1 || count > 1_000_000) && 'quantity'],
      [`line_items.${index}.unit_price`, amountFault(price, 0)],
      [`line_items.${index}.sku`, tooLong(sku, 100)],
    ]
  })

function optionsCheck(options: readonly string[]): FieldCheck {
  if (options.length === 0) return 'options'
  if (new Set(options).size < options.length) return 'options_duplicate'
  if (options.length > 100) return 'many'
  return options.some(option => tooLong(option, 200)) && 'long'
}

const fieldFaults = (fields: readonly FieldDraft[]) =>
  fields.flatMap((field, index): [string, FieldCheck][] => {
    const key = fieldKeyOf(field)
    return [
      [`custom_fields.${index}.label`, requiredTextFault(field.label, 200)],
      [
        `custom_fields.${index}.key`,
        field.label.trim() !== '' &&
          (!/^[A-Za-z0-9_]{1,40}$/.test(key)
            ? 'key'
            : fields.findIndex(fieldDraft => fieldKeyOf(fieldDraft) === key) < index && 'duplicate'),
      ],
      [`custom_fields.${index}.placeholder`, tooLong(field.placeholder, 200)],
      [`custom_fields.${index}.options`, field.type === 'select' && optionsCheck(optionsOf(field))],
    ]
  })

const pairFaults = (pairs: readonly MetadataDraft[]) =>
  pairs.flatMap(({ key, value }, index): [string, FieldCheck][] => [
    [
      `metadata.${index}.key`,
      requiredTextFault(key, 40) || (pairs.findIndex(pair => pair.key === key) < index && 'duplicate'),
    ],
    [`metadata.${index}.value`, tooLong(value, 500)],
  ])

/** The rules of the API, checked before the request. The server decides. */
export function linkFaults(draft: LinkDraft): FieldFaults {
  const seconds = secondsOf(draft)
  const { redirect, webhook, phone, email } = draft
  const checks: [string, FieldCheck][] = [
    ...Object.entries(amountFaults(draft)),
    ['description', tooLong(draft.description, 500)],
    [
      'expires_in',
      (seconds === undefined || seconds < sessionSeconds.min || seconds > sessionSeconds.max) && 'expiry',
    ],
    ['allowed_methods', draft.methods?.length === 0 && 'methods'],
    ...itemFaults(draft.items),
    ...fieldFaults(draft.fields),
    ['display.button_text', tooLong(draft.button, 60)],
    ['display.success_message', tooLong(draft.success, 500)],
    ['customer.name', tooLong(draft.name, 200)],
    ['customer.phone', phone.trim() !== '' && !readPhone(phone) && 'phone'],
    ['customer.email', email.trim() !== '' && !/^[^@\s]+@[^@\s]+$/.test(email.trim()) && 'email'],
    ...addressChecks(redirect, webhook),
    ...pairFaults(draft.pairs),
  ]
  return faultsIn(checks)
}
