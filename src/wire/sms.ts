// Reads what SMS forwarders send: JSON, a form, or plain text, each with its own field names.
// docs/networks.md has recipes for each app. Only the text is trusted: sender and time come from the app.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readTime } from '../domain/calendar.ts'
import { badField } from '../domain/fault.ts'
import { type ForwardedSms, normalSms, smsBodyMax } from '../domain/sms.ts'
import { sumInText } from '../domain/sms-template.ts'
import { readJson } from './json.ts'

/** Headers that sign a body; null when the request does not have them. */
export interface SmsSignature {
  readonly signature: string | null
  /** capcom6 signs its time with the body; seconds. */
  readonly timestamp: string | null
}

/**
 * Whether the phone signed a body with the secret: by the hex HMAC-SHA256 of the body, or of body and
 * timestamp. Apps that sign only a time do not prove the body, so theirs is rejected.
 */
export function isSmsSigned(secret: string, body: string, { signature, timestamp }: SmsSignature): boolean {
  const given = Buffer.from((signature ?? '').trim().toLowerCase())
  const signedTexts = timestamp === null ? [body] : [body, body + timestamp]
  return signedTexts.some(text => {
    const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/**
 * Returns the message of a request; undefined for a heartbeat, which has none. A body that holds a payment
 * SMS in unknown fields is no heartbeat: the app is set up wrongly, and must not seem to work.
 * @throws Fault `validation_error` when the message has no sender or text, or is encrypted or too long
 */
export function readForwardedSms(body: string, contentType: string): ForwardedSms | undefined {
  const text = body.trim()
  if (text === '') return undefined
  const fields = fieldsOf(text, contentType)
  if (!fields) return undefined
  const sms = smsOf(fields)
  if (!sms && [...fields.values()].some(hasPaymentText)) throw incomplete()
  return sms
}

/** Returns the fault of a message without sender or text. */
const incomplete = () => badField('body', 'sms_incomplete')

/** A sum between other characters than letters and digits, unlike one within an id. */
const wholeSum = new RegExp(`(?<![\\p{L}\\p{N}])(?:${sumInText.source})(?![\\p{L}\\p{N}])`, 'iu')
/** Whether a value has a sum with other words, at any depth. A sum alone may be a version: 1.2 tsh. */
function hasPaymentText(value: unknown): boolean {
  if (typeof value !== 'string') return entriesOf(value).some(([, inner]) => hasPaymentText(inner))
  const text = normalSms(value)
  return text.includes(' ') && /\p{L}{2}/u.test(text.replace(wholeSum, '')) && wholeSum.test(text)
}

/** Returns the fields of a body in any of the three formats; undefined for a ping. */
function fieldsOf(text: string, contentType: string): Fields | undefined {
  if (text.startsWith('{') || contentType.includes('json')) return fieldsOfJson(readJson(text))
  if (contentType.includes('form-urlencoded')) return new Map(new URLSearchParams(text))
  return fieldsOfText(text)
}

/** Values by the lower-case name of their field. */
type Fields = ReadonlyMap<string, unknown>

/** Returns the fields of an object; none for any other value. */
const entriesOf = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' ? Object.entries(value) : []

/**
 * Returns the fields of a JSON body; undefined for a ping. httpSMS puts the message under `data`, capcom6
 * under `payload`. No app sends a list, and a text alone has no name.
 */
function fieldsOfJson(value: unknown): Fields | undefined {
  if (Array.isArray(value)) throw incomplete()
  if (typeof value === 'string') return new Map([['', value]])
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

/** The longest sender in characters; more is cut off. */
const senderMax = 60
const senderNames = ['sender', 'from', 'contact', 'phonenumber', 'sms_number', 'number'] as const
const bodyNames = ['body', 'text', 'content', 'message', 'sms_message'] as const
const sentNames = ['sentat', 'sentstamp'] as const
const receivedNames = ['receivedat', 'receivedstamp', 'timestamp'] as const
const simNames = ['sim', 'simnumber'] as const

/**
 * Returns the message of these fields; undefined when there is neither a sender nor a text.
 * @throws Fault `validation_error` when one of the two is missing, or the text is encrypted or too long
 */
function smsOf(rawFields: Fields): ForwardedSms | undefined {
  const fields = new Map([...rawFields].map(([name, value]) => [name.toLowerCase(), value]))
  const textOf = (names: readonly string[]): string | undefined => {
    const values = names.map(name => fields.get(name))
    const first = values.find(value => typeof value === 'string' || Number.isFinite(value))
    return first === undefined ? undefined : String(first)
  }
  const sender = textOf(senderNames)
  const body = textOf(bodyNames)
  if (sender === undefined && body === undefined) return undefined
  if (!sender?.trim() || !body?.trim()) throw incomplete()
  if (fields.get('encrypted') === true) throw badField('body', 'sms_encrypted')
  if (body.length > smsBodyMax) throw badField('body', 'too_long', { max: smsBodyMax })
  return {
    sender: sender.trim().slice(0, senderMax),
    body,
    sim: textOf(simNames),
    sentAt: timeOf(textOf(sentNames)),
    phoneReceivedAt: timeOf(textOf(receivedNames)),
  }
}

/** The networks and their phones are in Tanzania. */
const smsTimeZone = 'Africa/Dar_es_Salaam'

/** Returns a time in ms from a text in milliseconds, seconds, or ISO 8601; undefined for anything else. */
function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{13}$/.test(text)) return Number(text)
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000
  return readTime(text, smsTimeZone)
}
