// The page Health: a check in words of the language, with its dates as people write them.
import { expect, test } from 'bun:test'
import { type HealthCheck, wordsOf } from '../../../ui/admin/server/health.model.ts'
import { endOf } from '../../../ui/admin/server/upgrade.model.ts'

const check: HealthCheck = {
  name: 'certificate',
  state: 'good',
  reason: 'certificate_valid',
  params: { day: '2027-12-24' },
  message: 'it is valid until 2027-12-24',
  cure: '',
}
const said = (key: string, params?: object) => `${key} ${JSON.stringify(params ?? {})}`

test.each([
  ['en', '24 Dec 2027'],
  ['sw', '24 Des 2027'],
])('a day in %s', (language, day) => {
  expect(wordsOf(check, said, () => true, language).message).toBe(
    `health-check:certificate_valid {"day":"${day}"}`,
  )
})

test('an unknown reason is shown in the server’s words', () => {
  expect(wordsOf(check, said, () => false, 'en')).toEqual({
    title: 'certificate',
    message: 'it is valid until 2027-12-24',
    cure: '',
  })
})

const before = { version: '1.0.0', commit: 'aaa', built_at: '2026-11-22 10:00:00' }
const after = { version: '1.1.0', commit: 'bbb', built_at: '2026-11-23 10:00:00' }
const ended = (outcome: 'installed' | 'failed' | 'refused') => ({
  version: after.version,
  commit: after.commit,
  outcome,
  why: '',
  at: '2026-11-23 11:00:00',
})

test.each([
  ['failed, and the version before runs', before, 'failed', 'failed'],
  ['failed to start, and was started later', after, 'failed', 'late'],
  ['installed', after, 'installed', 'installed'],
  ['refused', before, 'refused', 'refused'],
] as const)('an upgrade that %s', (_, running, outcome, wanted) => {
  expect(endOf({ running, last: ended(outcome) })).toBe(wanted)
})
