// The text of a page for an error: from its reason and params alone, in both languages. And lists that a page
// filters itself.
import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { readRedirectUrl, readWebhookUrl, type WebhookMode } from '../../../src/domain/address.ts'
import { Fault, type Reason } from '../../../src/domain/fault.ts'
import { faultReasons } from '../../../src/domain/fault-reason.ts'
import { fieldReasons } from '../../../src/domain/field-reason.ts'
import { assertPin } from '../../../src/domain/pin.ts'
import { matchesSearch } from '../../../src/domain/search.ts'
import { settleUnmatched } from '../../../src/domain/unmatched.ts'
import { faultView } from '../../../src/http/server/fault.ts'
import { reader } from '../../../src/wire/shape.ts'
import { matchingRows, pageOfRows } from '../../../ui/admin/parts/found-rows.model.ts'
import { keySearch, staffSearch, tillSearch } from '../../../ui/admin/parts/small-list.model.ts'
import { allErrors as errors } from '../../../ui/kit/all-errors.text.ts'
import { addReasons, apiErrorOf, fallbackFor, textParams } from '../../../ui/kit/api-error.model.ts'

addReasons(Object.keys(errors.en))

const faultOf = (work: () => unknown): Fault => {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error('nothing was refused')
}
const context = { requestId: 'req_1', publicUrl: 'http://shop.test' }
const viewOf = (found: Fault) => faultView(found, context)

/** Returns the error as a page reads the envelope, with its messages taken away. */
function apiErrorWithout(found: Fault) {
  const view = viewOf(found)
  const mute = (problem: object) => ({ ...problem, message: 'xxx' })
  const body = { ...view, message: 'xxx', ...(view.errors ? { errors: view.errors.map(mute) } : {}) }
  return [apiErrorOf(view.code, view, null), apiErrorOf(view.code, body, null)] as const
}
const entries: [string, { readonly message: string }][] = Object.entries({ ...fieldReasons, ...faultReasons })
const namesIn = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name)

describe.each(entries)('%s', (reason, { message }) => {
  test.each(['en', 'sw'] as const)('has a text in %s that names only its params', language => {
    const text = errors[language][reason as Reason]
    expect(text).toMatch(/\S/)
    const params = namesIn(message, /\{(\w+)\}/g)
    expect(params).toEqual(expect.arrayContaining(namesIn(text, /\{\{(\w+)\}\}/g)))
    expect(text.replace(/\{\{\w+\}\}/g, '')).not.toMatch(/[{}]/)
  })
  test('has the same params in both languages', () => {
    const [en, sw] = [errors.en[reason as Reason], errors.sw[reason as Reason]]
    expect(namesIn(sw, /\{\{(\w+)\}\}/g).sort()).toEqual(namesIn(en, /\{\{(\w+)\}\}/g).sort())
    expect(sw).not.toBe(en)
  })
})

test('every text has a reason', () => {
  expect(Object.keys(errors.en).sort()).toEqual(entries.map(([reason]) => reason).sort())
})

describe('an error reads equally whatever its messages', () => {
  const shape = Type.Object({
    name: Type.String({ minLength: 1, maxLength: 5 }),
    count: Type.Integer({ minimum: 2, maximum: 9 }),
  })
  const read = (value: object) => () => reader(shape)({ name: 'a', count: 3, ...value })
  const money = { settledAt: 1 } as Parameters<typeof settleUnmatched>[0]
  const rows: [string, () => unknown, Reason, Record<string, string | number>][] = [
    ['nothing typed', read({ name: '' }), 'empty', {}],
    ['too long', read({ name: 'abcdef' }), 'too_long', { max: 5 }],
    ['too low', read({ count: 1 }), 'out_of_range', { min: 2, max: 9 }],
    ['too high', read({ count: 10 }), 'out_of_range', { min: 2, max: 9 }],
    ['no whole number', read({ count: 1.5 }), 'not_whole_number_in_range', { min: 2, max: 9 }],
    ['a short PIN', () => assertPin('12', 4), 'pin_malformed', { length: 4 }],
    ['an easy PIN', () => assertPin('1111', 4), 'pin_too_easy', {}],
    [
      'money settled',
      () => settleUnmatched(money, { resolution: 'kept', note: 'x', by: 'asha' }, 2),
      'unmatched_settled',
      {},
    ],
  ]
  test.each(rows)('%s', (_, work, reason, params) => {
    const [apiError, muted] = apiErrorWithout(faultOf(work))
    expect(muted).toEqual(apiError)
    expect(muted).toMatchObject({ kind: 'refused', reason, params })
  })
  test('at each field', () => {
    const [apiError, muted] = apiErrorWithout(faultOf(read({ name: '', count: 1 })))
    expect(muted).toEqual(apiError)
    expect(muted).toMatchObject({
      problems: {
        name: { reason: 'empty', params: {} },
        count: { reason: 'out_of_range', params: { min: 2, max: 9 } },
      },
    })
  })
  test('bounds and amounts have commas in a text, ports have none', () => {
    expect(textParams({ min: 500, max: 3_000_000, amount: 12_000, usual: 9_100, host: 'a' })).toEqual({
      min: '500',
      max: '3,000,000',
      amount: '12,000',
      usual: 9_100,
      host: 'a',
    })
    // The sum of the items, the usual price and what is left to refund.
    expect(textParams({ sum: 12_500, price: 1_200, left: 45_000 })).toEqual({
      sum: '12,500',
      price: '1,200',
      left: '45,000',
    })
  })
  test('params of another type and reasons of a newer server are left out', () => {
    const body = { error_code: 'conflict', reason: 'newer', params: { a: 1, b: {}, c: 'x' }, message: 'No' }
    const apiError = apiErrorOf(409, body, null)
    expect(apiError).toMatchObject({ reason: undefined, params: { a: 1, c: 'x' } })
    expect(apiError.kind === 'refused' && fallbackFor(apiError)).toBe('error_changed')
  })
})

describe('an address for webhooks', () => {
  const cases: [string, WebhookMode, Reason][] = [
    ['nonsense', 'sandbox', 'web_address_not_http'],
    ['http://', 'sandbox', 'web_address_malformed'],
    ['nonsense', 'live', 'web_address_not_https'],
    ['http://shop.example/hook', 'live', 'web_address_not_https'],
    ['https://me:secret@shop.example/', 'sandbox', 'web_address_credentials'],
    ['https://shop .example', 'sandbox', 'web_address_spaces'],
    ['http://169.254.169.254/', 'sandbox', 'web_address_reserved'],
    ['https://192.168.1.4/hook', 'live', 'web_address_private'],
    [`https://shop.example/${'a'.repeat(500)}`, 'live', 'web_address_too_long'],
  ]
  test.each(cases)('%s, %s: %s', (text, mode, reason) => {
    expect(readWebhookUrl(text, { mode, allowed: [] }) as string).toBe(reason)
  })
  test('after paying', () => {
    const listed = { mode: 'live', allowed: ['192.168.1.0/24'] } as const
    expect(readRedirectUrl('shop', listed) as string).toBe('web_address_not_http')
    expect(readRedirectUrl('http://shop.example/', listed) as string).toBe('web_address_not_https')
    expect(String(readRedirectUrl('http://192.168.1.20/', listed))).toBe('http://192.168.1.20/')
  })
})

describe('lists that are filtered here', () => {
  test.each([
    ['duka', ['Duka la Asha'], true],
    ['ASHA duka', ['Duka la Asha'], true],
    ['asha juma', ['Duka la Asha'], false],
    ['cafe', ['Café'], true],
    ['ngombe', ['Ng’ombe'], true],
    ["Ng'ombe", ['Ngombe'], true],
    ['juma@', ['Juma', 'juma@duka.co.tz'], true],
    ['kn_test_ab', ['Website', 'kn_test_abcd…wxyz'], true],
    ['a\nj', ['a', 'j'], true],
  ] as const)('%s in %j: %p', (wanted, texts, found) => expect(matchesSearch(wanted, texts)).toBe(found))

  test('are whole without words, and paged: beyond the end is the last page', () => {
    const rows = Array.from({ length: 60 }, (_, index) => `row ${index}`)
    expect(matchingRows(rows, undefined, row => [row])).toHaveLength(60)
    expect(matchingRows(rows, 'row 59', row => [row])).toEqual(['row 59'])
    expect(
      [pageOfRows(rows), pageOfRows(rows, 3), pageOfRows(rows, 9)].map(({ items, offset }) => [
        items.length,
        offset,
      ]),
    ).toEqual([
      [25, 0],
      [10, 50],
      [10, 50],
    ])
    expect(pageOfRows([], 4)).toEqual({ items: [], total: 0, offset: 0, isWhole: true })
  })

  test('take from the address what they know', () => {
    const query = { q: ' asha ', state: 'revoked', role: 'king', page: '2', other: 'x' }
    expect(keySearch(query)).toEqual({ q: 'asha', state: 'revoked', page: 2 })
    expect(tillSearch(query)).toEqual({ q: 'asha', state: 'revoked', page: 2 })
    expect(staffSearch({ ...query, role: 'cashier' })).toEqual({ q: 'asha', role: 'cashier', page: 2 })
  })
})
