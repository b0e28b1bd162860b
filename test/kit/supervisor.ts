// Runs a systemd unit with test/kit/supervisor.py in a separate process, and returns its events in order.
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'

export interface Supervisor {
  /** Waits for the next event, which must be this one. */
  next(event: string): Promise<Record<string, unknown>>
  /** Asks it to stop the service and to end. */
  stop(): void
  readonly exited: Promise<number>
}

/** @param watchdogSeconds how long the service may be silent, instead of the unit's value */
export function startSupervisor(
  unit: string,
  { watchdogSeconds }: { readonly watchdogSeconds: number },
): Supervisor {
  const words = ['python3', join(import.meta.dir, 'supervisor.py'), unit, String(watchdogSeconds)]
  const child = Bun.spawn(words, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  process.on('exit', () => child.kill('SIGTERM'))
  const lines = linesOf(child.stdout)
  return {
    async next(event) {
      const { value } = await lines.next()
      assert(value, `it ended before ${event}`)
      const happened = JSON.parse(value)
      assert(happened.event === event, `${event} was next, and this happened: ${value}`)
      return happened
    },
    stop: () => child.kill('SIGTERM'),
    exited: child.exited,
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of stream) {
    const lines = (text + decoder.decode(piece, { stream: true })).split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}
