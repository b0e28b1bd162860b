// Cookies over https. Browsers share cookies between the ports of a host, so http and https would overwrite
// each other's: over https each name begins with __Secure-, which no page over http can set.
const prefix = '__Secure-'

/**
 * Changes the Cookie header of a request over https: removes the prefix `__Secure-` from the names of
 * cookies, because the routes read the names without it.
 * @param keepsOthers whether the header also keeps all cookies as the browser sent them. That is safe only if
 * every socket sets cookies for https only; otherwise the routes would accept cookies that http has set.
 */
export function readSecureCookies(
  headers: Headers,
  { keepsOthers }: { readonly keepsOthers: boolean },
): void {
  const cookies = headers.get('cookie')
  if (cookies === null) return
  const pairs = cookies.split(';').map(pair => pair.trim())
  const securePairs = pairs.filter(pair => pair.startsWith(prefix)).map(pair => pair.slice(prefix.length))
  headers.set('cookie', [...securePairs, ...(keepsOthers ? pairs : [])].join('; '))
}

/** Restricts each cookie that a response sets to https. @returns the same response object, changed */
export function withSecureCookies(response: Response): Response {
  const cookies = response.headers.getSetCookie()
  if (cookies.length === 0) return response
  response.headers.delete('set-cookie')
  for (const cookie of cookies) response.headers.append('set-cookie', secureCookie(cookie))
  return response
}

/** Adds the prefix and the attribute Secure to a Set-Cookie header, each only if it is missing. */
function secureCookie(cookie: string): string {
  const prefixed = cookie.startsWith(prefix) ? cookie : prefix + cookie
  return /; Secure(;|$)/.test(prefixed) ? prefixed : `${prefixed}; Secure`
}
