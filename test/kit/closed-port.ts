// A closed port that stays closed: no other program can take it while a test uses it.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/**
 * Returns a port of loopback that refuses connections until the end of the process: it is the near end of an
 * open connection.
 */
export async function newClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const held = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [[far]] = await Promise.all([once(server, 'connection'), once(held, 'connect')])
  for (const open of [server, held, far]) open.unref()
  const { localPort } = held
  if (localPort === undefined) throw new Error('the connection has ended')
  return localPort
}
