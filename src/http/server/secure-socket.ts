// The https socket, whose certificate may change while it is open. Bun cannot change the certificate of an
// open socket (oven-sh/bun#43815), so another one opens on the same port and takes over.
import type { Clock } from '../../world.ts'

/** The part of Bun's server that is used here. */
interface Socket {
  readonly port: number | undefined
  stop(closeActiveConnections?: boolean): Promise<void>
}

export interface SocketOptions {
  readonly tls?: Bun.TLSOptions
  /**
   * Whether other sockets may open on the port. Bun allows it by default outside development mode, and a
   * second Kaunta would then receive every other customer.
   */
  readonly reusePort?: boolean
}

interface SecureSocketParts {
  readonly open: (port: number, options: SocketOptions) => Socket
  readonly after: Clock['after']
  /** Gives all new connections of a shared port to the newest socket. @returns whether that worked */
  readonly preferNewest: (port: number) => boolean
}

/** Platforms where a second socket can open on a port. */
const canShare = process.platform === 'linux'
/** Within this time, connections that the last socket accepted have finished their handshake. */
const handshakeMs = 5_000

/**
 * Makes sure that no other program uses the port, by opening a socket that shares it with none.
 * @returns the port; for port 0, a free one
 * @throws when the port is taken
 */
function freePort(open: SecureSocketParts['open'], port: number): number {
  const socket = open(port, {})
  void socket.stop(true)
  return socket.port ?? port
}

/**
 * Returns the https socket, whose certificate can be replaced. On Linux a second socket opens on the same
 * port before the first one closes, so no connection is refused. Elsewhere the port is closed for a moment.
 */
export function newSecureSocket({ open, after, preferNewest }: SecureSocketParts) {
  const ending = new Set<Socket>()
  let current: Socket | undefined
  /** Closes at once the socket that `endSoon` would close later, if there is one. */
  let endPrevious = () => {}

  /** Closes a socket once the requests that run on it have ended. */
  function end(socket: Socket) {
    ending.add(socket)
    void socket.stop().finally(() => ending.delete(socket))
  }

  /** Closes a socket that gets no new connections, when its last handshakes must have finished. */
  function endSoon(socket: Socket) {
    ending.add(socket)
    const cancel = after(handshakeMs, () => end(socket))
    endPrevious = () => {
      cancel()
      end(socket)
      endPrevious = () => {}
    }
  }

  /** Opens a socket with another certificate on the port of the last one, and closes that one. */
  function replace(last: Socket, tls: Bun.TLSOptions): Socket {
    endPrevious()
    const port = last.port ?? 0
    if (!canShare) {
      end(last)
      current = undefined // in case the port cannot be opened again
      return open(port, { tls })
    }
    const next = open(port, { tls, reusePort: true })
    if (preferNewest(port)) endSoon(last)
    else end(last)
    return next
  }

  return {
    /** Serves with this certificate from now on. @returns the port. @throws when it is taken */
    serve(port: number, { certificate: cert, key }: { readonly certificate: string; readonly key: string }) {
      const tls = { cert, key }
      current = current
        ? replace(current, tls)
        : open(canShare ? freePort(open, port) : port, { tls, reusePort: canShare })
      return current.port ?? port
    },
    /** Returns the open socket and those that are still being closed. */
    all: (): Socket[] => [...ending, ...(current ? [current] : [])],
  }
}
