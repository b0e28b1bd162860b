// The shop's network, as a second machine sees it: it finds kaunta.local, opens https with this server's
// authority trusted, and is refused what the authority may not certify. Machines are network namespaces.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cable, layCable, type Machine, namespacesHere } from '../kit/namespace.ts'

setDefaultTimeout(60_000)

const root = join(import.meta.dir, '../..')
const kaunta = join(root, 'dist/kaunta')

/** Asks again until the answer is as wanted. */
async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (performance.now() > deadline) throw new Error(`not in time: ${JSON.stringify(answer)}`)
    await Bun.sleep(50)
  }
}

const curl = (machine: Machine, ...words: string[]) =>
  machine.run(['curl', '-sS', '--max-time', '5', ...words])
const lookUp = async (machine: Machine, address: string, name: string, type: string, ms = 2_000) => {
  const script = join(root, 'test/kit/mdns-query.ts')
  const { output } = await machine.run([process.execPath, script, name, type, address, String(ms)])
  return JSON.parse(output || '[]') as { name: string; type: string; ttl: number; data: unknown }[]
}
const isReady = (from: Machine, address: string) =>
  until(
    () => curl(from, `http://${address}:8080/ready`),
    ({ output }) => output.includes('"ready"'),
  )
const serve = (machine: Machine, data: string, ...args: string[]) =>
  machine.start([kaunta, 'serve', '--data', data, ...args])

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
    authorityFile = join(cable.folder, 'ca.pem')
    serve(cable.shop, join(cable.folder, 'shop'))
    await isReady(cable.phone, cable.shop.address)
    const { output } = await until(
      () =>
        curl(
          cable.phone,
          `http://${cable.shop.address}:8080/trust/ca.crt`,
          '-H',
          'accept: application/x-pem-file',
        ),
      ({ output }) => output.includes('BEGIN CERTIFICATE'),
    )
    writeFileSync(authorityFile, output)
  })
  afterAll(() => cable?.remove())

  test('a second machine finds kaunta.local and its services', async () => {
    const found = await until(
      () => lookUp(cable.phone, cable.phone.address, 'kaunta.local', 'A'),
      answers => answers.length > 0,
    )
    expect(found).toContainEqual(expect.objectContaining({ type: 'A', data: cable.shop.address, ttl: 120 }))
    for (const [type, port] of [
      ['_http._tcp.local', 8080],
      ['_https._tcp.local', 8443],
    ] as const) {
      const service = await lookUp(cable.phone, cable.phone.address, type, 'PTR')
      expect(service).toContainEqual(expect.objectContaining({ name: type, data: `kaunta.${type}` }))
      expect(service).toContainEqual(
        expect.objectContaining({
          type: 'SRV',
          data: expect.objectContaining({ port, target: 'kaunta.local' }),
        }),
      )
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

  test('an address that changes while it runs gets a certificate, and answers', async () => {
    cable.shop.move('10.77.0.101')
    const { output } = await until(
      () => https(cable.phone, '10.77.0.101', '10.77.0.101'),
      ({ code }) => code === 0,
    )
    expect(output).toContain('"ok"')
    const found = await until(
      () => lookUp(cable.phone, cable.phone.address, 'kaunta.local', 'A'),
      answers => answers.some(({ data }) => data === '10.77.0.101'),
    )
    expect(found.length).toBeGreaterThan(0)
    cable.shop.move(cable.shop.address)
    await until(
      () => lookUp(cable.phone, cable.phone.address, 'kaunta.local', 'A'),
      answers => answers.some(({ data }) => data === cable.shop.address),
    )
  })

  test('a second Kaunta gives way as kaunta-2.local', async () => {
    const second = serve(cable.third, join(cable.folder, 'third'))
    const found = await until(
      () => lookUp(cable.phone, cable.phone.address, 'kaunta-2.local', 'A'),
      answers => answers.length > 0,
    )
    expect(found).toContainEqual(expect.objectContaining({ data: cable.third.address }))
    const first = await lookUp(cable.phone, cable.phone.address, 'kaunta.local', 'A')
    expect(first.filter(({ type }) => type === 'A').map(({ data }) => data)).toEqual([cable.shop.address])
    second.kill('SIGTERM')
    expect(await second.exited).toBe(0)
    expect(await lookUp(cable.phone, cable.phone.address, 'kaunta-2.local', 'A', 500)).toEqual([])
  })
})
