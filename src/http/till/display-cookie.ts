// The cookie of a paired display. Browsers send it to the display's routes only.
import { cookieIn } from '../../login/request-cookie.ts'
import { bindingCookie } from '../access/cookie.ts'

const name = 'kaunta_display'

/** What the paired browser holds. */
export const displaySecretOf = (request: Request): string | undefined => cookieIn(request, name)

/** @param publicUrl decides whether it travels over https only */
export const displayCookie = (secret: string, publicUrl: string): string =>
  bindingCookie(name, secret, '/api/v1/display', publicUrl)
