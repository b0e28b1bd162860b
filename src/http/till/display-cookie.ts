// The cookie of a paired display. Browsers send it to the display's routes only.
import { cookieIn } from '../../login/request-cookie.ts'
import { bindingCookie } from '../access/cookie.ts'

const name = 'kaunta_display'

/** The secret of the paired browser. */
export const displaySecretOf = (request: Request): string | undefined => cookieIn(request, name)

/**
 * Returns the cookie that pairs a browser as a display.
 * @param isSecure whether it is sent over https only
 */
export const displayCookie = (secret: string, isSecure: boolean): string =>
  bindingCookie(name, secret, '/api/v1/display', isSecure)
