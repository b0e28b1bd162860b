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

/** Answers with the page of a session or a payment, compressed if the sender of `request` accepts that. */
export const checkoutPage = (view: CheckoutView, status = 200, request?: Request): Response =>
  htmlAnswer(checkoutHtml(view), { status, request })

/** The usual HTTP status of each problem. */
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

/** Answers with the page that explains why there is no checkout to show. */
export const checkoutProblem = (
  kind: CheckoutProblem,
  locale: Locale,
  { status = problemStatus[kind], retry, request }: ProblemOptions = {},
): Response => htmlAnswer(problemHtml(kind, locale, retry), { status, request })

/** Answers with a receipt to save and share. @param address the absolute URL of the receipt */
export const receiptPage = (view: ViewOf<'paid'>, address: string, request: Request): Response =>
  htmlAnswer(receiptHtml(view, address), { request })

/** Answers with a QR code to save and share. @param back the path of the payment's page */
export const qrPage = (view: ViewOf<'waiting'>, back: string, request: Request): Response =>
  htmlAnswer(qrHtml(view, back), { request })

/** Answers with the form that asks for a payment number. @param typed the number not found, or null */
export const findReceiptPage = (
  locale: Locale,
  typed: string | null,
  request: Request,
  status = 200,
): Response => htmlAnswer(findReceiptHtml(locale, typed), { status, request })

/** Answers with the page on which customers pick what a shop sells. */
export const shopPage = (view: ShopView, status: number, request: Request): Response =>
  htmlAnswer(shopHtml(view), { status, request })

/** Answers with the page on which a customer claims a refund. */
export const claimPage = (view: ClaimView, status: number, request: Request): Response =>
  htmlAnswer(claimHtml(view), { status, request })

/** Answers with the page that explains why there is no refund to show. */
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
