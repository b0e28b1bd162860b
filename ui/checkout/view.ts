// What the checkout page shows: the session as its customer sees it, and its state.
// http/checkout/checkout.ts makes it, and the components of this folder draw it. It has nothing private,
// because every person with the link can read the page.

import type { LineItem } from '../../src/domain/line-item.ts'
import type { Locale, SessionMethod } from '../../src/domain/profile.ts'
import type { ReceiptShop } from '../../src/domain/receipt-shop.ts'
import type { CustomField } from '../../src/domain/session.ts'

/** What the page shows of a session or a payment. */
export interface CheckoutView {
  /** Path without its query: `/checkout/<token>` or `/pay/<reference>`. The forms post to paths below it. */
  readonly path: string
  readonly locale: Locale
  /** `device`: a payment without a session. It is dark where the customer's device is, and has no form. */
  readonly theme: 'light' | 'dark' | 'device'
  readonly merchantName: string
  /** Path of the picture on the server; null when there is none or it is not shown. */
  readonly logo: string | null
  /** `#` and six hex digits. */
  readonly brandColor: string
  /** The sandbox: no real money. */
  readonly sandbox: boolean
  /** Whole shillings; null while the customer has to choose. */
  readonly amount: number | null
  /** The bounds if the customer chooses the amount, in whole shillings; null if it is fixed. */
  readonly custom: { readonly min: number; readonly max: number } | null
  /** Empty if the session does not show them. */
  readonly lineItems: readonly LineItem[]
  readonly lineItemsStyle: 'compact' | 'cards'
  readonly description: string | null
  readonly methods: readonly SessionMethod[]
  readonly customFields: readonly CustomField[]
  readonly collectEmail: boolean
  /** Empty: the locale's own text. */
  readonly buttonText: string
  readonly successMessage: string
  /** The link's `meta`, passed on by the form; null when there was none. */
  readonly meta: string | null
  /** Why the push that was just asked for was not sent. */
  readonly refused: PushRejection | null
  /** An order of the shop page: its number, and where it is changed; null while that page is closed. */
  readonly order?: { readonly number: string; readonly changeUrl: string | null } | undefined
  readonly state: CheckoutState
}

/** Why a push was not sent. */
export interface PushRejection {
  readonly reason: 'push_too_soon' | 'link_pushes_used_up' | 'phone_pushes_used_up'
  /** How long until the next push is allowed. */
  readonly ms: number
}

/**
 * The form's values: by field name (`amount`, `customer_phone`, `customer_name`, `customer_email`,
 * `payment_method`, `custom_fields.<key>`).
 */
export type FormValues = Readonly<Record<string, string>>

/** What the customer can do now. Times are in ms since 1970. */
export type CheckoutState =
  | {
      readonly kind: 'form'
      readonly values: FormValues
      /** By field name, as in `values`: which rule of the form was broken. */
      readonly problems: Readonly<Record<string, FieldProblem>>
      /**
       * Why the previous attempt is not paid, by the network's reason (`insufficient_balance`, `declined` …),
       * `cancelled`, or `checking` while its network may still report that it was paid; null without one.
       */
      readonly failed: string | null
      readonly now: number
      readonly expiresAt: number
    }
  | {
      readonly kind: 'waiting'
      readonly method: SessionMethod
      /** Null on the page of a payment without a session: nothing can be done there but to scan. */
      readonly attemptId: string | null
      /** The number as people write it, for the customer who has just typed it; null for a QR and a card. */
      readonly phone: string | null
      /** The payment's QR as an SVG element; for `qr` only. */
      readonly qr: string | null
      /** 8 digits to type instead of scanning; for `qr` only. */
      readonly paymentToken: string | null
      /** The name of a shop's till number in the customer's app; null for the payment's own number. */
      readonly tillName: string | null
      /** The page is on a phone, which cannot scan itself: the code is behind "Pay from another phone". */
      readonly isHandset: boolean
      /** Path of the page that saves and shares the QR code; for `qr` only. */
      readonly picturePath: string | null
      /** The card page; for `card` only. */
      readonly cardUrl: string | null
      readonly now: number
      /** When the push may be sent once more; null for a QR and a card. */
      readonly againAt: number | null
      readonly expiresAt: number
    }
  | {
      readonly kind: 'unknown'
      readonly method: SessionMethod
      /** Whether the page's address redirects to the shop once the outcome is known. */
      readonly leadsToShop?: boolean
    }
  | {
      readonly kind: 'paid'
      readonly reference: string
      /** The 8 digits of the payment, which its receipt is found by. */
      readonly paymentNumber: string
      readonly networkReference: string
      /** `mpesa`, `airtel` …, or `card`. */
      readonly provider: string
      readonly paidAt: number
      /** The account's own, such as `Africa/Dar_es_Salaam`. */
      readonly timeZone: string
      readonly shop: ReceiptShop
      /** The shop's address for the way back, with reference and status; null if the shop gave none. */
      readonly returnUrl: string | null
    }
  /** Only of a payment without a session: a session shows its form again, for another try. */
  | { readonly kind: 'failed'; readonly reason: string | null }
  | { readonly kind: 'expired' | 'cancelled' }

/** Which rule the answer in a field breaks. */
export type FieldProblem =
  | {
      readonly kind: 'required' | 'phone' | 'email' | 'number' | 'date' | 'choice' | 'too_long' | 'characters'
    }
  | { readonly kind: 'amount'; readonly min: number; readonly max: number }
