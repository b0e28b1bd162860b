// The additional fields that each payment type requires, for the API document. The route checks them itself,
// with a reason for each.
import type { PaymentType } from '../domain/payment-type.ts'

/** The customer fields that a card payment needs (specification, Create payment). */
export const cardCustomerFields = [
  'firstname',
  'lastname',
  'email',
  'address',
  'city',
  'state',
  'postcode',
  'country',
] as const

/** Returns the JSON Schema that only requests of this payment type match. */
const schemaOfType = (type: PaymentType) => ({
  properties: { payment_type: { const: type } },
  required: ['payment_type'],
})
/** The fields that each type of payment requires, in the keywords of JSON Schema. */
export const requiredByType = {
  if: schemaOfType('card'),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    required: ['customer'],
    properties: {
      customer: {
        type: 'object',
        required: [...cardCustomerFields],
        properties: Object.fromEntries(
          cardCustomerFields.map(name => [name, { type: 'string', pattern: '\\S' }]),
        ),
      },
    },
  },
  else: {
    if: schemaOfType('mobile'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone_number'], properties: { phone_number: { type: 'string', minLength: 1 } } },
  },
}
