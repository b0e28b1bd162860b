// Reads what SMS forwarders send: JSON, a form, or plain text, each with its own field names.
// docs/networks.md has recipes for each app. Only the text is trusted: sender and time come from the app.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readTime } from '../domain/calendar.ts'
import { badField } from '../domain/fault.ts'
import { type ForwardedSms, normalSms, smsBodyMax } from '../domain/sms.ts'
import { sumInText } from '../domain/sms-template.ts'
import { readJson } from './json.ts'

/** The headers with the signature of a body; null when the request does not have them. */
export interface SmsSignature {
  readonly signature: string | null
  /** Seconds. The app capcom6 signs the body followed by this time. */
  readonly timestamp: string | null
}

/**
 * Whether the phone signed a body with the secret: the signature is the hex HMAC-SHA256 of the body, or of
 * the body and the timestamp. The signature of an app that signs only a time is rejected, because it does not
 * prove the body.
 */
export function isSmsSigned(secret: string, body: string, { signature, timestamp }: SmsSignature): boolean {
  const received = Buffer.from((signature ?? '').trim().toLowerCase())
  const signedTexts = timestamp === null ? [body] : [body, body + timestamp]
  return signedTexts.some(text => {
    const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'))
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
}

/**
 * Returns the message of a request; undefined for a heartbeat, which has no message. If unknown fields of a
 * body without a message hold a payment SMS, the app is set up wrongly. An error then tells its owner.
 * @throws Fault `validation_error` when the message has no sender or text, or is encrypted or too long
 */
export function readForwardedSms(body: string, contentType: string): ForwardedSms | undefined {
  const text = body.trim()
  if (text === '') return undefined
  const fields = fieldsOf(text, contentType)
  if (!fields) return undefined
  const sms = smsOf(fields)
  if (!sms && [...fields.values()].some(hasPaymentText)) throw incompleteFault()
  return sms
}

/** Returns the fault of a message without sender or text. */
const incompleteFault = () => badField('body', 'sms_incomplete')

/** A sum of money such as `TZS 5,000`, with no letter or digit right before or after it, as within an id. */
const wholeSum = new RegExp(`(?<![\\p{L}\\p{N}])(?:${sumInText.source})(?![\\p{L}\\p{N}])`, 'iu')
/**
 * Whether a value contains, at any depth, a text with a sum of money and other words, as a payment message
 * does. A sum alone may be something else, such as the version `1.2 tsh`, and so may one without any space.
 */
function hasPaymentText(value: unknown): boolean {
  if (typeof value !== 'string') return entriesOf(value).some(([, inner]) => hasPaymentText(inner))
  const text = normalSms(value)
  const hasOtherWords = text.includes(' ') && /\p{L}{2}/u.test(text.replace(wholeSum, ''))
  return hasOtherWords && wholeSum.test(text)
}

/** Returns the fields of a body in any of the three formats; undefined for a ping. */
function fieldsOf(text: string, contentType: string): Fields | undefined {
  if (text.startsWith('{') || contentType.includes('json')) return fieldsOfJson(readJson(text))
  if (contentType.includes('form-urlencoded')) return new Map(new URLSearchParams(text))
  return fieldsOfText(text)
}

/** Values by the lower-case name of their field. */
type Fields = ReadonlyMap<string, unknown>

/** Returns the fields of an object or list; an empty list for any other value. */
const entriesOf = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' ? Object.entries(value) : []

/**
 * Returns the fields of a JSON body; undefined for a ping. The app httpSMS puts the message under `data`,
 * capcom6 under `payload`. A text alone gets an empty field name.
 * @throws Fault `sms_incomplete` for a list, which no app sends
 */
function fieldsOfJson(value: unknown): Fields | undefined {
  if (Array.isArray(value)) throw incompleteFault()
  if (typeof value === 'string') return new Map([['', value]])
  const outerFields = new Map(entriesOf(value))
  if (outerFields.get('event') === 'system:ping') return undefined
  const innerFields = [...entriesOf(outerFields.get('data')), ...entriesOf(outerFields.get('payload'))]
  return new Map([...outerFields, ...innerFields])
}

/**
 * Returns the fields of a plain text: a line with the sender, then the message. Apps that do not escape
 * quotes cannot send JSON.
 */
function fieldsOfText(text: string): Fields {
  const [sender = '', ...lines] = text.split(/\r?\n/)
  return new Map([
    ['sender', sender],
    ['body', lines.join('\n')],
  ])
}

/** The longest sender, in characters; the rest is cut off. */
const senderMax = 60
/** The names, in lower case, that apps give to the fields of a message. */
const senderNames = ['sender', 'from', 'contact', 'phonenumber', 'sms_number', 'number'] as const
const bodyNames = ['body', 'text', 'content', 'message', 'sms_message'] as const
const sentNames = ['sentat', 'sentstamp'] as const
const receivedNames = ['receivedat', 'receivedstamp', 'timestamp'] as const
const simNames = ['sim', 'simnumber'] as const

/**
 * Returns the message in these fields; undefined when they have neither a sender nor a text.
 * @throws Fault `validation_error` when one of the two is missing, or the text is encrypted or too long
 */
function smsOf(rawFields: Fields): ForwardedSms | undefined {
  const fields = new Map([...rawFields].map(([name, value]) => [name.toLowerCase(), value]))
  /** Returns the first text or number under one of these names. */
  const textOf = (names: readonly string[]): string | undefined => {
    const values = names.map(name => fields.get(name))
    const firstValue = values.find(value => typeof value === 'string' || Number.isFinite(value))
    return firstValue === undefined ? undefined : String(firstValue)
  }
  const sender = textOf(senderNames)
  const body = textOf(bodyNames)
  if (sender === undefined && body === undefined) return undefined
  if (!sender?.trim() || !body?.trim()) throw incompleteFault()
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

/** Returns a time in milliseconds since 1970; undefined if the text is absent or in no known format. */
function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{13}$/.test(text)) return Number(text) // milliseconds
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000 // seconds
  return readTime(text, smsTimeZone)
}
