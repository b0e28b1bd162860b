// The https socket, whose certificate may change while it is open. Bun cannot change the certificate of an
// open socket (oven-sh/bun#43815), so another one opens on the same port and takes over.
import type { Clock } from '../../world.ts'

interface Socket {
  readonly port: number | undefined
  stop(closeActiveConnections?: boolean): Promise<void>
}

export interface SocketOptions {
  readonly tls?: Bun.TLSOptions
  /**
   * Without development mode, Bun shares a port by default: a second Kaunta would receive every other
   * customer.
   */
  readonly reusePort?: boolean
}

interface SecureSocketParts {
  readonly open: (port: number, options: SocketOptions) => Socket
  readonly after: Clock['after']
  /** Gives all new connections of a shared port to the socket that opened last. @returns whether it can */
  readonly preferNewest: (port: number) => boolean
}

/** Platforms where a second socket can open on a port. */
const canShare = process.platform === 'linux'
/** Within this time, connections that the last socket accepted have finished their handshake. */
const handshakeMs = 5_000

export function newSecureSocket({ open, after, preferNewest }: SecureSocketParts) {
  const ending = new Set<Socket>()
  let current: Socket | undefined
  let endLast = () => {}

  function end(socket: Socket) {
    ending.add(socket)
    void socket.stop().finally(() => ending.delete(socket))
  }

  /** Stops a socket that accepts no new connections but may still have handshakes in progress. */
  function endSoon(socket: Socket) {
    ending.add(socket)
    const cancel = after(handshakeMs, () => end(socket))
    endLast = () => {
      cancel()
      end(socket)
      endLast = () => {}
    }
  }

  /**
   * Takes only a free port, which only our own sockets may then share.
   * @throws when it is taken
   */
  function freePort(port: number): number {
    const socket = open(port, {})
    void socket.stop(true)
    return socket.port ?? port
  }

  function replace(last: Socket, tls: Bun.TLSOptions): Socket {
    endLast()
    const port = last.port ?? 0
    if (!canShare) {
      end(last)
      current = undefined
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
        : open(canShare ? freePort(port) : port, { tls, reusePort: canShare })
      return current.port ?? port
    },
    all: (): Socket[] => [...ending, ...(current ? [current] : [])],
  }
}
