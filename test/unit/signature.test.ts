// The webhook signature: vectors computed with another implementation (Python's hmac), and everything that
// must not pass.
import { describe, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { newSigningKey, signHeaders, signWebhook, verifyWebhook } from '../../src/wire/signature.ts'

const key = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const now = 1_769_299_200
const body = '{"id":"evt_1","type":"payment.completed","data":{"amount":{"value":1000,"currency":"TZS"}}}'
const signature = '9b12ee54d183ebd8e0fe2e18a6e684c3a0db012c6ec0a1d25644b1545a3fa4f4'

test('a key is whsec_ and the base64 of its 32 bytes', () => {
  expect(newSigningKey(Uint8Array.from({ length: 32 }, (_, index) => index))).toBe(key)
  expect(() => newSigningKey(new Uint8Array(31))).toThrow('32 random bytes')
})

test.each([
  [now, body, signature],
  [0, '', 'd8aec949f571341d52ef7916304be7b655fd60c3d50fd303f7fb35660d886827'],
  [now, '{"name":"Mama Ñtilie ☕"}', '7d2c2cf437be96c70d620c63b829fc75e6a3496810566757715f36dfdbd43040'],
])('signed at %p: %s', (timestamp, text, expected) => {
  expect(signWebhook(key, timestamp, text)).toBe(expected)
  expect(verifyWebhook(key, timestamp, text, expected, timestamp)).toBe(true)
})

describe('is not accepted', () => {
  const webhook = { key, timestamp: now, body, signature, now }
  test.each([
    ['another key', { key: `${key.slice(0, -2)}9=` }],
    ['the key without whsec_', { key: key.slice(6) }],
    ['another time', { timestamp: now + 1 }],
    ['another amount', { body: body.replace('1000', '9000') }],
    ['the same JSON formatted differently', { body: JSON.stringify(JSON.parse(body), null, 1) }],
    ['a line break at the end', { body: `${body}\n` }],
    ['one digit changed', { signature: signature.replace(/4$/, '5') }],
    ['capital letters', { signature: signature.toUpperCase() }],
    ['half of it', { signature: signature.slice(0, 32) }],
    ['nothing', { signature: '' }],
    ['64 characters of more than a byte each', { signature: 'é'.repeat(64) }],
    ['32 characters of two bytes each', { signature: 'é'.repeat(32) }],
    ['5 minutes and a second later', { now: now + 301 }],
    ['5 minutes and a second early', { now: now - 301 }],
    ['a time in milliseconds', { timestamp: now * 1_000, signature: signWebhook(key, now * 1_000, body) }],
    ['a time that is no number', { timestamp: Number.NaN, signature: signWebhook(key, Number.NaN, body) }],
  ])('%s', (_, changed) => {
    const one = { ...webhook, ...changed }
    expect(verifyWebhook(one.key, one.timestamp, one.body, one.signature, one.now)).toBe(false)
  })
})

test.each([0, 300, -300])('is accepted %p seconds later', seconds => {
  expect(verifyWebhook(key, now, body, signature, now + seconds)).toBe(true)
})

describe('a fixed event, key and time give these headers', () => {
  const event = {
    key,
    previousKey: undefined,
    id: 'evt_0123456789abcdef0123456789abcdef',
    timestampSeconds: now,
    body,
  }
  const headers = signHeaders(event)

  test('byte for byte', () => {
    expect(headers).toEqual({
      'X-Webhook-Timestamp': '1769299200',
      'X-Webhook-Signature': signature,
      'webhook-id': 'evt_0123456789abcdef0123456789abcdef',
      'webhook-timestamp': '1769299200',
      'webhook-signature': 'v1,citHrpf1g4c3cZY3FVt21plWAMg8Qz/HoWJDHjbeDWY=',
    })
  })

  const openssl = (text: string, ...secret: string[]) =>
    Bun.spawnSync(['openssl', 'dgst', '-sha256', ...secret, '-r'], { stdin: Buffer.from(text) })
      .stdout.toString()
      .slice(0, 64)
  test.skipIf(Bun.which('openssl') === null)('which equal those that openssl computes', () => {
    expect(headers['X-Webhook-Signature']).toBe(openssl(`${now}.${body}`, '-hmac', key))
    const bytes = Buffer.from(key.slice(6), 'base64').toString('hex')
    const standard = openssl(`${event.id}.${now}.${body}`, '-mac', 'hmac', '-macopt', `hexkey:${bytes}`)
    expect(headers['webhook-signature']).toBe(`v1,${Buffer.from(standard, 'hex').toString('base64')}`)
  })
})

describe('the library of Standard Webhooks', () => {
  const seconds = Math.floor(Date.now() / 1_000)
  const other = newSigningKey(new Uint8Array(32).fill(7))
  const one = { key, previousKey: undefined, id: 'evt_1', timestampSeconds: seconds, body }

  test('accepts what was signed, with the whole text of the key', () => {
    expect(new Webhook(key).verify(body, signHeaders(one))).toEqual(JSON.parse(body))
  })

  test('accepts both keys while they overlap', () => {
    const headers = signHeaders({ ...one, key: other, previousKey: key })
    for (const secret of [key, other])
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(headers['X-Webhook-Signature-Previous']).toBe(signWebhook(key, seconds, body))
    expect(headers['X-Webhook-Signature']).toBe(signWebhook(other, seconds, body))
  })

  test.each([
    ['another key', signHeaders({ ...one, key: other }), body],
    ['another body', signHeaders(one), body.replace('1000', '9000')],
    ['another event', { ...signHeaders(one), 'webhook-id': 'evt_2' }, body],
    ['an old stamp', signHeaders({ ...one, timestampSeconds: seconds - 301 }), body],
  ])('refuses %s', (_, headers, text) => {
    expect(() => new Webhook(key).verify(text, headers)).toThrow()
  })
})
