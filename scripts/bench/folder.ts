// The seeded data folders of the scale bench, kept under dist/scale between runs and created again when the
// tables or the seeding changed.
import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
/** The files that decide what a folder contains. */
const makers = ['migrations/0001-first.sql', 'scripts/seed.ts', 'scripts/seed/history.ts']

/** Columns of payments, picked evenly over all of them, for bench requests. */
export interface Sample {
  readonly id: string
  readonly phone: string
  readonly externalReference: string
  readonly token: string
}

export interface Folder {
  readonly data: string
  readonly payments: number
  readonly key: string // the sandbox API key
  readonly accountId: string // the sandbox account
  readonly now: number // when its past ends, milliseconds
  readonly samples: readonly Sample[]
}

/** Returns the folder with this many payments. Creates it if it is missing or was created by other code. */
export async function openSeededFolder(payments: number): Promise<Folder> {
  const data = join(root, 'dist/scale', String(payments))
  const note = `${data}.json`
  const madeBy = Bun.hash(makers.map(path => readFileSync(join(root, path), 'utf8')).join()).toString(36)
  const stored = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : undefined
  const facts = stored?.madeBy === madeBy ? stored : { ...(await seed(data, payments)), madeBy }
  writeFileSync(note, JSON.stringify(facts))
  const { sandbox_api_key: key, sandbox_account, now } = facts
  return { data, payments, key, accountId: sandbox_account.id, now, samples: samplesOf(data) }
}

/** Runs seed.ts on an empty folder and returns the facts it prints, such as the API key. */
async function seed(data: string, payments: number) {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(join(data, '..'), { recursive: true })
  const words = [
    process.execPath,
    join(root, 'scripts/seed.ts'),
    '--data',
    data,
    '--payments',
    String(payments),
    '--json',
  ]
  const child = Bun.spawn(words, { stdout: 'pipe', stderr: 'inherit' })
  const output = await new Response(child.stdout).text()
  if ((await child.exited) !== 0)
    throw new Error(`the folder with ${payments} payments could not be made: ${output}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

const sampleCount = 200

/** Picks payments with a phone and a receipt, evenly over the oldest 98 % of all payments. */
function samplesOf(data: string): Sample[] {
  const db = new Database(join(data, 'kaunta.db'), { readonly: true, strict: true })
  const most = Number(db.query('select max(number) from payment').values()[0]?.[0])
  const near = db.query<Sample, [number]>(
    `select id, phone, external_reference as externalReference, token from payment
     where number >= ? and phone is not null and external_reference is not null limit 1`,
  )
  const samples = Array.from({ length: sampleCount }, (_, index) =>
    near.get(1 + Math.floor((index * most * 0.98) / sampleCount)),
  )
  db.close()
  return samples.filter(sample => sample !== null)
}
