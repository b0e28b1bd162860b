// Where a request may come from: a page of our own, on a host we answer at. The box is reached under many
// names (localhost, its addresses, a name), so own means the same host as the request, not a configured one.

const originOf = (address: string) => (URL.canParse(address) ? new URL(address) : undefined)

/**
 * The origin to treat this request as coming from; undefined when it comes from elsewhere or won't say
 * (`Origin: null`).
 * Without an Origin header (curl, a plain GET) the Referer or Sec-Fetch-Site must not say elsewhere.
 */
export function ownOrigin(request: Request, mayUseHost: (host: string) => boolean): string | undefined {
  const own = new URL(request.url)
  if (!mayUseHost(own.host)) return undefined
  const said = request.headers.get('origin') ?? request.headers.get('referer')
  if (said === null) {
    const site = request.headers.get('sec-fetch-site') ?? 'none'
    return site === 'none' || site === 'same-origin' ? own.origin : undefined
  }
  const origin = originOf(said)
  // A proxy may speak https for us: the scheme may differ, the host may not.
  const ours = origin !== undefined && /^https?:$/.test(origin.protocol) && origin.host === own.host
  return ours ? origin.origin : undefined
}
