// Opens the socket: checks the host name, serves the pages and their files, and passes everything else to the
// API.
import { callerKey, plainAddress } from '../../domain/address.ts'
import { fault } from '../../domain/fault.ts'
import { noteFailedLogin } from '../../flow/failed-login.ts'
import type { Upgrades } from '../../flow/upgrade.ts'
import { newLimiter, staffLimit } from '../access/limit.ts'
import { guardHeaders } from './error-answer.ts'
import { faultView } from './fault.ts'
import { newHealthAnswer } from './health.ts'
import { newLazyApi } from './lazy-api.ts'
import type { Pages } from './page.ts'
import { newRedirect, strictTransport } from './redirect.ts'
import { readSecureCookies, withSecureCookies } from './secure-cookie.ts'
import { newSecureSocket, type SocketOptions } from './secure-socket.ts'
import type { HealthSource, Reach, Server } from './server.ts'
import { newStreamCount } from './stream-count.ts'

/** What the owner configured, and what the server passes to its routes. */
export interface ServeSettings {
  readonly host: string
  readonly port: number
  readonly rateLimit: number // requests a minute for API callers; 0 switches the request limits off
  readonly trustedProxies: readonly string[]
  readonly mayUseHost: (host: string) => boolean
  readonly pages: Pages
  readonly streamStallSeconds: number // a stream whose reader takes nothing for this long is cut
  /** Whether browsers in the network are redirected from http to https. */
  readonly redirectToHttps: boolean
  /** Makes the system give new connections of a port to the newer of two sockets. @returns whether it does */
  readonly preferNewest: (port: number) => boolean
  readonly reach: Reach
  readonly health: HealthSource
  readonly upgrades: Upgrades
}

/** The open socket. */
export interface Listening {
  readonly port: number
  /**
   * Serves https with this certificate and key (PEM) from now on; running requests end on their socket.
   * @returns the port
   * @throws when the port is taken
   */
  serveHttps(port: number, pair: { readonly certificate: string; readonly key: string }): number
  /** Answers running requests and closes all other connections, within `graceMs` milliseconds. */
  stop(graceMs: number): Promise<void>
}

/** Silent connections are cut after this time; streams have their own limit. */
const idleSeconds = 60
/** Bun reads 0 as no limit for a silent connection. */
const noIdleLimit = 0
/** Bun answers requests above its own limit without our envelope, so body.ts counts the bytes. */
const bunBodyMax = Number.MAX_SAFE_INTEGER

/** Returns the peer; if it is a listed proxy, the last address in X-Forwarded-For that is not one. */
function peerBehind(proxies: readonly string[], peer: string, forwardedFor: string | null): string {
  if (!proxies.includes(peer) || forwardedFor === null) return peer
  const hops = forwardedFor.split(',').map(hop => plainAddress(hop.trim()))
  return hops.findLast(hop => !proxies.includes(hop)) ?? peer
}

/**
 * Opens the socket, and creates what all routes share: limits, request ids and the count of streams.
 * @throws when the port is taken
 */
export function listen(
  parts: Pick<Server, 'appliance' | 'login' | 'loop' | 'guesses'>,
  settings: ServeSettings,
): Listening {
  const { clock, random } = parts.appliance.world
  const { channel } = parts.appliance.store
  const stopping = new AbortController()
  parts.login.onFailure((staffId, address) => noteFailedLogin(parts.appliance, staffId, address))
  /** Returns the peer of a request, also for requests of the https socket. */
  const socketPeerOf = (request: Request) => plainAddress(socket.requestIP(request)?.address ?? 'unknown')
  const peerOf = (request: Request) =>
    peerBehind(settings.trustedProxies, socketPeerOf(request), request.headers.get('x-forwarded-for'))
  const server: Server = {
    ...parts,
    limiter: newLimiter(clock.elapsed, channel && { channel, after: clock.after }),
    streams: newStreamCount(),
    limits: {
      api: settings.rateLimit,
      // A rate limit of 0 switches this limit off, too.
      staff: settings.rateLimit && Math.max(staffLimit, settings.rateLimit),
    },
    peerOf,
    callerKeyOf: request => callerKey(peerOf(request)),
    requestIdOf: newRequestIds(Buffer.from(random.bytes(6)).toString('hex')),
    reach: settings.reach,
    health: settings.health,
    upgrades: settings.upgrades,
    stopping: stopping.signal,
    takesLong: request => socket.timeout(request, noIdleLimit),
    keepOpen: request => socket.timeout(request, settings.streamStallSeconds),
  }
  const handle = newHandler(server, settings)
  const open = socketOpener(settings.host)
  const redirect = newRedirect({ reach: settings.reach, socketPeerOf }, settings)
  const socket = open(settings.port, request => redirect(request) ?? handle(request))
  const handleSecure = withStrictTransport(settings, secureHandler(server, handle))
  const secure = newSecureSocket({
    open: (port, options) => open(port, handleSecure, options),
    after: clock.after,
    preferNewest: settings.preferNewest,
  })
  return {
    port: socket.port ?? settings.port,
    serveHttps: secure.serve,
    async stop(graceMs) {
      let cancelTimeout = () => {}
      const timeout = new Promise<void>(resolve => {
        cancelTimeout = clock.after(graceMs, () => resolve())
      })
      stopping.abort()
      const sockets = [socket, ...secure.all()]
      await Promise.race([Promise.all(sockets.map(openSocket => openSocket.stop())), timeout])
      cancelTimeout()
      // Cut the connections that have not ended by now.
      await Promise.all(sockets.map(openSocket => openSocket.stop(true)))
    },
  }
}

/** Returns a function that opens a socket for http, or for https with a certificate. */
const socketOpener =
  (hostname: string) =>
  (port: number, fetch: Handler, { tls, reusePort = false }: SocketOptions = {}) =>
    Bun.serve({
      hostname,
      port,
      idleTimeout: idleSeconds,
      maxRequestBodySize: bunBodyMax,
      development: false,
      reusePort,
      fetch,
      ...(tls ? { tls } : {}),
    })

type Handler = ReturnType<typeof newHandler>

/**
 * Returns the handler for https: each cookie that it sets is for https only, under a name of its own
 * (secure-cookie.ts), even if the public address begins with http.
 */
function secureHandler({ appliance }: Server, handle: Handler): Handler {
  const keepsOthers = appliance.secureCookies
  return async request => {
    readSecureCookies(request.headers, { keepsOthers })
    return withSecureCookies(await handle(request))
  }
}

/**
 * Returns a handler whose responses tell browsers to use https only (`strictTransport`), once the owner has
 * confirmed in the settings that every device trusts this server.
 */
function withStrictTransport(settings: ServeSettings, handle: Handler): Handler {
  return async request => {
    const answer = await handle(request)
    const header = strictTransport(settings, settings.reach.httpsPort())
    if (header !== undefined) answer.headers.set('strict-transport-security', header)
    return answer
  }
}

/**
 * Returns a function that returns the id of a request, which it creates at the first call.
 * @param start distinguishes the ids of two starts
 */
function newRequestIds(start: string): (request: Request) => string {
  let count = 0
  const requestIds = new WeakMap<Request, string>()
  return request => {
    const requestId = requestIds.get(request)
    if (requestId) return requestId
    const id = `req_${start}${(count++).toString(36).padStart(6, '0')}`
    requestIds.set(request, id)
    return id
  }
}

/**
 * Returns the handler of all requests: it checks the host and the address, and answers with a page or the
 * API.
 */
function newHandler(server: Server, { mayUseHost, pages }: ServeSettings) {
  const answerApi = newLazyApi({
    answerHealth: newHealthAnswer(server),
    load: async () => (await import('./api.ts')).newApi(server),
    after: server.appliance.world.clock.after,
  })
  return (request: Request): Response | Promise<Response> => {
    if (!mayUseHost(request.headers.get('host') ?? '')) return rejection(server, request, 'host_unknown')
    if (!isReadableUrl(request.url)) return rejection(server, request, 'address_malformed')
    const path = pathOf(request.url)
    if (!isApiPath(path) && (request.method === 'GET' || request.method === 'HEAD')) {
      if (path === '/') return Response.redirect('/admin', 302)
      const page = pages(request, path)
      if (page) return page
    }
    return answerApi(request, path)
  }
}

/** Whether a path belongs to the API, so that no page can have it. */
const isApiPath = (path: string) => path.startsWith('/v1/') || path.startsWith('/api/')

/** Returns the response to a request that neither a page nor a route may see. */
function rejection(
  { appliance, requestIdOf }: Server,
  request: Request,
  reason: 'host_unknown' | 'address_malformed',
): Response {
  const view = faultView(fault(reason), {
    requestId: requestIdOf(request),
    publicUrl: appliance.publicUrl,
  })
  const headers = { ...guardHeaders, 'x-request-id': view.request_id }
  return Response.json(view, { status: view.code, headers })
}

/**
 * Whether the escapes of the path are valid. The query is not checked: it is the caller's text, and browsers
 * send a lone `%` as typed.
 */
function isReadableUrl(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(pathOf(url))
    return true
  } catch {
    return false
  }
}

/** Returns the path of a request's absolute URL, without creating a URL object per request. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}
