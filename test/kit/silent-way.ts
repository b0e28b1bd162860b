// A loopback line to a server whose connections can fall silent: bytes go nowhere, and no end is announced.
import { connect, createServer, type Socket } from 'node:net'

/** @param url of the server, whose place the line takes */
export function openSilentWay(url: string) {
  const { hostname, port } = new URL(url)
  /** What each open connection has sent, and whether it is silent. */
  const open = new Set<{ sent: string; isSilent: boolean }>()
  const server = createServer(client => {
    const line = { sent: '', isSilent: false }
    open.add(line)
    const upstream = connect(Number(port), hostname)
    const pass = (from: Socket, to: Socket) =>
      from.on('data', bytes => line.isSilent || to.write(bytes)).on('error', () => to.destroy())
    client.on('data', bytes => {
      line.sent += bytes.toString('latin1')
    })
    pass(client, upstream)
    pass(upstream, client)
    client.on('close', () => {
      open.delete(line)
      upstream.destroy()
    })
  }).listen(0, '127.0.0.1')
  const way = new URL(url)
  way.hostname = '127.0.0.1'
  way.port = String(Object(server.address()).port)
  return {
    url: way.href,
    /** Silences open connections, or those that have sent this. @returns how many */
    fallSilent(said = ''): number {
      const those = [...open].filter(({ sent }) => sent.toLowerCase().includes(said))
      for (const line of those) line.isSilent = true
      return those.length
    },
    close: () => server.close(),
  }
}
