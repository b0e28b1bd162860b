// Our HTTP/1 client: sends one request and reads its response, on a new connection or an idle one, each for
// one name at one pinned address. It follows no redirect, decompresses nothing and uses no proxy. Why it is
// not node:http or fetch: docs/decisions/0017-own-http-client.md.
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { NetRequest } from '../world.ts'
import { newResponseReader, type Response, type ResponseProgress } from './http-response.ts'

/** The address of a connection, and the name that its certificate must have. */
export interface Endpoint {
  readonly isSecure: boolean
  readonly name: string // the host of the URL, without brackets or a trailing dot
  readonly address: string
  readonly port: number
  readonly ca: string | undefined // certificates to trust instead of the public ones, PEM
  readonly connectMs: number | undefined // how long a new connection may take; if unset, until the deadline
}

type Result =
  | { readonly kind: 'answered'; readonly response: Response }
  | {
      /** `unreachable`: it was never connected, so nothing was sent. */
      readonly kind: 'unreachable' | 'dropped' | 'late'
      readonly error: string
      readonly isStale: boolean // an idle connection broke before any byte of the response came
    }

/** A request as it is sent. */
interface RequestBytes {
  readonly bytes: Buffer
  readonly bodyMax: number // the longest body of its response, in bytes
}

export interface HttpClient {
  /** Sends a request to this endpoint. `mayReuse`: over an idle connection, if there is one. */
  send(endpoint: Endpoint, request: RequestBytes, mayReuse: boolean, deadline: AbortSignal): Promise<Result>
}

/** Returns the bytes of a request. Only a POST has a body. @throws Error for an invalid header */
export function requestBytes(
  { method, headers, body }: Pick<NetRequest, 'method' | 'headers' | 'body'>,
  url: URL,
  mayReuse: boolean,
): Buffer {
  // Loaded with the first request, because it takes 4 ms of a start.
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n`
  const add = (name: string, value: string) => {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    head += `${name}: ${value}\r\n`
  }
  for (const [name, value] of Object.entries(headers))
    if (!ownHeaders.has(name.toLowerCase())) add(name, value)
  const content = method === 'POST' ? body : ''
  const contentBytes = Buffer.byteLength(content)
  add('host', url.host)
  if (method === 'POST') add('content-length', String(contentBytes))
  head += `accept-encoding: identity\r\nconnection: ${mayReuse ? 'keep-alive' : 'close'}\r\n\r\n`
  const bytes = Buffer.allocUnsafe(head.length + contentBytes)
  bytes.write(head, 'latin1')
  bytes.write(content, head.length)
  return bytes
}

/** Headers that this client sets; those of the caller are dropped. */
const ownHeaders = new Set(['host', 'content-length', 'accept-encoding', 'connection', 'transfer-encoding'])
/** The most idle connections to one name at one address. */
const idleMax = 4

/** A connection to one endpoint, which carries one request at a time. */
interface Connection {
  readonly socket: Socket
  /** Receives the events of the socket. Each request sets its own listener. */
  listener: Listener
}
/** Receives events of a socket. */
interface Listener {
  connected(): void
  data(part: Buffer): void
  /** The other side has closed. */
  ended(): void
  failed(error: string): void
}

/** Opens a connection. With https, the certificate must be for the name, and only HTTP/1.1 is negotiated. */
function newConnection({ isSecure, name, address, port, ca }: Endpoint, listener: Listener): Connection {
  const place = { host: address, port, noDelay: true }
  const socket = isSecure
    ? connectSecurely({
        ...place,
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        ...(isIP(name) ? {} : { servername: name }),
        ...(ca === undefined ? {} : { ca }),
      })
    : connect(place)
  const connection: Connection = { socket, listener }
  socket.on(isSecure ? 'secureConnect' : 'connect', () => connection.listener.connected())
  socket.on('data', (part: Buffer) => connection.listener.data(part))
  socket.on('end', () => connection.listener.ended())
  socket.on('error', error => connection.listener.failed(error.message))
  socket.on('close', () => connection.listener.ended())
  return connection
}

/**
 * Sends a request over an idle connection or a new one, and reads the response. The result includes any
 * failure. The caller then keeps or closes the connection.
 * @param idle the connection to use; undefined to open one
 */
const exchange = (
  idle: Connection | undefined,
  endpoint: Endpoint,
  { bytes, bodyMax }: RequestBytes,
  deadline: AbortSignal,
): Promise<{ connection: Connection; result: Result }> =>
  new Promise(resolve => {
    const isReused = idle !== undefined
    let isConnected = isReused
    let hasBytes = false
    const reader = newResponseReader(bodyMax)
    const finish = (result: Result) => {
      clearTimeout(connectTimer)
      deadline.removeEventListener('abort', timeOut)
      connection.listener = ignore
      resolve({ connection, result })
    }
    const fail = (error: string) =>
      finish({ kind: isConnected ? 'dropped' : 'unreachable', error, isStale: isReused && !hasBytes })
    const timeOut = () =>
      finish({ kind: isConnected ? 'late' : 'unreachable', error: 'no connection in time', isStale: false })
    const takeProgress = (progress: ResponseProgress) => {
      if (!progress) return
      if ('error' in progress) fail(progress.error)
      else finish({ kind: 'answered', response: progress })
    }
    const listener: Listener = {
      connected() {
        isConnected = true
        clearTimeout(connectTimer)
        connection.socket.write(bytes)
      },
      data(part) {
        hasBytes = true
        takeProgress(reader.read(part))
      },
      ended: () => takeProgress(isConnected ? reader.end() : { error: 'closed while connecting' }),
      failed: fail,
    }
    const connection = idle ?? newConnection(endpoint, listener)
    const { connectMs } = endpoint
    const connectTimer = isReused || connectMs === undefined ? undefined : setTimeout(timeOut, connectMs)
    deadline.addEventListener('abort', timeOut)
    if (deadline.aborted) timeOut()
    else if (isReused) {
      connection.listener = listener
      connection.socket.write(bytes)
    }
  })

const doNothing = () => {}
/** Listens to a connection that is no longer used. */
const ignore: Listener = { connected: doNothing, data: doNothing, ended: doNothing, failed: doNothing }

/** Returns a store of idle connections by the name of their endpoint. Each is closed after `idleMs`. */
function newIdleConnections(idleMs: number) {
  const idle = new Map<
    string,
    { readonly connection: Connection; readonly timer: ReturnType<typeof setTimeout> }[]
  >()
  return {
    /** Removes and returns the most recently used connection; undefined if none is idle. */
    take(name: string): Connection | undefined {
      const entries = idle.get(name)
      const newest = entries?.pop()
      if (entries?.length === 0) idle.delete(name)
      clearTimeout(newest?.timer)
      return newest?.connection
    },

    isFull: (name: string) => (idle.get(name)?.length ?? 0) >= idleMax,

    /** Adds a connection. Bytes that arrive while it is idle end it, because no request belongs to them. */
    add(name: string, connection: Connection): void {
      const end = () => {
        clearTimeout(entry.timer)
        const otherEntries = idle.get(name)?.filter(other => other !== entry) ?? []
        if (otherEntries.length > 0) idle.set(name, otherEntries)
        else idle.delete(name)
        connection.listener = ignore
        connection.socket.destroy()
      }
      const entry = { connection, timer: setTimeout(end, idleMs) }
      connection.listener = { connected: end, data: end, ended: end, failed: end }
      idle.set(name, [...(idle.get(name) ?? []), entry])
    },
  }
}

/**
 * Returns a client that sends requests, and leaves connections open for further requests.
 * @param idleMs how long an idle connection waits for the next call
 */
export function newHttpClient(idleMs: number): HttpClient {
  const idle = newIdleConnections(idleMs)
  return {
    async send(endpoint, request, mayReuse, deadline) {
      const { isSecure, name, address, port } = endpoint
      const key = `${isSecure ? 's' : 'p'} ${name} ${address} ${port}`
      const { connection, result } = await exchange(
        mayReuse ? idle.take(key) : undefined,
        endpoint,
        request,
        deadline,
      )
      const { readyState, writableLength } = connection.socket
      const isQuiet = readyState === 'open' && writableLength === 0
      const isReusable = mayReuse && isQuiet && result.kind === 'answered' && result.response.isReusable
      if (isReusable && !idle.isFull(key)) idle.add(key, connection)
      else connection.socket.destroy()
      return result
    },
  }
}
