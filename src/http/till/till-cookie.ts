// The cookie of a paired browser, and how to tell that a request comes from the till. A person may be logged
// in in the same browser, so a till request is marked by its path, by the header Kaunta-Till: 1, or by
// ?till=1 where a page cannot set headers.
import { cookiesIn } from '../../login/request-cookie.ts'
import { bindingCookie } from '../access/cookie.ts'

const cookieName = 'kaunta_till'

/** Whether a request comes from the till, not from a staff login in the same browser. */
export function isTillRequest(request: Request): boolean {
  if (request.headers.get('kaunta-till') === '1') return true
  const { pathname, searchParams } = new URL(request.url)
  return pathname.startsWith('/api/v1/till/') || searchParams.get('till') === '1'
}

/** Returns the secrets in a browser's till cookies: at most two, one of them of an earlier pairing. */
export const tillSecretsOf = (request: Request): string[] => cookiesIn(request, cookieName)

/**
 * Returns the Set-Cookie header that pairs a browser with a till. Each entered PIN renews the cookie.
 * @param isSecure whether the browser sends the cookie over https only
 */
export const tillCookie = (secret: string, isSecure: boolean): string =>
  bindingCookie({ name: cookieName, secret, path: '/', isSecure })
