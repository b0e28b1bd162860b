// The checkout page as an answer: of a session, and where there is none to show.
import { type CheckoutProblem, checkoutHtml, problemHtml } from '../../../ui/checkout/document.tsx'
import type { CheckoutView } from '../../../ui/checkout/view.ts'
import type { Locale } from '../../domain/profile.ts'
import { htmlAnswer } from '../server/html-answer.ts'

/** The page of a session. @param request decides whether it is sent compressed */
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
  /** Path that a second try leads to; for `too_many` and `server_error`. */
  readonly retry?: string
  readonly request?: Request
}

/** A page where there is no session to show. */
export const checkoutProblem = (
  kind: CheckoutProblem,
  locale: Locale,
  { status = problemStatus[kind], retry, request }: ProblemOptions = {},
): Response => htmlAnswer(problemHtml(kind, locale, retry), { status, request })
