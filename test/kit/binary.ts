// Runs the built dist/kaunta as a shop would: a separate process with an empty environment, accessed over
// HTTP.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'
import { owner } from './people.ts'

const path = join(import.meta.dir, '../../dist/kaunta')
const startMaxMs = 60_000
/** Tests use only loopback, many servers run in parallel, and one phone rings for many sales. */
const quiet = { KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0', KAUNTA_PHONE_PUSHES: '0' }
const running = new Set<Bun.Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface BinaryOptions {
  readonly data: string // the data folder
  readonly port?: number // a free one when not given
  readonly host?: string // where it listens, 127.0.0.1 when not given
  /** The whole environment, in addition to what keeps it off the network. */
  readonly env?: Record<string, string>
  readonly args?: readonly string[] // more flags of `serve`, winning over ours
  readonly executable?: string // another executable than dist/kaunta
  readonly cwd?: string // the folder it is started in; ours when not given
}

export interface Binary {
  readonly url: string // without a slash at the end
  readonly process: Bun.Subprocess
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number>
  /** Ends it as a power cut would, as far as possible for a process. */
  kill9(): Promise<void>
  /** Resolves once it has printed this; rejects when it ends before. A server answers before it prints. */
  printed(text: string): Promise<void>
  output(): string
  /** Returns its log (stderr) so far. */
  log(): string
}

/**
 * Starts `kaunta serve` and waits until /ready answers 200. Throws with its output when it ends before that.
 */
export async function startBinary({
  data,
  port = freePort(),
  host = '127.0.0.1',
  env = {},
  args = [],
  executable = path,
  cwd = '.',
}: BinaryOptions): Promise<Binary> {
  assert(existsSync(path), 'dist/kaunta is missing: bun run build')
  const child = Bun.spawn(
    [executable, 'serve', '--data', data, '--host', host, '--port', String(port), ...args],
    {
      env: { ...quiet, ...env },
      cwd,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  const { output, log, printed, end } = watched(child)
  const url = `http://${host}:${port}`
  if (!(await isReady(url, child))) {
    const status = await end('SIGKILL')
    throw new Error(
      `dist/kaunta did not get ready at ${url}, status ${status}:\n${output.text()}${log.text()}`,
    )
  }
  return {
    url,
    process: child,
    stop: () => end('SIGTERM'),
    kill9: async () => void (await end('SIGKILL')),
    printed,
    output: output.text,
    log: log.text,
  }
}

export interface Ended {
  readonly code: number
  readonly output: string
  readonly log: string
}

/** Runs a `kaunta` command until it exits. @param input its standard input */
export async function runBinary(
  words: readonly string[],
  { env = {}, cwd = '.', input }: Partial<BinaryOptions> & { readonly input?: string } = {},
): Promise<Ended> {
  assert(existsSync(path), 'dist/kaunta is missing: bun run build')
  const child = Bun.spawn([path, ...words], {
    env: { ...quiet, ...env },
    cwd,
    stdin: input === undefined ? 'ignore' : new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.add(child)
  const [output, log, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  running.delete(child)
  return { code, output, log }
}

export interface Command {
  /** Resolves once it has printed this; rejects when it ends before. */
  printed(text: string): Promise<void>
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number>
  /** Ends it as a power cut would, as far as possible for a process. */
  kill9(): Promise<void>
  hasEnded(): boolean
  output(): string
  log(): string
}

/** Starts a `kaunta` command and leaves it running. */
export function startCommand(words: readonly string[]): Command {
  assert(existsSync(path), 'dist/kaunta is missing: bun run build')
  const child = Bun.spawn([path, ...words], { env: quiet, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const { output, log, printed, end } = watched(child)
  return {
    printed,
    stop: () => end('SIGTERM'),
    kill9: async () => void (await end('SIGKILL')),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: output.text,
    log: log.text,
  }
}

/** The last output of `kaunta init --json`. */
export interface Initial {
  readonly account: { readonly id: string; readonly name: string; readonly mode: string }
  readonly sandbox_account: { readonly id: string; readonly name: string; readonly mode: string }
  readonly api_key: string
  readonly sandbox_api_key: string
  readonly webhook_secret: string
  readonly sandbox_webhook_secret: string
}

/** Sets a data folder up by `kaunta init`. */
export async function initBinary(data: string, env: Record<string, string> = {}): Promise<Initial> {
  const person = ['--store', 'Duka la Asha', '--email', owner.email, '--password', owner.password]
  const { code, output, log } = await runBinary(['init', '--data', data, ...person, '--json'], { env })
  assert(code === 0, `init ended with ${code}: ${log}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

/** Below 32,768, from where the system takes the ports of outgoing calls. */
const ports = { first: 10_000, perProcess: 64, processes: 350 }
let portsTaken = 0

/**
 * Returns a free port. Each process of the suite has its own range and uses every port of it once, so that no
 * other process gets a port that is about to be opened again.
 */
export function freePort(): number {
  const range = ports.first + (process.pid % ports.processes) * ports.perProcess
  for (let tries = 0; tries < ports.perProcess; tries++) {
    const port = range + (portsTaken++ % ports.perProcess)
    if (isFree(port)) return port
  }
  throw new Error(`no port is free from ${range} to ${range + ports.perProcess - 1}`)
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '0.0.0.0', port, socket: { data() {} } }).stop(true)
    return true
  } catch {
    return false
  }
}

async function isReady(url: string, child: Bun.Subprocess): Promise<boolean> {
  const deadline = performance.now() + startMaxMs
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    // The server refuses connections until it listens.
    const answer = await fetch(`${url}/ready`, { headers: { host: 'localhost' } }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return true
    await Bun.sleep(5)
  }
  return false
}

/** Records its output, and ends it with the tests. */
function watched(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>) {
  running.add(child)
  const output = collected(child.stdout)
  const log = collected(child.stderr)
  return {
    output,
    log,
    async printed(text: string): Promise<void> {
      while (!output.text().includes(text)) {
        assert(child.exitCode === null, `it ended before it printed ${text}: ${log.text()}`)
        await Bun.sleep(5)
      }
    },
    async end(signal: NodeJS.Signals): Promise<number> {
      child.kill(signal)
      const code = await child.exited
      await Promise.all([output.ended, log.ended])
      running.delete(child)
      return code
    },
  }
}

function collected(stream: ReadableStream<Uint8Array>) {
  let text = ''
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  })()
  return { text: () => text, ended }
}
