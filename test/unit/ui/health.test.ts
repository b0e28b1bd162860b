// The page Health: a check in words of the language, with its dates as people write them.
import { expect, test } from 'bun:test'
import { type HealthCheck, wordsOf } from '../../../ui/admin/health/health.model.ts'

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

test('a reason that the page does not know is said as the server says it', () => {
  expect(wordsOf(check, said, () => false, 'en')).toEqual({
    title: 'certificate',
    message: 'it is valid until 2027-12-24',
    cure: '',
  })
})
