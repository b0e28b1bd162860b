// The real network against real sockets on loopback: the kind of each answer or failure; that the checked
// address is the connected one; and what a hostile receiver cannot do.
import { afterAll, describe, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { newPinnedNet, realNet } from '../../src/net/net.ts'
import type { NetRequest } from '../../src/world.ts'
import { newClosedPort } from '../kit/closed-port.ts'

const servers: Server[] = []
afterAll(() => servers.map(server => server.close()))

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  return (server.address() as AddressInfo).port
}

/** Starts a receiver that calls `answer` for each connection once it has the whole request. */
async function receiver(answer: (socket: Socket, request: string) => void) {
  const heard: { readonly request: string; readonly at: string | undefined }[] = []
  const port = await listen(
    createServer(socket => {
      let request = ''
      socket.on('error', () => {})
      socket.on('data', part => {
        request += part
        if (!request.includes('\r\n\r\n')) return
        heard.push({ request, at: socket.localAddress })
        answer(socket, request)
      })
    }),
  )
  return { port, heard, url: `http://127.0.0.1:${port}` }
}

const net = realNet()
const call: NetRequest = {
  method: 'POST',
  url: '',
  headers: { 'content-type': 'application/json' },
  body: '{"a":"é"}',
  timeoutMs: 5_000,
  mayReach: () => true,
}

const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-One: 1\r\n\r\nok'
const headed = (size: number) => `HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`

describe('an answer', () => {
  test.each([
    ['with a body', plain, 200, 'ok'],
    ['without one', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    ['of an error', 'HTTP/1.1 500 Oops\r\ncontent-length: 3\r\n\r\nbad', 500, 'bad'],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n',
      200,
      'abc',
    ],
    ['after a hint', `HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n${plain}`, 200, 'ok'],
    ['that ends with the connection', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall', 200, 'all'],
    ['in another alphabet', `${headed(6)}☕é!`, 200, '☕é!'],
    [
      'that sends us elsewhere',
      'HTTP/1.1 301 Moved\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n',
      301,
      '',
    ],
    [
      'that sends the POST elsewhere',
      'HTTP/1.1 307 Moved\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n',
      307,
      '',
    ],
  ])('%s', async (_, bytes, status, body) => {
    const shop = await receiver(socket => socket.end(bytes))
    expect(await net.request({ ...call, url: shop.url })).toMatchObject({ kind: 'answered', status, body })
    expect(shop.heard).toHaveLength(1)
  })

  test('carries its headers, in small letters, and how long it took', async () => {
    const shop = await receiver(socket =>
      socket.end(
        'HTTP/1.1 200 OK\r\nX-One: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n',
      ),
    )
    const answer = await net.request({ ...call, url: shop.url })
    expect(answer).toMatchObject({
      headers: { 'x-one': '1', 'set-cookie': 'a=1, b=2', 'content-length': '0' },
      tookMs: expect.any(Number),
    })
  })

  test('of 300 kB is an error by name, and its connection ends; a call may take 1 MB', async () => {
    const shop = await receiver(socket => socket.end(headed(300_000) + 'x'.repeat(300_000)))
    expect(await net.request({ ...call, url: shop.url })).toMatchObject({
      kind: 'too_long',
      error: 'the response is longer than 65536 bytes',
    })
    expect(await net.request({ ...call, url: shop.url, bodyMax: 1_000_000 })).toMatchObject({
      kind: 'answered',
      body: 'x'.repeat(300_000),
    })
  })

  test('of 300 kB whose beginning is enough is cut at 64 KiB, between two characters, and the connection ends', async () => {
    const closed = Promise.withResolvers<void>()
    const shop = await receiver(socket => {
      socket.on('close', () => closed.resolve())
      socket.write(`${headed(300_000) + 'é'.repeat(10)}x${'é'.repeat(149_990)}`)
    })
    const answer = await net.request({ ...call, url: shop.url, isBeginningEnough: true })
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
    expect(answer.kind === 'answered' && Buffer.byteLength(answer.body)).toBe(65_535)
    expect(answer.kind === 'answered' && answer.body.endsWith('é')).toBe(true)
    await closed.promise
  })

  test('ends its connection, also when the receiver would keep it', async () => {
    const closed = Promise.withResolvers<void>()
    const shop = await receiver(socket => {
      socket.on('close', () => closed.resolve())
      socket.write(plain)
    })
    expect(await net.request({ ...call, url: shop.url })).toMatchObject({ kind: 'answered' })
    await closed.promise
  })

  test('of exactly 64 KiB is whole', async () => {
    const shop = await receiver(socket => socket.end(headed(65_536) + 'x'.repeat(65_536)))
    expect(await net.request({ ...call, url: shop.url })).toMatchObject({
      kind: 'answered',
      body: 'x'.repeat(65_536),
    })
  })

  test('that was compressed stays compressed', async () => {
    const packed = gzipSync(Buffer.alloc(30_000_000))
    const shop = await receiver(socket => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`)
      socket.end(packed)
    })
    const answer = await net.request({ ...call, url: shop.url })
    expect(answer).toMatchObject({ kind: 'answered', headers: { 'content-encoding': 'gzip' } })
    expect(answer.kind === 'answered' && answer.body.length).toBeWithin(1, 65_537)
  })
})

test('the request is one POST with our headers', async () => {
  const shop = await receiver(socket => socket.end(plain))
  const headers = {
    ...call.headers,
    'X-Webhook-Event': 'payment.completed',
    Host: 'evil.example',
    'Content-Length': '1',
    'Accept-Encoding': 'gzip',
  }
  await net.request({ ...call, url: `http://localhost:${shop.port}/hook?a=1#part`, headers })
  const [head = '', body] = shop.heard[0]?.request.split('\r\n\r\n') ?? []
  const [first, ...lines] = head.split('\r\n')
  expect([first, body]).toEqual(['POST /hook?a=1 HTTP/1.1', '{"a":"é"}'])
  expect(lines.map(line => line.toLowerCase()).toSorted()).toEqual([
    'accept-encoding: identity',
    'connection: close',
    'content-length: 10',
    'content-type: application/json',
    `host: localhost:${shop.port}`,
    'x-webhook-event: payment.completed',
  ])
})

test.each(['GET', 'DELETE'] as const)('a %s has no body and no length', async method => {
  const shop = await receiver(socket => socket.end(plain))
  const answer = await net.request({ ...call, method, body: 'left out', url: `${shop.url}/orders?id=7` })
  expect(answer).toMatchObject({ kind: 'answered', status: 200 })
  const request = shop.heard[0]?.request ?? ''
  expect(request).toStartWith(`${method} /orders?id=7 HTTP/1.1\r\n`)
  expect(request).toEndWith('\r\n\r\n')
  expect(request.toLowerCase()).not.toContain('content-length')
})

describe('no answer', () => {
  test.each([
    ['closed after the request', (socket: Socket) => socket.end(), 'dropped'],
    ['reset after the request', (socket: Socket) => socket.resetAndDestroy(), 'dropped'],
    ['broken off in the body', (socket: Socket) => socket.end(`${headed(10)}half`), 'dropped'],
    [
      'reset in the body',
      (socket: Socket) => socket.write(`${headed(10)}half`, () => socket.resetAndDestroy()),
      'dropped',
    ],
    [
      'a broken chunk',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
      'dropped',
    ],
    ['something that is not HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'dropped'],
    [
      'another protocol',
      (socket: Socket) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'dropped',
    ],
    [
      'headers of 300 kB',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(300_000)}`),
      'dropped',
    ],
    ['silence', () => {}, 'timeout'],
    ['half a head', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n'), 'timeout'],
    ['a body that never ends', (socket: Socket) => socket.write(`${headed(10)}drip`), 'timeout'],
  ] as const)('%s', async (_, answer, kind) => {
    const shop = await receiver(answer)
    const ended = await net.request({
      ...call,
      url: shop.url,
      timeoutMs: kind === 'timeout' ? 1_000 : 60_000,
    })
    expect(ended).toMatchObject({ kind, error: expect.any(String) })
    expect(shop.heard).toHaveLength(1)
  })

  test('a closed port is unreachable', async () => {
    const url = `http://127.0.0.1:${await newClosedPort()}/`
    expect(await net.request({ ...call, url })).toMatchObject({
      kind: 'unreachable',
    })
  })

  test('a name without an address is unreachable', async () => {
    for (const resolve of [async () => [], (): Promise<string[]> => Promise.reject(new Error('ENOTFOUND'))])
      expect(await newPinnedNet({ resolve }).request({ ...call, url: 'http://shop.example/' })).toMatchObject(
        {
          kind: 'unreachable',
          error: expect.stringContaining('no address for shop.example'),
        },
      )
  })

  test('a resolver that never answers: offline when time is up', async () => {
    const lost = newPinnedNet({ resolve: (): Promise<string[]> => new Promise(() => {}) })
    expect(await lost.request({ ...call, url: 'http://shop.example/', timeoutMs: 50 })).toMatchObject({
      kind: 'offline',
    })
  })
})

describe('refused before anything is connected', () => {
  const anywhere: NetRequest['mayReach'] = () => true
  const nowhere: NetRequest['mayReach'] = () => 'this is a printer'
  const buggy: NetRequest['mayReach'] = () => {
    throw new Error('a bug')
  }
  test.each([
    ['an address that may not be reached', {}, nowhere, 'this is a printer'],
    ['a line break in a header', { 'x-event': 'a\r\nx-evil: 1' }, anywhere, 'Invalid character'],
    ['a NUL in a header', { 'x-event': 'a\0' }, anywhere, 'Invalid character'],
    ['a header name with a space', { 'x event': 'a' }, anywhere, 'Header name'],
    ['a policy that breaks', {}, buggy, 'a bug'],
  ])('%s', async (_, headers, mayReach, error) => {
    const shop = await receiver(socket => socket.end(plain))
    expect(await net.request({ ...call, url: shop.url, headers, mayReach })).toMatchObject({
      kind: 'refused',
      error: expect.stringContaining(error),
    })
    expect(shop.heard).toHaveLength(0)
  })

  test.each(['', 'shop.example', 'file:///etc/passwd', 'ftp://shop.example/', 'data:,x', 'http://./'])(
    '%p',
    async url => {
      expect(await net.request({ ...call, url })).toMatchObject({ kind: 'refused' })
    },
  )
})

describe('the address that was checked is the one connected', () => {
  test('a name is resolved once, and each call connects to its own address, never over an older connection', async () => {
    const shop = await receiver(socket => socket.write(plain))
    const answers = [['127.0.0.2'], ['127.0.0.3'], ['127.0.0.2']]
    const asked: string[] = []
    const names: string[] = []
    const rebound = newPinnedNet({
      resolve: async name => {
        names.push(name)
        return answers.shift() ?? ['127.0.0.9']
      },
    })
    const mayReach = (address: string, port: number) => {
      asked.push(`${address}:${port}`)
      return true as const
    }
    for (let turn = 0; turn < 3; turn++)
      await rebound.request({ ...call, url: `http://shop.example.:${shop.port}/`, mayReach })
    expect(names).toEqual(['shop.example', 'shop.example', 'shop.example'])
    expect(asked).toEqual([2, 3, 2].map(last => `127.0.0.${last}:${shop.port}`))
    expect(shop.heard.map(({ at }) => at)).toEqual(['127.0.0.2', '127.0.0.3', '127.0.0.2'])
    expect(new Set(shop.heard.map(({ request }) => /^host: (.*)\r$/im.exec(request)?.[1]))).toEqual(
      new Set([`shop.example.:${shop.port}`]),
    )
  })

  test('the first allowed one of several is taken', async () => {
    const shop = await receiver(socket => socket.end(plain))
    const many = newPinnedNet({ resolve: async () => ['127.0.0.2', '127.0.0.3', '127.0.0.4'] })
    const mayReach = (address: string) => address !== '127.0.0.2' || 'not this one'
    await many.request({ ...call, url: `http://shop.example:${shop.port}/`, mayReach })
    expect(shop.heard.map(({ at }) => at)).toEqual(['127.0.0.3'])
  })

  test('the next allowed one is taken when nothing listens at the first, but never after a connection', async () => {
    const port = await listen(createServer())
    servers.at(-1)?.close()
    const heard: string[] = []
    const shop = createServer(socket => {
      heard.push(socket.localAddress ?? '')
      socket.on('error', () => {})
      socket.on('data', () => socket.destroy())
    })
    servers.push(shop)
    await new Promise<void>(resolve => shop.listen(port, '127.0.0.3', resolve))
    const many = newPinnedNet({ resolve: async () => ['127.0.0.2', '127.0.0.3', '127.0.0.3'] })
    expect(await many.request({ ...call, url: `http://shop.example:${port}/` })).toMatchObject({
      kind: 'dropped',
    })
    expect(heard).toEqual(['127.0.0.3'])
  })

  test('a literal address is checked too, without brackets', async () => {
    const asked: string[] = []
    const mayReach = (address: string, port: number) => {
      asked.push(`${address} ${port}`)
      return 'no'
    }
    for (const url of [
      'http://127.1/',
      'https://[::ffff:7f00:1]/',
      'http://8.8.8.8:0/',
      'https://8.8.8.8:8443/',
    ])
      await net.request({ ...call, url, mayReach })
    expect(asked).toEqual(['127.0.0.1 80', '::ffff:7f00:1 443', '8.8.8.8 80', '8.8.8.8 8443'])
  })

  test('proxy variables change nothing', async () => {
    const shop = await receiver(socket => socket.end(plain))
    const script = `
      const { realNet } = await import('${import.meta.dir}/../../src/net/net.ts')
      const answer = await realNet().request({ method: 'POST', url: '${shop.url}', headers: {}, body: '', timeoutMs: 5000, mayReach: () => true })
      console.log(answer.kind)`
    const proxy = 'http://127.0.0.1:1'
    const env = {
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      NODE_USE_ENV_PROXY: '1',
    }
    const run = Bun.spawn([process.execPath, '-e', script], {
      env: { ...process.env, ...env },
      stdout: 'pipe',
    })
    expect((await new Response(run.stdout).text()).trim()).toBe('answered')
  })
})

describe('over TLS', () => {
  /** Self-signed for shop.example, 2000 to 2200; made for this test. */
  const cert = `-----BEGIN CERTIFICATE-----
MIIBSjCB8aADAgECAgEBMAoGCCqGSM49BAMCMBcxFTATBgNVBAMMDHNob3AuZXhhbXBsZTAgFw0wMDAxMDEwMDAwMDBaGA8yMjAwMDEwMTAwMDAwMFowFzEV
MBMGA1UEAwwMc2hvcC5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAExI3cT/GQtIE7ltaRVPRPhnNxFzXmxwMphBJ7lwh+3rWeBuacvFFPxB2+
Kd1MYAHSR2P8pijd9ROAMxbcmL9RSKMsMCowFwYDVR0RBBAwDoIMc2hvcC5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgFVbT
ikWyoHKqjYUiDNdrIQi0S4Xm+9xgG0Bo/pWmmKkCIQDbuy0VWcdR60PWV6LXGICLCuXUBmFywiCYZpFeLVLKMw==
-----END CERTIFICATE-----`
  const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2oLC6uGaz7Hh7ouI6pw6FnKo5+A56AhTBdC34u8pA+uhRANCAATEjdxP8ZC0gTuW1pFU9E+G
c3EXNebHAymEEnuXCH7etZ4G5py8UU/EHb4p3UxgAdJHY/ymKN31E4AzFtyYv1FI
-----END PRIVATE KEY-----`

  async function secureReceiver() {
    const heard: unknown[] = []
    const port = await listen(
      createTlsServer({ key, cert }, socket => {
        socket.on('error', () => {})
        socket.on('data', part => {
          heard.push([
            Reflect.get(socket, 'servername'),
            socket.localAddress,
            String(part).split('\r\n', 1)[0],
          ])
          socket.end(plain)
        })
      }),
    )
    return { port, heard }
  }
  const resolve = async () => ['127.0.0.2']

  test('the certificate is checked for the name of the URL at the pinned address', async () => {
    const shop = await secureReceiver()
    const answer = await newPinnedNet({ resolve, ca: cert }).request({
      ...call,
      url: `https://shop.example:${shop.port}/hook`,
    })
    expect(answer).toMatchObject({ kind: 'answered', status: 200, body: 'ok' })
    expect(shop.heard).toEqual([['shop.example', '127.0.0.2', 'POST /hook HTTP/1.1']])
  })

  test.each([
    ['another name', 'other.example', cert, 'altnames'],
    ['a bare address', '127.0.0.1', cert, 'altnames'],
    ['a self-signed certificate', 'shop.example', undefined, 'self signed'],
  ])('%s: unreachable, and not a byte of the request is received', async (_, host, ca, error) => {
    const shop = await secureReceiver()
    const untrusting = newPinnedNet(ca === undefined ? { resolve } : { resolve, ca })
    expect(await untrusting.request({ ...call, url: `https://${host}:${shop.port}/` })).toMatchObject({
      kind: 'unreachable',
      error: expect.stringContaining(error),
    })
    expect(shop.heard).toEqual([])
  })

  test('a kept connection is used again for the name it was checked for, and for no other', async () => {
    const lines: Socket[] = []
    const port = await listen(
      createTlsServer({ key, cert }, socket => {
        lines.push(socket)
        socket.on('error', () => {})
        socket.on('data', () => socket.write(plain))
      }),
    )
    const shop = newPinnedNet({ resolve, ca: cert })
    const post = (host: string) =>
      shop.request({ ...call, url: `https://${host}:${port}/hook`, isRepeatable: true })
    expect(await post('shop.example')).toMatchObject({ kind: 'answered', body: 'ok' })
    expect(await post('shop.example')).toMatchObject({ kind: 'answered', body: 'ok' })
    expect(lines).toHaveLength(1)
    expect(await post('other.example')).toMatchObject({
      kind: 'unreachable',
      error: expect.stringContaining('altnames'),
    })
    expect(await post('shop.example')).toMatchObject({ kind: 'answered' })
    for (const line of lines) line.destroy()
  })

  test('a receiver that never finishes the handshake is unreachable', async () => {
    const port = await listen(createServer(socket => socket.on('error', () => {})))
    expect(await net.request({ ...call, url: `https://127.0.0.1:${port}/`, timeoutMs: 200 })).toMatchObject({
      kind: 'unreachable',
    })
  })

  test('a receiver whose first address never finishes the handshake is reached at the next one', async () => {
    const port = await listen(createServer())
    servers.at(-1)?.close()
    const silent = createServer(socket => socket.on('error', () => {}))
    const shop = createTlsServer({ key, cert }, socket => {
      socket.on('error', () => {})
      socket.on('data', () => socket.end(plain))
    })
    servers.push(silent, shop)
    await new Promise<void>(done => silent.listen(port, '127.0.0.2', done))
    await new Promise<void>(done => shop.listen(port, '127.0.0.3', done))
    const both = newPinnedNet({ resolve: async () => ['127.0.0.2', '127.0.0.3'], ca: cert, connectMs: 50 })
    const url = `https://shop.example:${port}/hook`
    expect(await both.request({ ...call, url })).toMatchObject({ kind: 'answered', body: 'ok' })
  })

  test('NODE_TLS_REJECT_UNAUTHORIZED changes nothing', async () => {
    const shop = await secureReceiver()
    const script = `
      const { realNet } = await import('${import.meta.dir}/../../src/net/net.ts')
      const answer = await realNet().request({ method: 'POST', url: 'https://127.0.0.1:${shop.port}/', headers: {}, body: '', timeoutMs: 5000, mayReach: () => true })
      console.log(answer.kind)`
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const run = Bun.spawn([process.execPath, '-e', script], { env, stdout: 'pipe', stderr: 'ignore' })
    expect((await new Response(run.stdout).text()).trim()).toBe('unreachable')
    expect(shop.heard).toEqual([])
  })
})
