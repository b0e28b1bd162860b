// Whether sales wait for background work: how long a create takes on a quiet server, and on one that finds
// many payments due to expire at its start. Run by bench.ts --due.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { contenders, type Parts } from './contender.ts'
import { type Measured, runCreates } from './load.ts'
import { serve } from './server.ts'
import { table } from './table.ts'

const clients = [1, 8] as const
const seconds = 3
const readyGoalSeconds = 0.1

/** Makes all waiting payments due to expire. @returns how many there are */
function makeDue(data: string): number {
  const db = new Database(join(data, 'kaunta.db'))
  const before = Date.now() - 60_000
  const changed = db.run(
    'update payment set created_at = ?1 - 60000, expires_at = ?1, due_at = ?1 where due_at is not null',
    [before],
  )
  db.run('pragma wal_checkpoint(truncate)')
  db.close()
  return changed.changes
}

export interface DueBench extends Parts {
  readonly jobs: number // jobs that are due
  readonly markdown: boolean
}

/** @returns whether the goals were met */
export async function measureDue({ jobs, markdown, ...parts }: DueBench): Promise<boolean> {
  const [ours] = contenders(parts)
  if (!ours) throw new Error('Kaunta comes first')
  const { server, data, key, path } = await ours.begin()
  const loads = { path, key, keys: 'serial' as const, references: join(parts.scratch, 'references') }
  const measure = (at: { port: number; pid: number }) => async (connections: number) =>
    runCreates({ ...loads, ...at, connections, seconds })
  const quiet: Measured[] = []
  for (const connections of clients) quiet.push(await measure(server)(connections))
  let made = 0
  while (made < jobs) {
    const filled = await runCreates({
      ...loads,
      port: server.port,
      pid: server.pid,
      connections: 64,
      seconds,
    })
    made += Math.round(filled.perSecond * seconds)
  }
  await server.stop()
  const due = makeDue(data)
  const again = await serve(parts.kaunta, data)
  const busy: Measured[] = []
  for (const connections of clients) busy.push(await measure(again)(connections))
  const db = new Database(join(data, 'kaunta.db'), { readonly: true })
  const left = Number(db.query('select count(*) from payment where due_at <= ?').values(Date.now())[0]?.[0])
  db.close()
  await again.stop()
  const row = (name: string, { perSecond, p50Ms, p99Ms }: Measured) => [
    name,
    perSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
  ]
  console.log(
    table(
      [
        ['create', 'per second', 'p50 ms', 'p99 ms'],
        ...clients.flatMap((connections, index) => {
          const [without, beside] = [quiet[index], busy[index]]
          if (!without || !beside) return []
          return [
            row(`${connections} connections, quiet`, without),
            row(`${connections} connections, ${due.toLocaleString('en')} payments due`, beside),
          ]
        }),
      ],
      markdown,
    ),
  )
  const worst = Math.max(...busy.map(({ p99Ms }, index) => p99Ms / (quiet[index]?.p99Ms ?? Number.NaN)))
  const goals = [
    { says: `p99 ${worst.toFixed(1)} × the quiet one (goal ≤ 4)`, met: worst <= 4 },
    { says: `start ${again.seconds.toFixed(3)} s (goal < 0.100)`, met: again.seconds < readyGoalSeconds },
    { says: `payments left meanwhile: ${left.toLocaleString('en')}`, met: true },
  ]
  for (const { says, met } of goals) console.log(`${says}${met ? '' : '   MISSED'}`)
  return goals.every(({ met }) => met)
}
