// The cookie of a paired display. Browsers send it to the display's routes only.
import { cookiesIn } from '../../login/request-cookie.ts'
import { bindingCookie } from '../access/cookie.ts'

const cookieName = 'kaunta_display'

/** Returns the secrets in a browser's display cookies: at most two, one of them of an earlier pairing. */
export const displaySecretsOf = (request: Request): string[] => cookiesIn(request, cookieName)

/**
 * Returns the Set-Cookie header that pairs a browser as a display.
 * @param isSecure whether the browser sends the cookie over https only
 */
export const displayCookie = (secret: string, isSecure: boolean): string =>
  bindingCookie({ name: cookieName, secret, path: '/api/v1/display', isSecure })
