// Reads the SMS with which a provider reports money on a shop's till number. The shopkeeper's phone forwards
// it, so it is a report, not a proof. An uncertain message is rejected with a reason and waits for a person.
import { type CalendarTime, calendarTime } from './calendar.ts'
import { maskAllButLastDigits } from './phone.ts'
import { maskName } from './plain-text.ts'
import { readShillings, readSum } from './shillings.ts'
import {
  type SmsProvider,
  type SmsTemplate,
  type SmsVeto,
  smsSenders,
  smsTemplates,
  smsVetoes,
  sumInText,
} from './sms-template.ts'

/** A message as the phone forwarded it. */
export interface ForwardedSms {
  readonly sender: string
  readonly body: string
  /** `notification` when the app read a notification instead of an SMS. */
  readonly sim?: string | undefined
  readonly sentAt?: number | undefined // by the provider's clock
  readonly phoneReceivedAt?: number | undefined // by the phone's clock
}

/** The till number that the phone reports on. */
export interface SmsTill {
  readonly provider: SmsProvider
  readonly number: string // the Lipa Namba, or the number of a bank account
}

/** Why a message cannot complete a sale without an owner. */
export type SmsRejection =
  | SmsVeto
  | 'sms_notification'
  | 'sms_sender_unknown'
  | 'sms_template_unknown'
  | 'sms_currency_other'
  | 'sms_id_missing'
  | 'sms_till_other'
  | 'sms_amount_zero'
  | 'sms_amount_with_cents'
  | 'sms_amount_in_name'
  | 'sms_time_missing'
  | 'sms_time_ahead'
  | 'sms_clock_wrong'

/** The fields that a template found in a message. */
export interface SmsPayment {
  readonly template: string
  readonly transactionId: string | null // in capitals; null where the provider sends none
  /** A unique form of the transaction id. It includes the year when the id has none. */
  readonly uniqueId: string | null
  readonly amount: number // whole shillings; NaN when the text has no such sum
  readonly balance: number | null // the balance of this label after the payment; whole shillings
  readonly balanceLabel: string | null
  readonly paidAt: number | null // by the provider's clock, as precise as the text
  readonly payerName: string | null // first name and initials
  readonly payerPhone: string | null // the last digits of the number
}

export type SmsReading =
  | { readonly kind: 'payment'; readonly payment: SmsPayment }
  /** `payment` is set when an owner may still use the message. */
  | { readonly kind: 'rejected'; readonly reason: SmsRejection; readonly payment?: SmsPayment }

export const smsBodyMax = 4_096
const minuteMs = 60_000
/** How far a provider's clock may be ahead of the server's. */
const aheadMaxMs = 2 * minuteMs
/** How far the phone's clock may be off before its messages are rejected. */
const clockErrorMaxMs = 10 * minuteMs
/** Clocks in Tanzania show UTC+3 all year. */
const localOffsetMs = 3 * 3_600_000

/**
 * Writes a sender in capitals, so that `M-Pesa` is accepted as `M-PESA`. Only Latin letters change, because
 * letters of other alphabets look like them, and anyone may send under such a name.
 */
const capitalSender = (sender: string): string =>
  sender.trim().replace(/[a-z]/g, letter => letter.toUpperCase())

/** Returns a text in the form that templates match: NFKC, with single blanks. */
export const normalSms = (body: string): string => body.normalize('NFKC').replace(/\s+/g, ' ').trim()

/**
 * Reads a forwarded message.
 * @param now when the message arrived, by our clock
 * @returns a payment, or the reason why the message cannot complete a sale without an owner
 */
export function readSms(sms: ForwardedSms, till: SmsTill, now: number): SmsReading {
  if (sms.sim?.toLowerCase() === 'notification') return { kind: 'rejected', reason: 'sms_notification' }
  if (!smsSenders[till.provider].includes(capitalSender(sms.sender)))
    return { kind: 'rejected', reason: 'sms_sender_unknown' }
  const text = normalSms(sms.body)
  const match = matchTemplate(text, till.provider)
  if (!match)
    return { kind: 'rejected', reason: vetoIn(text) ?? foreignCurrencyIn(text) ?? 'sms_template_unknown' }
  const payment = paymentOf(match, sms)
  const reason = vetoIn(match.span) ?? rejectionOf(match.fields, payment, sms, till, now)
  if (reason === undefined) return { kind: 'payment', payment }
  return isUsable(payment) ? { kind: 'rejected', reason, payment } : { kind: 'rejected', reason }
}

/** A template that matches, the part of the text that it matches, and the fields in it. */
interface Match {
  readonly template: SmsTemplate
  readonly span: string
  readonly fields: Readonly<Record<string, string | undefined>>
}

/** Finds the first template of this provider that matches the text; undefined if none does. */
function matchTemplate(text: string, provider: SmsProvider): Match | undefined {
  for (const template of smsTemplates) {
    const match = template.provider === provider ? template.pattern.exec(text) : null
    if (match) return { template, span: match[0], fields: match.groups ?? {} }
  }
  return undefined
}

/** The most ids of one form that `idsIn` returns. */
const idsMax = 10
/** An id of Airtel, or 8 to 16 letters and digits with at least one digit. */
const idPattern = /\b[A-Z]{2}\d{6}\.\d{4}\.[A-Z]\d{5}\b|\b(?=[A-Z0-9]*\d)[A-Z0-9]{8,16}\b/g
/** An id of M-Pesa without a digit, or a name in capitals. */
const letterIdPattern = /\b[A-Z]{8,12}\b/g

/**
 * Finds possible transaction ids in a text, such as the id that a reversal names. Names of people may be
 * among them, so the caller uses only ids of known transactions.
 */
export function idsIn(text: string): readonly string[] {
  const normal = normalSms(text)
  const ids = normal.toUpperCase().match(idPattern) ?? []
  const letterIds = normal.match(letterIdPattern) ?? []
  return [...new Set([...ids.slice(0, idsMax), ...letterIds.slice(0, idsMax)])]
}

/**
 * Returns the first amount in a text, such as the amount that a reversal names. Whole shillings; 0 when the
 * text has no amount or it cannot be read.
 */
export const amountIn = (text: string): number => {
  const [, sumAfterCurrency, sumBeforeCurrency] = sumInText.exec(normalSms(text)) ?? []
  const amount = wholeShillingsIn(sumAfterCurrency ?? sumBeforeCurrency ?? '')
  return Number.isNaN(amount) ? 0 : amount
}

/** Returns the first reason of `smsVetoes` whose words are in a text; undefined if none is. */
const vetoIn = (text: string): SmsVeto | undefined =>
  (Object.keys(smsVetoes) as SmsVeto[]).find(name => smsVetoes[name].test(text))

/** Returns the rejection of a text with an amount in another currency; undefined for any other text. */
const foreignCurrencyIn = (text: string): SmsRejection | undefined =>
  /\b(?:Ksh|KES|UGX|RWF|BIF|USD|EUR)s?\.? ?\d|[$€£] ?\d/i.test(text) ? 'sms_currency_other' : undefined

/** Returns why a message that matches a template cannot complete a sale; undefined when it can. */
function rejectionOf(
  fields: Match['fields'],
  { amount, balance, paidAt, transactionId }: SmsPayment,
  sms: ForwardedSms,
  till: SmsTill,
  now: number,
): SmsRejection | undefined {
  if (!isOwnTill(fields, till)) return 'sms_till_other'
  const isAmountUnreadable = Number.isNaN(wholeShillingsIn(fields.amount ?? ''))
  if (isAmountUnreadable || Number.isNaN(balance)) return 'sms_template_unknown'
  if (amount === 0) return 'sms_amount_zero'
  // The amount is readable, so only its cents make it NaN.
  if (Number.isNaN(amount)) return 'sms_amount_with_cents'
  const isAmountInName = /(?:TZS|Tshs?|Sh)\.? ?\d|\d\/=/i.test(fields.from ?? '')
  if (isAmountInName) return 'sms_amount_in_name'
  if (transactionId === null) return 'sms_id_missing'
  if (paidAt === null) return 'sms_time_missing'
  if (paidAt > now + aheadMaxMs) return 'sms_time_ahead'
  return isClockWrong(sms, paidAt, now) ? 'sms_clock_wrong' : undefined
}

/**
 * Whether the till or account number in a text is ours, or the text has none. A bank shows only the first and
 * last digits of an account: `015*4321`, or `4321`.
 */
function isOwnTill({ till, account }: Match['fields'], { number }: SmsTill): boolean {
  if (till !== undefined) return till.replace(/^0+/, '') === number.replace(/^0+/, '')
  if (account === undefined) return true
  const [start = '', end = ''] = account.includes('*') ? account.split(/\*+/) : ['', account]
  return number.startsWith(start) && number.endsWith(end)
}

/**
 * Whether the phone's clock is wrong. A phone receives a message after the provider wrote it (`paidAt`), and
 * before we receive it (`now`). An SMS may be days late, so an early time is not compared with `now`.
 */
function isClockWrong({ phoneReceivedAt }: ForwardedSms, paidAt: number, now: number): boolean {
  if (phoneReceivedAt === undefined) return false
  return phoneReceivedAt > now + clockErrorMaxMs || phoneReceivedAt < paidAt - clockErrorMaxMs
}

/** Whether an owner may still use a rejected message: its amount, balance and transaction id were read. */
const isUsable = ({ amount, balance, transactionId }: SmsPayment) =>
  Number.isSafeInteger(amount) && amount > 0 && !Number.isNaN(balance) && transactionId !== null

/** Builds the payment from the fields that a template found. */
function paymentOf({ template, fields }: Match, sms: ForwardedSms): SmsPayment {
  const transactionId = fields.id?.toUpperCase() ?? null
  // A time in the text counts even if it is unreadable (null), because a guess may be wrong.
  const hasTime = fields.date !== undefined && fields.time !== undefined
  const paidAt = hasTime ? timeIn(fields) : (timeInId(transactionId) ?? sms.sentAt ?? null)
  const year = paidAt === null ? '' : yearOf(paidAt)
  return {
    template: template.name,
    transactionId,
    uniqueId: transactionId !== null && template.isIdYearly ? idOfYear(year, transactionId) : transactionId,
    amount: readShillings(fields.amount ?? '') ?? Number.NaN,
    balance: fields.balance === undefined ? null : wholeShillingsIn(fields.balance),
    balanceLabel: fields.balance === undefined ? null : template.balance,
    paidAt,
    ...payerIn(fields.from ?? ''),
  }
}

/** Adds its year to a transaction id that may repeat in another year; empty for an unknown year. */
const idOfYear = (year: number | '', transactionId: string) => `${year} ${transactionId}`
/** Returns the year of a moment in Tanzania. */
const yearOf = (time: number) => new Date(time + localOffsetMs).getUTCFullYear()

/** Returns the unique ids that messages with this transaction id may have: without or with a recent year. */
export const uniqueIdsOf = (transactionId: string, now: number): readonly string[] => [
  transactionId,
  idOfYear(yearOf(now), transactionId),
  idOfYear(yearOf(now) - 1, transactionId),
]

/** Returns the whole shillings of a sum, without its cents; NaN when the text is not a sum. */
function wholeShillingsIn(text: string): number {
  const reading = readSum(text)
  if (reading.kind === 'whole') return reading.amount
  return reading.kind === 'cents' && reading.cents.length <= 2 ? reading.whole : Number.NaN
}

/**
 * Reads a date, such as `26/11/2026` or `2026-11-26`, and a time, such as `16:05` or `4:05 PM`.
 * @returns milliseconds since 1970; null if one of the two is missing, or there is no such time
 */
function timeIn({ date, time }: Match['fields']): number | null {
  if (date === undefined || time === undefined) return null
  const isIso = /^\d{4}-/.test(date)
  const [first = 0, month = 0, third = 0] = date.split(/[/-]/).map(Number)
  const fullYear = third < 100 ? 2_000 + third : third
  const [day, year] = isIso ? [third, first] : [first, fullYear]
  const [hour = 0, minute = 0, second = 0] = (time.match(/\d+/g) ?? []).map(Number)
  const is12Hour = /[AP]M/i.test(time)
  const halfDayHours = /PM/i.test(time) ? 12 : 0
  const hours = is12Hour ? (hour % 12) + halfDayHours : hour
  return localMoment({ year, month, day, hours, minute, second })
}

/** Reads the time in an id of Airtel, `MI270203.1605.Q00001`; null for the ids of other providers. */
function timeInId(id: string | null): number | null {
  const [, year, month, day, hours, minute] =
    /^[A-Z]{2}(\d\d)(\d\d)(\d\d)\.(\d\d)(\d\d)\./.exec(id ?? '')?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  return localMoment({ year: 2_000 + year, month, day, hours: hours ?? 0, minute: minute ?? 0, second: 0 })
}

/** Returns a time on Tanzanian clocks as milliseconds since 1970; null when there is no such time. */
function localMoment(local: CalendarTime): number | null {
  const time = calendarTime(local)
  return time === undefined ? null : time - localOffsetMs
}

/**
 * Reads the payer from `255000000123 - ASHA MFANO`, in any order. A field is null if the text lacks it. Some
 * networks send a long token instead of a name.
 */
function payerIn(from: string): Pick<SmsPayment, 'payerName' | 'payerPhone'> {
  const number = /(?<!\d)\+?\d{9,12}(?!\d)/.exec(from)?.[0]
  const words = from.match(/[\p{L}'’.-]+/gu)?.filter(word => /\p{L}{2}/u.test(word)) ?? []
  const isToken = /^[A-Z0-9]{25,}$/i.test(from)
  return {
    payerName: words.length === 0 || isToken ? null : maskName(words),
    payerPhone: number === undefined ? null : maskAllButLastDigits(number),
  }
}
