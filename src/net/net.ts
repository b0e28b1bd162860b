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

/** Returns the result for an error, which only the policy or an invalid header throws, before sending. */
const notSent = (error: unknown): UntimedResult => ({ kind: 'refused', error: errorText(error) })

/** Resolves the host once, then tries its allowed addresses in turn until one is connected. */
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
    // While another address is left that may work, do not spend the whole deadline on this one.
    const routesLeft = await Promise.all(allowed.slice(index + 1).map(hasRoute))
    const pinned = { address, ca, connectMs: routesLeft.includes(true) ? connectMs : undefined }
    const result = await requestAt(target, pinned, client, call, deadline)
    // Report `offline` only if there is no route to any address: let no later `offline` replace a result.
    if (index === 0 || result.kind !== 'offline') hostResult = result
    const mayTryNext = result.kind === 'unreachable' || result.kind === 'offline'
    if (!mayTryNext || deadline.aborted) break
  }
  return hostResult
}

/** Returns the addresses that the policy allows; if it refuses all, the result with its first reason. */
function allowedAddresses(
  addresses: readonly string[],
  mayReach: (address: string) => true | string,
): readonly string[] | UntimedResult {
  const results = addresses.map(mayReach)
  const [firstResult] = results
  const allowed = addresses.filter((_, index) => results[index] === true)
  return allowed.length === 0 && typeof firstResult === 'string'
    ? { kind: 'refused', error: firstResult }
    : allowed
}

/** Reads the address of a request; undefined unless it is http or https and has a host. */
function readTarget(text: string): Target | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return host ? { url, host, port } : undefined
}

/** Whether no resolver answered. A name that does not exist is another error. */
const isResolverDown = (error: unknown) =>
  ['EAI_AGAIN', 'ETIMEOUT', 'EREFUSED', 'ECONNREFUSED'].includes(codeOf(error))

/** Returns the addresses of a host, or why there are none. The deadline ends the wait, not the look-up. */
const resolveBy = (
  deadline: AbortSignal,
  resolve: Resolve,
  host: string,
): Promise<readonly string[] | UntimedResult> =>
  new Promise(done => {
    deadline.addEventListener('abort', () =>
      done({ kind: 'offline', error: `no resolver answered for ${host} in time` }),
    )
    resolve(host).then(done, error => {
      const why = `no address for ${host}: ${errorText(error)}`
      done({ kind: isResolverDown(error) ? 'offline' : 'unreachable', error: why })
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
  if (deadline.aborted) {
    const within = `within ${call.timeoutMs} ms`
    return last.kind === 'unreachable'
      ? { kind: 'unreachable', error: `no connection ${within}` }
      : { kind: 'timeout', error: `no complete response ${within}` }
  }
  if (last.kind === 'unreachable' && !(await hasRoute(pinned.address)))
    return { kind: 'offline', error: `Kaunta has no route to ${pinned.address}` }
  return { kind: last.kind === 'unreachable' ? 'unreachable' : 'dropped', error: last.error }
}

/** Any port will do, because connecting a datagram socket sends nothing. */
const routePort = 9

/** Whether there is a route. Bun does not report that, but a datagram socket does. */
const hasRoute = (address: string): Promise<boolean> =>
  new Promise<boolean>(resolve => {
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
    const done = (has: boolean) => {
      socket.close()
      resolve(has)
    }
    socket.on('error', () => done(false))
    socket.connect(routePort, address, (...[error]: unknown[]) => done(!error))
  }).catch(() => false) // a system may have no sockets of this family
