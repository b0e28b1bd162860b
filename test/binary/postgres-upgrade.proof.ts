// A rolling upgrade: nodes of the previous and the next version in parallel on one database. The next version
// is these sources with a further migration of payments and one of people and logins, which expand the tables
// as decision 40 requires. From the second release on the previous release replaces these sources, and they
// the next.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations, staffMigrations } from '../../migrations/list.ts'
import { assert } from '../../src/domain/fault.ts'
import { type Binary, freePort, type Initial, runBinary, startBinary } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'

const root = join(import.meta.dir, '../..')
/** What the next version adds, by the list that it is added to. */
const expansions = {
  migrations: {
    file: 'next.sql',
    text: `alter table payment add column counter_note {text};
create table counter (id {text} primary key, account_id {text} not null references account (id)) {strict};
`,
  },
  staffMigrations: {
    file: 'next-staff.sql',
    text: `alter table "user" add column "note" {text};
alter table "session" add column "isShort" boolean not null default false;
create table "person_note" ("id" {text} primary key, "userId" {text} not null references "user" ("id") on delete cascade);
`,
  },
} as const

/** Adds the migrations to the lists of a copy of the sources. */
function addMigrations(folder: string): void {
  const file = join(folder, 'list.ts')
  let list = readFileSync(file, 'utf8')
  for (const [name, { file, text }] of Object.entries(expansions)) {
    writeFileSync(join(folder, file), text)
    const whole = new RegExp(`(export const ${name}: [^=]*= \\[[^\\]]*?),?\\s*\\]`)
    assert(whole.test(list), `${name} is a list of migrations`)
    list = list.replace(whole, `$1, { name: 'next', text: next_${name} }]`)
    list += `import next_${name} from './${file}' with { type: 'text' }\n`
  }
  writeFileSync(file, list)
}

/** Builds these sources with the migrations. @returns the executable */
function buildNext(folder: string): string {
  mkdirSync(folder)
  const parts = ['src', 'ui', 'migrations', 'scripts', 'docs', 'LICENSE', 'package.json', 'tsconfig.json']
  const copied = Bun.spawnSync(['cp', '-r', '--parents', ...parts, folder], { cwd: root })
  assert(copied.exitCode === 0, String(copied.stderr))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  addMigrations(join(folder, 'migrations'))
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
  }, 300_000)
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

  /** Logs the owner in. @returns the cookie of the login */
  async function logIn({ url }: Binary): Promise<string> {
    const answer = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(owner),
    })
    expect(answer.status).toBe(200)
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  async function personOf({ url }: Binary, cookie: string): Promise<unknown> {
    const answer = await fetch(`${url}/api/auth/get-session`, { headers: { cookie } })
    return Object(await answer.json())?.user?.email
  }

  async function isPaid({ url }: Binary, reference: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${made.sandbox_api_key}` }
    const answer = await fetch(`${url}/v1/payments/${reference}`, { headers })
    return Object(await answer.json()).data.status === 'completed'
  }

  test('a node goes on while the next version changes the tables and sells in parallel; it does not restart', async () => {
    const before = await startBinary({ data: place.path('before'), env })
    const first = await sell(before)
    const logins = [await logIn(before)]
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
    const numbers = 'select (select max(number) from migration), (select max(number) from staff.migration)'
    expect((await place.cluster.sql(numbers, database)).map(row => row.map(Number))).toEqual([
      [migrations.length + 1, staffMigrations.length + 1],
    ])
    logins.push(await logIn(before), await logIn(after))
    for (const box of [before, after])
      for (const reference of sold) while (!(await isPaid(box, reference))) await Bun.sleep(5)
    for (const box of [before, after])
      for (const login of logins) expect(await personOf(box, login)).toBe(owner.email)
    expect(before.log()).not.toContain('"level":"error"')

    // The next version replaces it, because it would not understand what that wrote.
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
  }, 300_000)
})
