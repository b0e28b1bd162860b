// What an error is called on the till, and which tap was meant as the one before.
import { describe, expect, test } from 'bun:test'
import type { ApiRejection } from '../../../ui/kit/api.ts'
import { isDoubleTap } from '../../../ui/kit/double-tap.ts'
import { till } from '../../../ui/till/app/till.text.ts'
import { type TillAction, tillErrorOf } from '../../../ui/till/app/till-error.model.ts'

const refused = (errorCode: string, ...fields: string[]): ApiRejection => ({
  kind: 'refused',
  status: 400,
  errorCode,
  reason: undefined,
  params: {},
  fields,
  problems: {},
  retryAfterMs: 0,
})

describe('an error', () => {
  const table: [TillAction, ApiRejection, string | undefined][] = [
    ['cash', refused('invalid_state'), 'error_cash_state'],
    ['cash', refused('conflict'), 'error_cash_wait'],
    ['cash', refused('validation_error', 'given'), undefined],
    ['void_cash', refused('invalid_state'), 'error_void_cash'],
    ['push', refused('conflict'), 'error_push'],
    ['confirm', refused('invalid_state'), 'error_confirm'],
    ['confirm', refused('conflict'), 'error_confirm_receipt'],
    ['confirm', refused('validation_error', 'receipt_number'), 'error_confirm_form'],
    ['confirm', refused('validation_error', 'pin'), undefined],
    ['charge', refused('invalid_state'), undefined],
  ]
  test.each(table)('of %s: %p', (action, apiError, word) => {
    expect(tillErrorOf(apiError, action)).toBe(word as ReturnType<typeof tillErrorOf>)
    if (word) expect(Object.keys(till.sw)).toContain(word)
  })
  test('has no reason when the server cannot be reached', () => {
    expect(tillErrorOf({ kind: 'unreachable' }, 'cash')).toBeUndefined()
  })
})

describe('a second tap', () => {
  const gone = { isConnected: false } as Element
  const there = { isConnected: true } as Element
  const first = { at: 1_000, x: 100, y: 100, control: gone }
  test.each([
    [
      'at the same spot, at once, where the first button has gone',
      { at: 1_180, x: 103, y: 98, control: there },
      first,
      true,
    ],
    ['half a second later', { at: 1_500, x: 103, y: 98, control: there }, first, false],
    ['somewhere else', { at: 1_180, x: 200, y: 98, control: there }, first, false],
    [
      'beside a button that is still there',
      { at: 1_180, x: 103, y: 98, control: gone },
      { ...first, control: there },
      false,
    ],
    ['on the same button', { at: 1_180, x: 103, y: 98, control: gone }, first, false],
    ['without a first', { at: 1_180, x: 103, y: 98, control: there }, undefined, false],
  ] as const)('%s', (_, second, before, meant) => {
    expect(isDoubleTap(second, before)).toBe(meant)
  })
})
