// Machines on one cable, each a network namespace: nothing they send leaves them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'

const run = (...words: string[]) => Bun.spawnSync(words, { stdout: 'pipe', stderr: 'pipe' })
function must(...words: string[]): void {
  const { exitCode, stderr } = run(...words)
  assert(exitCode === 0, `${words.join(' ')}: ${stderr.toString()}`)
}

const tried = `kaunta-try-${process.pid}`

/**
 * Whether namespaces can be created here. If the system forbids them the tests are skipped; without the
 * program they fail in CI, which installs it.
 */
export const namespacesHere = run('sh', '-c', `ip netns add ${tried} && ip netns del ${tried}`).exitCode === 0
if (!namespacesHere) {
  const missing = 'network namespaces are not permitted: run as root, with iproute2'
  if (Bun.env.CI && Bun.env.CI !== 'false' && !Bun.which('ip')) throw new Error(missing)
  console.warn(`Tests between machines are skipped. ${missing}`)
}

interface Ran {
  readonly code: number
  readonly output: string
  readonly errors: string
}

export interface Machine {
  readonly address: string
  readonly inside: readonly string[] // put before a command line, it runs on this machine
  /** Runs a program on this machine. @param maxMs after which it is ended */
  run(words: readonly string[], maxMs?: number): Promise<Ran>
  /** Starts a program that goes on. */
  start(words: readonly string[], env?: Record<string, string>): Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  /** Takes the address of its card away. */
  leave(): void
  /** Gives its card another address. */
  move(address: string): void
}

export interface Cable {
  readonly shop: Machine
  readonly phone: Machine
  readonly third: Machine
  readonly folder: string // a folder of this test
  remove(): void
}

/** Connects three machines behind one switch: 10.77.0.1 is the server, .2 and .3 are others. */
export function layCable(): Cable {
  const id = String(process.pid)
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-lan-'))
  const children = new Set<Bun.Subprocess>()
  const switchName = `kswitch-${id}`
  must('ip', 'netns', 'add', switchName)
  must('ip', '-n', switchName, 'link', 'add', 'br0', 'type', 'bridge')
  must('ip', '-n', switchName, 'link', 'set', 'br0', 'up')
  const names: string[] = [switchName]

  function machine(name: string, last: number): Machine {
    const space = `k${name}-${id}`
    names.push(space)
    must('ip', 'netns', 'add', space)
    must('ip', '-n', space, 'link', 'set', 'lo', 'up')
    must(
      ...['ip', 'link', 'add', 'eth0', 'netns', space, 'type', 'veth'],
      ...['peer', 'name', name, 'netns', switchName],
    )
    must('ip', '-n', switchName, 'link', 'set', name, 'master', 'br0', 'up')
    const address = `10.77.0.${last}`
    must('ip', '-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    // Without this a browser reports a change of network a second later, when its IPv6 address is confirmed.
    const detection = '/proc/sys/net/ipv6/conf/eth0/accept_dad'
    must('ip', 'netns', 'exec', space, 'sh', '-c', `[ ! -e ${detection} ] || echo 0 > ${detection}`)
    must('ip', '-n', space, 'link', 'set', 'eth0', 'up')
    must('ip', '-n', space, 'route', 'add', '224.0.0.0/4', 'dev', 'eth0')
    const inside = ['ip', 'netns', 'exec', space]
    const leave = () => must('ip', '-n', space, 'addr', 'flush', 'dev', 'eth0', 'scope', 'global')
    return {
      address,
      inside,
      async run(words, maxMs = 60_000) {
        const child = Bun.spawn([...inside, ...words], {
          stdin: 'ignore',
          stdout: 'pipe',
          stderr: 'pipe',
          timeout: maxMs,
        })
        const [output, errors, code] = await Promise.all([
          new Response(child.stdout).text(),
          new Response(child.stderr).text(),
          child.exited,
        ])
        return { code, output, errors }
      },
      start(words, env = {}) {
        const child = Bun.spawn([...inside, ...words], {
          env: { PATH: Bun.env.PATH ?? '', ...env },
          stdin: 'ignore',
          stdout: 'pipe',
          stderr: 'pipe',
        })
        children.add(child)
        return child
      },
      leave,
      move(next) {
        leave()
        must('ip', '-n', space, 'addr', 'add', `${next}/24`, 'dev', 'eth0')
        must('ip', '-n', space, 'route', 'replace', '224.0.0.0/4', 'dev', 'eth0')
      },
    }
  }

  return {
    shop: machine('shop', 1),
    phone: machine('phone', 2),
    third: machine('third', 3),
    folder,
    remove() {
      for (const child of children) child.kill('SIGKILL')
      for (const name of names) run('ip', 'netns', 'del', name)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
