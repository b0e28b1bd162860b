// Sends browsers from http to https, when the settings want it.
import type { Reach } from './server.ts'

/** What a device needs before it trusts the certificate, and what watches the server. */
const openPaths = /^\/(trust($|[/?])|health$|ready$|metrics$|favicon\.ico$)|^\/[^/]+-[0-9a-z]{8}\.\w+$/
const ownPeers = ['127.0.0.1', '::1']

/** What customers' phones and programs of others open: they do not trust the authority of this server. */
const foreignPaths = /^\/(p|checkout|pay|receipt|logo|callback|sms-setup|api\/v1\/sms)($|\/)/

/**
 * Where a request over http is sent; undefined for one that is answered over http, as all of this machine and of
 * proxies are: those are read by no other device.
 * @param httpsPort and whether every device trusts its certificate, also a customer's
 */
export const redirectTarget = (
  url: string,
  peer: string,
  { httpsPort, isPublic }: { readonly httpsPort: number; readonly isPublic: boolean },
): string | undefined => {
  const target = new URL(url)
  if (ownPeers.includes(peer) || openPaths.test(target.pathname)) return undefined
  if (!isPublic && foreignPaths.test(target.pathname)) return undefined
  target.protocol = 'https:'
  target.port = String(httpsPort)
  return target.href
}

interface RedirectParts {
  readonly reach: Reach
  readonly socketPeerOf: (request: Request) => string
}

interface RedirectSettings {
  readonly redirectToHttps: boolean
  readonly trustedProxies: readonly string[]
  readonly mayUseHost: (host: string) => boolean
}

/** The same method and body are sent again. Not permanent, so that the setting can be switched off. */
export function newRedirect({ reach, socketPeerOf }: RedirectParts, settings: RedirectSettings) {
  return (request: Request): Response | undefined => {
    const httpsPort = settings.redirectToHttps ? reach.httpsPort() : undefined
    if (httpsPort === undefined || !settings.mayUseHost(request.headers.get('host') ?? '')) return undefined
    const peer = socketPeerOf(request)
    if (settings.trustedProxies.includes(peer)) return undefined
    const isPublic = reach.authority() === undefined
    const target = redirectTarget(request.url, peer, { httpsPort, isPublic })
    return target === undefined ? undefined : Response.redirect(target, 307)
  }
}

/** A shop that goes back to http waits for so long at most. */
const daySeconds = 86_400

/**
 * The header that lets a browser ask this host over https alone (RFC 6797); undefined where it must not be sent. A
 * browser keeps the port when it changes the scheme, unless it is that of http: with another one the address of http
 * would lead nowhere. Only a device that trusts the certificate heeds it.
 */
export const strictTransport = (
  { redirectToHttps, port }: { readonly redirectToHttps: boolean; readonly port: number },
  httpsPort: number | undefined,
): string | undefined =>
  redirectToHttps && port === 80 && httpsPort === 443 ? `max-age=${daySeconds}` : undefined
