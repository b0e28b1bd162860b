// The cookie of a paired display. Browsers send it to the display's routes only.
import { cookieIn } from '../../login/request-cookie.ts'
import { bindingCookie } from '../access/cookie.ts'

const cookieName = 'kaunta_display'

/** Returns the secret of a browser that is paired as a display; undefined for any other browser. */
export const displaySecretOf = (request: Request): string | undefined => cookieIn(request, cookieName)

/**
 * Returns the Set-Cookie header that pairs a browser as a display.
 * @param isSecure whether it is sent over https only
 */
export const displayCookie = (secret: string, isSecure: boolean): string =>
  bindingCookie({ name: cookieName, secret, path: '/api/v1/display', isSecure })
