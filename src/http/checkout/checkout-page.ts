// Sends the checkout page of a session, and the pages that replace it when there is nothing to show.
import {
  type ClaimProblem,
  type ClaimView,
  claimHtml,
  claimProblemHtml,
} from '../../../ui/checkout/claim-page.tsx'
import { type CheckoutProblem, checkoutHtml, problemHtml } from '../../../ui/checkout/document.tsx'
import { findReceiptHtml, qrHtml, receiptHtml, type ViewOf } from '../../../ui/checkout/picture-page.tsx'
import { type ShopView, shopHtml } from '../../../ui/checkout/shop-page.tsx'
import type { CheckoutView } from '../../../ui/checkout/view.ts'
import type { Locale } from '../../domain/profile.ts'
import { htmlAnswer } from '../server/html-answer.ts'

/**
 * The page of a session.
 * @param request its headers decide about compression
 */
export const checkoutPage = (view: CheckoutView, status = 200, request?: Request): Response =>
  htmlAnswer(checkoutHtml(view), { status, request })

const problemStatus: Readonly<Record<CheckoutProblem, number>> = {
  missing: 404,
  bad_link: 400,
  too_many: 429,
  server_error: 500,
}

interface ProblemOptions {
  readonly status?: number
  readonly retry?: string // the path of a second try; for `too_many` and `server_error`
  readonly request?: Request
}

/** The page when there is no session to show. */
export const checkoutProblem = (
  kind: CheckoutProblem,
  locale: Locale,
  { status = problemStatus[kind], retry, request }: ProblemOptions = {},
): Response => htmlAnswer(problemHtml(kind, locale, retry), { status, request })

/** The receipt, to save and share. @param address of the receipt */
export const receiptPage = (view: ViewOf<'paid'>, address: string, request: Request): Response =>
  htmlAnswer(receiptHtml(view, address), { request })

/** The QR code, to save and share. @param back the page of the payment */
export const qrPage = (view: ViewOf<'waiting'>, back: string, request: Request): Response =>
  htmlAnswer(qrHtml(view, back), { request })

/** The form for a payment number. @param typed a number that was not found, or null */
export const findReceiptPage = (
  locale: Locale,
  typed: string | null,
  request: Request,
  status = 200,
): Response => htmlAnswer(findReceiptHtml(locale, typed), { status, request })

export const shopPage = (view: ShopView, status: number, request: Request): Response =>
  htmlAnswer(shopHtml(view), { status, request })

export const claimPage = (view: ClaimView, status: number, request: Request): Response =>
  htmlAnswer(claimHtml(view), { status, request })

/** The page when there is no refund to show. */
export const claimProblem = (
  kind: ClaimProblem,
  locale: Locale,
  { status = 404, retry = null, request }: ClaimProblemOptions,
): Response => htmlAnswer(claimProblemHtml(kind, locale, retry), { status, request })

interface ClaimProblemOptions {
  readonly status?: number
  readonly retry?: string | null // the path of a second try
  readonly request: Request
}
