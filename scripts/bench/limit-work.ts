// The least background work for limit.ts in bench --busy: posts to webhook receivers at a steady pace, with a
// row before and after each, payments that end, and a copy of a money file with a check of it in a worker.
// Sales wait for this much because of the engine, the disk and the shared cores.
import type { Database } from 'bun:sqlite'
import { newGroups } from './group.ts'

export interface LimitWork {
  readonly urls: readonly string[]
  readonly postsPerSecond: number // webhooks and ended payments
  readonly endsPerSecond: number
  readonly copyAfterMs: number // the file to copy, when, and where to
  readonly from: string
  readonly to: string
}

/** Parallel webhooks to each receiver, as in Kaunta. */
const together = 4
const tickMs = 4
const body = JSON.stringify({ type: 'payment.completed', data: { padding: 'x'.repeat(600) } })

/** Grants this many turns a second to whoever asks next. */
function newPace(perSecond: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let given = 0
  const from = performance.now()
  setInterval(() => {
    const due = ((performance.now() - from) * perSecond) / 1_000
    for (; given < due && waiting.length > 0; given++) waiting.shift()?.()
    given = Math.max(given, Math.floor(due))
  }, tickMs)
  return () => new Promise(resolve => waiting.push(resolve))
}

export function startWork(db: Database, work: LimitWork): void {
  const { urls, postsPerSecond, endsPerSecond, copyAfterMs, from, to } = work
  for (const name of ['delivery', 'ended'])
    db.run(`create table ${name} (id text primary key, at int) strict, without rowid`)
  const inserting = (name: string) => {
    const insert = db.prepare(`insert into ${name} values (?, ?)`)
    return newGroups(db, (id: string) => {
      insert.run(id, Date.now())
      return id
    })
  }
  const [writeDelivery, writeEnd] = [inserting('delivery'), inserting('ended')]
  const mayPost = newPace(postsPerSecond)
  const post = async (url: string): Promise<never> => {
    for (;;) {
      await mayPost()
      const id = crypto.randomUUID()
      await writeDelivery(id)
      await (await fetch(url, { method: 'POST', body, headers: { 'webhook-id': id } })).text()
      await writeDelivery(`${id} ended`)
    }
  }
  for (const url of urls) for (let place = 0; place < together; place++) void post(url)
  const mayEnd = newPace(endsPerSecond)
  const end = async (): Promise<never> => {
    for (;;) {
      await mayEnd()
      await writeEnd(crypto.randomUUID())
    }
  }
  void end()
  const copier = new Worker(new URL('./limit-copy.ts', import.meta.url).href)
  setTimeout(() => copier.postMessage({ from, to }), copyAfterMs)
}
