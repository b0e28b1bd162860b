// Cookies over https. Browsers share cookies between the ports of a host, so http and https would overwrite
// each other's: over https each name begins with __Secure-, which no page over http can set.
const prefix = '__Secure-'

/**
 * Changes the Cookie header of a request over https: it keeps only cookies that were set over https, under
 * the names that the routes use.
 */
export function readSecureCookies(headers: Headers): void {
  const cookies = headers.get('cookie')
  if (cookies === null) return
  const pairs = cookies.split(';').map(pair => pair.trim())
  const securePairs = pairs.filter(pair => pair.startsWith(prefix)).map(pair => pair.slice(prefix.length))
  headers.set('cookie', securePairs.join('; '))
}

/** Restricts each cookie of an answer to https. @returns the same answer, changed */
export function withSecureCookies(response: Response): Response {
  const cookies = response.headers.getSetCookie()
  if (cookies.length === 0) return response
  response.headers.delete('set-cookie')
  for (const cookie of cookies) response.headers.append('set-cookie', `${prefix}${cookie}; Secure`)
  return response
}
