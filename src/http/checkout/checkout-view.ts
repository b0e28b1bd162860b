// The checkout page's view of a session and its customer's progress.
import type {
  CheckoutState,
  CheckoutView,
  FieldProblem,
  FormValues,
  PushRejection,
} from '../../../ui/checkout/view.ts'
import type { Attempt } from '../../domain/attempt.ts'
import { sessionMethodOf } from '../../domain/channel.ts'
import { assert } from '../../domain/fault.ts'
import { localPhone } from '../../domain/local-phone.ts'
import { numberToPay } from '../../domain/number-to-pay.ts'
import { maskPhone, readPhone } from '../../domain/phone.ts'
import { type Locale, type Profile, type SessionMethod, shopPath } from '../../domain/profile.ts'
import { receiptShop } from '../../domain/receipt-shop.ts'
import { returnUrl } from '../../domain/return-url.ts'
import { type Session, sessionReference } from '../../domain/session.ts'
import { orderNumberOf, queryOfLines } from '../../domain/shop-order.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { type CheckoutProgress, phaseOf } from '../../flow/checkout.ts'
import { retryAfterMs } from '../../flow/replaced-attempt.ts'
import { findAccount } from '../../store/account.ts'
import { findProfile } from '../../store/profile.ts'
import { qrPicture } from './qr-picture.ts'

/** For each method of an attempt, the method of a session to which it belongs. */
const methodOfAttempt = { push: 'mobile_money', qr: 'qr', card: 'card' } as const satisfies Record<
  string,
  SessionMethod
>

/** The form as this browser sent it, and its problems. */
export interface TypedFields {
  readonly values?: FormValues
  readonly problems?: Readonly<Record<string, FieldProblem>>
  /** The number typed in this browser, E.164; other browsers see it masked. */
  readonly phone?: string | undefined
  readonly refused?: PushRejection // why no push was sent
}

/** How a customer came to the page. */
export interface Visit {
  readonly locale: Locale | undefined
  readonly meta: string | null // from the link
  readonly typed: TypedFields
  readonly isHandset: boolean
}

/** Whether the user agent is a phone: another phone can scan the screen of a tablet or computer. */
export const isHandset = (request: Request): boolean =>
  /\bMobi/i.test(request.headers.get('user-agent') ?? '')

/** Returns the path of the page that shows a payment's QR code to save and share. */
export const picturePath = (paymentId: string): string => `/pay/${paymentId}/picture`

/**
 * Returns the number that got the push, as people in Tanzania write it; null for any other attempt. The
 * number is masked, except in the browser where it was typed, because anyone with the link can open the page.
 */
function pushedPhone({ method, phone }: Attempt, typedPhone: string | undefined): string | null {
  if (method !== 'push' || !phone) return null
  return localPhone(phone === typedPhone ? phone : maskPhone(phone))
}

/**
 * Returns the state in which the customer can pay: with a push on a phone, a QR code, a card page, or the
 * shop's till number.
 * @param now milliseconds
 */
function waitingState(
  { connections }: Appliance,
  { payment, attempt }: CheckoutProgress,
  { typed, isHandset }: Visit,
  now: number,
): CheckoutState {
  assert(payment && attempt, 'a waiting checkout has a payment and an attempt')
  const qr = attempt.method === 'qr' ? payment.qr : null
  const tillName = connections.find(attempt.connection)?.tillNumber?.name ?? null
  const canPayByNumber = qr !== null || tillName !== null
  return {
    kind: 'waiting',
    method: methodOfAttempt[attempt.method],
    attemptId: attempt.id,
    phone: pushedPhone(attempt, typed.phone),
    qr: qr === null ? null : qrPicture(qr),
    paymentToken: canPayByNumber ? numberToPay(payment) : null,
    tillName,
    isHandset,
    picturePath: qr === null ? null : picturePath(payment.id),
    cardUrl: attempt.method === 'card' ? payment.paymentUrl : null,
    now,
    againAt: attempt.method === 'push' ? attempt.createdAt + retryAfterMs : null,
    expiresAt: attempt.expiresAt ?? payment.expiresAt,
  }
}

/**
 * Returns why the last attempt did not pay, which the form shows above its fields; null if it has not failed.
 * `checking` means that the time of the attempt is over, but its network has not reported an outcome.
 */
function unpaidReasonOf({ state, failureReason }: Attempt) {
  if (state === 'failed') return failureReason
  if (state === 'sent') return 'checking'
  if (state === 'cancelled') return 'cancelled'
  return null
}

/**
 * Returns the values that fill in a form before this browser has sent it. They come from the session and its
 * last payment.
 * @param typedPhone the number typed in this browser, E.164; undefined if none was. Without it the stored
 * answers stay hidden, because anyone with the link can open the form
 */
function storedValues({ session, payment }: CheckoutProgress, typedPhone: string | undefined): FormValues {
  const { customer, answers, allowCustomAmount } = session
  const phone = typedPhone ?? customer.phone
  const suggestedAmount = session.amount === 0 ? '' : session.amount
  const visibleAnswers = typedPhone === undefined ? [] : Object.entries(answers)
  const answerFields = visibleAnswers.map(([key, value]) => [`custom_fields.${key}`, value] as const)
  return {
    payment_method: payment ? sessionMethodOf[payment.type] : (session.allowedMethods[0] ?? ''),
    amount: allowCustomAmount ? String(payment?.amount ?? suggestedAmount) : '',
    customer_phone: phone === '' ? '' : localPhone(readPhone(phone)?.e164 ?? phone),
    customer_name: customer.name,
    customer_email: customer.email,
    ...Object.fromEntries(answerFields),
  }
}

/**
 * Returns the state in which the customer fills the form in. The fields hold what this browser sent last, or
 * else the stored values of the session and its payment.
 * @param now milliseconds
 */
const formState = (progress: CheckoutProgress, typed: TypedFields, now: number): CheckoutState => ({
  kind: 'form',
  values: typed.values ?? storedValues(progress, typed.phone),
  problems: typed.problems ?? {},
  failed: progress.attempt ? unpaidReasonOf(progress.attempt) : null,
  now,
  expiresAt: progress.session.expiresAt,
})

/** Returns the state of a paid session: its receipt, and the way back to the merchant. */
async function paidState(
  appliance: Appliance,
  { session, payment }: CheckoutProgress,
): Promise<CheckoutState> {
  assert(payment, 'a completed session has its payment')
  const account = await findAccount(appliance.store.read, session.accountId)
  assert(account, 'a session has its account')
  return {
    kind: 'paid',
    reference: payment.id,
    paymentNumber: payment.token,
    networkReference: payment.externalReference ?? '',
    provider: payment.provider,
    paidAt: payment.endedAt ?? payment.createdAt,
    timeZone: account.timeZone,
    shop: receiptShop(account),
    returnUrl: returnUrl(session.redirectUrl, sessionReference(session.id)),
  }
}

/** Returns what the page shows, by the phase of the checkout at `now`. */
async function stateFor(
  appliance: Appliance,
  progress: CheckoutProgress,
  visit: Visit,
  now: number,
): Promise<CheckoutState> {
  const kind = phaseOf(progress, now)
  switch (kind) {
    case 'paid':
      return paidState(appliance, progress)
    case 'unknown':
      return { kind, method: progress.attempt ? methodOfAttempt[progress.attempt.method] : 'mobile_money' }
    case 'waiting':
      return waitingState(appliance, progress, visit, now)
    case 'form':
      return formState(progress, visit.typed, now)
    case 'expired':
    case 'cancelled':
      return { kind }
  }
}

/** Returns the profile that brands a session. A deleted profile is still stored for its sessions. */
export async function profileOf(appliance: Appliance, session: Session): Promise<Profile> {
  const profile = await findProfile(appliance.store.read, session.profileId)
  assert(profile, 'a session has its profile')
  return profile
}

/**
 * Returns the number of the order for which a shop page created this session, and a link to change the order.
 * The link is null while the shop page is closed. Returns undefined if no shop page created the session.
 */
function orderOf(session: Session, { id, shopPage }: Profile, lang: Locale): CheckoutView['order'] {
  const number = orderNumberOf(session)
  if (number === undefined) return undefined
  const query = new URLSearchParams({ lang, ...queryOfLines(session.lineItems) })
  return { number, changeUrl: shopPage ? `${shopPath(id)}?${query}` : null }
}

/**
 * Returns everything that the page of a session shows. `amount` is in whole shillings, and null while the
 * customer can still choose it. If the visitor chose no language, the page uses the profile's.
 */
export async function checkoutPageView(
  appliance: Appliance,
  progress: CheckoutProgress,
  visit: Visit,
): Promise<CheckoutView> {
  const { session, payment } = progress
  const { clock } = appliance.world
  const profile = await profileOf(appliance, session)
  const { display } = session
  const state = await stateFor(appliance, progress, visit, clock.now())
  const account = await findAccount(appliance.store.read, session.accountId)
  const locale = visit.locale ?? profile.locale
  const canChooseAmount = session.allowCustomAmount && (payment === undefined || state.kind === 'form')
  const showsLogo = display.show_merchant_logo && profile.logoId !== null
  return {
    path: `/checkout/${session.token}`,
    locale,
    theme: display.theme,
    merchantName: profile.merchantName,
    logo: showsLogo ? `/logo/${profile.logoId}` : null,
    brandColor: profile.brandColor,
    sandbox: account?.mode === 'sandbox',
    amount: canChooseAmount ? null : (payment?.amount ?? session.amount),
    custom: session.allowCustomAmount ? { min: session.amountMin, max: session.amountMax } : null,
    lineItems: display.show_line_items ? session.lineItems : [],
    lineItemsStyle: display.line_items_style,
    description: display.show_description ? session.description : null,
    methods: session.allowedMethods,
    customFields: session.customFields,
    collectEmail: profile.collectEmail,
    buttonText: display.button_text,
    successMessage: display.success_message,
    meta: visit.meta,
    refused: visit.typed.refused ?? null,
    order: orderOf(session, profile, locale),
    state,
  }
}
