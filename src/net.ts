// The real network: one POST to one resolved, approved and pinned address. Never throws, never repeats what may have been sent.
// Built on node:http(s), which under Bun follows no redirect, unpacks nothing and ignores proxy variables (net.test.ts proves it).
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Net, NetAnswer, NetPost } from './world.ts'

/** All addresses of a host name, best first; rejects when there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

export interface NetParts {
  readonly resolve: Resolve
  /** Certificates to trust instead of the public ones, PEM. */
  readonly ca?: string
}

/** The network with the system's resolver and certificates. */
export const realNet = (): Net => pinnedNet({ resolve: systemResolve })

/**
 * `refused`: the call itself or each of its addresses is not allowed. `unreachable`: certainly nothing of the request left the box
 * (no address, no connection, no verified TLS). `timeout`, `dropped`: it was connected, so the receiver may have the request.
 */
export const pinnedNet = (parts: NetParts): Net => ({
  async post(call) {
    const began = performance.now()
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), call.timeoutMs)
    const ended = await perform(parts, call, deadline.signal).catch(notSent)
    clearTimeout(timer)
    return { ...ended, tookMs: Math.round(performance.now() - began) }
  },
})

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
async function perform({ resolve, ca }: NetParts, call: NetPost, deadline: AbortSignal): Promise<Ended> {
  const target = readTarget(call.url)
  if (!target) return { kind: 'refused', error: 'not an http:// or https:// address with a host' }
  const found = isIP(target.host) ? [target.host] : await resolveBy(deadline, resolve, target.host)
  if (typeof found === 'string') return { kind: 'unreachable', error: found }
  const asked = found.map(address => ({ address, verdict: call.mayReach(address, target.port) }))
  const refusal = asked[0]?.verdict
  const allowed = asked.filter(({ verdict }) => verdict === true)
  if (allowed.length === 0 && typeof refusal === 'string') return { kind: 'refused', error: refusal }
  let ended: Ended = { kind: 'unreachable', error: `no address for ${target.host}` }
  for (const { address } of allowed) {
    ended = await exchange(target, { address, ca }, call, deadline)
    if (ended.kind !== 'unreachable' || deadline.aborted) break
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

/** The addresses, or the sentence why there are none. */
const resolveBy = (deadline: AbortSignal, resolve: Resolve, host: string): Promise<readonly string[] | string> =>
  new Promise(done => {
    deadline.addEventListener('abort', () => done(`no address for ${host} in time`))
    resolve(host).then(done, error => done(`no address for ${host}: ${sentence(error)}`))
  })

/** One request on one fresh connection to exactly this address; Host header and TLS name stay those of the URL. */
const exchange = (
  { url, host, port }: Target,
  { address, ca }: { readonly address: string; readonly ca: string | undefined },
  call: NetPost,
  deadline: AbortSignal,
): Promise<Ended> =>
  new Promise(done => {
    const secure = url.protocol === 'https:'
    let isConnected = false
    let hasAnswer = false
    const broken = (why: string) => done({ kind: isConnected ? 'dropped' : 'unreachable', error: why })
    const request = (secure ? requestHttps : requestHttp)({
      method: 'POST',
      host: address,
      port,
      path: url.pathname + url.search,
      agent: false,
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
    deadline.addEventListener('abort', () => {
      const within = `within ${call.timeoutMs} ms`
      done(
        isConnected
          ? { kind: 'timeout', error: `no whole answer ${within}` }
          : { kind: 'unreachable', error: `no connection ${within}` },
      )
      request.destroy()
    })
    request.on('socket', socket => {
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
