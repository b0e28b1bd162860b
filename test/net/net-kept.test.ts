// Kept connections of repeatable calls, on real sockets: one is used again only for its name at its pinned
// address, one that the receiver closed costs only a repeat, and a call that may not be repeated never uses
// one. And a server without a network.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newPinnedNet } from '../../src/net/net.ts'
import type { Resolve } from '../../src/net/resolve.ts'
import type { NetRequest } from '../../src/world.ts'

const servers: Server[] = []
afterAll(() => servers.map(server => server.close()))

interface Request {
  readonly line: number // which connection it came on, from 0
  readonly host: string | undefined
  readonly at: string | undefined
}

/** Starts a receiver that calls `answer` with the n-th request. `closed` counts ended connections. */
async function receiver(answer: (socket: Socket, count: number) => void) {
  const heard: Request[] = []
  let lines = 0
  let closed = 0
  const waiting: (() => void)[] = []
  const server = createServer(socket => {
    const line = lines++
    socket.on('error', () => {})
    socket.on('close', () => {
      closed++
      for (const call of waiting.splice(0)) call()
    })
    socket.on('data', part => {
      heard.push({ line, host: /^host: (.*)\r$/im.exec(String(part))?.[1], at: socket.localAddress })
      answer(socket, heard.length)
    })
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    heard,
    port,
    url: `http://127.0.0.1:${port}/`,
    async closedLines(count: number) {
      while (closed < count) await new Promise<void>(resolve => waiting.push(resolve))
    },
  }
}

const ok = (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
const call: NetRequest = {
  method: 'POST',
  url: '',
  headers: {},
  body: '{}',
  timeoutMs: 5_000,
  mayReach: () => true,
  isRepeatable: true,
}
const resolve: Resolve = async () => ['127.0.0.1']
const newNet = (idleMs = 60_000) => newPinnedNet({ resolve, idleMs })
const linesOf = (heard: readonly Request[]) => heard.map(({ line }) => line)

describe('a kept connection', () => {
  test('carries the next call, and the next', async () => {
    const shop = await receiver(ok)
    const net = newNet()
    for (let turn = 0; turn < 3; turn++)
      expect(await net.request({ ...call, url: shop.url })).toMatchObject({ kind: 'answered', body: 'ok' })
    expect(linesOf(shop.heard)).toEqual([0, 0, 0])
  })

  test('is for the name and the address it was made for', async () => {
    const shop = await receiver(ok)
    const answers = [['127.0.0.2'], ['127.0.0.3'], ['127.0.0.2'], ['127.0.0.2']]
    const net = newPinnedNet({ resolve: async () => answers.shift() ?? [], idleMs: 60_000 })
    for (const name of ['shop.example', 'shop.example', 'shop.example', 'other.example'])
      await net.request({ ...call, url: `http://${name}:${shop.port}/` })
    expect(linesOf(shop.heard)).toEqual([0, 1, 0, 2])
    expect(shop.heard.map(({ at }) => at)).toEqual(['127.0.0.2', '127.0.0.3', '127.0.0.2', '127.0.0.2'])
    expect(shop.heard.map(({ host }) => host?.split(':')[0])).toEqual([
      'shop.example',
      'shop.example',
      'shop.example',
      'other.example',
    ])
  })

  test('is checked against the address rules at each call', async () => {
    const shop = await receiver(ok)
    const net = newNet()
    await net.request({ ...call, url: shop.url })
    expect(await net.request({ ...call, url: shop.url, mayReach: () => 'no longer' })).toMatchObject({
      kind: 'refused',
    })
    expect(shop.heard).toHaveLength(1)
  })

  test('that is idle too long is closed', async () => {
    const shop = await receiver(ok)
    await newNet(20).request({ ...call, url: shop.url })
    await shop.closedLines(1)
  })

  test('is not ended under a call that takes longer than connections wait', async () => {
    let count = 0
    const late = Promise.withResolvers<void>()
    const shop = await receiver(socket => {
      if (count++ > 0) late.promise.then(() => ok(socket))
      else ok(socket)
    })
    const net = newNet(20)
    await net.request({ ...call, url: shop.url })
    const slow = net.request({ ...call, url: shop.url })
    // Another connection is made, waits its 20 ms and is ended; this one is still in use.
    const other = await receiver(ok)
    await net.request({ ...call, url: other.url })
    await other.closedLines(1)
    late.resolve()
    expect(await slow).toMatchObject({ kind: 'answered', body: 'ok' })
    await shop.closedLines(1)
    expect(linesOf(shop.heard)).toEqual([0, 0])
  })

  test('is not used for a call that may not be repeated', async () => {
    const shop = await receiver(ok)
    const net = newNet()
    await net.request({ ...call, url: shop.url })
    await net.request({ ...call, url: shop.url, isRepeatable: false })
    await net.request({ ...call, url: shop.url })
    expect(linesOf(shop.heard)).toEqual([0, 1, 0])
    await shop.closedLines(1)
  })

  test('that was closed since costs no try', async () => {
    const shop = await receiver((socket, count) => {
      if (count === 1) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      else ok(socket)
    })
    const net = newNet()
    await net.request({ ...call, url: shop.url })
    await shop.closedLines(1)
    expect(await net.request({ ...call, url: shop.url })).toMatchObject({ kind: 'answered' })
    expect(linesOf(shop.heard)).toEqual([0, 1])
  })

  test.each([
    ['closes', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ] as const)('that %s at the next request: the call is repeated on a fresh one', async (_, ends) => {
    const shop = await receiver((socket, count) => (count === 2 ? ends(socket) : ok(socket)))
    const net = newNet()
    await net.request({ ...call, url: shop.url })
    expect(await net.request({ ...call, url: shop.url })).toMatchObject({ kind: 'answered', body: 'ok' })
    expect(linesOf(shop.heard)).toEqual([0, 0, 1])
  })

  test('and only once', async () => {
    const shop = await receiver((socket, count) => (count > 1 ? socket.end() : ok(socket)))
    const net = newNet()
    await net.request({ ...call, url: shop.url })
    expect(await net.request({ ...call, url: shop.url })).toMatchObject({ kind: 'dropped' })
    expect(linesOf(shop.heard)).toEqual([0, 0, 1])
  })

  test('that breaks within an answer is not tried again: the receiver has the request', async () => {
    const shop = await receiver((socket, count) =>
      count === 2 ? socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf') : ok(socket),
    )
    const net = newNet()
    await net.request({ ...call, url: shop.url })
    expect(await net.request({ ...call, url: shop.url })).toMatchObject({ kind: 'dropped' })
    expect(linesOf(shop.heard)).toEqual([0, 0])
  })

  test('a fresh connection that breaks is never tried again', async () => {
    const shop = await receiver(socket => socket.end())
    expect(await newNet().request({ ...call, url: shop.url })).toMatchObject({ kind: 'dropped' })
    expect(shop.heard).toHaveLength(1)
  })

  test('a silent receiver is waited for once', async () => {
    const shop = await receiver((socket, count) => (count > 1 ? undefined : ok(socket)))
    const net = newNet()
    await net.request({ ...call, url: shop.url })
    const ended = await net.request({ ...call, url: shop.url, timeoutMs: 1_000 })
    expect(ended).toMatchObject({ kind: 'timeout' })
    expect(linesOf(shop.heard)).toEqual([0, 0])
  })

  test('parallel calls each have their own', async () => {
    const shop = await receiver(ok)
    const net = newNet()
    const four = () => Promise.all(Array.from({ length: 4 }, () => net.request({ ...call, url: shop.url })))
    await four()
    await four()
    expect(shop.heard).toHaveLength(8)
    expect(new Set(linesOf(shop.heard)).size).toBe(4)
  })
})

const coded = (code: string) => Object.assign(new Error(`getaddrinfo ${code}`), { code })

describe('a server without a network is offline: the receiver is not at fault', () => {
  test.each([
    ['EAI_AGAIN', 'offline'],
    ['ESERVFAIL', 'unreachable'],
    ['ETIMEOUT', 'offline'],
    ['ENOTFOUND', 'unreachable'],
    ['ENODATA', 'unreachable'],
  ] as const)('a resolver that answers %s: %s', async (code, kind) => {
    const net = newPinnedNet({ resolve: () => Promise.reject(coded(code)) })
    expect(await net.request({ ...call, url: 'http://shop.example/' })).toMatchObject({
      kind,
      error: expect.stringContaining(code),
    })
  })

  const resolv = join(mkdtempSync(join(tmpdir(), 'kaunta-net-')), 'resolv.conf')
  writeFileSync(resolv, 'nameserver 127.0.0.1\n')
  afterAll(() => rmSync(dirname(resolv), { recursive: true }))
  /** Runs a script in a network namespace with at most loopback. */
  const alone = (setUp: string, script: string) => {
    const program = `
      const { realNet } = await import('${import.meta.dir}/../../src/net/net.ts')
      const post = url => realNet().request({ method: 'POST', url, headers: {}, body: '', timeoutMs: 5000, mayReach: () => true })
      ${script}`
    return Bun.spawnSync(
      ['unshare', '-rnm', 'sh', '-c', `${setUp}exec "$@"`, 'sh', process.execPath, '-e', program],
      {
        env: { ...process.env, RESOLV: resolv },
      },
    )
  }
  const canBeAlone = Bun.which('unshare') !== null && alone('', 'console.log(1)').exitCode === 0

  test.skipIf(!canBeAlone)('no route, no resolver: offline; loopback still refuses', () => {
    const script = `
      const urls = ['http://8.8.8.8/', 'http://[2001:4860::8888]/', 'http://shop.example/', 'http://127.0.0.1:1/']
      for (const url of urls) console.log((await post(url)).kind)`
    const said = alone('ip link set lo up && ', script).stdout.toString().trim().split('\n')
    expect(said).toEqual(['offline', 'offline', 'offline', 'unreachable'])
  })

  /**
   * Runs a script in a network whose resolver answers SERVFAIL for all names, or for all but the root zone.
   */
  const withResolver = (knowsRoot: boolean) =>
    alone(
      'ip link set lo up && mount --bind "$RESOLV" /etc/resolv.conf && ',
      `
      const socket = (await import('node:dgram')).createSocket('udp4')
      socket.on('message', (query, { port, address }) => {
        const isRoot = query[12] === 0
        const answer = Buffer.from(query)
        answer[2] = 0x81
        answer[3] = ${knowsRoot} && isRoot ? 0x80 : 0x82
        socket.send(answer, port, address)
      })
      await new Promise(done => socket.bind(53, '127.0.0.1', done))
      console.log((await post('http://shop.example/')).kind)
      process.exit()`,
    )
      .stdout.toString()
      .trim()

  test.skipIf(!canBeAlone)('name servers of the receiver that fail: unreachable', () => {
    expect(withResolver(true)).toBe('unreachable')
  })

  test.skipIf(!canBeAlone)('a resolver that has no network itself: offline', () => {
    expect(withResolver(false)).toBe('offline')
  })

  test.skipIf(!canBeAlone)(
    'a route to one of several addresses is enough: the receiver is unreachable',
    () => {
      const script = `
      const { newPinnedNet } = await import('${import.meta.dir}/../../src/net/net.ts')
      for (const found of [['8.8.8.8', '127.0.0.1'], ['127.0.0.1', '8.8.8.8'], ['8.8.8.8', '8.8.4.4']]) {
        const net = newPinnedNet({ resolve: async () => found })
        const { kind } = await net.request({ method: 'POST', url: 'http://shop.example:1/', headers: {}, body: '', timeoutMs: 5000, mayReach: () => true })
        console.log(kind)
      }`
      const said = alone('ip link set lo up && ', script).stdout.toString().trim().split('\n')
      expect(said).toEqual(['unreachable', 'unreachable', 'offline'])
    },
  )
})
