// A small TCP balancer on loopback: each connection goes to the next place that accepts one, and none is
// sticky.
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface Balancer {
  readonly port: number
  /** Sets where new connections go, as ports. */
  routeTo(ports: readonly number[]): void
  /** Sets the delay in each direction, milliseconds. */
  slow(ms: number): void
  /** Ends open connections. */
  cutConnections(): void
  stop(): void
}

/** Starts a balancer to these ports of loopback. It listens on `port`, by default a free one. */
export async function newBalancer(places: readonly number[], port = 0): Promise<Balancer> {
  let ports = places
  let next = 0
  let delayMs = 0
  const open = new Set<Socket>()

  /** Remembers a socket, so that it can be cut, until it closes. */
  function track(socket: Socket): void {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {}) // 'close' follows
  }

  /** Forwards pieces in order, each with the current delay. */
  function newDelay(): Transform {
    let before = Promise.resolve()
    return new Transform({
      transform(piece, _, done) {
        const late = Promise.all([before, delayMs > 0 ? Bun.sleep(delayMs) : undefined])
        before = late.then(() => void this.push(piece))
        done()
      },
      flush: done => void before.then(() => done()),
    })
  }

  /** Connects client and server both ways. When one ends, so does the other. */
  function join(client: Socket, place: Socket): void {
    track(place)
    client.pipe(newDelay()).pipe(place)
    place.pipe(newDelay()).pipe(client)
    client.on('close', () => place.destroy())
    place.on('close', () => client.destroy())
  }

  /** Connects a client to the next place that accepts it, after at most `tries` places. */
  function carry(client: Socket, tries: number): void {
    const port = ports[next++ % ports.length]
    if (port === undefined || tries === 0) {
      client.destroy()
      return
    }
    const place = connect({ host: '127.0.0.1', port, noDelay: true })
    const retry = () => carry(client, tries - 1)
    place.once('error', retry)
    place.once('connect', () => {
      place.off('error', retry)
      if (client.destroyed) place.destroy()
      else join(client, place)
    })
  }

  const server = createServer({ noDelay: true }, client => {
    track(client)
    carry(client, ports.length)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', 1_024, resolve))
  const address = server.address()
  const cutConnections = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    routeTo(others) {
      ports = others
    },
    slow(ms) {
      delayMs = ms
    },
    cutConnections,
    stop() {
      server.close()
      cutConnections()
    },
  }
}
