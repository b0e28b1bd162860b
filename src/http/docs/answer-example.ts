// The example of each answer in the API reference: made from the answer's schema, with values that look like
// those of a shop. test/endpoint/docs.test.ts checks each against its schema.

/** A schema, as TypeBox writes it. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly pattern?: string
}

const reference = '019aa5b4-9e80-7c3e-8a51-6f2d0c4b7e19'
const link = 'http://127.0.0.1:8080'

/** Texts by the name of their field. */
const texts: Readonly<Record<string, string>> = {
  id: reference,
  reference,
  payment_reference: reference,
  session_reference: reference,
  external_reference: 'DKL7X2M9QP',
  receipt_number: 'DKL7X2M9QP',
  payment_qr_code: '000201…',
  api_version: '2026-01-25',
  message: 'Done',
  name: 'Neema Mushi',
  customer_name: 'Neema Mushi',
  recipient_name: 'Juma Ali',
  first_name: 'Neema',
  last_name: 'Mushi',
  email: 'neema@example.com',
  customer_email: 'neema@example.com',
  phone: '+255754123789',
  customer_phone: '+255754123789',
  type: 'mobile_money',
  provider: 'mpesa',
  payment_token: '48210375',
  payment_url: `${link}/sandbox/card/DKL7X2M9QP`,
  checkout_url: `${link}/checkout/k3J9xPq27LmZ`,
  payment_link_url: `${link}/p/k3J9xPq2`,
  short_code: 'k3J9xPq2',
  token: 'k3J9xPq27LmZ',
  url: 'https://shop.example.com/kaunta',
  webhook_url: 'https://shop.example.com/kaunta',
  redirect_url: 'https://shop.example.com/thanks',
  doc_url: `${link}/docs/errors`,
  merchant_name: 'Duka la Asha',
  label: 'For whom?',
  brand_color: '#0b6e4f',
  time_zone: 'Africa/Dar_es_Salaam',
  date: '2026-11-21',
  city: 'Dar es Salaam',
  currency: 'TZS',
  failure_reason: 'insufficient_balance',
  webhook_secret: 'whsec_…',
  key: 'kn_test_…',
}

/** Numbers by the name of their field; others are the least that is allowed. */
const numbers: Readonly<Record<string, number>> = {
  value: 5_000,
  amount: 5_000,
  total: 1,
  limit: 20,
  unit_price: 1_500,
  quantity: 2,
}

function textOf(name: string, { format, pattern }: Schema): string {
  if (format === 'date-time') return '2026-11-21T09:00:00.000Z'
  const text = texts[name] ?? ''
  // A key of a form's field is a key as well.
  return pattern === undefined || new RegExp(pattern).test(text) ? text : 'for_whom'
}

/** A value of this schema. @param name of the field that has it */
function exampleOf(schema: Schema, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (schema.examples?.length) return schema.examples[0]
  if (schema.anyOf?.some(one => one.type === 'null')) return null
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, name)
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, name)]
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'string') return textOf(name, schema)
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(numbers[name] ?? 0, schema.minimum ?? 0)
  return schema.type === 'boolean' ? false : null
}

/** The required fields: the others come only sometimes. */
const objectOf = ({ properties = {}, required = [] }: Schema) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, field]) => [name, exampleOf(field, name)]),
  )

/** The answer with an example of its JSON. */
export function withExamples(answer: object): object {
  const { content } = answer as { content?: Record<string, { schema: Schema; examples?: object }> }
  const json = content?.['application/json']
  if (!json || json.examples) return answer
  const examples = { Example: { value: exampleOf(json.schema) } }
  return { ...answer, content: { ...content, 'application/json': { ...json, examples } } }
}
