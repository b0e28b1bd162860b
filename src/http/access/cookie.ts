// Cookies that pair a browser with a till or a display. login/cookie.ts has the login cookie and reads all
// cookies.

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
