// The cost of many open event streams: memory for each, and how long until all of them have a change. Their
// readers are a separate process. Run by bench.ts --streams; needs `ulimit -n` above the number of streams.
import { Database } from 'bun:sqlite'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { residentMb } from './machine.ts'
import { serve } from './server.ts'
import { table } from './table.ts'

/** How many streams the server allows one API key. */
const perKey = 200
const changes = 20
const settleMs = 1_000
/** The goal in ms for the p99, by the number of streams. */
const goalMs = (streams: number) => (streams <= 1_000 ? 100 : 500)

export interface StreamBench {
  readonly kaunta: string
  readonly scratch: string
  readonly init: (data: string) => Promise<string>
  readonly streams: readonly number[]
  readonly markdown: boolean
}

/** Copies an API key `count` times, with other last digits, and returns the new keys. */
function addKeys(data: string, key: string, count: number): string[] {
  const db = new Database(join(data, 'kaunta.db'))
  const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const keys = Array.from(
    { length: count },
    (_, index) => `${key.slice(0, -4)}${String(index).padStart(4, '0')}`,
  )
  for (const [index, newKey] of keys.entries())
    db.run(
      `insert into api_key select id || ?, account_id, name, ?, hint, scopes, created_by, created_at, revoked_at
       from api_key where hash = ?`,
      [String(index), hashOf(newKey), hashOf(key)],
    )
  db.close()
  return keys
}

/** Opens the streams and measures memory and the time until all of them have a change. */
async function measure({ kaunta, scratch, init }: StreamBench, streams: number) {
  const data = mkdtempSync(join(scratch, 'data-'))
  const keys = addKeys(data, await init(data), Math.ceil(streams / perKey))
  const server = await serve(kaunta, data)
  await Bun.sleep(settleMs)
  const idleMb = residentMb(server.pid)
  const script = join(import.meta.dir, 'stream-reader.ts')
  const words = [process.execPath, script, String(server.port), String(streams), String(changes), ...keys]
  const reader = Bun.spawn(words, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  const decoder = new TextDecoder()
  let said = ''
  let openMb = 0
  for await (const chunk of reader.stdout) {
    said += decoder.decode(chunk)
    if (openMb > 0) continue
    await Bun.sleep(settleMs)
    openMb = residentMb(server.pid)
    reader.stdin.write('go\n')
    reader.stdin.flush()
  }
  const times: { p50Ms: number; p99Ms: number; allMs: number; mostMs: number } = JSON.parse(
    said.split('\n')[1] ?? '',
  )
  const endMb = residentMb(server.pid)
  await server.stop()
  return { streams, ...times, kbEach: ((openMb - idleMb) * 1_000) / streams, endMb }
}

/** Prints the results for each number of streams. Resolves to whether the goals were met. */
export async function measureStreams(bench: StreamBench): Promise<boolean> {
  const results = []
  for (const streams of bench.streams) results.push(await measure(bench, streams))
  console.log(
    table(
      [
        ['streams', 'kB each', 'MB after', 'p50 ms', 'p99 ms', 'all told, ms', 'most ms'],
        ...results.map(({ streams, kbEach, endMb, p50Ms, p99Ms, allMs, mostMs }) => [
          streams.toLocaleString('en'),
          kbEach.toFixed(1),
          endMb.toFixed(0),
          ...[p50Ms, p99Ms, allMs, mostMs].map(ms => ms.toFixed(0)),
        ]),
      ],
      bench.markdown,
    ),
  )
  const goals = results.map(({ streams, p99Ms }) => ({
    says: `${streams.toLocaleString('en')} streams: p99 ${p99Ms.toFixed(0)} ms (goal < ${goalMs(streams)})`,
    met: p99Ms < goalMs(streams),
  }))
  for (const { says, met } of goals) console.log(`${says}${met ? '' : '   MISSED'}`)
  return goals.every(({ met }) => met)
}
