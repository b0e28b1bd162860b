// Starts one server for a bench, waits until it is ready and stops it; none outlives the bench.
import { freePort } from '../../test/kit/binary.ts'

/** A server that takes longer to start has failed. */
const readyMaxMs = 10_000
/** The limiter is on and counts, but this limit (its maximum) is never reached. */
export const environment = {
  KAUNTA_RATE_LIMIT: '1000000',
  KAUNTA_PHONE_PUSHES: '0',
  KAUNTA_HTTPS_PORT: '0',
  KAUNTA_MDNS: 'off',
}
const running = new Set<Bun.Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface Started {
  readonly port: number
  readonly pid: number
  readonly seconds: number // from the start of the process until /ready answered 200
  stop(): Promise<void>
}

/**
 * Starts the command line that `command` returns for a free port, and waits until `readyPath` answers 200.
 * `more` are variables for its environment. Throws if it ends or is not ready in time.
 */
export async function start(
  command: (port: number) => string[],
  readyPath = '/ready',
  more: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const port = freePort()
  const startMs = performance.now()
  const child = Bun.spawn(command(port), {
    env: { ...environment, ...more },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  running.add(child)
  while (!(await isReady(port, readyPath))) {
    if (child.exitCode !== null || performance.now() - startMs > readyMaxMs)
      throw new Error(`${command(port)[0]} did not start`)
    await Bun.sleep(1)
  }
  return {
    port,
    pid: child.pid,
    seconds: (performance.now() - startMs) / 1_000,
    async stop() {
      child.kill('SIGTERM')
      if ((await child.exited) !== 0)
        throw new Error(`${command(port)[0]} ended with ${child.exitCode ?? child.signalCode}`)
      running.delete(child)
    },
  }
}

/** Starts `kaunta serve` on a data folder. `more` are variables for its environment. */
export const serve = (
  kaunta: string,
  data: string,
  more?: Readonly<Record<string, string>>,
): Promise<Started> =>
  start(
    port => [kaunta, 'serve', '--data', data, '--host', '127.0.0.1', '--port', String(port)],
    undefined,
    more,
  )

/** Whether the path answers 200. A refused connection means not yet. */
async function isReady(port: number, path: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}
