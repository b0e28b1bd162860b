// The shop's network, from a second machine: it finds kaunta.local, opens https with this server's authority
// trusted, and refuses what the authority may not certify. Machines are network namespaces.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { serveNames } from '../kit/foreign-name.ts'
import { authorityFileOf, curl, isReady, lookUp, serve, until } from '../kit/lan.ts'
import { type Cable, layCable, type Machine, namespacesHere } from '../kit/namespace.ts'
import { proofTest } from '../kit/proof.ts'

setDefaultTimeout(300_000)

describe.skipIf(!namespacesHere)('in the shop’s network', () => {
  let cable: Cable
  let authorityFile: string
  const https = (machine: Machine, host: string, address: string, path = '/health') =>
    curl(
      machine,
      '--cacert',
      authorityFile,
      '--resolve',
      `${host}:8443:${address}`,
      `https://${host}:8443${path}`,
    )

  beforeAll(async () => {
    cable = layCable()
    await cable.shop.run(['ip', 'addr', 'add', 'fd77::1/64', 'dev', 'eth0'])
    serve(cable.shop, join(cable.folder, 'shop'))
    await isReady(cable.phone, cable.shop.address)
    authorityFile = await authorityFileOf(cable)
  })
  afterAll(() => cable?.remove())

  test('a second machine finds kaunta.local and its services', async () => {
    const found = await until(
      () => lookUp(cable.phone, 'kaunta.local', 'A'),
      answers => answers.length > 0,
    )
    expect(found).toContainEqual(expect.objectContaining({ type: 'A', data: cable.shop.address, ttl: 120 }))
    for (const [type, port] of [
      ['_http._tcp.local', 8080],
      ['_https._tcp.local', 8443],
    ] as const) {
      const service = await lookUp(cable.phone, type, 'PTR')
      expect(service).toContainEqual(expect.objectContaining({ name: type, data: `kaunta.${type}` }))
      expect(service).toContainEqual(
        expect.objectContaining({
          type: 'SRV',
          data: expect.objectContaining({ port, target: 'kaunta.local' }),
        }),
      )
      // The card has an IPv6 address, but the server listens on IPv4 alone.
      expect(service.map(record => record.type)).not.toContain('AAAA')
    }
  })

  test('https is trusted by name and by address with the authority, and not without', async () => {
    for (const host of ['kaunta.local', cable.shop.address])
      expect(await https(cable.phone, host, cable.shop.address)).toMatchObject({
        code: 0,
        output: expect.stringContaining('"ok"'),
      })
    const without = await curl(cable.phone, `https://${cable.shop.address}:8443/health`)
    expect(without.code).toBe(60)
    const fetched = await cable.phone.run([
      process.execPath,
      '-e',
      `const ca = await Bun.file('${authorityFile}').text()
       console.log(await (await fetch('https://${cable.shop.address}:8443/health', { tls: { ca } })).text())`,
    ])
    expect(fetched.output).toContain('"ok"')
  })

  test('a certificate of that authority for another name is refused', async () => {
    await serveNames(cable, join(cable.folder, 'shop'), { 'bank.example': 8444, 'kaunta-9.local': 8445 })
    const ask = (name: string, port: number) =>
      curl(
        cable.phone,
        ...['--cacert', authorityFile, '--resolve', `${name}:${port}:${cable.third.address}`],
        `https://${name}:${port}`,
      )
    expect(await ask('kaunta-9.local', 8445)).toMatchObject({ code: 0, output: 'reached kaunta-9.local' })
    expect(await ask('bank.example', 8444)).toMatchObject({
      code: 60,
      errors: expect.stringContaining('permitted subtree violation'),
    })
  })

  proofTest('an address that changes while it runs gets a certificate, and answers', async () => {
    cable.shop.move('10.77.0.101')
    const { output } = await until(
      () => https(cable.phone, '10.77.0.101', '10.77.0.101'),
      ({ code }) => code === 0,
    )
    expect(output).toContain('"ok"')
    const found = await until(
      () => lookUp(cable.phone, 'kaunta.local', 'A'),
      answers => answers.some(({ data }) => data === '10.77.0.101'),
    )
    expect(found.length).toBeGreaterThan(0)
    cable.shop.move(cable.shop.address)
    await until(
      () => lookUp(cable.phone, 'kaunta.local', 'A'),
      answers => answers.some(({ data }) => data === cable.shop.address),
    )
  })

  test('a second Kaunta gives way as kaunta-2.local', async () => {
    const second = serve(cable.third, join(cable.folder, 'third'))
    const found = await until(
      () => lookUp(cable.phone, 'kaunta-2.local', 'A'),
      answers => answers.length > 0,
    )
    expect(found).toContainEqual(expect.objectContaining({ data: cable.third.address }))
    const first = await lookUp(cable.phone, 'kaunta.local', 'A')
    expect(first.filter(({ type }) => type === 'A').map(({ data }) => data)).toEqual([cable.shop.address])
    second.kill('SIGTERM')
    expect(await second.exited).toBe(0)
    expect(await lookUp(cable.phone, 'kaunta-2.local', 'A', 500)).toEqual([])
  })

  proofTest('a server that starts before its network is found once the network is there', async () => {
    const { third, phone } = cable
    third.leave()
    const late = serve(third, join(cable.folder, 'late'))
    await late.stdout.getReader().read() // it prints its addresses once its start is over
    third.move(third.address)
    const found = await until(
      () => lookUp(phone, 'kaunta-2.local', 'A'),
      answers => answers.length > 0,
    )
    expect(found).toContainEqual(expect.objectContaining({ data: third.address }))
    late.kill('SIGTERM')
    await late.exited
  })
})
