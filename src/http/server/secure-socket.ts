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
  /** Makes the system give new connections of a shared port to its newest socket. @returns whether it does */
  readonly preferNewest: (port: number) => boolean
}

/** Whether a second socket can open on a port. */
const canShare = process.platform === 'linux'
/** Within this time, the last connections that a replaced socket accepted have finished their handshake. */
const handshakeMs = 5_000

/**
 * Checks that no other program listens on a port. A socket that shares its port could open next to that of
 * another Kaunta unnoticed, so this first opens a socket that does not share the port, and closes it.
 * @returns the port; for port 0, a free one
 * @throws when the port is taken
 */
function unusedPort(open: SecureSocketParts['open'], port: number): number {
  const socket = open(port, {})
  void socket.stop(true)
  return socket.port ?? port
}

/**
 * Returns the https socket, whose certificate can be replaced. On Linux a second socket opens on the same
 * port before the first one closes, so no connection is refused. Elsewhere the port is closed for a moment.
 */
export function newSecureSocket({ open, after, preferNewest }: SecureSocketParts) {
  /** Replaced sockets on which requests may still run. */
  const closingSockets = new Set<Socket>()
  let current: Socket | undefined
  /** Closes the socket that waits in `closeAfterHandshakes` without waiting longer; nothing if none waits. */
  let closeWaiting = () => {}

  /** Accepts no further connection on a socket, and closes it once its running requests have ended. */
  function close(socket: Socket) {
    closingSockets.add(socket)
    void socket.stop().finally(() => closingSockets.delete(socket))
  }

  /** Closes a socket that gets no new connections, once its last handshakes must have finished. */
  function closeAfterHandshakes(socket: Socket) {
    closingSockets.add(socket)
    const cancel = after(handshakeMs, () => close(socket))
    closeWaiting = () => {
      cancel()
      close(socket)
      closeWaiting = () => {}
    }
  }

  /**
   * Opens a socket with a new certificate on the port of the previous socket, and closes the previous one.
   */
  function replace(previous: Socket, tls: Bun.TLSOptions): Socket {
    closeWaiting()
    const port = previous.port ?? 0
    if (!canShare) {
      close(previous)
      current = undefined // in case the port cannot be opened again
      return open(port, { tls })
    }
    const newSocket = open(port, { tls, reusePort: true })
    // The previous socket may wait for its handshakes only if it gets no new connections.
    if (preferNewest(port)) closeAfterHandshakes(previous)
    else close(previous)
    return newSocket
  }

  return {
    /** Serves with this certificate from now on. @returns the port. @throws when it is taken */
    serve(port: number, { certificate: cert, key }: { readonly certificate: string; readonly key: string }) {
      const tls = { cert, key }
      if (current) current = replace(current, tls)
      else {
        const checkedPort = canShare ? unusedPort(open, port) : port
        current = open(checkedPort, { tls, reusePort: canShare })
      }
      return current.port ?? port
    },
    /** Returns the open socket and the sockets that are still being closed. */
    all: (): Socket[] => [...closingSockets, ...(current ? [current] : [])],
  }
}
