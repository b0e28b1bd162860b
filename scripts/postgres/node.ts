// Nodes of the built executable on one database, under a service manager that restarts them.
import { join } from 'node:path'
import { type Binary, freePort, startBinary } from '../../test/kit/binary.ts'

interface Node {
  readonly port: number
  /** Sends SIGKILL. Resolves when the node was restarted and is ready again. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Its log lines of level error, over all its starts. */
  errors(): string[]
}

export interface Nodes {
  readonly all: readonly Node[]
  readonly ended: readonly string[] // ends of a node that nothing here asked for
}

/** Starts nodes one after another, each with a folder in `root`. */
export async function startNodes(
  count: number,
  root: string,
  env: Readonly<Record<string, string>>,
): Promise<Nodes> {
  const ended: string[] = []
  const all: Node[] = []
  for (let number = 1; number <= count; number++)
    all.push(await startNode(`node ${number}`, join(root, `node-${number}`), { ...env }, ended))
  return { all, ended }
}

/** Starts one node, which is restarted whenever it ends. Unexpected ends are added to `ended`. */
async function startNode(
  name: string,
  data: string,
  env: Record<string, string>,
  ended: string[],
): Promise<Node> {
  const port = freePort()
  const logs: string[] = []
  let isStopping = false
  let box = await start()
  let ready: Promise<void> = Promise.resolve()

  async function start(): Promise<Binary> {
    const started = await startBinary({ data, port, env })
    void started.process.exited.then(code => {
      logs.push(started.log())
      if (isStopping) return
      if (started.process.signalCode !== 'SIGKILL') ended.push(`${name} ended with ${code}`)
      ready = restartUntilStopped()
    })
    return started
  }

  async function restartUntilStopped(): Promise<void> {
    for (let tries = 0; !isStopping; tries++)
      try {
        box = await start()
        return
      } catch (error) {
        // The database may be away just then.
        if (tries > 20) throw error
      }
  }

  return {
    port,
    async kill() {
      await box.kill9()
      await ready
    },
    async stop() {
      await ready
      isStopping = true
      await box.stop()
    },
    errors: () =>
      [...logs, box.log()].flatMap(text => text.split('\n').filter(line => line.includes('"level":"error"'))),
  }
}
