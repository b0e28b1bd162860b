// The second step of a login, and a person's own login in the console.
import { expect, test } from 'bun:test'
import {
  normalizeTotp,
  passwordFaults,
  totpKeyOf,
  twoFactorErrorOf,
} from '../../../ui/admin/login/login.model.ts'
import { type ApiError, apiErrorOf } from '../../../ui/kit/api-error.model.ts'
import { codeErrorOf, isTwoFactorRequired, normalizeCode } from '../../../ui/kit/login.model.ts'

const refused = (status: number, reason: string): ApiError =>
  apiErrorOf(status, { code: 'ANY', message: 'No', reason }, null)

test.each([
  [{ twoFactorRedirect: true }, true],
  [{ twoFactorRedirect: false }, false],
  [{ token: 'x', user: {} }, false],
  [null, false],
  ['twoFactorRedirect', false],
])('%j wants a code: %p', (answer, wants) => expect(isTwoFactorRequired(answer)).toBe(wants))

test.each([
  ['123 456', 'totp', '123456'],
  ['12-34567890', 'totp', '123456'],
  [' aB3-xyz ', 'backup', 'aB3-xyz'],
] as const)('%j typed as %s', (text, way, code) => expect(normalizeCode(text, way)).toBe(code))

test.each([
  [refused(401, 'totp_wrong'), 'wrong', 'code'],
  [refused(401, 'backup_code_wrong'), 'wrong', 'code'],
  [refused(400, 'totp_required'), 'over', 'code'],
  [refused(401, 'login_step_expired'), 'over', 'other'],
  [refused(400, 'login_step_expired'), 'over', 'other'],
  [refused(429, 'second_factor_locked'), 'locked', 'slow'],
  [refused(429, 'too_many_passwords'), 'slow', 'slow'],
  [refused(400, 'password_wrong'), 'over', 'password'],
  [refused(500, ''), 'other', 'other'],
  [{ kind: 'unreachable' } as const, 'other', 'other'],
])('%j', (apiError, atLogin, atSettings) => {
  expect(codeErrorOf(apiError)).toBe(atLogin as ReturnType<typeof codeErrorOf>)
  expect(twoFactorErrorOf(apiError)).toBe(atSettings as ReturnType<typeof twoFactorErrorOf>)
})

test('a 401 ends the login, unless it asks for a field', () => {
  const body = { error_code: 'unauthorized', message: 'totp is needed' }
  expect(apiErrorOf(401, body, null)).toEqual({ kind: 'logged_out' })
  expect(
    apiErrorOf(401, { ...body, errors: [{ field: 'totp', message: 'totp is needed' }] }, null),
  ).toMatchObject({
    kind: 'refused',
    fields: ['totp'],
  })
})

test.each([
  [{ current: 'old', next: '12345678' }, {}],
  [
    { current: '', next: '' },
    { current: 'field_empty', next: 'field_empty' },
  ],
  [{ current: 'old', next: '1234567' }, { next: 'password_short' }],
  [{ current: 'old', next: 'x'.repeat(129) }, { next: 'password_long' }],
] as const)('a password %j', (form, faults) => expect(passwordFaults(form)).toEqual(faults))

test('the key of an authenticator is typed in groups of four', () => {
  expect(totpKeyOf('otpauth://totp/Kaunta:a%40b.co?secret=ABCDEFGHIJ&issuer=Kaunta')).toBe('ABCD EFGH IJ')
  expect(totpKeyOf('nonsense')).toBe('')
  expect(normalizeTotp('12 34 56 7')).toBe('123456')
})
