// Redirects browsers from http to https, if the settings require it.
import type { Reach } from './server.ts'

/**
 * Paths that a device needs before it trusts the certificate, with the files of pages, and paths of
 * monitoring.
 */
const openPaths = /^\/(trust($|[/?])|health$|ready$|metrics$|favicon\.ico$)|^\/[^/]+-[0-9a-z]{8}\.\w+$/
/** Peers on this machine. */
const ownPeers = ['127.0.0.1', '::1']

/**
 * Paths that customers' phones and other programs request, which do not trust this server's certificate
 * authority.
 */
const foreignPaths =
  /^\/(p|checkout|pay|receipt|claim|shop|sandbox\/card|logo|font|callback|sms-setup|api\/v1\/sms)($|\/)/

/** The https of this server. */
interface HttpsTarget {
  readonly httpsPort: number
  /** Whether every device trusts the certificate of https, including customers' phones. */
  readonly isPublic: boolean
  /** Whether that certificate names this host, as in a URL. */
  readonly isCertified: (host: string) => boolean
}

/**
 * Returns the https address to which a request over http is redirected; undefined when the request is
 * answered over http. Requests from this machine are not redirected, because no other device can read them.
 * Requests to a host that the certificate does not name are not either: browsers would warn, and programs
 * would fail.
 * @param peer the address of the socket
 */
export const redirectTarget = (
  url: string,
  peer: string,
  { httpsPort, isPublic, isCertified }: HttpsTarget,
): string | undefined => {
  const target = new URL(url)
  if (ownPeers.includes(peer) || openPaths.test(target.pathname)) return undefined
  if (!isPublic && foreignPaths.test(target.pathname)) return undefined
  if (!isCertified(target.hostname)) return undefined
  target.protocol = 'https:'
  target.port = String(httpsPort)
  return target.href
}

/** What a redirect depends on while the server runs. */
interface RedirectParts {
  readonly reach: Reach
  readonly socketPeerOf: (request: Request) => string
}

interface RedirectSettings {
  readonly redirectToHttps: boolean
  readonly trustedProxies: readonly string[]
  readonly mayUseHost: (host: string) => boolean
}

/**
 * Returns a function that redirects a request to https. It returns undefined for a request that is answered
 * over http, as all requests of trusted proxies are. The status is 307, so that browsers repeat the method
 * and the body, and do not remember the redirect after the setting is switched off.
 */
export function newRedirect({ reach, socketPeerOf }: RedirectParts, settings: RedirectSettings) {
  return (request: Request): Response | undefined => {
    const httpsPort = settings.redirectToHttps ? reach.httpsPort() : undefined
    if (httpsPort === undefined || !settings.mayUseHost(request.headers.get('host') ?? '')) return undefined
    const peer = socketPeerOf(request)
    if (settings.trustedProxies.includes(peer)) return undefined
    const isPublic = reach.authority() === undefined
    const target = redirectTarget(request.url, peer, { httpsPort, isPublic, isCertified: reach.isCertified })
    return target === undefined ? undefined : Response.redirect(target, 307)
  }
}

/** How long browsers use only https for this host. A shop that returns to http has to wait for it to pass. */
const daySeconds = 86_400

/**
 * Returns the value of Strict-Transport-Security, which makes a browser use only https for this host (RFC
 * 6797); undefined when the header must not be sent. The server must use the standard ports, because a
 * browser changes http to https but keeps any port other than 80. Only a device that trusts the certificate
 * obeys it.
 */
export const strictTransport = (
  { redirectToHttps, port }: { readonly redirectToHttps: boolean; readonly port: number },
  httpsPort: number | undefined,
): string | undefined =>
  redirectToHttps && port === 80 && httpsPort === 443 ? `max-age=${daySeconds}` : undefined
