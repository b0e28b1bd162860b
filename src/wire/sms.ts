// Reads what SMS forwarders send: JSON, a form, or plain text, each with its own field names.
// docs/networks.md has recipes for each app. Only the text is trusted: sender and time come from the app.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readTime } from '../domain/calendar.ts'
import { badField } from '../domain/fault.ts'
import { type ForwardedSms, smsBodyMax } from '../domain/sms.ts'
import { readJson } from './json.ts'

/** Headers that sign a body. */
export interface SmsSignature {
  readonly signature: string | null
  /** capcom6 signs its time with the body; seconds. */
  readonly timestamp: string | null
}

/** Expects the hex HMAC-SHA256 of the body, or of body and timestamp. Other apps sign only a time. */
export function isSmsSigned(secret: string, body: string, { signature, timestamp }: SmsSignature): boolean {
  const given = Buffer.from((signature ?? '').trim().toLowerCase())
  const signedTexts = timestamp === null ? [body] : [body, body + timestamp]
  return signedTexts.some(text => {
    const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Returns undefined for a heartbeat. @throws Fault `validation_error` when there is no message */
export function readForwardedSms(body: string, contentType: string): ForwardedSms | undefined {
  const text = body.trim()
  if (text === '') return undefined
  const fields =
    text.startsWith('{') || contentType.includes('json')
      ? fieldsOfJson(readJson(text))
      : contentType.includes('form-urlencoded')
        ? new Map(new URLSearchParams(text))
        : fieldsOfText(text)
  return fields && smsOf(fields)
}

/** Values by the lower-case name of their field. */
type Fields = ReadonlyMap<string, unknown>

const entriesOf = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : []

/** httpSMS puts the message under `data`, capcom6 under `payload`. Undefined for a ping. */
function fieldsOfJson(value: unknown): Fields | undefined {
  const outer = new Map(entriesOf(value))
  if (outer.get('event') === 'system:ping') return undefined
  return new Map([...outer, ...entriesOf(outer.get('data')), ...entriesOf(outer.get('payload'))])
}

/** Reads the text of an app that does not escape quotes: first a line with the sender, then the message. */
function fieldsOfText(text: string): Fields {
  const [sender = '', ...lines] = text.split(/\r?\n/)
  return new Map([
    ['sender', sender],
    ['body', lines.join('\n')],
  ])
}

const senderNames = ['sender', 'from', 'contact', 'phonenumber', 'sms_number', 'number'] as const
const bodyNames = ['body', 'text', 'content', 'message', 'sms_message'] as const
const sentNames = ['sentat', 'sentstamp'] as const
const receivedNames = ['receivedat', 'receivedstamp', 'timestamp'] as const
const simNames = ['sim', 'simnumber'] as const

function smsOf(given: Fields): ForwardedSms | undefined {
  const fields = new Map([...given].map(([name, value]) => [name.toLowerCase(), value]))
  const textOf = (names: readonly string[]): string | undefined =>
    names.flatMap(name => {
      const value = fields.get(name)
      return typeof value === 'string' ? [value] : Number.isFinite(value) ? [String(value)] : []
    })[0]
  const sender = textOf(senderNames)
  const body = textOf(bodyNames)
  if (sender === undefined && body === undefined) return undefined
  if (!sender?.trim() || !body?.trim()) throw badField('body', 'sms_incomplete')
  if (fields.get('encrypted') === true) throw badField('body', 'sms_encrypted')
  if (body.length > smsBodyMax) throw badField('body', 'too_long', { max: smsBodyMax })
  return {
    sender: sender.trim().slice(0, 60),
    body,
    sim: textOf(simNames),
    sentAt: timeOf(textOf(sentNames)),
    phoneReceivedAt: timeOf(textOf(receivedNames)),
  }
}

/** The networks and their phones are in Tanzania. */
const smsTimeZone = 'Africa/Dar_es_Salaam'

/** Milliseconds, seconds, or ISO 8601; undefined for anything else. */
function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{13}$/.test(text)) return Number(text)
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000
  return readTime(text, smsTimeZone)
}
