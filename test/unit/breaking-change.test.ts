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
    document => removed(document.paths, '/v1/payments'),
    [`${post}: removed`, 'GET /v1/payments: removed'],
  ],
  ['a method is removed', document => removed(document.paths['/v1/payments'], 'post'), [`${post}: removed`]],
  [
    'an operation is renamed',
    document => Object.assign(operation(document), { operationId: 'pay' }),
    [`${post}: operationId createPayment became pay`],
  ],
  [
    'a credential is no longer accepted',
    document => operation(document).security.pop(),
    [`${post}: credential {"token":[]} removed`],
  ],
  [
    'a public operation needs a credential',
    document => Object.assign(document.paths['/v1/payments'].get, { security: [{ token: [] }] }),
    ['GET /v1/payments: needs a credential'],
  ],
  [
    'a new parameter is required',
    document =>
      operation(document).parameters.push(
        Object({ in: 'query', name: 'shop', required: true, schema: { type: 'string' } }),
      ),
    [`${post}: query shop became required`],
  ],
  [
    'a parameter is removed',
    document => operation(document).parameters.shift(),
    [`${post}: query expand removed`],
  ],
  [
    'an enum of a parameter is narrowed',
    document => operation(document).parameters[0]?.schema.enum?.pop(),
    [`${post}: query expand: events is no longer allowed`],
  ],
  [
    'the body becomes required',
    document => Object.assign(operation(document).requestBody, { required: true }),
    [`${post}: the body became required`],
  ],
  [
    'a new request field is required',
    document => {
      fields(document).required.push('shop')
      Object.assign(fields(document).properties, { shop: { type: 'string' } })
    },
    [`${post} request.shop: became required`],
  ],
  [
    'a request field becomes required',
    document => fields(document).required.push('type'),
    [`${post} request.type: became required`],
  ],
  [
    'a request field is removed',
    document => removed(fields(document).properties, 'type'),
    [`${post} request.type: removed`],
  ],
  [
    'an enum of a request field is narrowed',
    document => fields(document).properties.type.enum.pop(),
    [`${post} request.type: card is no longer allowed`],
  ],
  [
    'a request field accepts less',
    document => Object.assign(fields(document).properties.amount, { minimum: 1_000, maximum: 5_000 }),
    [
      `${post} request.amount: minimum 500 became 1000`,
      `${post} request.amount: maximum 1000000 became 5000`,
    ],
  ],
  [
    'a request field gets a pattern',
    document => Object.assign(fields(document).properties.type, { pattern: '^m' }),
    [`${post} request.type: pattern none became ^m`],
  ],
  [
    'the type of a request field changes',
    document => Object.assign(fields(document).properties.amount, { type: 'string' }),
    [`${post} request.amount: type integer became string`],
  ],
  [
    'a variant of a request field is removed',
    document => fields(document).properties.phone.anyOf.pop(),
    [`${post} request.phone: variant 2 matches none of the other document`],
  ],
  [
    'an answer field is removed',
    document => removed(answer(document).properties, 'reference'),
    [`${post} 201 answer.reference: removed`, 'webhook payment.completed answer.reference: removed'],
  ],
  [
    'an answer field becomes optional',
    document => answer(document).required.pop(),
    [
      `${post} 201 answer.status: became optional`,
      'webhook payment.completed answer.status: became optional',
    ],
  ],
  [
    'the type of an answer field changes',
    document => Object.assign(answer(document).properties.reference, { type: ['string', 'null'] }),
    [
      `${post} 201 answer.reference: type string became string|null`,
      'webhook payment.completed answer.reference: type string became string|null',
    ],
  ],
  [
    'a field of a list in an answer is removed',
    document => removed(answer(document).properties.items.items.properties, 'name'),
    [`${post} 201 answer.items[].name: removed`, 'webhook payment.completed answer.items[].name: removed'],
  ],
  [
    'free keys of an answer get another type',
    document => answer(document).properties.metadata.additionalProperties.type.push('boolean'),
    [
      `${post} 201 answer.metadata.*: type string|number|integer became string|number|integer|boolean`,
      'webhook payment.completed answer.metadata.*: type string|number|integer became string|number|integer|boolean',
    ],
  ],
  [
    'a status is removed',
    document => removed(operation(document).responses, '400'),
    [`${post} 400: status removed`],
  ],
  [
    'a content type is removed',
    document =>
      Object.assign(operation(document).responses[201], { content: { 'text/csv': { schema: {} } } }),
    [`${post} 201: content type application/json removed`],
  ],
  [
    'an event is removed',
    document => removed(document.webhooks, 'payment.completed'),
    ['webhook payment.completed: removed'],
  ],
  [
    'a header of a webhook is removed',
    document => document.webhooks['payment.completed'].post.parameters.pop(),
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
    ['a path is added', document => Object.assign(document.paths, { '/v1/payouts': { get: {} } })],
    [
      'an optional parameter is added',
      document =>
        operation(document).parameters.push({
          in: 'query',
          name: 'shop',
          schema: { type: 'string', enum: [] },
        }),
    ],
    [
      'an optional request field is added',
      document => Object.assign(fields(document).properties, { shop: { type: 'string' } }),
    ],
    ['a request field becomes optional', document => fields(document).required.pop()],
    ['an enum of a request is widened', document => fields(document).properties.type.enum.push('dynamic-qr')],
    ['a request accepts more', document => Object.assign(fields(document).properties.amount, { minimum: 1 })],
    [
      'a variant of a request is added',
      document => fields(document).properties.phone.anyOf.push({ type: 'null' }),
    ],
    [
      'an answer field is added',
      document => Object.assign(answer(document).properties, { note: { type: 'string' } }),
    ],
    ['an enum of an answer is widened', document => answer(document).properties.status.enum.push('voided')],
    ['an answer field becomes required', document => answer(document).required.push('items')],
    ['a status is added', document => Object.assign(operation(document).responses, { 409: {} })],
    ['a credential is added', document => operation(document).security.push(Object({ staff: [] }))],
    [
      'a schema gets another name',
      document => {
        Object.assign(document.components.schemas, { Sale: answer(document) })
        operation(document).responses[201].content['application/json'].schema.$ref =
          '#/components/schemas/Sale'
      },
    ],
  ]
  test.each(compatible)('%s', (_, change) => {
    expect(after(change)).toEqual([])
  })
})
