// The cookie of a paired browser, and which requests are the till's. A browser may be logged in as staff,
// too: so a request says that it is the till's, by its path, by the header Kaunta-Till: 1, or by ?till=1
// where a page cannot set headers.
import { cookieIn } from '../../login/cookie.ts'
import { bindingCookie } from '../access/cookie.ts'

const name = 'kaunta_till'

/** Whether the till is meant, not whoever is logged in beside it. */
export function isTills(request: Request): boolean {
  if (request.headers.get('kaunta-till') === '1') return true
  const { pathname, searchParams } = new URL(request.url)
  return pathname.startsWith('/api/v1/till/') || searchParams.get('till') === '1'
}

/** What the paired browser holds. */
export const tillSecretOf = (request: Request): string | undefined => cookieIn(request, name)

/** Each PIN renews it. @param publicUrl decides whether it travels over https only */
export const tillCookie = (secret: string, publicUrl: string): string =>
  bindingCookie(name, secret, '/', publicUrl)
