// The proof that nodes on one database lose nothing: tills sell on all of them while one node after another
// is killed, and at the end the database's primary, for which its synchronous standby takes over. Then
// everything that was acknowledged is checked.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Initial, initBinary, runBinary } from '../../test/kit/binary.ts'
import { type Balancer, newBalancer } from './balancer.ts'
import { type Cluster, newCluster } from './cluster.ts'
import { type Nodes, startNodes } from './node.ts'
import { openTills, type Tills, type Wait } from './till.ts'

export interface ProofPlan {
  readonly programs: string // where PostgreSQL's programs are
  readonly nodes: number
  readonly seconds: number
  readonly tills: number
  readonly killEverySeconds: number
  /** Receives each event and its second. */
  readonly onEvent?: (second: number, what: string) => void
}

export interface Proof {
  readonly waits: readonly Wait[]
  readonly began: number // when the first till began; waits are measured on one clock
  readonly sales: number
  readonly kills: number
  /** How long after the last sale webhooks were still being sent; milliseconds. */
  readonly deliveredAfterMs: number
  readonly events: number // events that receivers got, and repetitions
  readonly repeated: number
  readonly troubles: ReadonlyMap<string, number>
  readonly ended: readonly string[]
  readonly errors: readonly string[]
  readonly failures: readonly string[] // broken promises in words; empty when there are none
}

/** No till may wait longer. */
export const waitMaxMs = 5_000

const database = 'kaunta'
/** Between two sales of a till. */
const pauseMs = 400
/** How long sales go on after the kill of the primary. */
const afterFailoverMs = 10_000
/** Webhooks that are not delivered this long after the last sale count as lost. */
const deliveryMaxMs = 120_000

interface ProofSetting {
  readonly root: string
  readonly primary: Cluster
  readonly standby: Cluster
  readonly databaseDoor: Balancer
  readonly env: Record<string, string>
  readonly made: Initial
}

/** Starts the server and its standby, which every commit waits for, and sets up a shop. */
async function newSetting(programs: string): Promise<ProofSetting> {
  const root = mkdtempSync('/var/tmp/kaunta-proof-')
  chmodSync(root, 0o711)
  const settings = {
    max_connections: 200,
    shared_buffers: '128MB',
    wal_keep_size: '1GB',
    // A standby that waits for its primary notices its promotion only then.
    wal_retrieve_retry_interval: '200ms',
  }
  const primary = await newCluster(programs, join(root, 'primary'), settings)
  await primary.sql(`create database ${database}`)
  const standby = await primary.newStandby(join(root, 'standby'), 'standby')
  await primary.sql("alter system set synchronous_standby_names = 'standby'")
  await primary.sql('select pg_reload_conf()')
  const databaseDoor = await newBalancer([primary.port])
  const env = {
    KAUNTA_DATABASE_URL: `postgres://kaunta@127.0.0.1:${databaseDoor.port}/${database}`,
    KAUNTA_SECRET_KEY_FILE: join(root, 'secret.key'),
    KAUNTA_RATE_LIMIT: '0',
    KAUNTA_PHONE_PUSHES: '0',
  }
  return { root, primary, standby, databaseDoor, env, made: await initBinary(join(root, 'init'), env) }
}

/** Starts a webhook receiver that counts how often each event arrives. */
function newReceiver() {
  const eventCounts = new Map<string, number>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { id } = (await request.json()) as { id: string }
      eventCounts.set(id, (eventCounts.get(id) ?? 0) + 1)
      return new Response()
    },
  })
  return { eventCounts, url: `http://127.0.0.1:${server.port}/hook`, stop: () => server.stop(true) }
}

/**
 * Kills one node after another, then the primary, and promotes the standby. Returns how many nodes were
 * killed.
 */
async function killNodes(
  plan: ProofPlan,
  { primary, standby, databaseDoor }: ProofSetting,
  nodes: Nodes,
): Promise<number> {
  const began = performance.now()
  const second = () => Math.round((performance.now() - began) / 1_000)
  const pauseUntil = (ms: number) => Bun.sleep(Math.max(0, began + ms - performance.now()))
  const starts: Promise<void>[] = []
  const every = plan.killEverySeconds * 1_000
  for (let kills = 0; (kills + 1) * every < plan.seconds * 1_000; kills++) {
    await pauseUntil((kills + 1) * every)
    const number = kills % plan.nodes
    plan.onEvent?.(second(), `node ${number + 1} killed`)
    const node = nodes.all[number]
    if (node)
      starts.push(node.kill().then(() => plan.onEvent?.(second(), `node ${number + 1} is ready again`)))
  }
  await pauseUntil(plan.seconds * 1_000)
  await Promise.all(starts)
  plan.onEvent?.(second(), 'primary killed')
  primary.kill()
  databaseDoor.routeTo([])
  databaseDoor.cutConnections()
  await standby.promote()
  databaseDoor.routeTo([standby.port])
  plan.onEvent?.(second(), 'standby promoted')
  await Bun.sleep(afterFailoverMs)
  return starts.length
}

/** Waits until no webhook is left to send. Returns how many are left, and the ms until then. */
async function openDeliveries({
  standby,
}: ProofSetting): Promise<{ readonly left: number; readonly ms: number }> {
  const began = performance.now()
  const until = began + deliveryMaxMs
  for (;;) {
    const [row] = await standby.sql("select count(*) from delivery where status <> 'success'", database)
    const left = Number(row?.[0])
    const now = performance.now()
    if (left === 0 || now > until) return { left, ms: now - began }
    await Bun.sleep(200)
  }
}

/**
 * Checks everything that was acknowledged. Returns what is missing or duplicate, in words; empty when nothing
 * is.
 */
async function findBroken(
  setting: ProofSetting,
  { created, paid }: Tills,
  eventCounts: ReadonlyMap<string, number>,
  open: number,
): Promise<string[]> {
  const rows = (text: string) => setting.standby.sql(text, database)
  const payments = await rows("select id, status, metadata::json ->> 'sale' from payment")
  const statuses = new Map(payments.map(([id, status]) => [String(id), String(status)]))
  const sales = payments.map(([, , sale]) => String(sale))
  const lost = [...created.values()].filter(reference => !statuses.has(reference))
  const unpaid = [...paid].filter(reference => statuses.get(reference) !== 'completed')
  const events = (await rows('select id from event')).map(([id]) => String(id))
  const untold = events.filter(id => !eventCounts.has(id))
  const doctor = await runBinary(['doctor', '--data', join(setting.root, 'init'), '--port', '1', '--json'], {
    env: setting.env,
  })
  const checks = JSON.parse(doctor.output).checks as { name: string; state: string; message: string }[]
  const wrong = checks.filter(({ name, state }) => state === 'bad' && name !== 'port')
  return [
    lost.length > 0 && `${lost.length} acknowledged payments are not there: ${lost.slice(0, 3)}`,
    sales.length !== new Set(sales).size && `${sales.length - new Set(sales).size} sales are there twice`,
    unpaid.length > 0 && `${unpaid.length} payments were paid and are not completed: ${unpaid.slice(0, 3)}`,
    events.length < paid.size && `${paid.size - events.length} completed payments have no event`,
    untold.length > 0 && `${untold.length} events never reached the receiver: ${untold.slice(0, 3)}`,
    open > 0 && `${open} webhooks are still to be sent after ${deliveryMaxMs} ms`,
    ...wrong.map(({ name, message }) => `doctor: ${name}: ${message}`),
  ].filter(sentence => sentence !== false)
}

/** Runs the proof, and ends everything that it started. */
export async function proveNodes(plan: ProofPlan): Promise<Proof> {
  const setting = await newSetting(plan.programs)
  const receiver = newReceiver()
  const nodes = await startNodes(plan.nodes, setting.root, setting.env)
  const door = await newBalancer(nodes.all.map(({ port }) => port))
  try {
    const began = performance.now()
    const tills = openTills({
      url: `http://127.0.0.1:${door.port}`,
      key: setting.made.sandbox_api_key,
      webhookUrl: receiver.url,
      tills: plan.tills,
      pauseMs,
    })
    const kills = await killNodes(plan, setting, nodes)
    await tills.stop()
    const open = await openDeliveries(setting)
    const failures = await findBroken(setting, tills, receiver.eventCounts, open.left)
    const given = [...tills.troubles].filter(([what]) => what.startsWith('Error'))
    const times = [...receiver.eventCounts.values()]
    return {
      waits: tills.waits,
      began,
      kills,
      troubles: tills.troubles,
      ended: nodes.ended,
      sales: tills.created.size,
      deliveredAfterMs: open.ms,
      events: receiver.eventCounts.size,
      repeated: times.filter(count => count > 1).length,
      errors: nodes.all.flatMap(node => node.errors()),
      failures: [...failures, ...given.map(([what, count]) => `${what} (${count} times)`)],
    }
  } finally {
    await Promise.all(nodes.all.map(node => node.stop()))
    for (const server of [door, setting.databaseDoor, receiver]) server.stop()
    await setting.standby.stop('immediate')
    await setting.primary.stop('immediate').catch(() => {}) // it was killed
    rmSync(setting.root, { recursive: true, force: true })
  }
}
