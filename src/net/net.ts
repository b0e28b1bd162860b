// The real network: one POST to one resolved, approved and pinned address. Never throws, and never repeats
// what may have been sent unless the call says that it may. What it connects to it has resolved and asked
// about itself; line.ts does the rest, and printer.ts pages.
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Net, NetAnswer, NetPost } from '../world.ts'
import { type Lines, newLines, requestBytes } from './http-client.ts'
import { printPage } from './printer.ts'

/** All addresses of a host name, best first; rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

export interface NetParts {
  readonly resolve: Resolve
  /** Certificates to trust instead of the public ones, PEM. */
  readonly ca?: string
  /**
   * How long a connection of repeatable calls waits for the next one; shorter than receivers wait, or their
   * closing crosses it.
   */
  readonly idleMs?: number
}

/** The network with the system's resolver and certificates. */
export const realNet = (): Net => pinnedNet({ resolve: systemResolve })

/** The network with its own resolver; the kinds of answers are told in world.ts. */
export function pinnedNet(parts: NetParts): Net {
  const lines = newLines(parts.idleMs ?? usualIdleMs)
  return {
    async post(call) {
      const began = performance.now()
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), call.timeoutMs)
      const ended = await perform(parts, lines, call, deadline.signal).catch(notSent)
      clearTimeout(timer)
      return { ...ended, tookMs: Math.round(performance.now() - began) }
    },
    print: page => printPage(parts.resolve, page),
  }
}

type Ended<Answer = NetAnswer> = Answer extends NetAnswer ? Omit<Answer, 'tookMs'> : never

interface Target {
  readonly url: URL
  /** Without brackets or a trailing dot. */
  readonly host: string
  readonly port: number
}

/** IPv4 first: many shops have an IPv6 that leads nowhere. */
const systemResolve: Resolve = async host => {
  const found = await lookup(host, { all: true })
  return found.toSorted((one, other) => one.family - other.family).map(({ address }) => address)
}

/**
 * What throws (the policy, a header that would break the request) does so before a connection is asked for.
 */
const notSent = (error: unknown): Ended => ({ kind: 'refused', error: sentence(error) })

/** Resolves once, then goes through the allowed addresses until one is connected. */
async function perform(
  { resolve, ca }: NetParts,
  lines: Lines,
  call: NetPost,
  deadline: AbortSignal,
): Promise<Ended> {
  const target = readTarget(call.url)
  if (!target) return { kind: 'refused', error: 'not an http:// or https:// address with a host' }
  const found = isIP(target.host) ? [target.host] : await resolveBy(deadline, resolve, target.host)
  if ('kind' in found) return found
  const asked = found.map(address => ({ address, verdict: call.mayReach(address, target.port) }))
  const refusal = asked[0]?.verdict
  const allowed = asked.filter(({ verdict }) => verdict === true)
  if (allowed.length === 0 && typeof refusal === 'string') return { kind: 'refused', error: refusal }
  let ended: Ended = { kind: 'unreachable', error: `no address for ${target.host}` }
  for (const [index, { address }] of allowed.entries()) {
    const next = await reach(target, { address, ca }, lines, call, deadline)
    // Only if there is a way to none of them, it is this box that is cut off.
    if (index === 0 || next.kind !== 'offline') ended = next
    if ((next.kind !== 'unreachable' && next.kind !== 'offline') || deadline.aborted) break
  }
  return ended
}

function readTarget(text: string): Target | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return host ? { url, host, port } : undefined
}

/**
 * What resolvers say when they are not there, or do not get an answer themselves; that there is no such name
 * is another matter.
 */
const isDeaf = (error: unknown) =>
  ['EAI_AGAIN', 'ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED'].includes(codeOf(error))

/** The addresses, or why there are none. */
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
      const why = `no address for ${host}: ${sentence(error)}`
      done({ kind: isDeaf(error) ? 'offline' : 'unreachable', error: why })
    })
  })

const usualIdleMs = 2_000

interface Pin {
  readonly address: string
  readonly ca: string | undefined
}

/**
 * One call to exactly this address. A kept connection that breaks before an answer may have been closed
 * meanwhile: then a fresh one.
 */
async function reach(
  { url, host, port }: Target,
  pin: Pin,
  lines: Lines,
  call: NetPost,
  deadline: AbortSignal,
): Promise<Ended> {
  const end = { isSecure: url.protocol === 'https:', name: host, port, ...pin }
  const once = (mayKeep: boolean) =>
    lines.exchange(end, requestBytes(url, call.headers, call.body, mayKeep), mayKeep, deadline)
  const first = await once(call.isRepeatable ?? false)
  const last = first.kind === 'dropped' && first.isStale && !deadline.aborted ? await once(false) : first
  if (last.kind === 'answered') {
    const { status, headers, body } = last.response
    return { kind: 'answered', status, headers, body }
  }
  if (deadline.aborted) {
    const within = `within ${call.timeoutMs} ms`
    return last.kind === 'unreachable'
      ? { kind: 'unreachable', error: `no connection ${within}` }
      : { kind: 'timeout', error: `no whole answer ${within}` }
  }
  if (last.kind === 'unreachable' && !(await hasRoute(pin.address)))
    return { kind: 'offline', error: `this box has no route to ${pin.address}` }
  return { kind: last.kind === 'unreachable' ? 'unreachable' : 'dropped', error: last.error }
}

/**
 * Whether there is a way to an address. Bun calls every connection that fails refused; a datagram socket,
 * which sends nothing, knows.
 */
const hasRoute = (address: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
    const done = (has: boolean) => {
      socket.close()
      resolve(has)
    }
    socket.on('error', () => done(false))
    socket.connect(9, address, (...[error]: unknown[]) => done(!error))
  })

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
