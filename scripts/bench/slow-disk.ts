// Whether only the commit waits for a slow disk: creates and /health on a server whose every sync takes 10 ms
// longer, which a small preloaded library causes. Run by bench.ts --slow-disk; needs gcc.
import { join } from 'node:path'
import { contenders, type Parts } from './contender.ts'
import { runCreates } from './load.ts'
import { serve } from './server.ts'
import { table } from './table.ts'

/** Connections that create payments. */
const clients = 32
const seconds = 5
const createsGoal = 1_000
const healthGoalMs = 60
/** Between two requests of /health. */
const pauseMs = 5

/** Compiles the library that makes each sync slower, and returns its path. */
async function compileSlowSync(scratch: string): Promise<string> {
  const library = join(scratch, 'slow-sync.so')
  await Bun.$`gcc -shared -fPIC -O2 -o ${library} ${join(import.meta.dir, 'slow-sync.c')}`
  return library
}

/** Requests /health until `work` ends. Returns each answer's time in ms, ascending. */
async function healthDuring(port: number, work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const from = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/health`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`/health answered ${answer.status}`)
    times.push(performance.now() - from)
    await Bun.sleep(pauseMs)
  }
  await ended
  return times.sort((a, b) => a - b)
}

/** Prints the creates and the answers of /health during them. Resolves to whether the goals were met. */
export async function measureSlowDisk({
  markdown,
  ...parts
}: Parts & { readonly markdown: boolean }): Promise<boolean> {
  const [ours] = contenders(parts)
  if (!ours) throw new Error('Kaunta comes first')
  const { server, data, key, path } = await ours.begin()
  await server.stop()
  const slow = await serve(parts.kaunta, data, { LD_PRELOAD: await compileSlowSync(parts.scratch) })
  const references = join(parts.scratch, 'references')
  const { port, pid } = slow
  const load = runCreates({ path, key, port, pid, keys: 'serial', references, connections: clients, seconds })
  const health = await healthDuring(port, load)
  const created = await load
  await slow.stop()
  const quantileAt = (share: number) => health[Math.floor((health.length - 1) * share)] ?? Number.NaN
  console.log(
    table(
      [
        ['each sync 10 ms slower', 'per second', 'p50 ms', 'p99 ms'],
        [
          `create, ${clients} connections`,
          created.perSecond.toFixed(0),
          created.p50Ms.toFixed(1),
          created.p99Ms.toFixed(1),
        ],
        ['/health during it', '', quantileAt(0.5).toFixed(1), quantileAt(0.99).toFixed(1)],
      ],
      markdown,
    ),
  )
  const goals = [
    {
      says: `${created.perSecond.toFixed(0)} creates a second (goal ≥ 1,000)`,
      met: created.perSecond >= createsGoal,
    },
    {
      says: `/health p99 ${quantileAt(0.99).toFixed(0)} ms (goal < ${healthGoalMs})`,
      met: quantileAt(0.99) < healthGoalMs,
    },
  ]
  for (const { says, met } of goals) console.log(`${says}${met ? '' : '   MISSED'}`)
  return goals.every(({ met }) => met)
}
