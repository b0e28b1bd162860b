// Why calls to receivers do not use Bun's fetch (docs/decisions/0017-own-http-client.md): two promises that
// it breaks. When one of these tests fails, Bun has changed: read the decision again.
import { afterAll, expect, test } from 'bun:test'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { realNet } from '../../src/net/net.ts'

const servers: Server[] = []
afterAll(() => servers.map(server => server.close()))

/** Starts a receiver that calls `answer` with each request. */
async function receiver(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.on('data', () => answer(socket))
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const request = (url: string) =>
  realNet().request({
    method: 'POST',
    url,
    headers: {},
    body: '{}',
    timeoutMs: 60_000,
    mayReach: () => true,
  })
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

test('fetch waits when 256 receivers are silent; our client does not', async () => {
  const silent: Socket[] = []
  const isFull = Promise.withResolvers<void>()
  const silentUrl = await receiver(socket => {
    if (silent.push(socket) === 256) isFull.resolve()
  })
  let received = 0
  const url = await receiver(socket => {
    received++
    socket.end(ok)
  })
  const calls = Array.from({ length: 256 }, () =>
    fetch(silentUrl, { keepalive: false }).catch(() => undefined),
  )
  await isFull.promise
  const waiting = fetch(url, { keepalive: false })
  expect(await request(url)).toMatchObject({ kind: 'answered', body: 'ok' })
  expect(received).toBe(1)
  for (const socket of silent) socket.destroy()
  await Promise.all(calls)
  expect(await (await waiting).text()).toBe('ok')
})

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const headersTooLong = 'the headers of the response are too long'
test.each([
  ['interim responses', 'HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n'.repeat(100_000) + ok, headersTooLong],
  ['trailers', `${chunked}2\r\nok\r\n0\r\n${'x: y\r\n'.repeat(100_000)}\r\n`, headersTooLong],
  [
    'notes of chunks',
    `${chunked}${`1;${'x'.repeat(1_000)}\r\no\r\n`.repeat(2_000)}0\r\n\r\n`,
    'the response has more around its body than in it',
  ],
])('fetch reads %s without a limit; our client does not', async (_, response, error) => {
  const url = await receiver(socket => socket.end(response))
  expect(await (await fetch(url, { keepalive: false })).text()).toStartWith('o')
  expect(await request(url)).toMatchObject({ kind: 'dropped', error })
})
