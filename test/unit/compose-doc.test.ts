// docs/postgres/compose.yml without a container engine: its settings are valid, its nodes are equal, and the
// balancer checks each of them.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readConfig, settings } from '../../src/config.ts'

interface Service {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>
  readonly volumes?: readonly string[]
  readonly depends_on?: object
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<
    Record<string, { readonly ipam: { readonly config: { readonly subnet: string }[] } }>
  >
  readonly volumes: object
  readonly secrets: object
  readonly configs: { readonly haproxy: { readonly content: string } }
}

const text = await Bun.file(join(import.meta.dir, '../../docs/postgres/compose.yml')).text()
const compose = Bun.YAML.parse(text) as Compose
const nodes = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('kaunta:'))
const namesOf = (listed: object): string[] => (Array.isArray(listed) ? listed : Object.keys(listed))
const known = new Set(Object.values(settings).map(({ environment }) => environment))

test('there are three nodes, which differ in their names alone', () => {
  expect(nodes.map(([name]) => name)).toEqual(['kaunta1', 'kaunta2', 'kaunta3'])
  const [first, ...others] = nodes.map(([, node]) => ({ ...node, hostname: '' }))
  for (const other of others) expect(other).toEqual(first ?? expect.anything())
})

test('the settings of nodes are settings of Kaunta, and right ones', () => {
  for (const [, { environment = {} }] of nodes) {
    expect(Object.keys(environment).filter(name => !known.has(name))).toEqual([])
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{\w+:\?\}/, 'secret')]),
    )
    const config = readConfig({}, filled)
    expect(config).toMatchObject({ databaseUrl: 'postgres://kaunta:secret@database/kaunta', httpsPort: 0 })
    expect(Object(compose.services.balancer?.networks).inside.ipv4_address).toBe(
      environment.KAUNTA_TRUSTED_PROXIES ?? '',
    )
  }
})

test('what is named exists: services, secrets, volumes, networks', () => {
  for (const { secrets = [], networks = [], volumes = [], depends_on = {} } of Object.values(
    compose.services,
  )) {
    const needed = namesOf(depends_on)
    expect(needed.filter(name => !(name in compose.services))).toEqual([])
    expect(secrets.filter(name => !(name in compose.secrets))).toEqual([])
    expect(namesOf(networks).filter(name => !(name in compose.networks))).toEqual([])
    expect(
      volumes.map(volume => volume.split(':')[0] ?? '').filter(name => !(name in compose.volumes)),
    ).toEqual([])
  }
})

test('the balancer asks each node for /ready and has no sticky sessions', () => {
  const { content } = compose.configs.haproxy
  const servers = [...content.matchAll(/^ *server (\w+) (\w+):(\d+)$/gm)].map(found => found.slice(1))
  // Once as ready ones, and once to show why they are not.
  const each = nodes.map(([name]) => [name, name, settings.port.default])
  expect(servers).toEqual([...each, ...each])
  expect(content).toContain('http-check send meth GET uri /ready ')
  expect(content).not.toMatch(/cookie|stick/)
})
