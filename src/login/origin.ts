// Checks that a request comes from one of our pages. The server has many names (localhost, its addresses, a
// host name), so "our" means the host of the request, not a configured one.

/**
 * Returns the origin of the page that sent a request; undefined when that is another site, or when the
 * request hides its origin (`Origin: null`). Without an Origin header (curl, a plain GET), neither Referer
 * nor Sec-Fetch-Site may name another site; then the origin is that of the request.
 */
export function ownOrigin(request: Request, mayUseHost: (host: string) => boolean): string | undefined {
  const target = new URL(request.url)
  if (!mayUseHost(target.host)) return undefined
  const sender = request.headers.get('origin') ?? request.headers.get('referer')
  if (sender === null) {
    const site = request.headers.get('sec-fetch-site') ?? 'none'
    const isOurs = site === 'none' || site === 'same-origin'
    return isOurs ? target.origin : undefined
  }
  const senderUrl = URL.parse(sender)
  if (senderUrl === null) return undefined
  // A proxy may terminate https for us: the scheme may differ, the host may not.
  const isHttp = senderUrl.protocol === 'http:' || senderUrl.protocol === 'https:'
  return isHttp && senderUrl.host === target.host ? senderUrl.origin : undefined
}
