// Checks that a request comes from one of our pages. The server has many names (localhost, its addresses, a
// host name), so "our" means the host of the request, not a configured one.

const originOf = (address: string) => (URL.canParse(address) ? new URL(address) : undefined)

/**
 * Returns the origin of this request; undefined when it comes from another site or hides its origin
 * (`Origin: null`). Without an Origin header (curl, a plain GET) the Referer or Sec-Fetch-Site must not name
 * another site.
 */
export function ownOrigin(request: Request, mayUseHost: (host: string) => boolean): string | undefined {
  const own = new URL(request.url)
  if (!mayUseHost(own.host)) return undefined
  const stated = request.headers.get('origin') ?? request.headers.get('referer')
  if (stated === null) {
    const site = request.headers.get('sec-fetch-site') ?? 'none'
    return site === 'none' || site === 'same-origin' ? own.origin : undefined
  }
  const origin = originOf(stated)
  // A proxy may terminate https for us: the scheme may differ, the host may not.
  const isOurs = origin !== undefined && /^https?:$/.test(origin.protocol) && origin.host === own.host
  return isOurs ? origin.origin : undefined
}
