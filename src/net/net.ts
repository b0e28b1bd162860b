// The real network: one request to an address that is resolved once, approved and pinned. It never throws,
// and repeats nothing that may have been sent unless the call allows it. http-client.ts sends the bytes, and
// printer.ts prints.
import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'
import { errorText } from '../domain/error-text.ts'
import type { Net, NetAnswer, NetRequest } from '../world.ts'
import { type Endpoint, type HttpClient, newHttpClient, requestBytes } from './http-client.ts'
import { printPage } from './printer.ts'
import { codeOf, type Resolve, systemResolve } from './resolve.ts'

export interface NetParts {
  readonly resolve: Resolve
  readonly ca?: string // certificates to trust instead of the public ones, PEM
  /** How long a connection stays idle. Receivers must wait longer, or they close it during a request. */
  readonly idleMs?: number
  /** How long connecting to an address may take while the host has another one left to try. */
  readonly connectMs?: number
}

/** Returns the network with the system's resolver and certificates. */
export const realNet = (): Net => newPinnedNet({ resolve: systemResolve })

/** Returns the network with this resolver; world.ts explains the kinds of results. */
export function newPinnedNet(parts: NetParts): Net {
  const client = newHttpClient(parts.idleMs ?? usualIdleMs)
  return {
    async request(call) {
      const startedAt = performance.now()
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), call.timeoutMs)
      const result = await performRequest(parts, client, call, deadline.signal).catch(notSent)
      clearTimeout(timer)
      return { ...result, tookMs: Math.round(performance.now() - startedAt) }
    },
    print: page => printPage(parts.resolve, page),
  }
}

/** The result of a request, before its duration is known. */
type UntimedResult<Answer = NetAnswer> = Answer extends NetAnswer ? Omit<Answer, 'tookMs'> : never

interface Target {
  readonly url: URL
  readonly host: string // without brackets or a trailing dot
  readonly port: number
}

/**
 * Returns the result for an error. Only the policy and an invalid header throw, both before anything is sent.
 */
const notSent = (error: unknown): UntimedResult => ({ kind: 'refused', error: errorText(error) })

/**
 * Resolves the host once, then sends the request to its allowed addresses in turn, until one of them can be
 * connected or the deadline has passed.
 */
async function performRequest(
  { resolve, ca, connectMs = usualConnectMs }: NetParts,
  client: HttpClient,
  call: NetRequest,
  deadline: AbortSignal,
): Promise<UntimedResult> {
  const target = readTarget(call.url)
  if (!target) return { kind: 'refused', error: 'not an http:// or https:// address with a host' }
  const resolved = isIP(target.host) ? [target.host] : await resolveBy(deadline, resolve, target.host)
  if ('kind' in resolved) return resolved // could not be resolved
  const allowed = allowedAddresses(resolved, address => call.mayReach(address, target.port))
  if ('kind' in allowed) return allowed // all are refused
  let hostResult: UntimedResult = { kind: 'unreachable', error: `no address for ${target.host}` }
  for (const [index, address] of allowed.entries()) {
    // While another address may work, do not spend the whole deadline on this one.
    const laterRoutes = await Promise.all(allowed.slice(index + 1).map(hasRoute))
    const hasLaterRoute = laterRoutes.includes(true)
    const pinned = { address, ca, connectMs: hasLaterRoute ? connectMs : undefined }
    const result = await requestAt(target, pinned, client, call, deadline)
    // Report `offline` only if there is no route to any address: let no later `offline` replace a result.
    if (index === 0 || result.kind !== 'offline') hostResult = result
    const mayTryNext = result.kind === 'unreachable' || result.kind === 'offline'
    if (!mayTryNext || deadline.aborted) break
  }
  return hostResult
}

/**
 * Returns the addresses that the policy allows; if it allows none, a result with the first reason.
 * @param mayReach returns true for an allowed address, else the reason
 */
function allowedAddresses(
  addresses: readonly string[],
  mayReach: (address: string) => true | string,
): readonly string[] | UntimedResult {
  const decisions = addresses.map(mayReach)
  const allowed = addresses.filter((_, index) => decisions[index] === true)
  if (allowed.length > 0) return allowed
  const [firstDecision] = decisions // undefined when there are no addresses
  return typeof firstDecision === 'string' ? { kind: 'refused', error: firstDecision } : allowed
}

/** Reads the address of a request; undefined unless it is http or https and has a host. */
function readTarget(text: string): Target | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '') // without brackets of IPv6 and a trailing dot
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return host ? { url, host, port } : undefined
}

/** Whether an error means that no resolver answered. For a name that does not exist, the error is another. */
const isResolverDown = (error: unknown) =>
  ['EAI_AGAIN', 'ETIMEOUT', 'EREFUSED', 'ECONNREFUSED'].includes(codeOf(error))

/**
 * Returns the addresses of a host, or the result that explains why there are none. The deadline ends the
 * wait; the query itself goes on, because it cannot be cancelled.
 */
const resolveBy = (
  deadline: AbortSignal,
  resolve: Resolve,
  host: string,
): Promise<readonly string[] | UntimedResult> =>
  new Promise(finish => {
    deadline.addEventListener('abort', () =>
      finish({ kind: 'offline', error: `no resolver answered for ${host} in time` }),
    )
    resolve(host).then(finish, error => {
      const reason = `no address for ${host}: ${errorText(error)}`
      finish({ kind: isResolverDown(error) ? 'offline' : 'unreachable', error: reason })
    })
  })

/** How long a connection stays idle by default: shorter than any receiver waits. */
const usualIdleMs = 2_000
/**
 * How long connecting may take by default while another address is left to try: a firewall may silently drop
 * the packets to this one, and the next one needs time, too.
 */
const usualConnectMs = 5_000
/** The longest body of a response, in bytes. */
const usualBodyMax = 65_536

/** One address of the host, and how to connect to it. */
type PinnedAddress = Pick<Endpoint, 'address' | 'ca' | 'connectMs'>

/**
 * Sends a request to one address. If an idle connection breaks before any byte of the response, the receiver
 * had probably closed it, so the request is sent again on a new one.
 */
async function requestAt(
  { url, host, port }: Target,
  pinned: PinnedAddress,
  client: HttpClient,
  call: NetRequest,
  deadline: AbortSignal,
): Promise<UntimedResult> {
  const endpoint = { isSecure: url.protocol === 'https:', name: host, port, ...pinned }
  const { bodyMax = usualBodyMax } = call
  const send = ({ mayReuse }: { mayReuse: boolean }) =>
    client.send(endpoint, { bytes: requestBytes(call, url, mayReuse), bodyMax }, mayReuse, deadline)
  const first = await send({ mayReuse: call.isRepeatable ?? false })
  const shouldRepeat = first.kind === 'dropped' && first.isStale && !deadline.aborted
  const last = shouldRepeat ? await send({ mayReuse: false }) : first
  if (last.kind === 'answered') {
    const { status, headers, body, isCut } = last.response
    if (isCut && !call.isBeginningEnough)
      return { kind: 'too_long', error: `the response is longer than ${bodyMax} bytes` }
    return { kind: 'answered', status, headers, body }
  }
  const hasConnected = last.kind !== 'unreachable'
  if (deadline.aborted) {
    const within = `within ${call.timeoutMs} ms`
    if (hasConnected) return { kind: 'timeout', error: `no complete response ${within}` }
    return { kind: 'unreachable', error: `no connection ${within}` }
  }
  if (hasConnected) return { kind: 'dropped', error: last.error }
  if (await hasRoute(pinned.address)) return { kind: 'unreachable', error: last.error }
  return { kind: 'offline', error: `Kaunta has no route to ${pinned.address}` }
}

/** The port for looking up a route; any port will do, because connecting a datagram socket sends nothing. */
const routePort = 9

/**
 * Whether the system has a route to an address. Bun cannot tell, so this connects a datagram socket to it.
 */
const hasRoute = (address: string): Promise<boolean> =>
  new Promise<boolean>(resolve => {
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
    const finish = (isRouted: boolean) => {
      socket.close()
      resolve(isRouted)
    }
    socket.on('error', () => finish(false))
    socket.connect(routePort, address, (...[error]: unknown[]) => finish(!error))
  }).catch(() => false) // a system may have no sockets of this family
