// The validator's errors, as a table: each way a value can miss its shape, by field, reason and params.
import { describe, expect, test } from 'bun:test'
import { type TSchema, Type } from '@sinclair/typebox'
import type { Params, Reason } from '../../src/domain/fault.ts'
import { reader } from '../../src/wire/shape.ts'
import { type FieldFault, faultOf, fieldFaultsOf } from '../kit/fault.ts'

function problemsOf(schema: TSchema, value: unknown): readonly FieldFault[] {
  const call = () => reader(schema)(value)
  const fault = faultOf(call)
  if (fault) {
    const [first] = fault.problems
    expect(fault).toMatchObject({ kind: 'validation_error', reason: first?.reason, params: first?.params })
    expect(fault.message).toBe(first?.message ?? '')
    for (const { field, message } of fault.problems) expect(message).toStartWith(`${field} `)
  }
  return fieldFaultsOf(call)
}
const isWrong = (field: string, reason: Reason, params: Params = {}): FieldFault => ({
  field,
  reason,
  params,
})
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
  const mixed = { types: 'a string of at most 5 characters or a number or a boolean' }
  const table: [schema: TSchema, value: unknown, reason: Reason, params?: Params, field?: string][] = [
    [Amount, '500', 'not_whole_number_in_range', { min: 500, max: 1_000 }],
    [Amount, 500.5, 'not_whole_number_in_range', { min: 500, max: 1_000 }],
    [Amount, null, 'not_whole_number_in_range', { min: 500, max: 1_000 }],
    [Amount, Number.POSITIVE_INFINITY, 'not_whole_number_in_range', { min: 500, max: 1_000 }],
    [Amount, 499, 'out_of_range', { min: 500, max: 1_000 }],
    [Amount, -0, 'out_of_range', { min: 500, max: 1_000 }],
    [Amount, 1_001, 'out_of_range', { min: 500, max: 1_000 }],
    [Type.Integer(), 0.5, 'not_whole_number'],
    [Type.Number({ minimum: 1 }), 0.5, 'too_low', { min: 1 }],
    [Type.Number({ maximum: 1 }), 1.5, 'too_high', { max: 1 }],
    [Name, 5, 'not_text'],
    [Name, ['a'], 'not_text'],
    [Name, '', 'empty'],
    [Type.String({ minLength: 8 }), 'short', 'too_short', { min: 8 }],
    [Name, '🙂'.repeat(6), 'too_long', { max: 5 }],
    [Name, 'longer', 'too_long', { max: 5 }],
    [
      Type.String({ pattern: '@', description: 'an e-mail address' }),
      'asha',
      'wrong_form',
      { expected: 'an e-mail address' },
    ],
    [Type.String({ pattern: '@' }), 'asha', 'wrong_form', { expected: 'of the right form' }],
    [Type.Boolean(), 'true', 'not_boolean'],
    [Type.Object({}), [], 'not_object'],
    [Type.Object({}), null, 'not_object'],
    [Tags, {}, 'not_list'],
    [Tags, [], 'too_few_entries', { min: 1 }],
    [Tags, ['a', 'b', 'c'], 'too_many_entries', { max: 2 }],
    [Tags, ['a', 1], 'not_text', {}, 'name.1'],
    [Type.Literal('TZS'), 'KES', 'wrong_constant', { value: 'TZS' }],
    [Kind, 'cash', 'wrong_choice', { choices: 'mobile, card' }],
    [Kind, null, 'wrong_choice', { choices: 'mobile, card' }],
    [Mixed, null, 'wrong_type', mixed],
    [Mixed, '🙂'.repeat(6), 'wrong_type', mixed],
    [Mixed, 'longer', 'wrong_type', mixed],
    [Pairs, { a: {} }, 'wrong_type', mixed, 'name.a'],
    [Pairs, { a: 1, b: 2, c: 3 }, 'too_many_keys', { max: 2 }],
    [Pairs, { longer: 1 }, 'wrong_key_length'],
    [Pairs, { '': 1 }, 'wrong_key_length'],
    [Pairs, { 'a/b.c~d': 1 }, 'wrong_key_length'],
    [Type.Record(Type.String(), Type.Number()), { 'a/b~c': '' }, 'invalid', {}, 'name.a/b~c'],
    [Type.Null(), 1, 'invalid'],
  ]
  test.each(table)('%j with %j', (schema, value, reason, params = {}, at = 'name') => {
    expect(field(schema, value)).toEqual([isWrong(at, reason, params)])
  })

  test('counts characters as people do: an emoji is one', () => {
    for (const schema of [Name, Mixed, Type.Record(Type.String(), Name)]) {
      const value = schema === Name || schema === Mixed ? '🙂'.repeat(5) : { a: '🙂'.repeat(5) }
      expect(field(schema, value)).toEqual([])
    }
    expect(problemsOf(Type.Object({ a: Name, b: Name }), { a: '🙂'.repeat(5), b: 1 })).toEqual([
      isWrong('b', 'not_text'),
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
  const table: [value: unknown, faults: FieldFault[]][] = [
    [good, []],
    [{ ...good, note: 'ok', extra: { anything: 1 } }, []],
    [undefined, [isWrong('body', 'not_object')]],
    ['text', [isWrong('body', 'not_object')]],
    [[], [isWrong('body', 'not_object')]],
    [{}, [isWrong('kind', 'required'), isWrong('details', 'required')]],
    [
      { ...good, details: {} },
      [isWrong('details.amount', 'required'), isWrong('details.currency', 'required')],
    ],
    [{ ...good, note: null }, [isWrong('note', 'not_text')]],
    [
      { kind: 'cash', details: { amount: '5', currency: 'KES' }, note: 'longer' },
      [
        isWrong('kind', 'wrong_choice', { choices: 'mobile, card' }),
        isWrong('details.amount', 'not_whole_number'),
        isWrong('details.currency', 'wrong_constant', { value: 'TZS' }),
        isWrong('note', 'too_long', { max: 5 }),
      ],
    ],
  ]
  test.each(table)('%j', (value, faults) => {
    expect(problemsOf(Request, value)).toEqual(faults)
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
