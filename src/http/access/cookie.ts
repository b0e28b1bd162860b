// Cookies that bind a browser to a till or a display. The login's own, and how any is read, are in
// login/cookie.ts.

/** As long as browsers keep any. */
const seconds = 400 * 86_400

/**
 * Sets a cookie that scripts cannot read and other sites cannot send. @param publicUrl decides whether it
 * travels over https only
 */
export const bindingCookie = (name: string, secret: string, path: string, publicUrl: string): string =>
  `${name}=${secret}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`
