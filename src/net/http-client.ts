// Connections to receivers: one request and its answer on a fresh or a kept one, each for one name at one
// pinned address. Bytes on a socket and nothing else: no redirect is followed, nothing is unpacked and no
// proxy is asked. Built on node:net and node:tls, because a webhook through node:http costs this box more
// than writing down what came of it.
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { newResponseReader, type Progress, type Response } from './http-response.ts'

/** Where a connection goes, and what it is checked against. */
interface End {
  readonly isSecure: boolean
  /** The host of the URL, without brackets or a trailing dot. */
  readonly name: string
  readonly address: string
  readonly port: number
  /** Certificates to trust instead of the public ones, PEM. */
  readonly ca: string | undefined
}

type Exchanged =
  | { readonly kind: 'answered'; readonly response: Response }
  | {
      /** `unreachable`: it was never connected, so nothing was sent. */
      readonly kind: 'unreachable' | 'dropped' | 'late'
      readonly error: string
      /** It broke on a kept connection before any of an answer came. */
      readonly isStale: boolean
    }

export interface Lines {
  /** Sends a request over a connection to this end: a kept one if `mayKeep` and there is one. */
  exchange(end: End, request: Buffer, mayKeep: boolean, deadline: AbortSignal): Promise<Exchanged>
}

/** The bytes of a POST. @throws when a header would break it */
export function requestBytes(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  mayKeep: boolean,
): Buffer {
  const bytes = Buffer.from(body)
  const all: [name: string, value: string][] = [
    ...Object.entries(headers).filter(([name]) => !ours.has(name.toLowerCase())),
    ['host', url.host],
    ['content-length', String(bytes.length)],
    ['accept-encoding', 'identity'],
    ['connection', mayKeep ? 'keep-alive' : 'close'],
  ]
  let head = `POST ${url.pathname}${url.search} HTTP/1.1\r\n`
  for (const [name, value] of all) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    head += `${name}: ${value}\r\n`
  }
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), bytes])
}

const ours = new Set(['host', 'content-length', 'accept-encoding', 'connection', 'transfer-encoding'])
/** Of one name at one address. */
const idleMost = 4

interface Line {
  readonly socket: Socket
  /** Whom it tells what happens. */
  hears: Hears
}
interface Hears {
  connected(): void
  data(part: Buffer): void
  /** The other side has nothing more to say. */
  ended(): void
  broken(error: string): void
}

/** Connects; whoever hears the line is told. */
function newLine({ isSecure, name, address, port, ca }: End, hears: Hears): Line {
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
  const line: Line = { socket, hears }
  socket.on(isSecure ? 'secureConnect' : 'connect', () => line.hears.connected())
  socket.on('data', (part: Buffer) => line.hears.data(part))
  socket.on('end', () => line.hears.ended())
  socket.on('error', error => line.hears.broken(error.message))
  socket.on('close', () => line.hears.ended())
  return line
}

/** Sends a request over a line that is connected, or will be, and reads the answer. */
const converse = (
  line: Line | undefined,
  end: End,
  request: Buffer,
  deadline: AbortSignal,
): Promise<{ line: Line; exchanged: Exchanged }> =>
  new Promise(resolve => {
    const isKept = line !== undefined
    let isConnected = isKept
    let hasAnswer = false
    const reader = newResponseReader()
    const done = (exchanged: Exchanged) => {
      deadline.removeEventListener('abort', late)
      used.hears = deaf
      resolve({ line: used, exchanged })
    }
    const failed = (error: string) =>
      done({ kind: isConnected ? 'dropped' : 'unreachable', error, isStale: isKept && !hasAnswer })
    const late = () =>
      done({ kind: isConnected ? 'late' : 'unreachable', error: 'no connection in time', isStale: false })
    const progressed = (progress: Progress) => {
      if (!progress) return
      if ('error' in progress) failed(progress.error)
      else done({ kind: 'answered', response: progress })
    }
    const hears: Hears = {
      connected() {
        isConnected = true
        used.socket.write(request)
      },
      data(part) {
        hasAnswer = true
        progressed(reader.read(part))
      },
      ended: () => progressed(isConnected ? reader.end() : { error: 'closed while it was connected' }),
      broken: failed,
    }
    const used = line ?? newLine(end, hears)
    deadline.addEventListener('abort', late)
    if (deadline.aborted) late()
    else if (isKept) {
      used.hears = hears
      used.socket.write(request)
    }
  })

const nothing = () => {}
/** Of a line that is done with: it is destroyed, and what it still says is of no account. */
const deaf: Hears = { connected: nothing, data: nothing, ended: nothing, broken: nothing }

/** @param idleMs how long a kept connection waits for the next call */
export function newLines(idleMs: number): Lines {
  const kept = new Map<string, { readonly line: Line; readonly timer: ReturnType<typeof setTimeout> }[]>()

  /** Takes the line that was used last. */
  function take(name: string): Line | undefined {
    const idle = kept.get(name)
    const last = idle?.pop()
    if (idle?.length === 0) kept.delete(name)
    clearTimeout(last?.timer)
    return last?.line
  }

  /** Keeps a line for the next call, for a while. What it says meanwhile nobody asked for: that ends it. */
  function keep(name: string, line: Line): void {
    const idle = kept.get(name) ?? []
    const end = () => {
      clearTimeout(one.timer)
      const rest = kept.get(name)?.filter(other => other !== one) ?? []
      if (rest.length > 0) kept.set(name, rest)
      else kept.delete(name)
      line.hears = deaf
      line.socket.destroy()
    }
    const one = { line, timer: setTimeout(end, idleMs) }
    line.hears = { connected: end, data: end, ended: end, broken: end }
    kept.set(name, [...idle, one])
  }

  return {
    async exchange(end, request, mayKeep, deadline) {
      const name = `${end.isSecure ? 's' : 'p'} ${end.name} ${end.address} ${end.port}`
      const { line, exchanged } = await converse(mayKeep ? take(name) : undefined, end, request, deadline)
      const isQuiet = line.socket.readyState === 'open' && line.socket.writableLength === 0
      const isFit = mayKeep && isQuiet && exchanged.kind === 'answered' && exchanged.response.isKept
      if (isFit && (kept.get(name)?.length ?? 0) < idleMost) keep(name, line)
      else line.socket.destroy()
      return exchanged
    },
  }
}
