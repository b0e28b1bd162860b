// The balancer of docs/postgres/compose.yml on this computer: Debian's HAProxy with the configuration from
// that file, and its view of the nodes. Only ports, the file of the certificate, the name server and the
// number of connections differ, because many computers allow a program too few files.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'
import { freePort } from './binary.ts'
import { newCertificate } from './certificate.ts'
import { newNameServer } from './name-server.ts'
import { needed } from './needed.ts'

const compose = join(import.meta.dir, '../../docs/postgres/compose.yml')
const program = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find(existsSync) ?? Bun.which('haproxy')
/** Whether it is on this computer. Without it its tests are skipped, but in CI they fail. */
export const haproxyHere = needed(program != null, 'haproxy is missing: apt-get install haproxy')

const running = new Set<Bun.Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

interface Documented {
  readonly environment: Readonly<Record<string, string>> // the environment of each node
  readonly nodes: readonly string[] // their names
  readonly configuration: string // HAProxy's configuration
}

/** Reads the nodes and balancer of compose.yml. */
export async function documentedBalancer(): Promise<Documented> {
  const { services, configs } = Object(Bun.YAML.parse(await Bun.file(compose).text()))
  const nodes = Object.keys(services).filter(name => name.startsWith('kaunta'))
  const [first] = nodes
  assert(first, 'compose.yml has nodes')
  return { environment: services[first].environment, nodes, configuration: configs.haproxy.content }
}

interface NodeState {
  /** `UP`, `DOWN`, `MAINT` while its name has no address; during a change followed by a count. */
  readonly status: string
  readonly requests: number // requests that it got, and how many of them are running
  readonly underWay: number
  readonly check: string // what the last check found
}

export interface RunningBalancer {
  readonly httpPort: number
  readonly httpsPort: number
  readonly authority: string // the authority of its certificate, as PEM and as a file
  readonly authorityFile: string
  /** HAProxy's check of its configuration, with its exit code. */
  readonly checked: { readonly code: number; readonly words: string }
  /** Moves a node to an address of loopback. */
  move(node: string, address: string): void
  state(node: string): Promise<NodeState>
  log(): string
  stop(): Promise<void>
}

/** Replaces a text, which must exist. */
function put(text: string, from: string | RegExp, to: string): string {
  const changed = text.replaceAll(from, to)
  assert(changed !== text, `the configuration has ${from}`)
  return changed
}

/** Writes a certificate for a host in compose.yml's form: the certificate, then its key. */
async function writeCertificate(folder: string, host: string) {
  const { authority, leaf } = await newCertificate(host, ['127.0.0.1'])
  const authorityFile = join(folder, 'authority.pem')
  const pemFile = join(folder, 'balancer.pem')
  writeFileSync(authorityFile, authority)
  writeFileSync(pemFile, `${leaf.certificate}\n${leaf.key}`, { mode: 0o600 })
  return { authority, authorityFile, pemFile }
}

/** Sends a command to the balancer's control socket. */
async function control(socket: string, command: string): Promise<string> {
  let text = ''
  const ended = Promise.withResolvers<void>()
  await Bun.connect({
    unix: socket,
    socket: {
      open: peer => void peer.write(`${command}\n`),
      data(_, bytes) {
        text += bytes.toString()
      },
      close: () => ended.resolve(),
    },
  })
  await ended.promise
  return text
}

/** @param ports of the nodes, by name; @param host of the certificate */
export async function openBalancer(
  folder: string,
  host: string,
  ports: ReadonlyMap<string, number>,
): Promise<RunningBalancer> {
  assert(program, 'HAProxy is on this computer')
  const names = await newNameServer([...ports.keys()])
  const { authority, authorityFile, pemFile } = await writeCertificate(folder, host)
  const [httpPort, httpsPort] = [freePort(), freePort()]
  let text = (await documentedBalancer()).configuration
  text = put(text, 'bind :8080', `bind 127.0.0.1:${httpPort}`)
  text = put(text, 'bind :8443', `bind 127.0.0.1:${httpsPort}`)
  text = put(text, '/run/secrets/balancer.pem', pemFile)
  text = put(text, 'parse-resolv-conf', `nameserver test 127.0.0.1:${names.port}`)
  text = put(text, 'maxconn 20000', 'maxconn 1000')
  for (const [name, port] of ports) text = put(text, `${name}:8080`, `${name}:${port}`)
  const socket = join(folder, 'haproxy.sock')
  const files = [join(folder, 'haproxy.cfg'), join(folder, 'control.cfg')] as const
  writeFileSync(files[0], text)
  writeFileSync(files[1], `global\n  stats socket ${socket} mode 600\n`)
  const check = Bun.spawnSync([program, '-c', '-dW', '-f', files[0]])
  const child = Bun.spawn([program, '-db', '-f', files[0], '-f', files[1]], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let said = ''
  const heard = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stderr) said += decoder.decode(chunk, { stream: true })
  })()
  return {
    httpPort,
    httpsPort,
    authority,
    authorityFile,
    checked: { code: check.exitCode, words: `${check.stdout}${check.stderr}` },
    move: names.move,
    async state(node) {
      const rows = (await control(socket, 'show stat')).split('\n').map(row => row.split(','))
      const heads = rows[0] ?? []
      const row = rows.find(([proxy, server]) => proxy === 'nodes' && server === node) ?? []
      const at = (head: string) => row[heads.indexOf(head)] ?? ''
      return {
        status: at('status'),
        requests: Number(at('stot')),
        underWay: Number(at('scur')),
        check: at('check_status'),
      }
    },
    log: () => said,
    async stop() {
      child.kill('SIGTERM')
      await Promise.all([child.exited, heard])
      running.delete(child)
      names.stop()
    },
  }
}
