// Cookies that pair a browser with a till or a display, and whether a browser keeps the cookies of an answer.
// login/cookie.ts has the login cookie and reads all cookies.
import { reachOfHost } from '../../domain/address.ts'
import { fault } from '../../domain/fault.ts'
import type { Appliance } from '../../flow/appliance.ts'

/** The longest time browsers store a cookie: 400 days. */
const maxAgeSeconds = 400 * 86_400

interface BindingCookie {
  readonly name: string
  readonly secret: string
  readonly path: string
  readonly isSecure: boolean // whether it is sent over https only
}

/** Returns the Set-Cookie header of a cookie that scripts cannot read and other sites cannot send. */
export const bindingCookie = ({ name, secret, path, isSecure }: BindingCookie): string =>
  `${name}=${secret}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/**
 * Checks that the browser will store the cookies of the response. Cookies that are for https only are lost on
 * a page over http, except on this computer. The check reads the Origin header, because it has the scheme of
 * the page even behind a proxy.
 * @throws Fault `https_needed` when the browser would drop the cookies
 */
export function assertKeepsCookies({ secureCookies, publicUrl }: Appliance, { headers }: Request): void {
  if (!secureCookies) return
  const origin = URL.parse(headers.get('origin') ?? '')
  if (origin?.protocol !== 'http:' || reachOfHost(origin.hostname) === 'loopback') return
  throw fault('https_needed', { address: publicUrl })
}

/**
 * Returns a request that sends back the cookies of a response, so that the login that the response has just
 * created can be read.
 * @param cookies the Set-Cookie values of the response
 */
export function withCookies(request: Request, cookies: readonly string[]): Request {
  const pairs = cookies.map(cookie => cookie.split(';')[0]) // without attributes such as Path
  return new Request(request.url, { headers: { cookie: pairs.join('; ') } })
}
