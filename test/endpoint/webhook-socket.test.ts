// One try of a delivery, from the request that made the event to the rows, against receivers on real sockets.
// The 30 seconds are shortened where nothing answers in time; webhook.test.ts tests the schedule over many
// tries.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { realNet } from '../../src/net/net.ts'
import type { NetRequest } from '../../src/world.ts'
import { openEndpointShop, qr } from '../kit/endpoint.ts'

const minute = 60_000
let calls: NetRequest[] = []
/** Whether the receiver of this test never completes its answer. */
let hangs = false
const shop = await openEndpointShop()
const net = realNet()
const post = (call: NetRequest) => {
  calls.push(call)
  return net.request({ ...call, timeoutMs: hangs ? 1_000 : call.timeoutMs })
}
Object.assign(shop.appliance.world, { net: { request: post } })
beforeEach(() => {
  calls = []
  hangs = false
})
afterAll(() => shop.close())

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function receiver(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    let request = ''
    socket.on('error', () => {})
    socket.on('data', part => {
      request += part
      // The whole of it: the body is JSON.
      if (/\r\n\r\n\{.*\}$/s.test(request)) answer(socket)
    })
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

interface Row {
  status: string
  tries: number
  last_status: number | null
  last_error: string | null
  /** Milliseconds. */
  wait: number | null
}

/** Sells something and tries its delivery once; the clock does not move. */
async function tryOnce(url: string): Promise<Row> {
  const { reference } = await shop.make({ ...qr, webhook_url: url })
  await shop.request({
    as: 'sandbox',
    path: `/v1/sandbox/payments/${reference}`,
    json: { outcome: 'completed' },
  })
  await shop.work()
  const [row = []] = await shop.appliance.store.read.rows(
    'select status, tries, last_status, last_error, next_at - $1 from delivery where subject = $2',
    [shop.appliance.world.clock.now(), reference],
    'once',
  )
  const [status, tries, last_status, last_error, wait] = row
  return { status, tries, last_status, last_error, wait } as Row
}

const head = (status: string, ...headers: string[]) => `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`
const empty = (status: string, ...headers: string[]) => head(status, 'content-length: 0', ...headers)
const answers = (text: string) => (socket: Socket) => socket.write(text)

describe('a receiver that', () => {
  const cases: [what: string, answer: (socket: Socket) => void, row: Partial<Row>][] = [
    [
      'answers 200',
      answers(empty('200 OK')),
      { status: 'success', last_status: 200, last_error: null, wait: null },
    ],
    ['answers 204', answers(head('204 No Content')), { status: 'success', last_status: 204, wait: null }],
    [
      'answers 301',
      answers(empty('301 Moved', 'location: /')),
      { last_status: 301, last_error: 'the receiver answered 301' },
    ],
    ['answers 410', answers(empty('410 Gone')), { last_status: 410 }],
    ['answers 429', answers(empty('429 Slow', 'retry-after: 3600')), { last_status: 429, wait: 60 * minute }],
    [
      'answers 503 with a date',
      answers(empty('503 No', 'Retry-After: Fri, 21 Nov 2036 09:00:00 GMT')),
      { last_status: 503, wait: 24 * 60 * minute },
    ],
    ['answers 500', answers(empty('500 No')), { last_status: 500 }],
    ['hangs', () => {}, { last_error: expect.stringContaining('no complete response') }],
    [
      'hangs in its answer',
      answers(head('200 OK', 'content-length: 5')),
      { last_error: expect.stringContaining('no complete response') },
    ],
    ['closes after reading', socket => socket.end(), { last_error: expect.any(String) }],
    ['resets after reading', socket => socket.resetAndDestroy(), { last_error: expect.any(String) }],
    ['speaks something else', answers('220 mail ready\r\n'), { last_error: expect.any(String) }],
  ]
  test.each(cases)('%s', async (what, answer, row) => {
    hangs = what.startsWith('hangs')
    const failed = { status: 'failed', tries: 1, last_status: null, wait: 3 * minute }
    expect(await tryOnce(await receiver(answer))).toMatchObject({ ...failed, ...row })
    expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000])
  })

  test('sends its answer slowly has no more time than a silent one', async () => {
    hangs = true
    let drips: ReturnType<typeof setInterval> | undefined
    const ended = Promise.withResolvers<void>()
    const url = await receiver(socket => {
      socket.write(head('200 OK', 'content-length: 1000000'))
      drips = setInterval(() => socket.write('.'), 5)
      socket.on('close', () => ended.resolve())
    })
    expect(await tryOnce(url)).toMatchObject({ status: 'failed', last_status: null, wait: 3 * minute })
    await ended.promise
    clearInterval(drips)
  })

  test('sends 300 MB is cut off after the first 64 KiB, and its status counts', async () => {
    const block = Buffer.alloc(65_536, 'x')
    let sent = 0
    const ended = Promise.withResolvers<void>()
    const url = await receiver(socket => {
      socket.on('close', () => ended.resolve())
      socket.write(head('200 OK', 'content-length: 314572800'))
      const more = () => {
        while (!socket.destroyed && sent < 300 * 1_048_576) {
          sent += block.length
          if (!socket.write(block)) return
        }
      }
      socket.on('drain', more)
      more()
    })
    expect(await tryOnce(url)).toMatchObject({ status: 'success', last_status: 200 })
    await ended.promise
    // The content of the buffers of two sockets.
    expect(sent).toBeLessThan(16 * 1_048_576)
  })

  test('sends a compression bomb has its answer stored as it came', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const url = await receiver(socket => {
      socket.write(head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`))
      socket.write(bomb)
    })
    expect(await tryOnce(url)).toMatchObject({ status: 'success' })
    const [[kept] = []] = await shop.appliance.store.read.rows(
      'select max(length(response_body)) from dispatch',
      [],
      'once',
    )
    expect(kept).toBeLessThanOrEqual(4_096)
  })

  test('cannot be reached: the try counts', async () => {
    const url = await receiver(() => {})
    await new Promise(resolve => servers.splice(0)[0]?.close(resolve))
    expect(await tryOnce(url)).toMatchObject({ status: 'failed', tries: 1, wait: 3 * minute })
  })

  test('has an unknown name: the try counts', async () => {
    // A server without any resolver cannot tell: the try does not count.
    const row = await tryOnce('http://no-such-name.invalid/hook')
    const isOffline = row.last_error?.includes('EAI_AGAIN')
    expect(row).toMatchObject(
      isOffline ? { status: 'pending', tries: 0, wait: minute } : { status: 'failed', tries: 1 },
    )
  })
})

test('deliveries that follow each other use one connection', async () => {
  let lines = 0
  const server = createServer(socket => {
    lines++
    socket.on('error', () => {})
    socket.on('data', part => String(part).endsWith('}') && socket.write(empty('200 OK')))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  for (let count = 0; count < 3; count++) expect(await tryOnce(url)).toMatchObject({ status: 'success' })
  expect(lines).toBe(1)
})
