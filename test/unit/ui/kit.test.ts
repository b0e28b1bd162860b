// The shared parts: the link to the server, the clock, money, keys, the words of failure.
import { describe, expect, test } from 'bun:test'
import { admin } from '../../../ui/admin/app/admin.text.ts'
import { audit } from '../../../ui/admin/audit-log/audit-log.text.ts'
import { home } from '../../../ui/admin/home/home.text.ts'
import { unknown } from '../../../ui/admin/inbox/unknown.text.ts'
import { keys } from '../../../ui/admin/keys/keys.text.ts'
import { linkForm } from '../../../ui/admin/links/link-form.text.ts'
import { links } from '../../../ui/admin/links/links.text.ts'
import { login } from '../../../ui/admin/login/login.text.ts'
import { networks } from '../../../ui/admin/networks/networks.text.ts'
import { routing } from '../../../ui/admin/networks/routing.text.ts'
import { form } from '../../../ui/admin/parts/form.text.ts'
import { paymentPage } from '../../../ui/admin/payments/payment-page.text.ts'
import { payments } from '../../../ui/admin/payments/payments.text.ts'
import { timeline } from '../../../ui/admin/payments/timeline.text.ts'
import { unmatched } from '../../../ui/admin/payments/unmatched.text.ts'
import { payouts } from '../../../ui/admin/payouts/payouts.text.ts'
import { profiles } from '../../../ui/admin/profiles/profiles.text.ts'
import { reconciliation } from '../../../ui/admin/reconciliation/reconciliation.text.ts'
import { health } from '../../../ui/admin/server/health.text.ts'
import { healthCheck } from '../../../ui/admin/server/health-check.text.ts'
import { server } from '../../../ui/admin/server/server.text.ts'
import { settings } from '../../../ui/admin/settings/settings.text.ts'
import { shifts } from '../../../ui/admin/shifts/shifts.text.ts'
import { staff } from '../../../ui/admin/staff/staff.text.ts'
import { tills } from '../../../ui/admin/tills/tills.text.ts'
import { events } from '../../../ui/admin/webhooks/events.text.ts'
import { webhooks } from '../../../ui/admin/webhooks/webhooks.text.ts'
import { clockOffset, narrowOffset, type OffsetBounds } from '../../../ui/kit/clock-offset.model.ts'
import { codeStep } from '../../../ui/kit/code-step.text.ts'
import {
  type HeartbeatResult,
  heartbeatDelayMs,
  heartbeatTimeoutMs,
  newConnection,
  nextConnection,
} from '../../../ui/kit/connection.model.ts'
import { newIdempotencyKey } from '../../../ui/kit/idempotency-key.ts'
import { kit } from '../../../ui/kit/kit.text.ts'
import { digitsOf, moneyOf, tokenDigits } from '../../../ui/kit/money.ts'
import { countdownOf, phoneOf, shortDateTimeOf } from '../../../ui/kit/time.ts'
import { phone } from '../../../ui/phone/phone.text.ts'
import { till } from '../../../ui/till/app/till.text.ts'

describe('the link', () => {
  test.each([
    ['', true],
    ['refused', true],
    ['refused refused', false],
    ['refused reached refused', true],
    ['silent', false],
    ['silent refused', false],
    ['silent reached', true],
    ['refused refused reached', true],
  ])('%s: reachable %p', (beats, reachable) => {
    const link = (beats === '' ? [] : (beats.split(' ') as HeartbeatResult[])).reduce(
      nextConnection,
      newConnection,
    )
    expect(link.reachable).toBe(reachable)
  })

  test('a server that is gone is known within 5 seconds', () => {
    const once = nextConnection(newConnection, 'refused')
    expect(heartbeatDelayMs(newConnection) + heartbeatTimeoutMs).toBeLessThan(5_000)
    expect(heartbeatDelayMs(newConnection) + heartbeatDelayMs(once) + heartbeatTimeoutMs).toBeLessThan(5_000)
  })
})

describe('the clock', () => {
  const seen = (device: number, server: number, took = 40) => ({
    date: Math.floor(server / 1_000) * 1_000,
    sent: device - took,
    received: device,
  })
  test.each([0, 7_200_000, -3_600_000, 90_000])('a tablet that is %d ms behind', ahead => {
    let skew: OffsetBounds | undefined
    for (let at = 1_000_000; at < 1_030_000; at += 2_170) skew = narrowOffset(skew, seen(at, at + ahead))
    expect(Math.abs(clockOffset(skew) - ahead)).toBeLessThan(1_100)
  })
  test('a clock that is set in between is trusted', () => {
    const before = narrowOffset(undefined, seen(1_000_000, 1_000_000))
    const after = narrowOffset(before, seen(1_000_000, 9_000_000))
    expect(Math.abs(clockOffset(after) - 8_000_000)).toBeLessThan(1_100)
  })
  test('knows nothing at first', () => expect(clockOffset(undefined)).toBe(0))
})

test.each([
  [0, '0'],
  [500, '500'],
  [12_500, '12,500'],
  [999_999_999_999, '999,999,999,999'],
])('%d is written %s', (amount, text) => {
  expect(digitsOf(amount)).toBe(text)
  expect(moneyOf(amount)).toBe(`TZS\u00a0${text}`)
})

test.each([
  [14_400_000, '4:00:00'],
  [3_600_000, '1:00:00'],
  [3_599_000, '59:59'],
  [600_000, '10:00'],
  [599_001, '10:00'],
  [59_000, '0:59'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('%d ms are %s', (ms, text) => expect(countdownOf(ms)).toBe(text))

test('times are shown in the shop’s own time zone', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(shortDateTimeOf('2026-11-21T11:02:00.000Z', 'Africa/Dar_es_Salaam', now)).toBe('14:02')
  expect(shortDateTimeOf('2026-11-20T20:30:00.000Z', 'Africa/Dar_es_Salaam', now)).toBe('20/11 23:30')
})

test('numbers and tokens are grouped', () => {
  expect(phoneOf('+255754000001')).toBe('0754 000 001')
  expect(phoneOf('')).toBe('')
  expect(tokenDigits('12345678')).toBe('1234\u20095678')
})

test('keys fit the server and differ', () => {
  const keys = new Set(Array.from({ length: 1_000 }, newIdempotencyKey))
  expect(keys.size).toBe(1_000)
  for (const key of keys) expect(key).toMatch(/^[0-9A-Z]{26}$/)
})

describe('the words', () => {
  /**
   * Returns the placeholders without the syllables that agree with a subject, which sentences of both
   * languages fill in their own way.
   */
  const blanks = (text: string) =>
    [...text.matchAll(/{{(\w+)}}/g)]
      .map(found => found[1] ?? '')
      .filter(name => !['s', 'ake', 'their'].includes(name))
      .sort()
  test.each(
    Object.entries({
      kit,
      codeStep,
      till,
      phone,
      admin,
      home,
      payments,
      paymentPage,
      networks,
      routing,
      payouts,
      timeline,
      unknown,
      unmatched,
      reconciliation,
      audit,
      login,
      server,
      health,
      healthCheck,
      settings,
      staff,
      links,
      linkForm,
      form,
      profiles,
      tills,
      shifts,
      keys,
      webhooks,
      events,
    }),
  )('%s: Swahili and English have the same keys and placeholders', (_, { en, sw }) => {
    expect(Object.keys(sw)).toEqual(Object.keys(en))
    const swahili: Record<string, string> = sw
    for (const [name, text] of Object.entries(en)) {
      expect({ name, blanks: blanks(swahili[name] ?? '') }).toEqual({ name, blanks: blanks(text) })
      expect(swahili[name]?.trim()).not.toBe('')
    }
  })
})
