// What a customer may answer to the custom fields of a session: a table for each type, and what is kept.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type AnswerProblem, readAnswers } from '../../src/domain/custom-field.ts'
import { type CustomField, type FieldType, fieldTypes } from '../../src/domain/session.ts'

const field = (type: FieldType, more: Partial<CustomField> = {}): CustomField => ({
  key: 'a',
  label: 'A',
  type,
  required: false,
  ...(type === 'select' ? { options: ['Small', ' Large  size ', '🙂'] } : {}),
  ...more,
})
const read = (type: FieldType, text: string) => readAnswers([field(type)], { a: text })

const good: Record<FieldType, readonly string[]> = {
  text: ['x', 'Zoë 🙂', '<b>', 'x'.repeat(500), '🙂'.repeat(500), 'a\nb'],
  textarea: ['x', 'a\nb\r\nc', 'x'.repeat(2_000), '🙂'.repeat(2_000)],
  email: ['a@b', 'asha@duka.co.tz', 'zoë@dúka.example', `${'a'.repeat(318)}@b`],
  phone: ['0754123456', '+255 754-123-456', '(022) 212.3456', '+1 415 555 0123', '123456'],
  number: ['0', '-1', '1.5', '1,5', '007', '-0.25', '9'.repeat(30)],
  date: ['2026-11-21', '2024-02-29', '0001-01-01', '9999-12-31'],
  select: ['Small', '🙂', 'Large  size', 'Large size'],
}
const bad: Record<FieldType, readonly (readonly [text: string, problem: AnswerProblem])[]> = {
  text: [
    ['x'.repeat(501), 'too_long'],
    ['🙂'.repeat(501), 'too_long'],
  ],
  textarea: [['x'.repeat(2_001), 'too_long']],
  email: [
    ['a', 'email'],
    ['@b', 'email'],
    ['a@', 'email'],
    ['a b@c', 'email'],
    ['a@b@c', 'email'],
    [`${'a'.repeat(319)}@b`, 'too_long'],
  ],
  phone: [
    ['12345', 'phone'],
    ['0754ABCDEF', 'phone'],
    ['++255754123456', 'phone'],
    ['- - - - - -', 'phone'],
    ['1'.repeat(31), 'too_long'],
  ],
  number: [
    ['x', 'number'],
    ['1e3', 'number'],
    ['+1', 'number'],
    ['1.', 'number'],
    ['.5', 'number'],
    ['1,000.5', 'number'],
    ['0x10', 'number'],
    ['Infinity', 'number'],
    ['٣', 'number'],
    ['9'.repeat(31), 'too_long'],
  ],
  date: [
    ['2026-02-30', 'date'],
    ['2025-02-29', 'date'],
    ['2026-13-01', 'date'],
    ['2026-00-10', 'date'],
    ['21/11/2026', 'date'],
    ['2026-1-1', 'date'],
    ['20261121', 'date'],
    ['2026-11-21T', 'too_long'],
  ],
  select: [
    ['small', 'choice'],
    ['Large', 'choice'],
    ['toString', 'choice'],
    ['x'.repeat(201), 'too_long'],
  ],
}

describe.each([...fieldTypes])('%s', type => {
  test.each(good[type].map(text => [text]))('takes %j', text => expect(read(type, text).problems).toEqual({}))
  test.each(bad[type].map(([text, problem]) => [text, problem] as const))('refuses %j', (text, problem) => {
    expect(read(type, text)).toEqual({ answers: {}, problems: { a: problem } })
  })

  test.each(['', '   ', '\n\t'])('left empty with %j, it is missing only where it is required', text => {
    expect(read(type, text)).toEqual({ answers: {}, problems: {} })
    expect(readAnswers([field(type, { required: true })], { a: text })).toEqual({
      answers: {},
      problems: { a: 'required' },
    })
    expect(readAnswers([field(type, { required: true })], {})).toEqual({
      answers: {},
      problems: { a: 'required' },
    })
  })
})

test('keeps known fields, without blanks around them, and nothing else', () => {
  const fields = [field('text'), field('number', { key: 'b' }), field('select', { key: 'c' })]
  const given = { a: ' Zoë ', b: '5', c: 'Large size', d: 'nobody asked' }
  expect(readAnswers(fields, given)).toEqual({
    answers: { a: 'Zoë', b: '5', c: ' Large  size ' },
    problems: {},
  })
})

test('names every field that is wrong', () => {
  const fields = [
    field('text', { required: true }),
    field('number', { key: 'b' }),
    field('date', { key: 'c' }),
  ]
  expect(readAnswers(fields, { b: 'x', c: 'y' }).problems).toEqual({ a: 'required', b: 'number', c: 'date' })
})

test('is not confused by names that every object has', () => {
  const fields = ['toString', 'valueOf', 'hasOwnProperty'].map(key => field('text', { key, required: true }))
  expect(Object.entries(readAnswers(fields, {}).problems)).toEqual(fields.map(({ key }) => [key, 'required']))
})

test('every text is an answer or one problem, never both', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fieldTypes),
      fc.string({ unit: 'binary', maxLength: 3_000 }),
      fc.boolean(),
      (type, text, required) => {
        const { answers, problems } = readAnswers([field(type, { required })], { a: text })
        expect(Object.keys(answers).length + Object.keys(problems).length).toBe(
          text.trim() === '' && !required ? 0 : 1,
        )
      },
    ),
  )
})
