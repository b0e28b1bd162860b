// Sends the checkout page: HTML rendered per request, compressed, not cached, under a policy that admits only
// its own style and script.
import { gzipSync } from 'node:zlib'
import {
  type CheckoutHtml,
  type CheckoutProblem,
  checkoutHtml,
  problemHtml,
} from '../../../ui/checkout/document.tsx'
import type { CheckoutView } from '../../../ui/checkout/view.ts'
import type { Locale } from '../../domain/profile.ts'
import { takesGzip } from '../server/page.ts'

const hashOf = (text: string) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`

/** The page of a session. @param request decides whether it is sent compressed */
export const checkoutPage = (view: CheckoutView, status = 200, request?: Request): Response =>
  answer(checkoutHtml(view), status, request)

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
): Response => answer(problemHtml(kind, locale, retry), status, request)

function answer(
  { html, style, script }: CheckoutHtml,
  status: number,
  request: Request | undefined,
): Response {
  const headers = {
    'content-type': 'text/html;charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      `script-src ${hashOf(script)}`,
      "img-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    // Not no-referrer: that turns the Origin of a form post into "null".
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept, accept-encoding',
  }
  if (!request || !takesGzip(request)) return new Response(html, { status, headers })
  return new Response(gzipSync(html), { status, headers: { ...headers, 'content-encoding': 'gzip' } })
}
