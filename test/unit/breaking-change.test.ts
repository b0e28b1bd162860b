// Which changes of the API contract break its clients, one row each; and changes that do not.
import { describe, expect, test } from 'bun:test'
import { breakingChanges } from '../kit/breaking-change.ts'

const shop = {
  paths: {
    '/v1/payments': {
      post: {
        operationId: 'createPayment',
        parameters: [
          { in: 'query', name: 'expand', schema: { type: 'string', enum: ['customer', 'events'] } },
          { in: 'header', name: 'Idempotency-Key', schema: { type: 'string', maxLength: 30 } },
        ],
        requestBody: {
          required: false,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/CreatePayment' } } },
        },
        responses: {
          201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Payment' } } } },
          400: { $ref: '#/components/responses/validation_error' },
        },
        security: [{ api_key: [] }, { token: [] }],
      },
      get: { operationId: 'listPayments', responses: {}, security: [] },
    },
  },
  webhooks: {
    'payment.completed': {
      post: {
        operationId: 'onPaymentCompleted',
        parameters: [{ in: 'header', name: 'X-Webhook-Event', schema: { type: 'string' } }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Payment' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      CreatePayment: {
        type: 'object',
        required: ['amount'],
        properties: {
          amount: { type: 'integer', minimum: 500, maximum: 1_000_000 },
          type: { type: 'string', enum: ['mobile', 'card'] },
          phone: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
      },
      Payment: {
        type: 'object',
        required: ['reference', 'status'],
        properties: {
          reference: { type: 'string' },
          status: { type: 'string', enum: ['pending', 'completed'] },
          items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
          metadata: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
          parent: { $ref: '#/components/schemas/Payment' },
        },
      },
    },
    responses: { validation_error: { content: { 'application/json': { schema: { type: 'object' } } } } },
  },
}
type Contract = typeof shop
const operation = (contract: Contract) => contract.paths['/v1/payments'].post
const fields = (contract: Contract) => contract.components.schemas.CreatePayment
const answer = (contract: Contract) => contract.components.schemas.Payment

const after = (change: (contract: Contract) => unknown): string[] => {
  const next = structuredClone(shop)
  change(next)
  return breakingChanges(shop, next)
}
const removed = (target: object, name: string) => Reflect.deleteProperty(target, name)

const post = 'POST /v1/payments'
const breaking: [what: string, change: (contract: Contract) => unknown, changes: string[]][] = [
  [
    'a path is removed',
    one => removed(one.paths, '/v1/payments'),
    [`${post}: removed`, 'GET /v1/payments: removed'],
  ],
  ['a method is removed', one => removed(one.paths['/v1/payments'], 'post'), [`${post}: removed`]],
  [
    'an operation is renamed',
    one => Object.assign(operation(one), { operationId: 'pay' }),
    [`${post}: operationId createPayment became pay`],
  ],
  [
    'a credential is no longer accepted',
    one => operation(one).security.pop(),
    [`${post}: credential {"token":[]} removed`],
  ],
  [
    'a public operation needs a credential',
    one => Object.assign(one.paths['/v1/payments'].get, { security: [{ token: [] }] }),
    ['GET /v1/payments: needs a credential'],
  ],
  [
    'a new parameter is required',
    one =>
      operation(one).parameters.push(
        Object({ in: 'query', name: 'shop', required: true, schema: { type: 'string' } }),
      ),
    [`${post}: query shop became required`],
  ],
  ['a parameter is removed', one => operation(one).parameters.shift(), [`${post}: query expand removed`]],
  [
    'an enum of a parameter is narrowed',
    one => operation(one).parameters[0]?.schema.enum?.pop(),
    [`${post}: query expand: events is no longer allowed`],
  ],
  [
    'the body becomes required',
    one => Object.assign(operation(one).requestBody, { required: true }),
    [`${post}: the body became required`],
  ],
  [
    'a new request field is required',
    one => {
      fields(one).required.push('shop')
      Object.assign(fields(one).properties, { shop: { type: 'string' } })
    },
    [`${post} request.shop: became required`],
  ],
  [
    'a request field becomes required',
    one => fields(one).required.push('type'),
    [`${post} request.type: became required`],
  ],
  [
    'a request field is removed',
    one => removed(fields(one).properties, 'type'),
    [`${post} request.type: removed`],
  ],
  [
    'an enum of a request field is narrowed',
    one => fields(one).properties.type.enum.pop(),
    [`${post} request.type: card is no longer allowed`],
  ],
  [
    'a request field accepts less',
    one => Object.assign(fields(one).properties.amount, { minimum: 1_000, maximum: 5_000 }),
    [
      `${post} request.amount: minimum 500 became 1000`,
      `${post} request.amount: maximum 1000000 became 5000`,
    ],
  ],
  [
    'a request field gets a pattern',
    one => Object.assign(fields(one).properties.type, { pattern: '^m' }),
    [`${post} request.type: pattern none became ^m`],
  ],
  [
    'the type of a request field changes',
    one => Object.assign(fields(one).properties.amount, { type: 'string' }),
    [`${post} request.amount: type integer became string`],
  ],
  [
    'a variant of a request field is removed',
    one => fields(one).properties.phone.anyOf.pop(),
    [`${post} request.phone: variant 2 matches none of the other document`],
  ],
  [
    'an answer field is removed',
    one => removed(answer(one).properties, 'reference'),
    [`${post} 201 answer.reference: removed`, 'webhook payment.completed answer.reference: removed'],
  ],
  [
    'an answer field becomes optional',
    one => answer(one).required.pop(),
    [
      `${post} 201 answer.status: became optional`,
      'webhook payment.completed answer.status: became optional',
    ],
  ],
  [
    'the type of an answer field changes',
    one => Object.assign(answer(one).properties.reference, { type: ['string', 'null'] }),
    [
      `${post} 201 answer.reference: type string became string|null`,
      'webhook payment.completed answer.reference: type string became string|null',
    ],
  ],
  [
    'a field of a list in an answer is removed',
    one => removed(answer(one).properties.items.items.properties, 'name'),
    [`${post} 201 answer.items[].name: removed`, 'webhook payment.completed answer.items[].name: removed'],
  ],
  [
    'free keys of an answer get another type',
    one => answer(one).properties.metadata.additionalProperties.type.push('boolean'),
    [
      `${post} 201 answer.metadata.*: type string|number|integer became string|number|integer|boolean`,
      'webhook payment.completed answer.metadata.*: type string|number|integer became string|number|integer|boolean',
    ],
  ],
  ['a status is removed', one => removed(operation(one).responses, '400'), [`${post} 400: status removed`]],
  [
    'a content type is removed',
    one => Object.assign(operation(one).responses[201], { content: { 'text/csv': { schema: {} } } }),
    [`${post} 201: content type application/json removed`],
  ],
  [
    'an event is removed',
    one => removed(one.webhooks, 'payment.completed'),
    ['webhook payment.completed: removed'],
  ],
  [
    'a header of a webhook is removed',
    one => one.webhooks['payment.completed'].post.parameters.pop(),
    ['webhook payment.completed: header X-Webhook-Event removed'],
  ],
]

describe('breaks clients', () => {
  test.each(breaking)('%s', (_, change, changes) => {
    expect(after(change)).toEqual(changes)
  })
})

describe('breaks no client', () => {
  const compatible: [what: string, change: (contract: Contract) => unknown][] = [
    ['nothing changes', () => {}],
    ['a path is added', one => Object.assign(one.paths, { '/v1/payouts': { get: {} } })],
    [
      'an optional parameter is added',
      one =>
        operation(one).parameters.push({ in: 'query', name: 'shop', schema: { type: 'string', enum: [] } }),
    ],
    [
      'an optional request field is added',
      one => Object.assign(fields(one).properties, { shop: { type: 'string' } }),
    ],
    ['a request field becomes optional', one => fields(one).required.pop()],
    ['an enum of a request is widened', one => fields(one).properties.type.enum.push('dynamic-qr')],
    ['a request accepts more', one => Object.assign(fields(one).properties.amount, { minimum: 1 })],
    ['a variant of a request is added', one => fields(one).properties.phone.anyOf.push({ type: 'null' })],
    ['an answer field is added', one => Object.assign(answer(one).properties, { note: { type: 'string' } })],
    ['an enum of an answer is widened', one => answer(one).properties.status.enum.push('voided')],
    ['an answer field becomes required', one => answer(one).required.push('items')],
    ['a status is added', one => Object.assign(operation(one).responses, { 409: {} })],
    ['a credential is added', one => operation(one).security.push(Object({ staff: [] }))],
    [
      'a schema gets another name',
      one => {
        Object.assign(one.components.schemas, { Sale: answer(one) })
        operation(one).responses[201].content['application/json'].schema.$ref = '#/components/schemas/Sale'
      },
    ],
  ]
  test.each(compatible)('%s', (_, change) => {
    expect(after(change)).toEqual([])
  })
})
