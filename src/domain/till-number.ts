// A shop's own till number ("Lipa Namba"): customers pay to it without one of our networks, and the
// provider's SMS reports the money.
import { payeesOf, readEmv, withAmount } from './emv.ts'
import { assert, type Problem, problem, problemIf } from './fault.ts'
import { amountMax } from './payment-limit.ts'
import { nameProblems, visibleName } from './plain-text.ts'
import { readShillings, readSum, type ShillingsReading } from './shillings.ts'
import type { SmsPolicy } from './sms-match.ts'
import { type SmsProvider, smsProviders } from './sms-template.ts'

/** The name of the network. */
export const tillNumberConnector = 'till-number'

export interface TillNumber {
  readonly accountId: string
  readonly connection: string // the id of the connection
  readonly provider: SmsProvider
  readonly number: string
  readonly name: string // the name in the payer's app, so that the cashier can confirm it
  readonly qr: string | null // the payload of the shop's printed TANQR code
  readonly policy: SmsPolicy
  readonly isSignedOnly: boolean // whether messages without a signature are rejected
  /** Changes when the owner sets up another phone. The former address and secret then stop working. */
  readonly phoneKey: string
}

/** Returns the shop's printed QR code with the amount of a sale (whole shillings); null without a code. */
export const tillNumberQr = ({ qr }: Pick<TillNumber, 'qr'>, amount: number): string | null =>
  qr === null ? null : (withAmount(qr, amount) ?? null)

/** Whole shillings that an owner risks for one forged SMS if the owner sets no limit. */
const automaticMaxDefault = 20_000

/** The form's values as they were typed. */
export type TillNumberFields = Readonly<Record<string, string>>
type Settings = Omit<TillNumber, 'accountId' | 'connection' | 'phoneKey'>

const nameMax = 60
/** A Lipa Namba, or the number of a bank account. */
export const tillNumberPattern = /^\d{5,16}$/
/** Returns the number of the form as it is stored: without blanks and dashes. */
const numberIn = ({ number = '' }: TillNumberFields) => number.replace(/[\s-]/g, '')

/** Reads the settings of a till number from the form's fields. Returns all problems if there are any. */
export function readTillNumber(fields: TillNumberFields): Settings | readonly Problem[] {
  const fieldOf = (name: string) => fields[name]?.trim() ?? ''
  const number = numberIn(fields)
  const name = visibleName(fieldOf('name'))
  const provider = smsProviders.find(known => known === fieldOf('provider'))
  const qr = fields.qr?.replace(/[\r\n]/g, '') ?? ''
  const limit = fieldOf('automatic_most')
  const problems = [
    ...problemIf(!tillNumberPattern.test(number), 'number', 'till_number_malformed'),
    ...problemIf(name === '' || name.length > nameMax, 'name', 'length_out_of_range', { max: nameMax }),
    ...nameProblems('name', name),
    ...problemIf(!provider, 'provider', 'wrong_choice', { choices: smsProviders.join(', ') }),
    ...(qr === '' ? [] : qrProblems(fields)),
    ...(limit === '' ? [] : sumProblems('automatic_most', readSum(limit))),
  ]
  if (problems.length > 0 || !provider) return problems
  return {
    provider,
    number,
    name,
    qr: qr === '' ? null : qr,
    policy: {
      isAutomatic: isYes(fieldOf('automatic')),
      automaticMax: readShillings(limit) ?? automaticMaxDefault,
    },
    isSignedOnly: isYes(fieldOf('signed_only')),
  }
}

/**
 * Reads the settings of a till number from stored fields, which older rules may have accepted. An invalid
 * limit becomes 0, so that a person decides each time; an invalid QR code is left out.
 */
export function readStoredTillNumber(fields: TillNumberFields): Settings {
  const settingsOrProblems = readTillNumber(fields)
  if ('provider' in settingsOrProblems) return settingsOrProblems
  const isWrong = (name: string) => settingsOrProblems.some(({ field }) => field === name)
  const tillNumber = readTillNumber({
    ...fields,
    ...(isWrong('automatic_most') ? { automatic_most: '0' } : {}),
    ...(isWrong('qr') ? { qr: '' } : {}),
  })
  assert('provider' in tillNumber, 'a stored till number was checked')
  return tillNumber
}

/** Reads the QR code of the form; undefined if it is no EMVCo code. */
const qrIn = ({ qr = '' }: TillNumberFields) => readEmv(qr.replace(/[\r\n]/g, ''))
/** Returns a number for comparison: without blanks, dashes and leading zeros. */
const digitsOf = (text: string | undefined) => (text ?? '').replace(/[\s-]/g, '').replace(/^0+/, '')

/**
 * Returns the number and the name that the QR code pays, if that number differs from the till number of the
 * form; undefined if it does not, or the code is unreadable.
 */
export function otherPayee(
  fields: TillNumberFields,
): { readonly number: string; readonly name: string } | undefined {
  const emv = qrIn(fields)
  const otherNumber = emv && payeesOf(emv).find(payee => digitsOf(payee) !== digitsOf(fields.number))
  if (otherNumber === undefined) return undefined
  return { number: otherNumber, name: emv?.get('59')?.trim() ?? '' } // 59: the merchant's name
}

/**
 * Returns what is wrong with the shop's QR code. The code must request shillings in Tanzania, and pay the
 * till number or the number that the owner confirmed.
 */
function qrProblems(fields: TillNumberFields): Problem[] {
  const emv = qrIn(fields)
  const payees = emv ? payeesOf(emv) : []
  if (!emv || payees.length === 0 || payees.includes('')) return [problem('qr', 'tanqr_malformed')]
  const isTanzanian = emv.get('53') === '834' && emv.get('58') === 'TZ' // currency and country
  if (!isTanzanian) return [problem('qr', 'tanqr_foreign')]
  const other = tillNumberPattern.test(numberIn(fields)) ? otherPayee(fields) : undefined
  const isConfirmed = new Set(payees).size === 1 && digitsOf(fields.qr_number) === digitsOf(other?.number)
  return !other || isConfirmed ? [] : [problem('qr', 'tanqr_number_other', other)]
}

/** Returns the problem of the owner's limit: a sum that is unreadable, has cents, or is too large. */
const sumProblems = (field: string, reading: ShillingsReading): Problem[] => {
  if (reading.kind === 'unreadable') return [problem(field, 'amount_malformed')]
  if (reading.kind === 'cents') return [problem(field, 'amount_not_whole', { amount: reading.amount })]
  return problemIf(reading.amount > amountMax, field, 'out_of_range', { min: 0, max: amountMax })
}

const isYes = (text: string) => /^(true|yes|1|on)$/i.test(text)

/** A phone that sent nothing for this long, while sales went on, needs attention. */
export const phoneSilentMs = 3_600_000
/** How long an SMS may take to arrive. */
export const phoneWaitMs = 10 * 60_000
/** An older sale was made on another working day. */
export const phoneSaleMs = 12 * 3_600_000

/**
 * Whether a phone is suspiciously silent: it has sent nothing for `phoneSilentMs`, although a sale was made
 * in that time. Without a sale the shop may be closed. All times are in milliseconds since 1970.
 * @param quietSince when the phone last sent a message, or was connected
 * @param saleAt when the newest sale was made whose message should have arrived; undefined without one
 */
export const isPhoneSilent = ({
  quietSince,
  saleAt,
  now,
}: {
  readonly quietSince: number
  readonly saleAt: number | undefined
  readonly now: number
}): boolean => now - quietSince >= phoneSilentMs && saleAt !== undefined && saleAt > quietSince
