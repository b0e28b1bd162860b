// What the box refuses has words of ours: read from the box's own sentences, so that a sentence that changes
// is missed here first.
import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { readRedirectUrl, readWebhookUrl, type WebhookMode } from '../../../src/domain/address.ts'
import { badField, Fault, fault } from '../../../src/domain/fault.ts'
import { assertPin } from '../../../src/domain/pin.ts'
import { isFound } from '../../../src/domain/search.ts'
import { settleUnmatched } from '../../../src/domain/unmatched.ts'
import { reader } from '../../../src/wire/shape.ts'
import {
  foundIn,
  keySearch,
  pageIn,
  staffSearch,
  tillSearch,
} from '../../../ui/admin/parts/small-list.model.ts'
import { refusedFor } from '../../../ui/kit/error-reason.model.ts'

const faultOf = (work: () => unknown): Fault => {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error('nothing was refused')
}
/** As a page reads the envelope. */
const wordFor = ({ kind, message, problems }: Fault) => refusedFor(kind, message, problems[0]?.field)

describe('an address for webhooks', () => {
  const cases: [string, WebhookMode, string][] = [
    ['nonsense', 'sandbox', 'web'],
    ['http://', 'sandbox', 'web'],
    ['nonsense', 'live', 'web_https'],
    ['http://shop.example/hook', 'live', 'web_https'],
    ['https://me:secret@shop.example/', 'sandbox', 'web_login'],
    ['https://shop .example', 'sandbox', 'web_spaces'],
    ['http://169.254.169.254/', 'sandbox', 'web_reserved'],
    ['https://192.168.1.4/hook', 'live', 'web_private'],
    [`https://shop.example/${'a'.repeat(500)}`, 'live', 'long'],
  ]
  test.each(cases)('%s, %s: %s', (text, mode, word) => {
    const why = readWebhookUrl(text, { mode, allowed: [] })
    if (typeof why !== 'string') throw new Error('the address was taken')
    expect(wordFor(badField('webhook_url', why))?.word as string).toBe(word)
  })
  test('after paying', () => {
    const why = readRedirectUrl('shop')
    if (typeof why !== 'string') throw new Error('the address was taken')
    expect(wordFor(badField('redirect_url', why))?.word).toBe('web')
  })
})

describe('a field', () => {
  const shape = Type.Object({
    name: Type.String({ minLength: 1, maxLength: 5 }),
    count: Type.Integer({ minimum: 2, maximum: 9 }),
  })
  const read = (value: object) => () => reader(shape)({ name: 'a', count: 3, ...value })
  test.each([
    [read({ name: '' }), { word: 'empty', numbers: {} }],
    [read({ name: 'abcdef' }), { word: 'long', numbers: { a: '5' } }],
    [read({ count: 1 }), { word: 'least', numbers: { a: '2' } }],
    [read({ count: 10 }), { word: 'most', numbers: { a: '9' } }],
    [read({ count: 1.5 }), { word: 'whole', numbers: {} }],
    [() => assertPin('12'), { word: 'pin', numbers: {} }],
    [() => assertPin('1111'), { word: 'pin_easy', numbers: {} }],
  ] as const)('%#', (work, refused) => expect(wordFor(faultOf(work))).toEqual(refused))
})

test('money that somebody else has settled', () => {
  const money = { settledAt: 1 } as Parameters<typeof settleUnmatched>[0]
  const fault = faultOf(() => settleUnmatched(money, { resolution: 'kept', note: 'x', by: 'asha' }, 2))
  expect(wordFor(fault)?.word).toBe('settled')
})

test('a filter, whatever is wrong with it', () => {
  expect(wordFor(badField('day', 'day_malformed'))?.word).toBe('filter')
})

test('what is not known keeps the box’s sentence', () => {
  expect(wordFor(badField('name', 'invalid'))).toBeUndefined()
  expect(wordFor(fault('backup_failed', { cause: 'the disk is gone' }))).toBeUndefined()
})

describe('lists that are filtered here', () => {
  test.each([
    ['duka', ['Duka la Asha'], true],
    ['ASHA duka', ['Duka la Asha'], true],
    ['asha juma', ['Duka la Asha'], false],
    ['cafe', ['Café'], true],
    ['juma@', ['Juma', 'juma@duka.co.tz'], true],
    ['kn_test_ab', ['Website', 'kn_test_abcd…wxyz'], true],
    ['a\nj', ['a', 'j'], true],
  ] as const)('%s in %j: %p', (wanted, texts, found) => expect(isFound(wanted, texts)).toBe(found))

  test('are whole without words, and paged: beyond the end is the last page', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `row ${at}`)
    expect(foundIn(rows, undefined, row => [row])).toHaveLength(60)
    expect(foundIn(rows, 'row 59', row => [row])).toEqual(['row 59'])
    expect(
      [pageIn(rows), pageIn(rows, 3), pageIn(rows, 9)].map(({ items, offset }) => [items.length, offset]),
    ).toEqual([
      [25, 0],
      [10, 50],
      [10, 50],
    ])
    expect(pageIn([], 4)).toEqual({ items: [], total: 0, offset: 0 })
  })

  test('take from the address what they know', () => {
    const query = { q: ' asha ', state: 'revoked', role: 'king', page: '2', other: 'x' }
    expect(keySearch(query)).toEqual({ q: 'asha', state: 'revoked', page: 2 })
    expect(tillSearch(query)).toEqual({ q: 'asha', state: 'revoked', page: 2 })
    expect(staffSearch({ ...query, role: 'cashier' })).toEqual({ q: 'asha', role: 'cashier', page: 2 })
  })
})
