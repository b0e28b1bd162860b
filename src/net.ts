// The real network: one POST to one resolved, approved and pinned address. Never throws, and never repeats what may have been sent
// unless the call says that it may. Built on node:http(s), which under Bun follows no redirect, unpacks nothing and ignores proxy
// variables (net.test.ts proves it).
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { Net, NetAnswer, NetPost } from './world.ts'

/** All addresses of a host name, best first; rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

export interface NetParts {
  readonly resolve: Resolve
  /** Certificates to trust instead of the public ones, PEM. */
  readonly ca?: string
  /** How long a connection of repeatable calls waits for the next one; shorter than receivers wait, or their closing crosses it. */
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

/** What throws (the policy, a header that would break the request) does so before a connection is asked for. */
const notSent = (error: unknown): Ended => ({ kind: 'refused', error: sentence(error) })

/** Resolves once, then goes through the allowed addresses until one is connected. */
async function perform({ resolve, ca }: NetParts, lines: Lines, call: NetPost, deadline: AbortSignal): Promise<Ended> {
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

/** What resolvers say when they are not there, or do not get an answer themselves; that there is no such name is another matter. */
const isDeaf = (error: unknown) => ['EAI_AGAIN', 'ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED'].includes(codeOf(error))

/** The addresses, or why there are none. */
const resolveBy = (deadline: AbortSignal, resolve: Resolve, host: string): Promise<readonly string[] | Ended> =>
  new Promise(done => {
    deadline.addEventListener('abort', () => done({ kind: 'offline', error: `no resolver answered for ${host} in time` }))
    resolve(host).then(done, error => {
      const why = `no address for ${host}: ${sentence(error)}`
      done({ kind: isDeaf(error) ? 'offline' : 'unreachable', error: why })
    })
  })

const usualIdleMs = 2_000
const idleMost = 4

/** Kept connections, each for one name at one address: what is connected anew is checked anew. */
interface Lines {
  /** Runs a call over the lines of this name; they are hung up when none has used them for a while. */
  over<T>(secure: boolean, name: string, call: (agent: Agent) => Promise<T>): Promise<T>
}

function newLines(idleMs: number): Lines {
  const kept = new Map<string, { readonly agent: Agent; calls: number; timer?: ReturnType<typeof setTimeout> }>()
  return {
    async over(secure, name, call) {
      const line = kept.get(name) ?? {
        agent: new (secure ? SecureAgent : Agent)({ keepAlive: true, maxFreeSockets: idleMost }),
        calls: 0,
      }
      kept.set(name, line)
      line.calls++
      clearTimeout(line.timer)
      try {
        return await call(line.agent)
      } finally {
        line.calls--
        if (line.calls === 0)
          line.timer = setTimeout(() => {
            kept.delete(name)
            line.agent.destroy()
          }, idleMs)
      }
    },
  }
}

interface Pin {
  readonly address: string
  readonly ca: string | undefined
}

/** One call to exactly this address. A kept connection that breaks before an answer may have been closed meanwhile: then a fresh one. */
async function reach(target: Target, pin: Pin, lines: Lines, call: NetPost, deadline: AbortSignal): Promise<Ended> {
  const { protocol, host } = target.url
  const first = call.isRepeatable
    ? await lines.over(protocol === 'https:', `${protocol}${host} ${pin.address}`, agent =>
        exchange(target, pin, agent, call, deadline),
      )
    : await exchange(target, pin, false, call, deadline)
  const { ended } = first.isStale && !deadline.aborted ? await exchange(target, pin, false, call, deadline) : first
  if (ended.kind !== 'unreachable' || deadline.aborted || (await hasRoute(pin.address))) return ended
  return { kind: 'offline', error: `this box has no route to ${pin.address}` }
}

interface Exchange {
  readonly ended: Ended
  /** It broke on a kept connection before any of an answer came. */
  readonly isStale: boolean
}

/** Sockets that carried a call already. */
const used = new WeakSet<Socket>()

/** One request on one connection; Host header and TLS name stay those of the URL. */
const exchange = (
  { url, host, port }: Target,
  { address, ca }: Pin,
  agent: Agent | false,
  call: NetPost,
  deadline: AbortSignal,
): Promise<Exchange> =>
  new Promise(resolve => {
    const secure = url.protocol === 'https:'
    let isConnected = false
    let isKept = false
    let hasAnswer = false
    const done = (ended: Ended) => resolve({ ended, isStale: isKept && !hasAnswer && ended.kind === 'dropped' })
    const broken = (why: string) => done({ kind: isConnected ? 'dropped' : 'unreachable', error: why })
    const request = (secure ? requestHttps : requestHttp)({
      method: 'POST',
      host: address,
      port,
      path: url.pathname + url.search,
      agent,
      headers: {
        ...call.headers,
        host: url.host,
        'content-length': Buffer.byteLength(call.body),
        'accept-encoding': 'identity',
      },
      rejectUnauthorized: true,
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca === undefined ? {} : { ca }),
    })
    const late = () => {
      const within = `within ${call.timeoutMs} ms`
      done(
        isConnected
          ? { kind: 'timeout', error: `no whole answer ${within}` }
          : { kind: 'unreachable', error: `no connection ${within}` },
      )
      request.destroy()
    }
    deadline.addEventListener('abort', late)
    request.on('socket', socket => {
      isKept = used.has(socket)
      if (isKept) {
        isConnected = true
        return
      }
      used.add(socket)
      socket.on(secure ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    request.on('response', response => {
      hasAnswer = true
      readAnswer(response, done, broken)
    })
    request.on('error', error => broken(sentence(error)))
    request.on('close', () => {
      if (!hasAnswer) broken('closed without an answer')
    })
    request.end(call.body)
  })

/** Whether there is a way to an address. Bun calls every connection that fails refused; a datagram socket, which sends nothing, knows. */
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

/** The longest answer that is kept, in bytes. */
const bodyMax = 65_536

function readAnswer(response: IncomingMessage, done: (ended: Ended) => void, broken: (why: string) => void): void {
  const parts: Buffer[] = []
  let size = 0
  const answered = () => {
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]))
    const body = new TextDecoder().decode(Buffer.concat(parts).subarray(0, bodyMax), { stream: size > bodyMax })
    done({ kind: 'answered', status: response.statusCode ?? 0, headers, body })
  }
  response.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.length
    if (size <= bodyMax) return
    answered()
    response.destroy()
  })
  response.on('end', answered)
  response.on('error', error => broken(sentence(error)))
  response.on('close', () => broken('the answer broke off'))
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
