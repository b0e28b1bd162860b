// A shop on the nodes and the balancer of docs/postgres/compose.yml: the built executable three times on one
// database, each with its environment from that file, behind HAProxy. Each node has its own connection to the
// database.
import { join } from 'node:path'
import { newBalancer } from '../../scripts/postgres/balancer.ts'
import { assert } from '../../src/domain/fault.ts'
import { type Binary, freePort, type Initial, initBinary, startBinary } from './binary.ts'
import { documentedBalancer, openBalancer, type RunningBalancer } from './haproxy.ts'
import { until } from './lan.ts'

/** No outage lasts this long. */
const triesMax = 200

/** One try of a request. */
interface Try {
  readonly at: number // when it was sent; milliseconds of this process
  readonly status: number | 'broken' // `broken` when the connection ended without an answer
}

export interface Sale {
  readonly key: string
  readonly reference: string
  readonly failed: readonly Try[]
}

interface BalancedNode {
  readonly name: string
  /** Returns the server that runs now. */
  box(): Binary
  /** @param host an address of loopback */
  start(host?: string): Promise<void>
  /** Breaks its connections to the database, and refuses new ones. */
  cut(): void
  mend(): Promise<void>
  close(): Promise<void>
}

interface Asked {
  readonly status: number
  readonly body: { readonly data: Record<string, unknown>; readonly reason?: string }
}

/** Returns a new key of at most 30 characters. */
const newKey = () => crypto.randomUUID().replaceAll('-', '').slice(2)

/** Returns the shop as tests reach it from outside. */
function newOutside(balancer: RunningBalancer, host: string, apiKey: string) {
  const base = `https://127.0.0.1:${balancer.httpsPort}`
  const headers = { host, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const send = (path: string, init: RequestInit = {}) =>
    fetch(base + path, { ...init, headers: { ...headers, ...init.headers }, tls: { ca: balancer.authority } })
  async function ask(path: string, init: RequestInit = {}): Promise<Asked> {
    const answer = await send(path, init)
    return { status: answer.status, body: (await answer.json()) as Asked['body'] }
  }
  const post = (path: string, key: string, body: unknown) =>
    ask(path, { method: 'POST', headers: { 'idempotency-key': key }, body: JSON.stringify(body) })
  const create = (key: string) =>
    post('/v1/payments', key, {
      payment_type: 'dynamic-qr',
      details: { amount: 5_000, currency: 'TZS' },
    })
  const pay = (reference: string, key = newKey()) =>
    post(`/v1/sandbox/payments/${reference}`, key, { outcome: 'completed' })

  /** Repeats a request with its key until there is an answer. */
  async function persist(failed: Try[], send: () => Promise<Asked>): Promise<Asked> {
    const at = performance.now()
    const answer = await send().catch(() => undefined) // noted below
    if (answer && answer.status < 300) return answer
    failed.push({ at, status: answer?.status ?? 'broken' })
    assert(failed.length < triesMax, `no answer: ${answer?.status} ${JSON.stringify(answer?.body)}`)
    return persist(failed, send)
  }
  /** Creates a payment and has it paid. */
  async function sell(key = newKey()): Promise<Sale> {
    const failed: Try[] = []
    const { body } = await persist(failed, () => create(key))
    const reference = String(body.data.reference)
    const payKey = newKey()
    await persist(failed, () => pay(reference, payKey))
    return { key, reference, failed }
  }
  /** Starts tills that sell continuously. @returns ends them, with all their sales */
  function openTills(count: number): () => Promise<Sale[]> {
    let isOpen = true
    const till = async () => {
      const sales: Sale[] = []
      while (isOpen) sales.push(await sell())
      return sales
    }
    const all = Promise.all(Array.from({ length: count }, till))
    return async () => {
      isOpen = false
      return (await all).flat()
    }
  }
  return { send, ask, create, pay, sell, openTills }
}

export interface BalancedShop {
  readonly made: Initial
  readonly host: string
  readonly nodes: readonly BalancedNode[]
  readonly balancer: RunningBalancer
  readonly outside: ReturnType<typeof newOutside>
  /** Resolves once the balancer reports this status of a node. */
  until(node: BalancedNode, status: 'UP' | 'DOWN' | 'MAINT'): Promise<void>
  /** Returns how many requests each node was given. */
  requests(): Promise<number[]>
  close(): Promise<void>
}

async function openNode(
  name: string,
  folder: string,
  port: number,
  env: Record<string, string>,
): Promise<BalancedNode> {
  const url = new URL(env.KAUNTA_DATABASE_URL ?? '')
  const server = Number(url.port)
  let line = await newBalancer([server])
  url.port = String(line.port)
  const start = (host?: string) =>
    startBinary({
      data: join(folder, name),
      port,
      env: { ...env, KAUNTA_DATABASE_URL: url.href },
      ...(host === undefined ? {} : { host }),
    })
  let box = await start()
  return {
    name,
    box: () => box,
    async start(host) {
      box = await start(host)
    },
    cut: () => line.stop(),
    async mend() {
      line = await newBalancer([server], line.port)
    },
    async close() {
      await box.stop()
      line.stop()
    },
  }
}

/** @param database an empty one */
export async function openBalancedShop(folder: string, database: string): Promise<BalancedShop> {
  const { environment, nodes: names } = await documentedBalancer()
  const own = {
    KAUNTA_DATABASE_URL: database,
    KAUNTA_SECRET_KEY_FILE: join(folder, 'secret.key'),
    KAUNTA_TRUSTED_PROXIES: '127.0.0.1',
    // One key sells more here than a till does.
    KAUNTA_RATE_LIMIT: '0',
  }
  const env = { ...environment, ...own }
  const host = new URL(environment.KAUNTA_PUBLIC_URL ?? '').host
  const made = await initBinary(join(folder, 'init'), env)
  const ports = new Map(names.map(name => [name, freePort()]))
  const nodes = await Promise.all([...ports].map(([name, port]) => openNode(name, folder, port, env)))
  const balancer = await openBalancer(folder, host, ports)
  const stateOf = (node: BalancedNode) => balancer.state(node.name)
  const shop = {
    made,
    host,
    nodes,
    balancer,
    outside: newOutside(balancer, host, made.sandbox_api_key),
    async until(node: BalancedNode, wanted: string) {
      await until(
        () => stateOf(node).catch(() => undefined), // it starts
        state => state?.status === wanted,
      )
    },
    requests: () => Promise.all(nodes.map(async node => (await stateOf(node)).requests)),
    async close() {
      await balancer.stop()
      await Promise.all(nodes.map(node => node.close()))
    },
  }
  for (const node of nodes) await shop.until(node, 'UP')
  return shop
}
