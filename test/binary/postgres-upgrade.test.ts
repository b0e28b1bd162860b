// A rolling upgrade: nodes of the version before and of the next one side by side on one database. The next version is
// these sources with one migration more, which expands the tables as decision 40 asks.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'
import { type Binary, freePort, type Initial, runBinary, startBinary } from '../kit/binary.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'

const root = join(import.meta.dir, '../..')
const expansion = `alter table payment add column counter_note {text};
create table counter (id {text} primary key, account_id {text} not null references account (id)) {strict};
`

/** Builds these sources with the migration. @returns the executable */
function buildNext(folder: string): string {
  mkdirSync(folder)
  const parts = [
    'src',
    'ui',
    'migrations',
    'scripts',
    'docs/verify',
    'LICENSE',
    'package.json',
    'tsconfig.json',
  ]
  const copied = Bun.spawnSync(['cp', '-r', '--parents', ...parts, folder], { cwd: root })
  assert(copied.exitCode === 0, String(copied.stderr))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const list = join(folder, 'migrations/list.ts')
  writeFileSync(join(folder, 'migrations/0002-counter.sql'), expansion)
  const one = "{ name: 'first', text: first }"
  const text = readFileSync(list, 'utf8')
  assert(text.includes(`${one}]`), 'the list ends with the first migration')
  writeFileSync(list, text.replace(one, `${one}, { name: 'counter', text: counter }`))
  appendFileSync(list, "import counter from './0002-counter.sql' with { type: 'text' }\n")
  const built = Bun.spawnSync([process.execPath, 'scripts/build.ts', '--force'], { cwd: folder })
  assert(built.exitCode === 0, String(built.stderr))
  return join(folder, 'dist/kaunta')
}

describe.skipIf(!hasPostgres)('two versions on one database', () => {
  let place: ClusterPlace
  let env: Record<string, string>
  let made: Initial
  let database: string
  let next: string
  beforeAll(async () => {
    place = await openCluster()
    const shop = await place.newShop()
    env = shop.env
    made = shop.made
    database = shop.database
    next = buildNext(place.path('sources'))
  }, 120_000)
  afterAll(() => place?.remove())

  async function sell({ url }: Binary): Promise<string> {
    const headers = { authorization: `Bearer ${made.sandbox_api_key}`, 'content-type': 'application/json' }
    const json = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
    const answer = await fetch(`${url}/v1/payments`, { method: 'POST', headers, body: JSON.stringify(json) })
    const { reference } = Object(await answer.json()).data
    const pay = { method: 'POST', headers, body: JSON.stringify({ outcome: 'completed' }) }
    expect((await fetch(`${url}/v1/sandbox/payments/${reference}`, pay)).status).toBe(200)
    return reference
  }

  async function isPaid({ url }: Binary, reference: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${made.sandbox_api_key}` }
    const answer = await fetch(`${url}/v1/payments/${reference}`, { headers })
    return Object(await answer.json()).data.status === 'completed'
  }

  test('a node goes on while the next version changes the tables and sells beside it; it does not start again', async () => {
    const before = await startBinary({ data: place.path('before'), env })
    const first = await sell(before)
    // Sales go on while the tables change.
    let isStarted = false
    const meanwhile = (async () => {
      const sold: string[] = []
      while (!isStarted) sold.push(await sell(before))
      return sold
    })()
    const after = await startBinary({ data: place.path('after'), env, executable: next })
    isStarted = true
    const sold = [first, ...(await meanwhile), await sell(before), await sell(after)]
    expect((await place.cluster.sql('select max(number) from migration', database))[0]?.[0]).toBe('2')
    for (const box of [before, after])
      for (const reference of sold) while (!(await isPaid(box, reference))) await Bun.sleep(5)
    expect(before.log()).not.toContain('"level":"error"')

    // Its place is that of the next version: it would not know what that wrote.
    expect(await before.stop()).toBe(0)
    const words = ['serve', '--data', place.path('before'), '--port', String(freePort())]
    expect(await runBinary(words, { env })).toEqual({
      code: 4,
      output: '',
      log: expect.stringMatching(
        /^kaunta: this database was written by a newer Kaunta .*: run the newer Kaunta\n$/,
      ),
    })
    expect(await sell(after)).toBeString()
    expect(await after.stop()).toBe(0)
  }, 120_000)
})
