// Which answers of a network count: `absent` by age and circumstances, and a stale "no".
import { describe, expect, test } from 'bun:test'
import { type Asking, isStale, outcomeOf } from '../../src/domain/answer.ts'

const old: Asking = { ageMs: 60_000, arrivesMs: 60_000, isBeingSent: false, isKnown: false }
const unknown = { kind: 'unknown' }

describe('absent', () => {
  test.each([
    ['after the time in which an order arrives', {}, { kind: 'failed', reason: 'not_found' }],
    ['a millisecond earlier', { ageMs: 59_999 }, unknown],
    ['while a call that sends it goes on', { isBeingSent: true }, unknown],
    ['when the network has said before that it has it', { isKnown: true }, unknown],
  ] as const)('%s', (_, circumstances, outcome) => {
    expect(outcomeOf({ kind: 'absent' }, { ...old, ...circumstances })).toEqual(outcome)
  })
})

test.each([
  [{ kind: 'pending', qr: 'QR' }],
  [{ kind: 'completed', amount: 5_000 }],
  [{ kind: 'failed', reason: 'wrong_pin' }],
  [unknown],
])('%p is kept unchanged', answer => {
  expect(outcomeOf<{ readonly kind: string }>(answer, { ...old, ageMs: 0, isBeingSent: true })).toBe(answer)
})

test.each([
  ['failed', 1, 0, true],
  ['failed', 0, 0, false],
  ['failed', 3, 3, false],
  ['completed', 1, 0, false],
  ['unknown', 1, 0, false],
] as const)(
  '%s, when the network has said yes %p times and had %p times: stale %p',
  (kind, now, then, stale) => {
    expect(isStale({ kind }, { yesCount: now }, then)).toBe(stale)
  },
)
