// Empty optional fields count as absent, as a table: what a body becomes before it is checked.
import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { emptyFieldStrip, withEmptyFields } from '../../src/wire/empty.ts'

const text = Type.Optional(Type.String())
const shape = Type.Object({
  name: Type.String(),
  note: text,
  amount: Type.Optional(Type.Integer()),
  currency: Type.Optional(Type.Literal('TZS')),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
  customer: Type.Optional(Type.Object({ email: text, phone: Type.String() })),
  items: Type.Optional(Type.Array(Type.Object({ name: Type.String(), sku: text }))),
})
const strip = emptyFieldStrip(shape)

function stripped(body: unknown): unknown {
  strip(body)
  return body
}

describe('an empty optional field goes', () => {
  test.each([
    [{ note: '' }],
    [{ note: null }],
    [{ amount: null }],
    [{ currency: null }],
    [{ metadata: [] }],
    [{ metadata: null }],
    [{ customer: null }],
    [{ customer: [] }],
    [{ items: null }],
  ])('%j', body => expect(stripped(body)).toEqual({}))

  test('inside an object and a list', () => {
    expect(stripped({ customer: { email: '', phone: '' } })).toEqual({ customer: { phone: '' } })
    expect(stripped({ items: [{ name: 'a', sku: null }, 1, null] })).toEqual({
      items: [{ name: 'a' }, 1, null],
    })
  })
})

describe('anything else stays, to be checked', () => {
  test.each([
    [{ name: '' }],
    [{ name: null }],
    [{ note: ' ' }],
    [{ amount: '' }],
    [{ amount: 0 }],
    [{ currency: '' }],
    [{ metadata: ['a'] }],
    [{ metadata: { note: '' } }],
    [{ items: [] }],
    [{ other: null }],
    [null],
    ['text'],
    [[null]],
  ])('%j', body => expect(stripped(structuredClone(body))).toEqual(body))
})

describe('the document allows them empty', () => {
  const documented = withEmptyFields(shape)
  test.each([
    [{ note: '' }],
    [{ note: null }],
    [{ amount: null }],
    [{ currency: null }],
    [{ metadata: null }],
    [{ customer: null }],
    [{ customer: { email: null, phone: '0754123456' } }],
    [{ items: null }],
    [{ items: [{ name: 'a', sku: null }] }],
  ])('%j', body => expect(Value.Check(documented, { name: 'Asha', ...body })).toBeTrue())

  test.each([
    [{ name: null }],
    [{ amount: '' }],
    [{ currency: '' }],
    [{ customer: { phone: null } }],
    [{ items: [null] }],
  ])('not %j', body => expect(Value.Check(documented, { name: 'Asha', ...body })).toBeFalse())

  test('an empty text needs no pattern and no least length', () => {
    const digits = Type.Object({ code: Type.Optional(Type.String({ minLength: 2, pattern: '^[0-9]+$' })) })
    const check = (code: string) => Value.Check(withEmptyFields(digits), { code })
    expect(['', '12', 'ab'].map(check)).toEqual([true, true, false])
  })
})
