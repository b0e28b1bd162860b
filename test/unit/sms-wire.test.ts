// The formats of forwarder apps, and which signature counts.
import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { smsBodyMax } from '../../src/domain/sms.ts'
import { isSmsSigned, readForwardedSms } from '../../src/wire/sms.ts'

const body = 'QWE7RTY8UI Imethibitishwa. Umepokea Tsh12,500.00 kutoka ASHA'
const at = Date.UTC(2027, 1, 3, 13, 5)
const json = 'application/json'

describe('each app', () => {
  test.each([
    [
      'bogkonstantin, numbers',
      json,
      JSON.stringify({ from: 'MPESA', text: body, sim: 'sim1', sentStamp: at, receivedStamp: at + 1 }),
      { sim: 'sim1', sentAt: at, phoneReceivedAt: at + 1 },
    ],
    [
      'bogkonstantin, its default template with numbers as text',
      json,
      JSON.stringify({ from: 'MPESA', text: body, sim: 'undetected', sentStamp: `${at}`, receivedStamp: '' }),
      { sim: 'undetected', sentAt: at },
    ],
    [
      'SmsForwarder, form',
      'application/x-www-form-urlencoded',
      new URLSearchParams({ from: 'MPESA', content: body, timestamp: `${at}`, sign: 'x' }).toString(),
      { phoneReceivedAt: at },
    ],
    [
      'SmsForwarder, JSON under another type',
      'text/plain',
      JSON.stringify({ from: 'MPESA', content: body, timestamp: at }),
      { phoneReceivedAt: at },
    ],
    [
      'httpSMS',
      'application/cloudevents+json',
      JSON.stringify({
        type: 'message.phone.received',
        data: {
          message_id: 'm',
          owner: '+255700000000',
          contact: 'MPESA',
          content: body,
          sim: 'SIM1',
          timestamp: new Date(at).toISOString(),
          encrypted: false,
        },
      }),
      { sim: 'SIM1', phoneReceivedAt: at },
    ],
    [
      'capcom6',
      json,
      JSON.stringify({
        id: 'x',
        webhookId: 'y',
        event: 'sms:received',
        deviceId: 'z',
        payload: {
          messageId: 'abc',
          sender: 'MPESA',
          recipient: '+255700000000',
          simNumber: 1,
          message: body,
          receivedAt: '2027-02-03T16:05:00.000+03:00',
        },
      }),
      { sim: '1', phoneReceivedAt: at },
    ],
    [
      'MacroDroid, form',
      'application/x-www-form-urlencoded;charset=utf-8',
      new URLSearchParams({ sms_number: 'MPESA', sms_message: body }).toString(),
      {},
    ],
    ['Tasker, plain text', 'text/plain', `MPESA\n${body}`, {}],
    ['plain text with the line ends of Windows', '', `MPESA\r\n${body}\r\n`, {}],
  ])('%s', (_, type, text, more) => {
    expect(JSON.parse(JSON.stringify(readForwardedSms(text, type)))).toEqual({
      sender: 'MPESA',
      body,
      ...more,
    })
  })
})

test.each([
  ['nothing', '', ''],
  ['the ping of capcom6', json, JSON.stringify({ event: 'system:ping', payload: { health: {} } })],
  ['a heartbeat', json, JSON.stringify({ battery: 80 })],
  ['a heartbeat with words', json, JSON.stringify({ device: { name: 'Duka', app: '2.4.0' } })],
  ['a heartbeat as a form', 'application/x-www-form-urlencoded', 'battery=80'],
  ['a ping with a sum', json, JSON.stringify({ event: 'system:ping', payload: { health: 'Paid TZS 5' } })],
  ['a heartbeat with tsh in an id', json, JSON.stringify({ deviceId: '9f3TSHx', ts: 1 })],
  ['a heartbeat with tzs between dashes', json, JSON.stringify({ id: 'c0a8-8tzs-dead' })],
  ['a heartbeat with tsh in a name', json, JSON.stringify({ device: 'Duka la a3tsh7' })],
  ['a heartbeat with tsh in a version', json, JSON.stringify({ version: '1.2 tsh' })],
  ['a heartbeat with tsh in an id, as a form', 'application/x-www-form-urlencoded', 'deviceId=4tshq'],
])('%s is a sign of life', (_, type, text) => expect(readForwardedSms(text, type)).toBeUndefined())

test.each([
  ['without a text', json, '{"from":"MPESA"}', 'sms_incomplete'],
  ['without a sender', json, `{"text":"${body}"}`, 'sms_incomplete'],
  ['with an empty sender', json, `{"from":" ","text":"${body}"}`, 'sms_incomplete'],
  ['of one line', 'text/plain', body, 'sms_incomplete'],
  ['that is a list', json, JSON.stringify([{ from: 'MPESA', text: body }]), 'sms_incomplete'],
  ['that is an empty list', json, '[]', 'sms_incomplete'],
  ['that is a JSON text', json, JSON.stringify(body), 'sms_incomplete'],
  ['with other fields', json, JSON.stringify({ address: 'MPESA', msg: body }), 'sms_incomplete'],
  ['with nested fields', json, JSON.stringify({ sms: { from: 'MPESA', text: body } }), 'sms_incomplete'],
  ...['Umepokea Tsh5,000', 'Umepokea\nTZS 5,000', 'Umepokea 5,000TZS', 'Paid 5,000Tshs.'].map(
    sum => [`with ${sum}`, json, JSON.stringify({ address: 'MPESA', msg: sum }), 'sms_incomplete'] as const,
  ),
  ['with a list', json, JSON.stringify({ messages: [{ from: 'MPESA', text: body }] }), 'sms_incomplete'],
  [
    'with other fields of a form',
    'application/x-www-form-urlencoded',
    new URLSearchParams({ address: 'MPESA', msg: 'Umepokea Tsh 12,500' }).toString(),
    'sms_incomplete',
  ],
  ['with quotes that were not escaped', json, '{"from":"MPESA","text":"a "b" c"}', 'json_invalid'],
  ['with two texts', json, '{"text":"a","text":"b"}', 'json_key_repeated'],
  ['encrypted', json, '{"data":{"contact":"MPESA","content":"x","encrypted":true}}', 'sms_encrypted'],
  ['too long', json, JSON.stringify({ from: 'MPESA', text: 'x'.repeat(smsBodyMax + 1) }), 'too_long'],
])('a body %s is refused', (_, type, text, reason) => {
  expect(() => readForwardedSms(text, type)).toThrow(expect.objectContaining({ reason }) as unknown as Error)
})

describe('a signature', () => {
  const hmac = (text: string, secret = 'secret') => createHmac('sha256', secret).update(text).digest('hex')
  test.each([
    ['of the body', hmac(body), null, true],
    ['in capitals', hmac(body).toUpperCase(), null, true],
    ['of body and timestamp', hmac(`${body}1800000000`), '1800000000', true],
    ['of the body, with a timestamp next to it', hmac(body), '1800000000', true],
    ['of another timestamp', hmac(`${body}1800000001`), '1800000000', false],
    ['of another body', hmac(`${body} `), null, false],
    ['with another secret', hmac(body, 'other'), null, false],
    ['that is cut', hmac(body).slice(0, 63), null, false],
    ['that is empty', '', null, false],
    ['that is missing', null, null, false],
  ])('%s', (_, signature, timestamp, isRight) => {
    expect(isSmsSigned('secret', body, { signature, timestamp })).toBe(isRight)
  })
})
