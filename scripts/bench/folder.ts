// The seeded data folders of the scale bench, kept under dist/scale between runs and created again when the
// tables or the seeding changed.
import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
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
  readonly now: number // when its past ends, milliseconds
  readonly samples: readonly Sample[]
}

/** The folder with this many payments, created if missing. */
export async function openSeededFolder(payments: number): Promise<Folder> {
  const data = join(root, 'dist/scale', String(payments))
  const note = `${data}.json`
  const madeBy = Bun.hash(makers.map(path => readFileSync(join(root, path), 'utf8')).join()).toString(36)
  const known = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : undefined
  const made = known?.madeBy === madeBy ? known : { ...(await seed(data, payments)), madeBy }
  writeFileSync(note, JSON.stringify(made))
  return { data, payments, key: made.sandbox_api_key, now: made.now, samples: samplesOf(data) }
}

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
  const said = await new Response(child.stdout).text()
  if ((await child.exited) !== 0)
    throw new Error(`the folder with ${payments} payments could not be made: ${said}`)
  return JSON.parse(said.trim().split('\n').at(-1) ?? '')
}

const sampleCount = 200

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
