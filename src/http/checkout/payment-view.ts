// The page's view of a payment without a session. It looks like the checkout with a QR code, with the
// branding of the account's default profile. Of a card payment it shows only that the outcome is checked.
import type { CheckoutState, CheckoutView } from '../../../ui/checkout/view.ts'
import type { Account } from '../../domain/account.ts'
import { isDirectCard } from '../../domain/channel.ts'
import { assert } from '../../domain/fault.ts'
import { numberToPay } from '../../domain/number-to-pay.ts'
import type { Payment } from '../../domain/payment.ts'
import { firstProfile } from '../../domain/profile.ts'
import { receiptShop } from '../../domain/receipt-shop.ts'
import { returnUrl, withParameters } from '../../domain/return-url.ts'
import { tillNumberConnector } from '../../domain/till-number.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { findAccount } from '../../store/account.ts'
import { findDefaultProfile } from '../../store/profile.ts'
import { picturePath, type Visit } from './checkout-view.ts'
import { qrPicture } from './qr-picture.ts'

type PageState = Exclude<CheckoutState['kind'], 'form'>

/** The state of the page for each status, unless the outcome is unknown. */
const stateOfStatus = {
  pending: 'waiting',
  completed: 'paid',
  failed: 'failed',
  voided: 'cancelled',
  expired: 'expired',
} as const satisfies Record<Payment['status'], PageState>

/**
 * Returns the state of the page. A payment whose time is over is `waiting` until its last status check has
 * ended it. A pending payment is `unknown` if the page offers no way to pay it. That includes a direct card
 * payment, because the card may have been charged already.
 */
export function pageStateOf(payment: Payment): PageState {
  const { status, unknown, qr, connector } = payment
  // A till number may have no QR code: the customer then types the number.
  const hasNothingToPay = qr === null && connector !== tillNumberConnector
  const isUnanswered = status === 'pending' && (hasNothingToPay || isDirectCard(payment))
  const isUnknown = status !== 'completed' && (unknown || isUnanswered)
  return isUnknown ? 'unknown' : stateOfStatus[status]
}

/**
 * Returns the merchant's URL to which the customer of a direct card payment is redirected; undefined while
 * the outcome is unknown, and for every other payment.
 */
export function shopAddressOf(payment: Payment): string | undefined {
  if (!isDirectCard(payment)) return undefined
  const { id: reference, redirectUrl, cancelUrl } = payment
  const state = pageStateOf(payment)
  if (state === 'unknown') return undefined
  if (state === 'paid') return returnUrl(redirectUrl, reference) ?? undefined
  return withParameters(cancelUrl, { reference })
}

/** What the page of a waiting payment depends on, apart from the payment. */
interface WaitingOptions {
  readonly isHandset: boolean
  /** The name of the shop's own till number, if the payment uses it. */
  readonly tillName: string | null
}

/**
 * Returns the state of a payment that waits for its customer. Once its time is over, the QR code and the
 * number to pay are hidden, so that the customer does not pay too late.
 * @param now milliseconds
 */
function waitingPaymentState(
  payment: Payment,
  { isHandset, tillName }: WaitingOptions,
  now: number,
): CheckoutState {
  const { id, expiresAt } = payment
  const isOpen = now < expiresAt
  const qr = isOpen ? payment.qr : null
  return {
    kind: 'waiting',
    method: 'qr',
    attemptId: null,
    phone: null,
    qr: qr === null ? null : qrPicture(qr),
    paymentToken: isOpen ? numberToPay(payment) : null,
    tillName,
    isHandset,
    picturePath: qr === null ? null : picturePath(id),
    cardUrl: null,
    now,
    againAt: null,
    expiresAt,
  }
}

/** Returns what the page shows of a payment at `now`. */
function stateFor(payment: Payment, account: Account, options: WaitingOptions, now: number): CheckoutState {
  const kind = pageStateOf(payment)
  switch (kind) {
    case 'waiting':
      return waitingPaymentState(payment, options, now)
    case 'unknown':
      return isDirectCard(payment) ? { kind, method: 'card', leadsToShop: true } : { kind, method: 'qr' }
    case 'paid':
      return {
        kind,
        reference: payment.id,
        paymentNumber: payment.token,
        networkReference: payment.externalReference ?? '',
        provider: payment.provider,
        paidAt: payment.endedAt ?? payment.createdAt,
        timeZone: account.timeZone,
        shop: receiptShop(account),
        returnUrl: returnUrl(payment.redirectUrl, payment.id),
      }
    case 'failed':
      return { kind, reason: payment.failureReason }
    case 'expired':
    case 'cancelled':
      return { kind }
  }
}

/** Returns everything that the page of a payment shows. @param locale undefined for the profile's language */
export async function paymentPageView(
  { store, world, connections }: Appliance,
  payment: Payment,
  { locale, isHandset }: Pick<Visit, 'locale' | 'isHandset'>,
): Promise<CheckoutView> {
  const now = world.clock.now()
  const account = await findAccount(store.read, payment.accountId)
  assert(account, 'a payment has its account')
  // An account without a profile gets the first one for this page only: a session or a person stores it.
  const profile = (await findDefaultProfile(store.read, account.id)) ?? firstProfile('', account, now)
  const connection = connections
    .connectionsOf(account)
    .find(({ connector }) => connector === payment.connector)
  const tillName = connection?.tillNumber?.name ?? null
  return {
    path: `/pay/${payment.id}`,
    locale: locale ?? profile.locale,
    theme: 'device',
    merchantName: profile.merchantName,
    logo: null,
    brandColor: profile.brandColor,
    sandbox: account.mode === 'sandbox',
    amount: payment.amount,
    custom: null,
    lineItems: [],
    lineItemsStyle: 'compact',
    description: null,
    methods: ['qr'],
    customFields: [],
    collectEmail: false,
    buttonText: '',
    successMessage: '',
    meta: null,
    refused: null,
    state: stateFor(payment, account, { isHandset, tillName }, now),
  }
}
