// Opens the socket: checks the host name, serves the pages and their files, and passes everything else to the
// API.
import { callerKey, plainAddress } from '../../domain/address.ts'
import { fault } from '../../domain/fault.ts'
import { noteFailedLogin } from '../../flow/failed-login.ts'
import type { Upgrades } from '../../flow/upgrade.ts'
import type { Clock } from '../../world.ts'
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

/**
 * Returns the address of the client. Usually that is the peer of the socket. If the peer is a trusted proxy,
 * it is the last address in X-Forwarded-For that is not a trusted proxy: earlier ones may be forged.
 */
function peerBehind(proxies: readonly string[], peer: string, forwardedFor: string | null): string {
  if (!proxies.includes(peer) || forwardedFor === null) return peer
  const forwardedAddresses = forwardedFor.split(',').map(address => plainAddress(address.trim()))
  return forwardedAddresses.findLast(address => !proxies.includes(address)) ?? peer
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
  /** Returns the address at the other end of the request's connection, over http or https. */
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
      staff: settings.rateLimit === 0 ? 0 : Math.max(staffLimit, settings.rateLimit),
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
      stopping.abort()
      await closeSockets([socket, ...secure.all()], graceMs, clock)
    },
  }
}

/** Closes sockets: waits at most `graceMs` for their running requests, then cuts the other connections. */
async function closeSockets(
  sockets: readonly { stop(closeActiveConnections?: boolean): Promise<void> }[],
  graceMs: number,
  clock: Clock,
): Promise<void> {
  let cancelTimeout = () => {}
  const timeout = new Promise<void>(resolve => {
    cancelTimeout = clock.after(graceMs, resolve)
  })
  const allRequestsEnded = Promise.all(sockets.map(socket => socket.stop()))
  await Promise.race([allRequestsEnded, timeout])
  cancelTimeout()
  await Promise.all(sockets.map(socket => socket.stop(true)))
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
 * Returns the handler for requests over https. All cookies that its responses set are for https only, and
 * have a prefix in their names (secure-cookie.ts), even if the public address begins with http.
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
 * Returns a function that returns the id of a request. It creates the id at the first call for a request, and
 * returns the same id after that.
 * @param start a text that differs at each start of the server, so that ids do not repeat
 */
function newRequestIds(start: string): (request: Request) => string {
  let count = 0
  const requestIds = new WeakMap<Request, string>()
  return request => {
    const knownId = requestIds.get(request)
    if (knownId) return knownId
    const sequence = count.toString(36).padStart(6, '0')
    count++
    const newId = `req_${start}${sequence}`
    requestIds.set(request, newId)
    return newId
  }
}

/** Returns the handler of all requests. It checks host and address, and answers with a page or the API. */
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

/** Returns the error response to a request that is rejected before any page or route handles it. */
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
 * Whether the percent-escapes in the path of a URL can be decoded. The query is not checked, because browsers
 * send a lone `%` there as it was typed.
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
