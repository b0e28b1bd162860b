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
  /** How long to wait for a connection to an address while the host has another one that has a route. */
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
      const ended = await performRequest(parts, client, call, deadline.signal).catch(notSent)
      clearTimeout(timer)
      return { ...ended, tookMs: Math.round(performance.now() - startedAt) }
    },
    print: page => printPage(parts.resolve, page),
  }
}

/** The result of a request, before its duration is known. */
type Ended<Answer = NetAnswer> = Answer extends NetAnswer ? Omit<Answer, 'tookMs'> : never

interface Target {
  readonly url: URL
  readonly host: string // without brackets or a trailing dot
  readonly port: number
}

/** Returns the result for an error, which only the policy or an invalid header throws, before sending. */
const notSent = (error: unknown): Ended => ({ kind: 'refused', error: errorText(error) })

/** Resolves the host once, then tries the allowed addresses until one is connected. */
async function performRequest(
  { resolve, ca, connectMs = usualConnectMs }: NetParts,
  client: HttpClient,
  call: NetRequest,
  deadline: AbortSignal,
): Promise<Ended> {
  const target = readTarget(call.url)
  if (!target) return { kind: 'refused', error: 'not an http:// or https:// address with a host' }
  const addresses = isIP(target.host) ? [target.host] : await resolveBy(deadline, resolve, target.host)
  if ('kind' in addresses) return addresses
  const checked = addresses.map(address => ({ address, result: call.mayReach(address, target.port) }))
  const rejection = checked[0]?.result
  const allowed = checked.filter(({ result }) => result === true)
  if (allowed.length === 0 && typeof rejection === 'string') return { kind: 'refused', error: rejection }
  let ended: Ended = { kind: 'unreachable', error: `no address for ${target.host}` }
  for (const [index, { address }] of allowed.entries()) {
    const routes = await Promise.all(allowed.slice(index + 1).map(other => hasRoute(other.address)))
    const pin = { address, ca, connectMs: routes.includes(true) ? connectMs : undefined }
    const result = await requestAt(target, pin, client, call, deadline)
    // The request is offline only if there is no route to any address.
    if (index === 0 || result.kind !== 'offline') ended = result
    if ((result.kind !== 'unreachable' && result.kind !== 'offline') || deadline.aborted) break
  }
  return ended
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
): Promise<readonly string[] | Ended> =>
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
 * How long a connection may take by default if another address is left. A firewall may drop all packets to an
 * address that is down, and the next address needs time, too.
 */
const usualConnectMs = 5_000
/** The longest body of a response, in bytes. */
const usualBodyMax = 65_536

type Pin = Pick<Endpoint, 'address' | 'ca' | 'connectMs'>

/**
 * Sends a request to one address. If an idle connection breaks before any byte of the response, the receiver
 * had probably closed it, so the request is sent again on a new one.
 */
async function requestAt(
  { url, host, port }: Target,
  pin: Pin,
  client: HttpClient,
  call: NetRequest,
  deadline: AbortSignal,
): Promise<Ended> {
  const endpoint = { isSecure: url.protocol === 'https:', name: host, port, ...pin }
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
  if (last.kind === 'unreachable' && !(await hasRoute(pin.address)))
    return { kind: 'offline', error: `Kaunta has no route to ${pin.address}` }
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
