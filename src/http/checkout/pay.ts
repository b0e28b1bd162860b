// Reads a customer's request to pay, from a program's JSON or the page's form, and checks both by one set of
// rules.
import type { FieldProblem } from '../../../ui/checkout/view.ts'
import { readAnswers } from '../../domain/custom-field.ts'
import { badField, badFields, Fault, problem } from '../../domain/fault.ts'
import type { FieldReason } from '../../domain/field-reason.ts'
import { type Phone, readPhone } from '../../domain/phone.ts'
import { nameProblems, visibleName } from '../../domain/plain-text.ts'
import type { Profile, SessionMethod } from '../../domain/profile.ts'
import type { Session } from '../../domain/session.ts'
import { isPayableAmount } from '../../domain/session-amount.ts'
import { readShillings } from '../../domain/shillings.ts'
import type { CheckoutProgress, PayRequest } from '../../flow/checkout.ts'
import type { PaySession } from '../../wire/checkout.ts'
import { hasInexactNumber, readJson } from '../../wire/json.ts'
import { readCustomer } from '../../wire/payment.ts'

/** A request to pay before it is checked against the session. */
export interface PayInput {
  readonly method: SessionMethod | undefined
  readonly amount: number | undefined
  readonly phone: string
  readonly name: string
  readonly email: string
  readonly answers: Readonly<Record<string, string>>
  readonly meta: string | undefined
  readonly wantsAnotherPush: boolean // instead of one that the customer missed
}

/** The longest name in characters, and the longest e-mail address, as `CreatePayment` has them. */
const nameMax = 200
const emailMax = 320
/** The largest metadata of a link, in bytes. */
const metaBytesMax = 4_096
/** The length of the largest metadata in base64, with padding. */
const metaLengthMax = Math.ceil((metaBytesMax * 4) / 3) + 4
const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/
/** Text on both sides of one `@`, such as `asha@example.com`. */
const emailPattern = /^[^@\s]+@[^@\s]+$/

/**
 * Returns the merchant's metadata in the `meta` of a payment link.
 * @throws Fault naming `meta` when it is no JSON object in base64, or has a number that would lose digits
 */
export function readMeta(text: string): Readonly<Record<string, unknown>> {
  const value = metaValue(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badField('meta', 'meta_malformed')
  if (hasInexactNumber(value)) throw badField('meta', 'number_inexact')
  return value as Record<string, unknown>
}

/** Returns the decoded JSON of a link's `meta`; undefined when it cannot be decoded. */
function metaValue(text: string): unknown {
  // The query parser turned each + into a space, and URL-safe base64 has - and _ instead of + and /.
  const base64 = text.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')
  if (base64.length > metaLengthMax || !base64Pattern.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > metaBytesMax) return undefined
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof Fault || error instanceof TypeError) return undefined
    throw error
  }
}

/** Returns the input in a program's JSON. @param meta the `meta` of the link, used if the body has none */
export function payInputOfBody(body: PaySession, meta: string | undefined): PayInput {
  const customFields = Object.entries(body.custom_fields ?? {})
  const answers = customFields.map(([key, value]) => [key, String(value)] as const)
  return {
    method: body.payment_method,
    amount: body.amount,
    phone: body.customer_phone ?? '',
    name: body.customer_name ?? '',
    email: body.customer_email ?? '',
    answers: Object.fromEntries(answers),
    meta: body.meta || meta,
    wantsAnotherPush: false,
  }
}

/** In the form, the name of a field for a merchant's own question is this prefix and the question's key. */
const customFieldPrefix = 'custom_fields.'

const isMethod = (text: string | null): text is SessionMethod =>
  text === 'mobile_money' || text === 'qr' || text === 'card'

/** Returns the input in the page's form. The amount may have separators, such as `12,000`. */
export function payInputOfForm(form: URLSearchParams): PayInput {
  // Remove NUL characters, which databases and receivers may not accept; JSON bodies contain none.
  const withoutNul = (value: string) => value.replaceAll('\0', '')
  const text = (name: string) => withoutNul(form.get(name) ?? '').trim()
  const method = form.get('payment_method')
  const answerFields = [...form].filter(([name]) => name.startsWith(customFieldPrefix))
  const answers = answerFields.map(
    ([name, value]) => [name.slice(customFieldPrefix.length), withoutNul(value)] as const,
  )
  return {
    method: isMethod(method) ? method : undefined,
    amount: readShillings(text('amount')),
    phone: text('customer_phone'),
    name: text('customer_name'),
    email: text('customer_email'),
    answers: Object.fromEntries(answers),
    meta: text('meta') || undefined,
    wantsAnotherPush: form.get('again') === '1',
  }
}

/** The wrong fields of a request by name. */
export type PayProblems = Record<string, FieldProblem>

/** Checks that the customer may pay this amount for the session. */
const checkAmount = ({ amount }: PayInput, session: Session): PayProblems =>
  isPayableAmount(session, amount)
    ? {}
    : { amount: { kind: 'amount', min: session.amountMin, max: session.amountMax } }

/**
 * Checks that a phone number is present if a push needs one, and that it is well-formed.
 * @param validPhone the number as it was read; undefined if it is malformed
 */
function checkPhone({ method, phone }: PayInput, validPhone: Phone | undefined): PayProblems {
  if (phone === '') return method === 'mobile_money' ? { customer_phone: { kind: 'required' } } : {}
  return validPhone ? {} : { customer_phone: { kind: 'phone' } }
}

/** Checks that a method is chosen and allowed. A session with a single method needs no choice. */
function checkMethod({ method }: PayInput, { allowedMethods }: Session): PayProblems {
  const isMethodDecided = method ? allowedMethods.includes(method) : allowedMethods.length === 1
  return isMethodDecided ? {} : { payment_method: { kind: 'choice' } }
}

/** Checks the customer's name, which may be empty. */
function checkName({ name }: PayInput): PayProblems {
  if ([...name].length > nameMax) return { customer_name: { kind: 'too_long' } }
  return nameProblems('customer_name', name).length > 0 ? { customer_name: { kind: 'characters' } } : {}
}

/**
 * Checks the customer's e-mail address.
 * @param isRequired whether the page asks for the address; a program may always omit it
 */
function checkEmail({ email }: PayInput, isRequired: boolean): PayProblems {
  if (email === '') return isRequired ? { customer_email: { kind: 'required' } } : {}
  const isValid = email.length <= emailMax && emailPattern.test(email)
  return isValid ? {} : { customer_email: { kind: 'email' } }
}

/**
 * Checks a request to pay, and returns it in the form that `paySession` takes, with the problems of all its
 * fields.
 * @param page the profile of the page that sent the request, or `program` if a program sent it, which may
 * omit the method and the e-mail
 * @throws Fault naming `meta` or the customer's fields
 */
export function checkPay(input: PayInput, session: Session, page: Pick<Profile, 'collectEmail'> | 'program') {
  const phone = readPhone(input.phone)
  const { answers, problems: answerProblems } = readAnswers(session.customFields, input.answers)
  const answerFieldProblems = Object.entries(answerProblems).map(
    ([key, kind]) => [`${customFieldPrefix}${key}`, { kind }] as const,
  )
  const method = input.method ?? session.allowedMethods[0] ?? 'mobile_money'
  const methodProblems = page === 'program' ? {} : checkMethod(input, session)
  const requiresEmail = page !== 'program' && page.collectEmail
  const problems: PayProblems = {
    ...checkAmount(input, session),
    ...methodProblems,
    ...checkName(input),
    ...checkPhone({ ...input, method }, phone),
    ...checkEmail(input, requiresEmail),
    ...Object.fromEntries(answerFieldProblems),
  }
  const request: PayRequest = {
    method,
    amount: session.allowCustomAmount ? input.amount : undefined,
    phone,
    customer: readCustomer({
      name: visibleName(input.name),
      email: input.email,
      ...(phone ? { phone: phone.e164 } : {}),
    }),
    answers,
    urlMetadata: input.meta === undefined ? undefined : readMeta(input.meta),
    replaces: false,
  }
  return { request, problems }
}

/** Returns the request for another push with the same number, amount and answers. */
export const repeatedPayRequest = ({ session, payment, attempt }: CheckoutProgress): PayRequest => ({
  method: 'mobile_money',
  amount: session.allowCustomAmount ? payment?.amount : undefined,
  phone: readPhone(attempt?.phone ?? ''),
  customer: {},
  answers: session.answers,
  urlMetadata: undefined,
  replaces: true,
})

/** The reason in the API for each kind of problem, except an amount out of range. */
const reasons = {
  required: 'required',
  phone: 'customer_phone_malformed',
  email: 'email_malformed',
  number: 'not_number',
  date: 'date_malformed',
  choice: 'wrong_option',
  too_long: 'answer_too_long',
  characters: 'control_characters_in_text',
} as const satisfies Readonly<Record<Exclude<FieldProblem['kind'], 'amount'>, FieldReason>>

/** Checks that a program's request has no problems. @throws Fault naming every wrong field */
export function assertNoProblems(problems: PayProblems): void {
  const problemList = Object.entries(problems).map(([field, rule]) =>
    rule.kind === 'amount'
      ? problem(field, 'out_of_range', { min: rule.min, max: rule.max })
      : problem(field, reasons[rule.kind]),
  )
  if (problemList.length > 0) throw badFields(problemList)
}
