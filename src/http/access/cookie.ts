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
 * Checks that the browser will keep the cookies of the answer. While they are for https only, a page over
 * http loses them, except on this computer. The origin has the scheme of the page, also behind a proxy.
 * @throws Fault `https_needed`
 */
export function assertKeepsCookies({ secureCookies, publicUrl }: Appliance, { headers }: Request): void {
  const origin = URL.parse(headers.get('origin') ?? '')
  if (!secureCookies || origin?.protocol !== 'http:' || reachOfHost(origin.hostname) === 'loopback') return
  throw fault('https_needed', { address: publicUrl })
}
