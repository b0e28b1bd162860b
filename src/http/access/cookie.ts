// Cookies that pair a browser with a till or a display. login/cookie.ts has the login cookie and reads all
// cookies.

/** The longest time browsers store a cookie. */
const seconds = 400 * 86_400

/**
 * A cookie that scripts cannot read and other sites cannot send.
 * @param isSecure whether it is sent over https only
 */
export const bindingCookie = (name: string, secret: string, path: string, isSecure: boolean): string =>
  `${name}=${secret}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
