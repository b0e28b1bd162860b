// How long creates take while one of two nodes on a database is killed and comes back. Each client creates at
// a pace over its own node, as behind a balancer: a create without an answer is sent again with its key to
// the other node, and a failed node gets nothing until it is ready again. A create takes as long as all its
// tries.
import type { Started } from './server.ts'

const clients = 64
/** Between two creates of a client, milliseconds: far less than the machine can do. */
const pauseMs = 100
const retryMs = 20
const looksMax = 200

interface Wait {
  readonly at: number
  readonly ms: number
  readonly tries: number
}

/** Creates that were answered in one phase. */
interface Phase {
  readonly name: string
  readonly answers: number
  readonly again: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly longestMs: number
}

interface Plan {
  readonly nodes: Started[]
  readonly key: string
  readonly seconds: number // the length of each phase
  /** Starts a node again in place of the first. */
  restart(): Promise<Started>
}

function phaseOf(name: string, waits: readonly Wait[], from: number, to: number): Phase {
  const those = waits.filter(({ at }) => at >= from && at < to)
  const times = those.map(({ ms }) => ms).sort((a, b) => a - b)
  const part = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const again = those.filter(({ tries }) => tries > 1).length
  return { name, answers: those.length, again, p50Ms: part(0.5), p99Ms: part(0.99), longestMs: part(1) }
}

/** Creates until `isOver`. @throws when one is refused, or never answered */
async function runClient(home: number, nodes: Started[], failed: Set<Started>, plan: Client): Promise<void> {
  for (let count = 0; !plan.isOver(); count++) {
    const began = performance.now()
    let tries = 0
    let looks = 0
    for (let index = home; ; index++) {
      if (looks++ === looksMax) throw new Error('a create was never answered')
      const node = nodes[index % nodes.length]
      if (!node || failed.has(node)) continue
      tries++
      if (await isCreated(node, plan.key, `${plan.name}-${home}-${count}`)) break
      failed.add(node)
      await Bun.sleep(retryMs)
    }
    plan.waits.push({ at: performance.now(), ms: performance.now() - began, tries })
    await Bun.sleep(pauseMs)
  }
}

interface Client {
  readonly key: string
  readonly name: string
  readonly waits: Wait[]
  isOver(): boolean
}

const body = JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } })

/** @returns false when the node did not answer */
async function isCreated({ port }: Started, key: string, idempotencyKey: string): Promise<boolean> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  }
  const url = `http://127.0.0.1:${port}/v1/payments`
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined) // killed meanwhile
  await answer?.arrayBuffer().catch(() => {})
  if (answer && answer.status !== 201 && answer.status !== 503)
    throw new Error(`a create answered ${answer.status}`)
  return answer?.status === 201
}

/** Creates on both nodes, kills the first and starts it again. */
export async function measureDeath({ nodes, key, seconds, restart }: Plan): Promise<Phase[]> {
  const waits: Wait[] = []
  const failed = new Set<Started>()
  let isOver = false
  const name = Date.now().toString(36)
  const running = Array.from({ length: clients }, (_, home) =>
    runClient(home, nodes, failed, { key, name, waits, isOver: () => isOver }),
  )
  const all = Promise.all(running)
  const phase = () => Promise.race([Bun.sleep(seconds * 1_000), all])
  await phase() // the warm-up
  const began = performance.now()
  await phase()
  const killedAt = performance.now()
  if (nodes[0]) process.kill(nodes[0].pid, 'SIGKILL')
  await phase()
  const startedAt = performance.now()
  nodes[0] = await restart()
  const backAt = performance.now()
  await phase()
  isOver = true
  await all
  return [
    phaseOf('both nodes', waits, began, killedAt),
    phaseOf('one was killed', waits, killedAt, startedAt),
    phaseOf('it starts', waits, startedAt, backAt),
    phaseOf('both again', waits, backAt, performance.now()),
  ]
}
