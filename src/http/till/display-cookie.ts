// The cookie of a paired display. Browsers send it to the display's routes only.
import { cookiesIn } from '../../login/request-cookie.ts'
import { bindingCookie } from '../access/cookie.ts'

const cookieName = 'kaunta_display'

/** Returns the secrets of a browser that was paired as a display, of which one may be older. */
export const displaySecretsOf = (request: Request): string[] => cookiesIn(request, cookieName)

/**
 * Returns the Set-Cookie header that pairs a browser as a display.
 * @param isSecure whether it is sent over https only
 */
export const displayCookie = (secret: string, isSecure: boolean): string =>
  bindingCookie({ name: cookieName, secret, path: '/api/v1/display', isSecure })
