// Where webhooks may go: hostile spellings, the address as written (live and sandbox), the resolved address
// at each send, and a listener on loopback that must receive nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { mayReach, readRedirectUrl, readWebhookUrl, type SendPolicy } from '../../src/domain/address.ts'
import { newPinnedNet, realNet } from '../../src/net/net.ts'
import type { Net } from '../../src/world.ts'

const live = { mode: 'live', allowed: [] } as const
const sandbox = { mode: 'sandbox', allowed: [] } as const

/** PORT is where the loopback listener waits. Each is refused as written, or leads nowhere once resolved. */
const hostile = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.255.255.254:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0X7F.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.0.0.1..:PORT/',
  'http://127。0。0。1:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://１２７.0.0.1:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[64:ff9b:1::127.0.0.1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://localhost..:PORT/',
  'http://a.localhost:PORT/',
  'http://%6c%6fcalhost:PORT/',
  'http://ｌｏｃａｌｈｏｓｔ:PORT/',
  'http://loc\u00adalhost:PORT/',
  'http:127.0.0.1:PORT/',
  'http:/127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  ' http://127.0.0.1:PORT/',
  'ht\ntp://127.0.0.1:PORT/',
  'http://127.0.0.1\t:PORT/',
  'http://user:pw@127.0.0.1:PORT/',
  'http://good.example@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@good.example/',
  'http://127.0.0.1:PORT#@good.example/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]:PORT/',
  'http://[fe80::1%25eth0]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://[fd12:3456::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://10.0.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://metadata/computeMetadata/v1/',
  'http://metadata.google.internal/',
  'http://router.local/',
  'http://nas.home.arpa/',
  'http://./',
  'http://:PORT/',
  'file:///etc/passwd',
  'data:text/plain,hello',
  'blob:http://127.0.0.1:PORT/1',
  'ftp://127.0.0.1/',
  's3://bucket/key',
  'unix:/var/run/docker.sock',
  'javascript:alert(1)',
  '//127.0.0.1:PORT/',
  'good.example/hook',
  '',
]

describe('refused for a live account', () => {
  test.each(hostile)('%p, and its https:// twin', text => {
    const address = text.replace('PORT', '8080')
    expect(readWebhookUrl(address, live)).toBeString()
    expect(readWebhookUrl(address.replace(/^http:/, 'https:'), live)).toBeString()
  })
})

describe('a listener on loopback', () => {
  let heard = 0
  let port = 0
  const server = createServer(socket => {
    heard++
    socket.destroy()
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
    const listening = server.address()
    port = typeof listening === 'object' ? (listening?.port ?? 0) : 0
  })
  beforeEach(() => {
    heard = 0
  })
  afterAll(() => server.close())

  const post = (net: Net, url: string, policy: SendPolicy) =>
    net.request({
      method: 'POST',
      url,
      headers: {},
      body: '{}',
      timeoutMs: 1_000,
      isRepeatable: true,
      mayReach: (address, port) => mayReach(address, port, policy),
    })
  const control = async () => {
    const { kind } = await post(realNet(), `http://127.1:${port}/`, {
      ...sandbox,
      ownAddresses: [],
      ownPorts: [1],
    })
    return [kind, heard]
  }

  test('receives nothing when live webhooks are sent to hostile addresses', async () => {
    const net = realNet()
    const policy = { ...live, ownAddresses: [], ownPorts: [1] }
    const answers = await Promise.all(
      hostile.map(text => post(net, text.replace('PORT', String(port)), policy)),
    )
    expect(answers.filter(({ kind }) => !['refused', 'unreachable', 'offline'].includes(kind))).toEqual([])
    expect(heard).toBe(0)
    expect(await control()).toEqual(['dropped', 1])
  })

  test('receives no sandbox webhooks on the server’s own port, in any spelling', async () => {
    const net = realNet()
    const policy = { ...sandbox, ownAddresses: [], ownPorts: [port] }
    const own = hostile.filter(text => text.includes('PORT'))
    expect(own.length).toBeGreaterThan(40)
    await Promise.all(own.map(text => post(net, text.replace('PORT', String(port)), policy)))
    expect(heard).toBe(0)
  })

  test('receives nothing when a name first resolves to a public address and then to it', async () => {
    // Nothing listens at this address, which counts as a public one here: no test leaves this computer.
    const publicAddress = '::1'
    const answers = [[publicAddress], ['127.0.0.1']]
    const asked: string[] = []
    const net = newPinnedNet({ resolve: async () => answers.shift() ?? [] })
    const policy: SendPolicy = { ...live, ownAddresses: [], ownPorts: [1] }
    const { kind } = await net.request({
      method: 'POST',
      url: `http://shop.example:${port}/`,
      headers: {},
      body: '{}',
      timeoutMs: 60_000,
      mayReach: (address, to) => {
        asked.push(address)
        return address === publicAddress || mayReach(address, to, policy)
      },
    })
    expect([asked, answers]).toEqual([[publicAddress], [['127.0.0.1']]])
    expect(kind).toBe('unreachable')
    expect(await post(net, `http://shop.example:${port}/`, policy)).toMatchObject({ kind: 'refused' })
    expect(heard).toBe(0)
  })

  test('receives nothing when it is one of several addresses of a name, and the others are allowed', async () => {
    const net = newPinnedNet({ resolve: async () => ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0'] })
    const policy: SendPolicy = { ...live, ownAddresses: [], ownPorts: [1] }
    expect(await post(net, `http://shop.example:${port}/`, policy)).toMatchObject({ kind: 'refused' })
    expect(heard).toBe(0)
  })

  test.each([301, 302, 303, 307, 308])(
    'receives nothing when a receiver redirects to it with %p',
    async status => {
      const receiver = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: () => new Response('', { status, headers: { location: `http://127.0.0.1:${port}/` } }),
      })
      const policy: SendPolicy = { ...sandbox, ownAddresses: [], ownPorts: [1] }
      expect(await post(realNet(), `http://127.0.0.1:${receiver.port}/`, policy)).toMatchObject({
        kind: 'answered',
        status,
      })
      await receiver.stop(true)
      expect(heard).toBe(0)
    },
  )
})

describe('the address as written', () => {
  const listed = [
    'pos.lan',
    'Printer.Local.',
    '192.168.1.0/24',
    'fd00::/8',
    '10.0.0.5',
    '[fd99::1]',
    '',
    '10.9.0.0/',
    '10.8.0.0/99',
  ]
  const https = 'web_address_not_https'
  const either = 'web_address_not_http'
  const isPublic = 'web_address_private'
  const reserved = 'web_address_reserved'
  const cases = [
    ['live', 'https://shop.example/hook?a=1', 'https://shop.example/hook?a=1'],
    ['live', 'HTTPS://Shop.Example:8443/Hook', 'https://shop.example:8443/Hook'],
    ['live', 'https://duka-langu.co.tz', 'https://duka-langu.co.tz/'],
    ['live', 'https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['live', 'https://[2606:4700::1111]/hook', 'https://[2606:4700::1111]/hook'],
    ['live', 'https://例え.jp/', 'https://xn--r8jz45g.jp/'],
    ['live', `https://shop.example/${'x'.repeat(479)}`, `https://shop.example/${'x'.repeat(479)}`],
    ['live', `https://shop.example/${'x'.repeat(480)}`, 'web_address_too_long'],
    ['live', 'http://shop.example/hook', https],
    ['live', 'ftp://shop.example/', https],
    ['live', 'https://me:secret@shop.example/', 'web_address_credentials'],
    ['live', 'https://me@shop.example/', 'web_address_credentials'],
    ['live', 'https://shop.example/a b', 'web_address_spaces'],
    ['live', 'https://shop.example/\r\nX-Evil: 1', 'web_address_spaces'],
    ['live', 'https://shop.example:99999/', 'web_address_malformed'],
    ['live', 'https://shop.example:0/', 'web_address_port'],
    ['sandbox', 'http://127.0.0.1:00/hook', 'web_address_port'],
    ['live', 'https://shop..example/', 'web_address_without_host'],
    ['live', 'https://192.168.2.1/', isPublic],
    ['live', 'https://localhost/', isPublic],
    ['live', 'https://nas/', isPublic],
    ['live', 'https://10.9.0.1/', isPublic],
    ['live', 'https://10.8.0.1/', isPublic],
    ['live', 'http://pos.lan:3000/hook', 'http://pos.lan:3000/hook'],
    ['live', 'http://POS.LAN./hook', 'http://pos.lan./hook'],
    ['live', 'http://printer.local/', 'http://printer.local/'],
    ['live', 'http://not-pos.lan/', https],
    ['live', 'http://192.168.1.20/hook', 'http://192.168.1.20/hook'],
    ['live', 'http://[::ffff:192.168.1.20]/', 'http://[::ffff:c0a8:114]/'],
    ['live', 'http://192.168.2.20/hook', https],
    ['live', 'http://10.0.0.5/', 'http://10.0.0.5/'],
    ['live', 'http://10.0.0.50/', https],
    ['live', 'http://[fd12::1]/', 'http://[fd12::1]/'],
    ['live', 'http://[fd99::1]/', 'http://[fd99::1]/'],
    ['sandbox', 'http://localhost:3000/hook', 'http://localhost:3000/hook'],
    ['sandbox', 'http://127.0.0.1:3000/hook', 'http://127.0.0.1:3000/hook'],
    ['sandbox', 'http://[::1]:3000/', 'http://[::1]:3000/'],
    ['sandbox', 'http://192.168.1.20/', 'http://192.168.1.20/'],
    ['sandbox', 'https://shop.example/', 'https://shop.example/'],
    ['sandbox', 'http://169.254.169.254/', reserved],
    ['sandbox', 'http://[::ffff:169.254.169.254]/', reserved],
    ['sandbox', 'http://[fe80::1]/', reserved],
    ['sandbox', 'http://0.0.0.0:3000/', reserved],
    ['sandbox', 'http://[::]:3000/', reserved],
    ['sandbox', 'http://224.0.0.251/', reserved],
    ['sandbox', 'file:///etc/passwd', either],
    ['sandbox', 'localhost:3000/hook', either],
    ['sandbox', 'http://me:pw@localhost/', 'web_address_credentials'],
  ] as const

  test.each(cases)('%s %p: %s', (mode, text, expected) => {
    const read = readWebhookUrl(text, { mode, allowed: listed })
    expect(typeof read === 'string' ? read : read.href).toBe(expected)
  })

  test('the stored form is counted too, in which a letter outside of ASCII takes up to twelve', () => {
    const mangoes = (count: number) => `https://shop.example/${'🥭'.repeat(count)}`
    expect(readWebhookUrl(mangoes(39), live)).toBeInstanceOf(URL)
    expect(readWebhookUrl(mangoes(40), live)).toBe('web_address_too_long')
    expect(readRedirectUrl(mangoes(40), live)).toBe('web_address_too_long')
  })

  test('a link-local network stays refused when it is listed', () => {
    expect(
      readWebhookUrl('http://169.254.169.254/', {
        mode: 'live',
        allowed: ['169.254.0.0/16', '169.254.169.254'],
      }),
    ).toBe(reserved)
  })
})

describe('the resolved address of a delivery', () => {
  const box = { ownAddresses: ['192.168.1.5', '2001:4860::5', 'fe80::5%eth0'], ownPorts: [8_080] }
  const shop: SendPolicy = {
    ...live,
    ...box,
    allowed: ['10.1.0.0/16', 'pos.lan', '2002::/16', '64:ff9b::/96'],
  }
  const twin: SendPolicy = { ...sandbox, ...box }
  const any = (list: string, policy: SendPolicy, port: number) =>
    list.split(' ').map(address => [address, port, policy] as const)

  test.each([
    ...any('8.8.8.8 41.59.0.1 2606:4700::1 64:ff9b::8.8.8.8 2002:808:808:: ::ffff:8.8.8.8', shop, 443),
    ...any('10.1.2.3 ::ffff:10.1.2.3 64:ff9b::a01:203', shop, 80),
    ...any('127.0.0.1 192.168.7.7 10.2.0.1', { ...shop, host: 'POS.lan.' }, 80),
    ...any('127.0.0.1 ::1 10.0.0.1 192.168.1.5 fd00::1 8.8.8.8 ::ffff:127.0.0.1', twin, 3_000),
    ...any('8.8.8.8 192.168.1.6 10.0.0.1', twin, 8_080),
  ])('%s port %p is allowed', (address, port, policy) => {
    expect(mayReach(address, port, policy)).toBe(true)
  })

  test('looks the own addresses up for the own ports only', () => {
    let lookups = 0
    const policy: SendPolicy = {
      ...twin,
      get ownAddresses() {
        lookups++
        return box.ownAddresses
      },
    }
    const results = [3_000, 8_080].map(port => [mayReach('192.168.1.6', port, policy), lookups])
    expect(results).toEqual([
      [true, 0],
      [true, 1],
    ])
  })

  const notListed = 'an admin can list its host or network'
  test.each([
    ...any(
      '10.2.0.1 172.16.0.1 192.168.1.1 100.64.0.1 203.0.113.7 fd00::1 2001:db8::1 64:ff9b::a00:1 2002:a00:1::',
      shop,
      443,
    ).map(one => [...one, `private address: ${notListed}`] as const),
    ...any('127.0.0.1 127.8.8.8 ::1 ::ffff:127.0.0.1 ::127.0.0.1 2002:7f00:1::', shop, 443).map(
      one => [...one, `loopback address: ${notListed}`] as const,
    ),
    ...any('10.2.0.1', { ...shop, host: 'other.lan' }, 443).map(one => [...one, notListed] as const),
    ...[shop, twin, { ...shop, host: 'pos.lan' }]
      .flatMap(policy =>
        any(
          '0.0.0.0 169.254.169.254 ::ffff:a9fe:a9fe :: fe80::1 fe80::1%eth0 ff02::1 224.0.0.1 fd00:ec2::254 4000::1',
          policy,
          80,
        ),
      )
      .map(one => [...one, 'link-local, multicast or reserved'] as const),
    ...[shop, twin, { ...shop, host: 'pos.lan' }]
      .flatMap(policy =>
        any(
          '127.0.0.1 127.8.8.8 ::1 192.168.1.5 ::ffff:192.168.1.5 2001:4860::5 2001:4860:0::5',
          policy,
          8_080,
        ),
      )
      .map(one => [...one, 'is Kaunta itself'] as const),
    ...['', 'shop.example', '300.1.1.1', ':::', '127.0.0.1/8'].map(
      address => [address, 80, twin, 'is not an address'] as const,
    ),
  ])('%s port %p is refused', (address, port, policy, reason) => {
    expect(mayReach(address, port, policy)).toContain(reason)
  })
})
