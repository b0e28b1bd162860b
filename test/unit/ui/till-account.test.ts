// Which account a till works on, why a payment failed, the set-up form, and the practice phone: each as a
// table.

import { describe, expect, test } from 'bun:test'
import { claimCodeOf, claimFaults, emptyClaim } from '../../../ui/admin/setup/claim.model.ts'
import { reasonOf } from '../../../ui/kit/failure-reason.model.ts'
import type { Account } from '../../../ui/kit/me.ts'
import {
  type AnsweredPrompt,
  codeOfFragment,
  historyWith,
  homeView,
  isHistory,
  isPin,
  looksLikeCode,
  type Prompt,
  promptToShow,
} from '../../../ui/phone/phone.model.ts'
import { tillAccountOf } from '../../../ui/till/parts/account.model.ts'
import { plainShop } from '../../kit/receipt-shop.ts'

const account = (id: string, mode: Account['mode'], qr: boolean): Account => ({
  id,
  name: 'Duka',
  mode,
  receipt: plainShop,
  role: 'owner',
  quick_amounts: [],
  pin_length: 4,
  time_zone: 'Africa/Dar_es_Salaam',
  takes: { 'dynamic-qr': qr, mobile: qr },
})
const live = account('l', 'live', true)
const shut = account('l', 'live', false)
const practice = account('s', 'sandbox', true)

test.each([
  [[], undefined, 'none', undefined],
  [[live], undefined, 'open', 'l'],
  [[shut], undefined, 'no_network', 'l'],
  [[live, practice], undefined, 'choose', undefined],
  [[live, practice], 'l', 'open', 'l'],
  [[live, practice], 's', 'open', 's'],
  [[shut, practice], 'l', 'no_network', 'l'],
  [[live, practice], 'gone', 'choose', undefined],
] as const)('%#: the till is %2$s', (accounts, chosen, kind, id) => {
  const account = tillAccountOf(accounts, chosen)
  expect(account.kind).toBe(kind)
  expect('account' in account ? account.account.id : undefined).toBe(id)
})

test('a closed till offers practice', () => {
  expect(tillAccountOf([shut, practice], 'l')).toMatchObject({ practice: { id: 's' } })
})

test.each([
  ['wrong_pin', 'wrong_pin'],
  ['insufficient_balance', 'insufficient_balance'],
  ['reversed', 'reversed'],
  ['user_cancelled', 'payment_not_approved'],
  ['transaction_already_in_process', 'in_process'],
  ['phone_bound_reached', 'phone_bound_reached'],
  ['push_too_soon', 'in_process'],
  ['something_new', 'unspecified_failure'],
  ['constructor', 'unspecified_failure'],
  [null, 'unspecified_failure'],
] as const)('failed for %s', (code, reason) => {
  expect(reasonOf(code)).toBe(reason)
})

describe('the set-up form', () => {
  const right = {
    ...emptyClaim,
    store: 'Duka',
    name: 'Asha',
    email: 'asha@duka.co.tz',
    password: 'pesa-nyingi',
  }
  test.each([
    [right, {}],
    [{ ...right, city: '' }, {}],
    [{ ...right, store: '  ' }, { store: 'field_empty' }],
    [{ ...right, email: 'asha' }, { email: 'email_wrong' }],
    [{ ...right, email: 'asha@duka' }, { email: 'email_wrong' }],
    [{ ...right, password: '1234567' }, { password: 'password_short' }],
    [
      emptyClaim,
      { store: 'field_empty', name: 'field_empty', email: 'field_empty', password: 'field_empty' },
    ],
  ] as const)('%#', (form, faults) => {
    expect(claimFaults(form)).toEqual(faults)
  })

  test.each([
    ['#claim=AbC123', 'AbC123'],
    ['#claim=', undefined],
    ['#claim=<b>', undefined],
    ['', undefined],
  ])('the code in %s', (fragment, code) => {
    expect(claimCodeOf(fragment)).toBe(code)
  })
})

describe('the practice phone', () => {
  const prompt = (id: string, state: string): Prompt => ({
    id,
    payee: 'Duka',
    method: 'push',
    amount: { value: 500 },
    payment_token: '12345678',
    state,
  })
  const answered = (id: string): AnsweredPrompt => ({
    id,
    payee: 'Duka',
    amount: 500,
    token: '12345678',
    answer: 'approve',
    phone: '+255754000001',
    at: 1,
  })

  test.each([
    ['#code=12345678', '12345678'],
    ['#code=1234567', undefined],
    ['#code=1234567x', undefined],
    ['', undefined],
  ])('the code in %s', (fragment, code) => {
    expect(codeOfFragment(fragment)).toBe(code)
  })

  test.each([
    ['12345678', true],
    ['1234 5678', true],
    ['1234-5678', true],
    ['000201010212', true],
    ['1234567', false],
    ['hello', false],
    ['', false],
  ])('%s looks like a code: %p', (text, does) => {
    expect(looksLikeCode(text)).toBe(does)
  })

  test('a new request pops up once, and only when nothing else is going on', () => {
    const prompts = [prompt('b', 'pending'), prompt('a', 'pending'), prompt('c', 'completed')]
    expect(promptToShow(homeView, false, prompts, new Set())?.id).toBe('b')
    expect(promptToShow(homeView, false, prompts, new Set(['b']))?.id).toBe('a')
    expect(promptToShow(homeView, false, prompts, new Set(['a', 'b']))).toBeUndefined()
    expect(promptToShow(homeView, true, prompts, new Set())).toBeUndefined()
    expect(
      promptToShow({ kind: 'pin', prompt: prompt('x', 'pending') }, false, prompts, new Set()),
    ).toBeUndefined()
  })

  test('the history keeps the newest eight, one for each request', () => {
    const many = Array.from({ length: 12 }, (_, index) => answered(`p${index}`)).reduce(
      historyWith,
      [] as AnsweredPrompt[],
    )
    expect(many.map(({ id }) => id)).toEqual(['p11', 'p10', 'p9', 'p8', 'p7', 'p6', 'p5', 'p4'])
    expect(historyWith(many, answered('p9'))).toHaveLength(8)
    expect(isHistory(JSON.parse(JSON.stringify(many)))).toBe(true)
    expect(isHistory([{ id: 1 }])).toBe(false)
  })

  test.each([
    ['1', true],
    ['1234', true],
    ['', false],
    ['1234567', false],
    ['12a4', false],
  ])('PIN %s: %p', (pin, good) => {
    expect(isPin(pin)).toBe(good)
  })
})
