// The validator's voice, as a table: each way a value can miss its shape, in one sentence that begins with
// the field.
import { describe, expect, test } from 'bun:test'
import { type TSchema, Type } from '@sinclair/typebox'
import { Fault } from '../../src/domain/fault.ts'
import { reader } from '../../src/wire/shape.ts'

function problemsOf(schema: TSchema, value: unknown) {
  try {
    reader(schema)(value)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    expect(error.kind).toBe('validation_error')
    expect(error.message).toBe(error.problems[0]?.message ?? '')
    for (const { field, message } of error.problems) expect(message).toStartWith(`${field} `)
    return error.problems.map(({ message }) => message)
  }
  return []
}
const field = (schema: TSchema, value: unknown) => problemsOf(Type.Object({ name: schema }), { name: value })

describe('one field', () => {
  const Amount = Type.Integer({ minimum: 500, maximum: 1_000 })
  const Name = Type.String({ minLength: 1, maxLength: 5 })
  const Kind = Type.Union([Type.Literal('mobile'), Type.Literal('card')])
  const Mixed = Type.Union([Type.String({ maxLength: 5 }), Type.Number(), Type.Boolean()])
  const Tags = Type.Array(Type.String(), { minItems: 1, maxItems: 2 })
  const Pairs = Type.Record(Type.String({ pattern: '^[a-z]{1,5}$' }), Mixed, {
    maxProperties: 2,
    additionalProperties: false,
  })
  const table: [schema: TSchema, value: unknown, sentence: string][] = [
    [Amount, '500', 'name must be a whole number from 500 to 1000, without quotes or decimals'],
    [Amount, 500.5, 'name must be a whole number from 500 to 1000, without quotes or decimals'],
    [Amount, null, 'name must be a whole number from 500 to 1000, without quotes or decimals'],
    [
      Amount,
      Number.POSITIVE_INFINITY,
      'name must be a whole number from 500 to 1000, without quotes or decimals',
    ],
    [Amount, 499, 'name must be from 500 to 1000'],
    [Amount, -0, 'name must be from 500 to 1000'],
    [Amount, 1_001, 'name must be from 500 to 1000'],
    [Type.Integer(), 0.5, 'name must be a whole number, without quotes or decimals'],
    [Type.Number({ minimum: 1 }), 0.5, 'name must be at least 1'],
    [Type.Number({ maximum: 1 }), 1.5, 'name must be at most 1'],
    [Name, 5, 'name must be a string'],
    [Name, ['a'], 'name must be a string'],
    [Name, '', 'name must not be empty'],
    [Type.String({ minLength: 8 }), 'short', 'name must have at least 8 characters'],
    [Name, '🙂'.repeat(6), 'name must have at most 5 characters'],
    [Name, 'longer', 'name must have at most 5 characters'],
    [
      Type.String({ pattern: '@', description: 'an e-mail address' }),
      'asha',
      'name must be an e-mail address',
    ],
    [Type.String({ pattern: '@' }), 'asha', 'name must be of the right form'],
    [Type.Boolean(), 'true', 'name must be true or false'],
    [Type.Object({}), [], 'name must be an object'],
    [Type.Object({}), null, 'name must be an object'],
    [Tags, {}, 'name must be a list'],
    [Tags, [], 'name must have at least 1 entries'],
    [Tags, ['a', 'b', 'c'], 'name must have at most 2 entries'],
    [Tags, ['a', 1], 'name.1 must be a string'],
    [Type.Literal('TZS'), 'KES', 'name must be TZS'],
    [Kind, 'cash', 'name must be one of mobile, card'],
    [Kind, null, 'name must be one of mobile, card'],
    [Mixed, null, 'name must be a string of at most 5 characters or a number or a boolean'],
    [Mixed, '🙂'.repeat(6), 'name must be a string of at most 5 characters or a number or a boolean'],
    [Mixed, 'longer', 'name must be a string of at most 5 characters or a number or a boolean'],
    [Pairs, { a: {} }, 'name.a must be a string of at most 5 characters or a number or a boolean'],
    [Pairs, { a: 1, b: 2, c: 3 }, 'name must have at most 2 keys'],
    [Pairs, { longer: 1 }, 'name has a key that is too long or empty'],
    [Pairs, { '': 1 }, 'name has a key that is too long or empty'],
    [Pairs, { 'a/b.c~d': 1 }, 'name has a key that is too long or empty'],
    [Type.Record(Type.String(), Type.Number()), { 'a/b~c': '' }, 'name.a/b~c is not valid'],
    [Type.Null(), 1, 'name is not valid'],
  ]
  test.each(table)('%j with %j', (schema, value, sentence) => {
    expect(field(schema, value)).toEqual([sentence])
  })

  test('counts characters as people do: an emoji is one', () => {
    for (const schema of [Name, Mixed, Type.Record(Type.String(), Name)]) {
      const value = schema === Name || schema === Mixed ? '🙂'.repeat(5) : { a: '🙂'.repeat(5) }
      expect(field(schema, value)).toEqual([])
    }
    expect(problemsOf(Type.Object({ a: Name, b: Name }), { a: '🙂'.repeat(5), b: 1 })).toEqual([
      'b must be a string',
    ])
  })
})

describe('a request', () => {
  const Request = Type.Object({
    kind: Type.Union([Type.Literal('mobile'), Type.Literal('card')]),
    details: Type.Object({ amount: Type.Integer({ minimum: 500 }), currency: Type.Literal('TZS') }),
    note: Type.Optional(Type.String({ maxLength: 5 })),
  })
  const good = { kind: 'mobile', details: { amount: 500, currency: 'TZS' } }
  const table: [value: unknown, sentences: string[]][] = [
    [good, []],
    [{ ...good, note: 'ok', extra: { anything: 1 } }, []],
    [undefined, ['body must be an object']],
    ['text', ['body must be an object']],
    [[], ['body must be an object']],
    [{}, ['kind is required', 'details is required']],
    [{ ...good, details: {} }, ['details.amount is required', 'details.currency is required']],
    [{ ...good, note: null }, ['note must be a string']],
    [
      { kind: 'cash', details: { amount: '5', currency: 'KES' }, note: 'longer' },
      [
        'kind must be one of mobile, card',
        'details.amount must be a whole number, without quotes or decimals',
        'details.currency must be TZS',
        'note must have at most 5 characters',
      ],
    ],
  ]
  test.each(table)('%j', (value, sentences) => {
    expect(problemsOf(Request, value)).toEqual(sentences)
  })

  test('comes back as it was, unknown fields and all', () => {
    const value = { ...good, extra: 1 }
    expect(reader(Request)(value)).toBe(
      value as typeof value & { kind: 'mobile'; details: { currency: 'TZS' } },
    )
  })

  test('with a hundred problems lists twenty', () => {
    const value = Array.from({ length: 100 }, () => 'x')
    expect(problemsOf(Type.Array(Type.Integer()), value).length).toBe(20)
  })
})
