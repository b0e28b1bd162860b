// Sends a page that is rendered per request: compressed, not cached, under a policy that allows only its own
// style and script.
import { takesGzip } from './page.ts'

/**
 * A page, with the text of its only <style> and of its only <script>, which the policy allows by their hash.
 */
interface RenderedPage {
  readonly html: string
  readonly style: string
  readonly script: string
}

interface HtmlOptions {
  readonly status?: number
  readonly request?: Request | undefined // compresses the answer if its sender accepts that
  readonly connect?: readonly string[] // other origins that its script calls
}

/** Returns the source expression that allows an inline style or script in a content-security policy. */
const hashOf = (text: string) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`

/** Returns the response with a page that no cache stores. */
export function htmlAnswer(
  { html, style, script }: RenderedPage,
  { status = 200, request, connect = [] }: HtmlOptions,
): Response {
  const headers = {
    'content-type': 'text/html;charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      `script-src ${hashOf(script)}`,
      "img-src 'self'",
      "font-src 'self'",
      ["connect-src 'self'", ...connect].join(' '),
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
  return new Response(Bun.gzipSync(html), { status, headers: { ...headers, 'content-encoding': 'gzip' } })
}
